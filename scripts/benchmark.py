"""Measure what the README claims, as ratios taken in one run, and print the tables that it quotes.

Whole processes are started in turn and their CPU time is taken from the system when they end. They
run the wheel, built and installed into a virtual environment of its own with its bytecode compiled.
Each ratio is made from two neighbours in time, and the median of all rounds is printed.

    python scripts/benchmark.py [--rounds N] [PART ...]

Peers (OpenSpiel, easyAI) are measured where they are installed beside the package.
"""

from __future__ import annotations

import argparse
import functools
import importlib.util
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgpack
import numpy as np
from numpy.typing import NDArray

from ttt_table import Game, Outcome, Table, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.build.estimate import estimate_tiers, in_bytes
from ttt_table.build.plan import KEPT_FROM
from ttt_table.build.search import search
from ttt_table.play import Program, grade
from ttt_table.table.files import shipped_path
from ttt_table.table.slots import slots_by_tier

ROOT = Path(__file__).resolve().parents[1]

Row = tuple[str, ...]


def main() -> None:
    """Run the parts that were asked for, or all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=21, help="rounds of each measurement (21)")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (all)")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    for part in options.parts or PARTS:
        PARTS[part](options.rounds)


def show(title: str, header: Row, rows: Iterable[Row]) -> None:
    """Print a table in Markdown."""
    table = [header, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    table.insert(1, tuple("-" * width for width in widths))
    print(f"\n{title}\n")
    for row in table:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print(f"| {' | '.join(cells)} |", flush=True)


# Whole processes


def installed_wheel(folder: Path, extra: str = "") -> Path:
    """The interpreter of a new virtual environment into which the package's wheel is installed."""
    python = folder / "venv" / "bin" / "python"
    pip = ["-m", "pip", "--disable-pip-version-check", "-q"]
    check([sys.executable, *pip, "wheel", "--no-deps", "-w", folder, ROOT])
    check([sys.executable, "-m", "venv", folder / "venv"])
    check([python, *pip, "install", "--compile", f"{next(folder.glob('*.whl'))}{extra}"])
    return python


def check(command: Sequence[str | Path]) -> None:
    """Run a command that must succeed."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def cpu_seconds(command: Sequence[str | Path], folder: Path) -> float:
    """The CPU time of one process, user and system, its start included."""
    arguments = [os.fspath(part) for part in command]
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    here = os.getcwd()
    os.chdir(folder)
    try:
        process = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=silent)
    finally:
        os.chdir(here)
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(arguments)}")
    return usage.ru_utime + usage.ru_stime


def start_up(rounds: int) -> None:
    """New processes, each against a bare interpreter started just before it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = installed_wheel(folder)
        write_plain_dictionary(folder / "plain.msgpack")
        tool = python.parent / "ttt-table"
        load = "import msgpack; msgpack.unpackb(open('plain.msgpack', 'rb').read())['X...O....']"
        answer = "import ttt_table; ttt_table.open_table().best_move('X...O....')"
        commands: dict[str, tuple[Sequence[str | Path], str]] = {
            "python -c pass": ([python, "-c", "pass"], ""),
            "import msgpack": ([python, "-c", "import msgpack"], ""),
            "load a plain msgpack {board: move}": ([python, "-c", load], ""),
            "open the table, answer one best move": ([python, "-c", answer], "2.0"),
            "ttt-table build (3x3)": ([tool, "build"], "4.5"),
            "ttt-table lookup X...O....": ([tool, "lookup", "X...O...."], ""),
            "ttt-table audit (3x3)": ([tool, "audit"], ""),
        }
        show_processes(commands, folder, rounds)


