"""Measure the times in docs/cost.md, and write its tables again.

    python scripts/benchmark.py
    python scripts/benchmark.py building auditing   # only printed
    python scripts/benchmark.py peers               # with easyAI and OpenSpiel

It takes an hour. Every run is a separate process. Processes that are compared run in
turn, after a round that does not count. The tables have the medians of the times, and
the medians of the ratios of adjacent runs.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import resource
import select
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from compileall import compile_dir
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median

from ttt_table import Game
from ttt_table.build import build_table

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "cost.md"
PEAK = re.compile(r"VmHWM:\s+(\d+) kB")
# Matches the tables of the page: one for each of SECTIONS, in their order.
TABLE = re.compile(r"^\|.*(?:\n\|.*)*", re.MULTILINE)
COMMAND = "import sys; from ttt_table.cli import program; program()"
BOARDS = (Game(4, 4, 4), Game(3, 6, 4), Game(4, 5, 3), Game(4, 5, 4))
OURS = "ours"
# If all processes of a task take less than this, in seconds, they have three times as
# many rounds.
QUICK = 1.0


@dataclass(frozen=True, slots=True)
class Run:
    """The time and memory that a run of a process took."""

    cpu: float
    """CPU time in seconds."""
    wall: float
    """Wall time in seconds."""
    memory: int
    """Bytes of memory at its peak."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process that is measured."""

    arguments: Sequence[str | Path]
    """Its program and arguments."""
    path: Sequence[str] = ()
    """The folders from which it imports."""
    inner: bool = False
    """Whether it prints its own CPU and wall time, and its start does not count."""

    def run(self, folder: Path) -> Run:
        """Run it to its end in a folder.

        Its peak of memory is read twenty times a second: what the system reports at the
        end would include the memory of this process.
        """
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(self.path),
            "OPENBLAS_NUM_THREADS": "1",
        }
        peak = 0
        cpu_before = cpu_of_children()
        start = time.perf_counter()
        process = subprocess.Popen(
            self.arguments,
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        ended = os.pidfd_open(process.pid)
        while not select.select([ended], [], [], 0.05)[0]:
            status = Path(f"/proc/{process.pid}/status").read_text()
            for kilobytes in PEAK.findall(status):
                peak = max(peak, 1024 * int(kilobytes))
        wall = time.perf_counter() - start
        os.close(ended)
        printed, _ = process.communicate()
        if process.returncode:
            raise SystemExit(f"failed: {' '.join(map(str, self.arguments))}")
        cpu = cpu_of_children() - cpu_before
        if self.inner:
            cpu, wall = map(float, printed.split())
        return Run(cpu, wall, peak)


def cpu_of_children() -> float:
    """Return the CPU time of all processes that have been waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@dataclass(frozen=True, slots=True)
class Task:
    """Some work, and the processes that do it."""

    name: str
    """The name of the work."""
    processes: Mapping[str, Process]
    """By name; the others are compared with the first."""


class Bench:
    """The package, the tables that it answers from, and how often it is measured."""

    def __init__(self, folder: Path, rounds: int) -> None:
        self.folder = folder
        self.rounds = rounds
        # In a new environment, no other package runs code at each start of Python.
        subprocess.run(
            [sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True
        )
        self.python = str(folder / "venv" / "bin" / "python")
        self.libraries = sysconfig.get_path("purelib")
        compile_dir(ROOT / "ttt_table", quiet=1)
        # A folder from which numba cannot be imported.
        no_numba = folder / "plain" / "numba"
        no_numba.mkdir(parents=True)
        (no_numba / "__init__.py").write_text("raise ImportError('left out')\n")
        build_table(Game(4, 4, 4), folder / "4x4k4.msgpack", quiet=True)
        build_table(Game(4, 5, 4), folder / "4x5k4.msgpack", quiet=True)

    def code(self, text: str, *arguments: str, extra: str = "none") -> Process:
        """Return a process of Python code that can import the package.

        Args:
            text: The code.
            arguments: Its arguments.
            extra: A folder from which it imports first.
        """
        path = [str(self.folder / extra), str(ROOT), self.libraries]
        return Process([self.python, "-c", text, *arguments], path)

    def command(self, line: str) -> dict[str, Process]:
        """Return the process of a command."""
        return {OURS: self.code(COMMAND, *line.split())}

    def by_jobs(self, line: str) -> dict[str, Process]:
        """Return the processes of a command with one thread and with two.

        The line ends with the option that takes their number.
        """
        return {
            OURS: self.code(COMMAND, *line.split(), "1"),
            "2 threads": self.code(COMMAND, *line.split(), "2"),
        }

    def timed(self, *arguments: str) -> dict[str, Process]:
        """Return the process in which benchmarked.py times something."""
        script = ROOT / "scripts" / "benchmarked.py"
        path = [str(ROOT), self.libraries]
        return {OURS: Process([self.python, script, *arguments], path, inner=True)}

    def table(self, tasks: Iterator[Task]) -> str:
        """Measure tasks, and return their table."""
        rows = []
        for task in tasks:
            print(f"{task.name}: {', '.join(task.processes)}", file=sys.stderr)
            rows.append(self.row(task))
        return table_of(rows)

    def row(self, task: Task) -> tuple[str, ...]:
        """Measure a task: its first process, and the ratios of the others to it."""
        (_, first), *compared = self.runs(task).items()
        cpu = median(run.cpu for run in first)
        wall = median(run.wall for run in first)
        memory = ""
        if wall > QUICK:
            memory = f"{max(run.memory for run in first) / 1e6:,.0f} MB"
        return (
            task.name,
            with_wall_time(time_text(cpu), time_text(wall), wall / cpu),
            memory,
            "; ".join(f"{name} {ratios(runs, first)}" for name, runs in compared),
        )

    def runs(self, task: Task) -> dict[str, list[Run]]:
        """Run the processes of a task in turn, round by round."""
        start = time.perf_counter()
        for process in task.processes.values():
            process.run(self.folder)  # compiles, and fills the system's cache
        is_quick = time.perf_counter() - start < QUICK
        rounds = self.rounds * 3 if is_quick else self.rounds

        runs: dict[str, list[Run]] = {name: [] for name in task.processes}
        for _ in range(rounds):
            for name, process in task.processes.items():
                runs[name].append(process.run(self.folder))
        return runs


def table_of(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as Markdown, without empty columns."""
    heads = ("what", "time", "memory", "others, relative to this")
    rules = ("---", "---:", "---:", "---")
    columns = [
        (head, rule, *cells)
        for head, rule, *cells in zip(heads, rules, *rows, strict=True)
        if any(cells)
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in zip(*columns, strict=True))


def ratios(runs: Sequence[Run], first: Sequence[Run]) -> str:
    """Return the median ratio of the CPU times, and of the wall times if it differs."""
    pairs = list(zip(runs, first, strict=True))
    cpu = median(run.cpu / base.cpu for run, base in pairs)
    wall = median(run.wall / base.wall for run, base in pairs)
    return with_wall_time(f"{cpu:.3g}", f"{wall:.3g}", wall / cpu)


def with_wall_time(cpu: str, wall: str, ratio: float) -> str:
    """Return the CPU time, and the wall time if it differs by more than 5 %."""
    return f"{cpu} (wall {wall})" if abs(ratio - 1) > 0.05 else cpu


def time_text(seconds: float) -> str:
    """Return a time in the unit that fits it, with two digits at least."""
    units = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
    fitting = [(unit, size) for unit, size in units if seconds >= size]
    unit, size = fitting[0] if fitting else units[-1]
    decimals = 1 if seconds < 10 * size else 0
    return f"{seconds / size:.{decimals}f} {unit}"


def starting(bench: Bench) -> Iterator[Task]:
    """Whole processes, from their start to their end."""
    code = "import ttt_table; ttt_table.open_table({}).best_move({!r})"
    bare = bench.code("pass")
    for name, text in (
        ("open the table, answer one board", code.format("", "." * 9)),
        ("the same of 4x5", code.format("'4x5k4.msgpack'", "." * 20)),
    ):
        yield Task(name, {OURS: bench.code(text), "a bare interpreter": bare})
    for line in (
        "lookup X...O....",
        "build",
        "audit",
        "picture map -o it.svg",
        "info",
        "page -o it.html",
    ):
        yield Task(f"`ttt-table {line}`", bench.command(line))


def solving(bench: Bench) -> Iterator[Task]:
    """Solving 3x3, within a process."""
    yield Task("3x3", bench.timed("search"))


def looking(bench: Bench) -> Iterator[Task]:
    """Look-ups of one board each."""
    yield Task("a board seen before", bench.timed("seen"))
    yield Task("a new board and its moves", bench.timed("new"))
    yield Task("the same on 4x5", bench.timed("new", "4x5k4.msgpack"))


def looking_in_arrays(bench: Bench) -> Iterator[Task]:
    """Look-ups of boards in arrays, per board."""
    for game in (BOARDS[0], BOARDS[3]):
        file = f"{game}.msgpack"
        yield Task(f"{game}, values and plies", bench.timed("values", file))
        yield Task(f"{game}, all scores", bench.timed("scores", file))


def building(bench: Bench) -> Iterator[Task]:
    """Builds, from the command to the digest it prints."""
    for game in BOARDS:
        shape = [str(game.rows), str(game.cols), str(game.k)]
        line = f"build {game} -q --method tiers -o {game}.msgpack --jobs"
        processes = bench.by_jobs(line)
        processes["numpy alone"] = bench.code(
            COMMAND, *line.split(), "1", extra="plain"
        )
        baseline = bench.folder / "baseline"
        if baseline.exists():
            processes["C, no symmetries"] = Process([baseline, *shape, "scores"])
        yield Task(str(game), processes)


def auditing(bench: Bench) -> Iterator[Task]:
    """Audits, whole processes."""
    for game in (BOARDS[0], BOARDS[3]):
        line = f"audit -q {game}.msgpack --jobs"
        yield Task(str(game), bench.by_jobs(line))


def exporting(bench: Bench) -> Iterator[Task]:
    """Exports of the 9,062,619 unfinished boards of 4x4, whole processes."""
    for to in ("npz", "csv", "jsonl"):
        line = f"export -q --to {to} 4x4k4.msgpack -o rows.{to}"
        yield Task(to, bench.command(line))


def grading(bench: Bench) -> Iterator[Task]:
    """Grades of both sides, within a process."""
    yield Task("3x3, the first free cell", bench.timed("first_free"))
    yield Task("3x3, any cell", bench.timed("any_cell"))
    yield Task("3x3, a program, each question", bench.timed("program"))
    yield Task("4x4, the first free cell", bench.timed("first_free", "4x4k4.msgpack"))


def peers(bench: Bench) -> Iterator[Task]:
    """Solving 3x3 with programs of others, whole processes; they must be installed."""
    yield Task("ttt-table", bench.command("build -o tictactoe.msgpack"))
    for script, name in PEERS.items():
        path = [str(bench.folder / "none"), bench.libraries]
        program = ROOT / "scripts" / "peers" / script
        yield Task(name, {name: Process([bench.python, program], path)})


PEERS = {
    "own_dictionary.py": "a dictionary of one's own",
    "easy_ai.py": "easyAI",
    "spiel.py": "OpenSpiel",
}
"""The scripts that solve tic-tac-toe with programs of others."""

SECTIONS = {
    "building": building,
    "auditing": auditing,
    "starting": starting,
    "solving": solving,
    "looking": looking,
    "many": looking_in_arrays,
    "exporting": exporting,
    "grading": grading,
}
"""The sections of the page, in its order."""


def machine(rounds: int) -> str:
    """Return the sentence of the page that describes the machine and the rounds."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return (
        f"Measured on {os.cpu_count()} cores ({processor()}, {memory / 1e9:.0f} GB of "
        f"memory), with CPython {platform.python_version()}, "
        f"numpy {version('numpy')} and numba {version('numba')}. "
        f"The times are medians of {rounds} rounds or more."
    )


def processor() -> str:
    """Return the name of the processor, as far as the system knows it."""
    info = Path("/proc/cpuinfo")
    names = re.findall(r"^model name\s*: (.*)", info.read_text(), re.MULTILINE)
    return names[0] if names else platform.machine()


def compile_baseline(folder: Path) -> None:
    """Compile the baseline in C, if there is a compiler."""
    compiler = shutil.which("gcc")
    if compiler:
        source = ROOT / "tests" / "build" / "baseline.c"
        program = folder / "baseline"
        subprocess.run([compiler, "-O3", "-o", program, source], check=True)


def write_page(bench: Bench) -> None:
    """Measure all sections, and put their tables into the page."""
    tables = iter([bench.table(section(bench)) for section in SECTIONS.values()])
    page = TABLE.sub(lambda old: next(tables, old[0]), PAGE.read_text())
    PAGE.write_text(
        re.sub("^Measured on .*$", machine(bench.rounds), page, flags=re.MULTILINE)
    )


def main() -> None:
    """Write the page, or print the sections that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "sections",
        nargs="*",
        metavar="SECTION",
        help=f"of {', '.join(SECTIONS)}, peers",
    )
    parser.add_argument(
        "--rounds", type=int, default=5, metavar="N", help="at least (5)"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options.rounds)
        compile_baseline(bench.folder)
        if not options.sections:
            write_page(bench)
        for name in options.sections:
            section = peers if name == "peers" else SECTIONS[name]
            print(f"## {name}\n\n{bench.table(section(bench))}\n", flush=True)


if __name__ == "__main__":
    main()
