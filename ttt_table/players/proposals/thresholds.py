"""The shares of best or legal moves from which a player counts as understood.

A best move is one that keeps the value of the board. The numbers were chosen with
programs from public repositories whose right adapters were known.
"""

# Near the end of a game.
PLAYS_A_SIDE = 0.85  # best moves of a side, by a program that plays this side
PLAYS_ALL_SIDES = 0.75  # best moves of all sides, by a weak program that plays them all
# Best moves of a side that a player may play by chance if it is not understood, as both
# players often want the same cell.
NOT_UNDERSTOOD = 0.6

# On boards with more free cells.
LEGAL_EARLIER = 0.85  # legal moves, by any player that is understood
FLAWLESS_EARLIER = 0.85  # best moves, by a flawless player
GOOD_EARLIER = 0.6  # best moves, by a player that only looks for wins and threats
SAME_EARLIER = 0.1  # by which the best moves of random players differ
SIDES_ALIKE_EARLIER = 0.4  # by which best moves may differ from one side to the other