def show_processes(
    commands: dict[str, tuple[Sequence[str | Path], str]], folder: Path, rounds: int
) -> None:
    """Run the commands in turn, the bare interpreter first, and print their times and ratios."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds + 1):
        for name, (command, _) in commands.items():
            times[name].append(cpu_seconds(command, folder))
    bare = times["python -c pass"][1:]
    rows = []
    for name, (_, target) in commands.items():
        taken = times[name][1:]  # the first round warms the caches
        ratio = median(one / base for one, base in zip(taken, bare, strict=True))
        rows.append((name, f"{1000 * median(taken):.1f} ms", f"{ratio:.2f}", target))
    show("New processes, CPU time", ("process", "CPU", "times a bare one", "at most"), rows)


def write_plain_dictionary(path: Path) -> None:
    """The usual way to keep perfect play: every unfinished board with one best move."""
    table = open_table()
    moves = {board: table.best_move(board) for board in table if table[board].plies}
    path.write_bytes(msgpack.packb(moves))


# Within a process


def seconds(run: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def ratio_of(run: Callable[[], object], base: Callable[[], object], rounds: int) -> float:
    """The median ratio of two calls made one after the other."""
    return median(seconds(run) / seconds(base) for _ in range(rounds))


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def tutorial_minimax(board: list[str], player: str) -> int:
    """The minimax of tutorials: no memory, the value of one position."""
    other = "O" if player == "X" else "X"
    if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
        return -1
    if " " not in board:
        return 0
    best = -1
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = player
            best = max(best, -tutorial_minimax(board, other))
            board[cell] = " "
    return best


def cached_minimax() -> int:
    """The same with a memory, on tuples, with distances: how many positions it has found."""

    @functools.cache
    def solve(board: tuple[str, ...], player: str) -> int:
        other = "O" if player == "X" else "X"
        if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
            return -10
        if " " not in board:
            return 0
        worst = min(
            solve((*board[:cell], player, *board[cell + 1 :]), other)
            for cell in range(9)
            if board[cell] == " "
        )
        return (worst > 0) - (worst < 0) - worst

    solve((" ",) * 9, "X")
    return solve.cache_info().currsize


def solving(rounds: int) -> None:
    """The search of 3x3 against the usual ways, and against peers where they are installed."""

    def ours() -> object:
        return search(Game())

    own = median(seconds(ours) for _ in range(rounds))
    rows = [("ttt_table.search, 5,478 positions", f"{1000 * own:.1f} ms", "1", "")]
    contenders: list[tuple[str, Callable[[], object], str]] = [
        ("functools.lru_cache on tuples, 5,478 positions", cached_minimax, "1 or more"),
        (
            "tutorial minimax without memory, one value",
            lambda: tutorial_minimax([" "] * 9, "X"),
            "50 or more",
        ),
        *peers(),
    ]
    for name, run, target in contenders:
        ratio = ratio_of(run, ours, min(rounds, 7))
        rows.append((name, f"{1000 * own * ratio:.0f} ms", f"{ratio:.1f}", target))
    show("Solving 3x3", ("who", "time", "times ours", "target"), rows)


def peers() -> list[tuple[str, Callable[[], object], str]]:
    """Other libraries on the same work, those of them that are installed."""
    found: list[tuple[str, Callable[[], object], str]] = []
    if importlib.util.find_spec("pyspiel"):
        from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

        found.append(
            (
                "OpenSpiel MinimaxSolver, no distances",
                lambda: MinimaxSolver("tic_tac_toe").solve(),
                "",
            )
        )
    if importlib.util.find_spec("easyAI"):
        found.append(("easyAI with its table, one value", easyai_solve, ""))
    return found


def easyai_solve() -> object:
    """Depth first with a transposition table, as easyAI's manual has it."""
    from easyAI import TranspositionTable, TwoPlayerGame, solve_with_depth_first_search

    class TicTacToe(TwoPlayerGame):  # type: ignore[misc]  # a class without annotations
        def __init__(self) -> None:
            self.players = ["X", "O"]
            self.board = [0] * 9
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            return [cell for cell in range(9) if not self.board[cell]]

        def make_move(self, move: int) -> None:
            self.board[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.board[move] = 0

        def lose(self) -> bool:
            return any(all(self.board[c] == self.opponent_index for c in line) for line in LINES)

        def is_over(self) -> bool:
            return 0 not in self.board or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> tuple[int, ...]:
            return (*self.board, self.current_player)

    return solve_with_depth_first_search(TicTacToe(), 90, tt=TranspositionTable())


def looking_up(rounds: int) -> None:
    """Look-ups of boards seen before and of new ones, and the audit, within one process."""
    table = open_table()
    boards = list(table)
    plain = dict(table.items())
    unfinished = [board for board in boards if plain[board].plies]

    def look_all_up(known: Mapping[str, Outcome]) -> None:
        for board in boards:
            known[board]

    def new_boards() -> None:
        fresh = open_table()
        for board in unfinished:
            fresh[board]
            fresh.moves(board)

    seen = ratio_of(lambda: look_all_up(table), lambda: look_all_up(plain), 5 * rounds)
    each = median(seconds(new_boards) for _ in range(rounds)) / len(unfinished)
    audited = median(seconds(lambda: audit(shipped_path())) for _ in range(rounds))
    rows = [
        ("table[board], seen before", f"{seen:.2f} times dictionary[board]", "4"),
        ("table[board] and table.moves(board), new", f"{1e6 * each:.1f} microseconds", "25"),
        ("audit of 3x3", f"{1000 * audited:.0f} ms", "1,000"),
    ]
    show("Within a process", ("what", "figure", "at most"), rows)


# Boards


def boards(rounds: int) -> None:
    """Larger boards: time, CPU, memory, with and without compiled code; C beside it; reading."""
    rounds = max(1, rounds // 7)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "fast").mkdir()
        python = installed_wheel(folder, extra="[boards]")
        fast = installed_wheel(folder / "fast", extra="[fast]")
        program = compiled_baseline(folder)
        games = [Game(4, 4, 4), Game(3, 6, 4), Game(4, 5, 3), Game(4, 5, 4)]
        header = ("board", "by", "slots", "wall", "CPU", "ratio", "slots a second", "memory")
        rows = [
            row for game in games for row in board_rows(game, folder, python, fast, program, rounds)
        ]
        show("Building boards, whole processes", (*header, "announced"), rows)
        answer = "import ttt_table; ttt_table.open_table('{0}').best_move('{1}')"
        commands: dict[str, tuple[Sequence[str | Path], str]] = {
            "python -c pass": ([python, "-c", "pass"], "")
        }
        for game in (games[0], games[3]):
            code = answer.format(f"{game}.msgpack", "." * game.cells)
            commands[f"open {game}, answer one best move"] = ([python, "-c", code], "2.5")
        show_processes(commands, folder, 7 * rounds)
        new_boards_of(folder / f"{games[3]}.msgpack")


class Run(NamedTuple):
    """What a whole process took, with all that it has started."""

    wall: float
    cpu: float
    memory: int
    """Bytes that they held together at the peak, what they share counted once."""


def board_rows(
    game: Game, folder: Path, python: Path, fast: Path, program: Path | None, rounds: int
) -> Iterator[Row]:
    """One board built with numpy, with compiled code, and by a plain C program, in turn."""
    path = folder / f"{game}.msgpack"
    commands: dict[str, Sequence[str | Path]] = {
        "numpy, one process": [*build_command(python, game, path), "--jobs", "1"],
        "numba, one process": [*build_command(fast, game, path), "--jobs", "1"],
        "numba, two threads": [*build_command(fast, game, path), "--jobs", "2"],
    }
    if program:
        shape = map(str, (game.rows, game.cols, game.k))
        commands["C, one thread"] = [program, *shape, folder / "scores"]
    run_alone(commands["numba, one process"])  # compiles, and keeps what it has compiled
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(run_alone(command))
    yield from (board_row(game, name, runs) for name in runs)


def board_row(game: Game, name: str, runs: Mapping[str, Sequence[Run]]) -> Row:
    """What one way to build a board takes; the ratio is of CPU, to numpy in one process."""
    of_numpy, own = runs["numpy, one process"], runs[name]
    ratio = median(one.cpu / base.cpu for one, base in zip(own, of_numpy, strict=True))
    wall, slots = median(run.wall for run in own), sum(slots_by_tier(game))
    announced = ""
    if not name.startswith("C"):
        workers = 2 if name.endswith("two threads") else 1
        kept = slots >= KEPT_FROM
        needed = estimate_tiers(game, workers if kept else 1, kept, kept and "numba" in name)
        announced = in_bytes(needed.memory + needed.mapped)
    return (
        str(game),
        name,
        f"{slots:,}",
        f"{wall:.2f} s",
        f"{median(run.cpu for run in own):.2f} s",
        f"{ratio:.2f}",
        f"{slots / wall / 1e6:.1f} million",
        in_bytes(max(run.memory for run in own)),
        announced,
    )


def build_command(python: Path, game: Game, path: Path) -> list[str | Path]:
    """The command that builds a game, as installed beside an interpreter."""
    board = ["--rows", str(game.rows), "--cols", str(game.cols), "--k", str(game.k)]
    tool = python.parent / "ttt-table"
    return [tool, "build", "-q", *board, "-o", path, "--method", "tiers"]


def run_alone(command: Sequence[str | Path]) -> Run:
    """Run a command that must succeed, and see what it takes.

    The system is asked for memory a few times a second, so a short peak may be missed.
    """
    peak = 0
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            peak = max(peak, sum(map(proportional_size, family_of(process.pid))))
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.1)
    wall = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"failed: {' '.join(map(str, command))}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(wall, cpu, peak)


def family_of(process: int) -> list[int]:
    """The process and all that it has started."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        children = []
    return [process, *(one for child in children for one in family_of(int(child)))]


def proportional_size(process: int) -> int:
    """Bytes in memory, where n processes that share a page count an n-th of it each."""
    try:
        sizes = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return 1024 * sum(int(line.split()[1]) for line in sizes if line.startswith("Pss:"))
    except OSError:
        return 0


def compiled_baseline(folder: Path) -> Path | None:
    """The plain C program that computes and writes the same outcomes; None without a compiler."""
    compiler = shutil.which("gcc")
    if not compiler:
        print("\nno gcc here: nothing is compared with a C program")
        return None
    program = folder / "baseline"
    check([compiler, "-O3", "-o", program, ROOT / "tests" / "build" / "baseline.c"])
    return program


def new_boards_of(path: Path) -> None:
    """Look-ups of boards never seen before in a large mapped table."""
    table = open_table(path)
    chance = random.Random(1)
    boards: list[str] = []
    while len(boards) < 2000:
        board = "." * table.game.cells
        for stones in range(chance.randrange(table.game.cells)):
            moves = [cell for cell, mark in enumerate(board) if mark == "."]
            cell = chance.choice(moves)
            board = board[:cell] + "XO"[stones % 2] + board[cell + 1 :]
        if board in table:
            boards.append(board)
    fresh = open_table(path)

    def ask() -> None:
        for board in boards:
            fresh[board]

    each = seconds(ask) / len(boards)
    print(f"\n{len(boards):,} new boards in the {table.game} table: {1e6 * each:.0f} us each")


# Arrays


def arrays(rounds: int) -> None:
    """Many boards at once, against the same boards one by one."""
    header = ("board", "what", "boards a second", "at least", "times one by one", "at least")
    with tempfile.TemporaryDirectory() as name:
        for game in (Game(4, 4, 4), Game(4, 5, 4)):
            with open_table(build_table(game, Path(name) / str(game), quiet=True)) as table:
                show(f"Arrays, {game}, CPU time", header, array_rows(table, max(3, rounds // 4)))


def array_rows(table: Table, rounds: int) -> list[Row]:
    """Values alone, and all scores."""
    found = drawn_boards(table, 400_000)
    texts = ["".join(".XO"[mark] for mark in row) for row in found[:4000].tolist()]
    asks: list[tuple[str, str, Callable[[], object], Callable[[Table, str], object]]] = [
        ("values", "500,000", lambda: table.batch(found), Table.get),
        ("all scores", "120,000", lambda: table.batch(found).scores, Table.scores),
    ]
    rows: list[Row] = []
    for what, mark, many, one in asks:
        pairs = []
        for _ in range(rounds):
            fresh = Table(table._contents)
            single = cpu_of(lambda: [one(fresh, text) for text in texts]) / len(texts)  # noqa: B023
            pairs.append((cpu_of(many) / len(found), single))
        rate, times = median(1 / each for each, _ in pairs), median(b / a for a, b in pairs)
        rows.append((str(table.game), what, f"{rate:,.0f}", mark, f"{times:.0f}", "20"))
    return rows


def drawn_boards(table: Table, many: int) -> NDArray[np.int8]:
    """Boards with any number of stones, placed at random, that play can reach."""
    draw = np.random.default_rng(1)
    marks = 1 - 2 * (np.arange(table.game.cells) % 2)
    boards = draw.permuted(np.tile(np.arange(table.game.cells), (2 * many, 1)), axis=1)
    stones = draw.integers(table.game.cells, size=(2 * many, 1))
    boards = np.where(boards < stones, marks[boards], 0).astype(np.int8)
    return boards[table.batch(boards).reachable][:many]


def cpu_of(run: Callable[[], object]) -> float:
    """The CPU time of one call."""
    start = time.process_time()
    run()
    return time.process_time() - start


# Grading


def grading(rounds: int) -> None:
    """Grades of both sides, beyond the player's own time."""
    table = open_table()
    own = {"deterministic, the first free cell": first_free, "any cell, all 5,478": any_cell}
    rows: list[Row] = [
        (name, f"{1000 * median(beyond_own_time(player, table) for _ in range(rounds)):.0f} ms")
        for name, player in own.items()
    ]
    with tempfile.TemporaryDirectory() as name:
        rows += [program_row(Path(name)), large_row(Path(name))]
    show("Grading, both sides of 3x3", ("what", "time"), rows)


def first_free(board: str) -> int:
    """A deterministic player."""
    return board.index(".")


def any_cell(board: str) -> dict[int, int]:
    """A player that meets every board."""
    return {cell: 1 for cell, mark in enumerate(board) if mark == "."}


def beyond_own_time(player: Callable[[str], object], table: Table, side: str = "both") -> float:
    """The seconds of a grade that the player did not spend itself."""
    spent = 0.0

    def timed(board: str) -> object:
        nonlocal spent
        started = time.perf_counter()
        answer = player(board)
        spent += time.perf_counter() - started
        return answer

    return seconds(lambda: grade(timed, table=table, side=side)) - spent


def program_row(folder: Path) -> Row:
    """A program in Python: the time of each question, its own answer included."""
    text = "import sys\nfor line in sys.stdin: print(line.index('.'), flush=True)"
    (folder / "bot.py").write_text(text)
    with Program([sys.executable, str(folder / "bot.py")]) as program:
        program.ask(".........")
        asked = 2 * grade(program).decisions
        each = min(seconds(lambda: grade(program)) for _ in range(5)) / asked
    return "a program in Python, each question", f"{1e6 * each:.0f} us"


def large_row(folder: Path) -> Row:
    """A deterministic X on 4x4, for each board that it meets."""
    table = open_table(build_table(Game(4, 4, 4), folder / "4x4", quiet=True))
    met = grade(first_free, table=table, side="X").boards
    each = beyond_own_time(first_free, table, "X") / met
    return f"4x4 k=4, each of {met:,} boards met", f"{1e6 * each:.0f} us"


def exporting(_: int) -> None:
    """All unfinished boards of 4x4, in one run for each format."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        table, output = build_table(Game(4, 4, 4), Path(folder) / "table"), Path(folder) / "rows"
        for to, most in (("npz", "60 s, 1 GB"), ("csv", "120 s"), ("jsonl", "")):
            export = ["-m", "ttt_table", "export", "-q", "--to", to, str(table), "-o", str(output)]
            run = run_alone([sys.executable, *export])
            rows.append((to, f"{run.cpu:.1f} s", in_bytes(run.memory), most))
    show("Exporting 4x4, 9,062,619 rows", ("format", "CPU", "memory", "at most"), rows)


PARTS: dict[str, Callable[[int], None]] = {
    "start-up": start_up,
    "solving": solving,
    "looking-up": looking_up,
    "boards": boards,
    "arrays": arrays,
    "exporting": exporting,
    "grading": grading,
}

if __name__ == "__main__":
    main()
