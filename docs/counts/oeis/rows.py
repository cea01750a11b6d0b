"""Print rows 1 to N of A317573 to A317576: python3 rows.py N.

The program plays all games. N = 4 takes a minute or two. It is plain Python, and needs
nothing else. It counts positions up to rotation and reflection, a ply at a time.
"""

import sys


def lines_and_turns(n):
    """Return the lines, and where each symmetry carries each cell.

    A line is a set of cells, a bit for each.
    """
    side, cells = range(n), range(n * n)
    ways = [[n * i + j for j in side] for i in side] + [
        [n * j + i for j in side] for i in side
    ]
    ways += [[n * i + i for i in side], [n * i + n - 1 - i for i in side]]
    turns = [[*cells]]
    for _ in range(3):
        turns.append([turns[-1][n * (at % n) + n - 1 - at // n] for at in cells])
    turns += [[turn[n * (at % n) + at // n] for at in cells] for turn in turns]
    return [sum(1 << at for at in way) for way in ways], turns


def rows(n):
    """Return four counts by plies.

    They count the positions that X wins, that O wins, all, and those that end a game.
    """
    lines, turns = lines_and_turns(n)
    images = [[0] for _ in turns]  # of each set of cells, by each turn
    for image, turn in zip(images, turns, strict=True):
        for at in turn:
            image += [one | 1 << at for one in image]

    def moves(own, other):  # the player to move has his stones first
        full = own | other
        after = [own | 1 << at for at in range(n * n) if not full >> at & 1]
        return {min((image[other], image[more]) for image in images) for more in after}

    def over(position):
        return any(position[1] & line == line for line in lines)

    plies = [{(0, 0)}]
    for _ in range(n * n):
        plies.append(
            {after for one in plies[-1] if not over(one) for after in moves(*one)}
        )
    found, values = [], {}  # values: 1 where the player to move wins, -1 where he loses
    for ply in reversed(range(n * n + 1)):
        ended = {one for one in plies[ply] if ply == n * n or over(one)}
        values = {
            one: -over(one)
            if one in ended
            else max(-values[after] for after in moves(*one))
            for one in plies[ply]
        }
        wins = [[*values.values()].count(value) for value in (1, -1)]
        found.insert(0, (wins[ply % 2], wins[1 - ply % 2], len(values), len(ended)))
    return [*zip(*found, strict=True)]


if __name__ == "__main__":
    for n in range(1, int(sys.argv[1]) + 1):
        for name, row in zip(range(317573, 317577), rows(n), strict=True):
            print(f"A{name}, row {n}:", *row)
