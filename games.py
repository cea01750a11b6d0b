def move(game):
    return game.free()[0]
