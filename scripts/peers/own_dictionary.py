"""Solve tic-tac-toe into a dictionary, as a program of one's own would."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
LINES += [(0, 4, 8), (2, 4, 6)]
outcomes: dict[str, tuple[int, int]] = {}


def outcome(board: str, mover: str, other: str) -> tuple[int, int]:
    """Return the value for the mover and the plies to the end."""
    if board not in outcomes:
        if any(all(board[cell] == other for cell in line) for line in LINES):
            outcomes[board] = (-1, 0)
        elif "." not in board:
            outcomes[board] = (0, 0)
        else:
            replies = []
            for cell in range(9):
                if board[cell] == ".":
                    after = board[:cell] + mover + board[cell + 1 :]
                    value, plies = outcome(after, other, mover)
                    replies.append((-value, plies + 1))
            outcomes[board] = max(
                replies, key=lambda reply: (reply[0], -reply[0] * reply[1])
            )
    return outcomes[board]


outcome("." * 9, "X", "O")
print(len(outcomes))
