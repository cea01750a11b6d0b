"""Programs as courses ask for: a right one, and many with one small mistake each."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

# A board is a list of rows; what a line is stands in loops.
WITH_LOOPS = """\
X = "X"
O = "O"
EMPTY = None

def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]

def player(board):
    x_count = sum(row.count(X) for row in board)
    o_count = sum(row.count(O) for row in board)
    if x_count > o_count:
        return O
    return X

def actions(board):
    free = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                free.add((i, j))
    return free

def result(board, action):
    i, j = action
    if i not in (0, 1, 2) or j not in (0, 1, 2) or board[i][j] != EMPTY:
        raise ValueError("no such move")
    after = [list(row) for row in board]
    after[i][j] = player(board)
    return after

def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] and board[i][0] is not EMPTY:
            return board[i][0]
    for j in range(3):
        if board[0][j] == board[1][j] == board[2][j] and board[0][j] is not EMPTY:
            return board[0][j]
    if board[0][0] == board[1][1] == board[2][2] and board[1][1] is not EMPTY:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] and board[1][1] is not EMPTY:
        return board[1][1]
    return None

def terminal(board):
    if winner(board) is not None:
        return True
    for row in board:
        if EMPTY in row:
            return False
    return True

def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0
"""

# The same with a table of lines, and a player that looks for its own mark.
WITH_A_TABLE = """\
X = "X"
O = "O"
EMPTY = None
LINES = [
    ((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
    ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
    ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0)),
]

def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]

def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(EMPTY) % 2 == 1 else O

def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}

def result(board, action):
    if action not in actions(board):
        raise ValueError("no such move")
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after

def has_won(board, mark):
    for line in LINES:
        if all(board[i][j] == mark for i, j in line):
            return True
    return False

def winner(board):
    if has_won(board, X):
        return X
    if has_won(board, O):
        return O
    return None

def terminal(board):
    return has_won(board, X) or has_won(board, O) or len(actions(board)) == 0

def utility(board):
    if has_won(board, X):
        return 1
    elif has_won(board, O):
        return -1
    else:
        return 0
"""

OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Gt: ast.GtE,
    ast.Lt: ast.LtE,
}
OTHER_NAMES = {"X": "O", "O": "X"}


def mutants(source: str) -> Iterator[str]:
    """Yield the source with each small mistake that a person might make."""
    tree = ast.parse(source)
    right = ast.unparse(tree)
    for node in list(ast.walk(tree)):
        for mistake in MISTAKES:
            fields = fields_of(node)
            if mistake(node):
                text = ast.unparse(tree)
                vars(node).update(fields)
                if text != right:
                    yield text


@cache
def names_used_by(name: str, source: str) -> frozenset[str]:
    """One definition of a source, and all that it uses, directly or not."""
    definitions = definitions_of(source)
    used: set[str] = set()
    waiting = [name]
    while waiting:
        using = waiting.pop()
        if using in definitions and using not in used:
            used.add(using)
            nodes = ast.walk(definitions[using])
            waiting += [node.id for node in nodes if isinstance(node, ast.Name)]
    return frozenset(used)


def is_the_same_in(name: str, source: str, other_source: str) -> bool:
    """Whether a function of two sources is the same, with all that it uses."""
    used = names_used_by(name, source)
    if used != names_used_by(name, other_source):
        return False
    texts, other_texts = texts_of(source), texts_of(other_source)
    return all(texts[used_name] == other_texts[used_name] for used_name in used)


@cache
def definitions_of(source: str) -> dict[str, ast.stmt]:
    """The functions and the variables of a source, by their names."""
    definitions: dict[str, ast.stmt] = {}
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef):
            definitions[statement.name] = statement
        elif isinstance(statement, ast.Assign):
            (target,) = statement.targets
            assert isinstance(target, ast.Name)
            definitions[target.id] = statement
    return definitions


@cache
def texts_of(source: str) -> dict[str, str]:
    """The definitions of a source as texts, by their names."""
    definitions = definitions_of(source)
    return {name: ast.unparse(statement) for name, statement in definitions.items()}


def fields_of(node: ast.AST) -> dict[str, object]:
    """Return a node's fields; lists are copied, as a mistake may change them."""
    fields = ast.iter_fields(node)
    return {
        name: list(value) if isinstance(value, list) else value
        for name, value in fields
    }


def _turn_comparison(node: ast.AST) -> bool:
    if not isinstance(node, ast.Compare):
        return False
    opposite = OPPOSITES.get(type(node.ops[0]))
    if opposite is None:
        return False
    node.ops[0] = opposite()
    return True


def _shorten_comparison(node: ast.AST) -> bool:
    if not isinstance(node, ast.Compare) or len(node.ops) < 2:
        return False
    node.ops.pop()
    node.comparators.pop()
    return True


def _count_one_more(node: ast.AST) -> bool:
    if not isinstance(node, ast.Constant) or type(node.value) is not int:
        return False
    node.value += 1
    return True


def _count_one_less(node: ast.AST) -> bool:
    if not isinstance(node, ast.Constant) or type(node.value) is not int:
        return False
    node.value -= 1
    return True


def _take_other_mark(node: ast.AST) -> bool:
    if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
        return False
    if node.id not in OTHER_NAMES:
        return False
    node.id = OTHER_NAMES[node.id]
    return True


def _take_other_index(node: ast.AST) -> bool:
    if not isinstance(node, ast.Name) or node.id not in ("i", "j"):
        return False
    node.id = "j" if node.id == "i" else "i"
    return True


def _join_otherwise(node: ast.AST) -> bool:
    if not isinstance(node, ast.BoolOp):
        return False
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return True


def _forget_condition(node: ast.AST) -> bool:
    if not isinstance(node, ast.BoolOp):
        return False
    node.values = node.values[:1]
    return True


def _forget_statement(node: ast.AST) -> bool:
    body = getattr(node, "body", None)
    if isinstance(node, ast.Module) or not isinstance(body, list) or not body:
        return False
    if len(body) > 1:
        del body[0]
    else:
        body[0] = ast.Pass()
    return True


def _forget_last_statement(node: ast.AST) -> bool:
    body = getattr(node, "body", None)
    if isinstance(node, ast.Module) or not isinstance(body, list) or len(body) < 2:
        return False
    del body[-1]
    return True


def _forget_sign(node: ast.AST) -> bool:
    if not isinstance(node, ast.UnaryOp) or not isinstance(node.op, ast.USub):
        return False
    node.op = ast.UAdd()
    return True


MISTAKES: tuple[Callable[[Any], bool], ...] = (
    _turn_comparison,
    _shorten_comparison,
    _count_one_more,
    _count_one_less,
    _take_other_mark,
    _take_other_index,
    _join_otherwise,
    _forget_condition,
    _forget_statement,
    _forget_last_statement,
    _forget_sign,
)
