"""Measure what docs/benchmark.md says, in an hour, and write its tables anew.

    python scripts/benchmark.py
    python scripts/benchmark.py building auditing   # printed alone

Everything is a process of its own. Those that are compared run in turn, after a round that nobody
counts; printed are medians, and those of the ratios between neighbours in time.
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
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ttt_table import Game
from ttt_table.build import build_table

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmark.md"
PEAK = re.compile(r"VmHWM:\s+(\d+) kB")
CHILDREN = resource.RUSAGE_CHILDREN
TABLE = re.compile(
    r"^\|.*(?:\n\|.*)*", re.MULTILINE
)  # one for each section, in their order
COMMAND = "import sys; from ttt_table.cli import program; program()"
BOARDS = (Game(4, 4, 4), Game(3, 6, 4), Game(4, 5, 3), Game(4, 5, 4))
OURS = "ours"
QUICK = (
    1.0  # seconds; processes that together take fewer have three times as many rounds
)


class Run(NamedTuple):
    """What a process took."""

    cpu: float
    wall: float
    memory: int
    """Bytes at its peak."""


class Process(NamedTuple):
    """One of those that are compared."""

    arguments: Sequence[str | Path]
    path: Sequence[str] = ()
    """Where it imports from."""
    inner: bool = False
    """Whether it prints the seconds that count, and its own start does not."""

    def run(self, folder: Path) -> Run:
        """Run it to its end. Its peak is asked for twenty times a second."""
        # The system's own word at its end would count the memory of its parent as well.
        paths = os.pathsep.join(self.path)
        environment = {**os.environ, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"}
        peaks, before, start = [0], resource.getrusage(CHILDREN), time.perf_counter()
        process = subprocess.Popen(
            self.arguments,
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        ended = os.pidfd_open(process.pid)
        while not select.select([ended], [], [], 0.05)[0]:
            peaks += map(
                int, PEAK.findall(Path(f"/proc/{process.pid}/status").read_text())
            )
        wall = time.perf_counter() - start
        os.close(ended)
        said, _ = process.communicate()
        if process.returncode:
            raise SystemExit(f"failed: {' '.join(map(str, self.arguments))}")
        after = resource.getrusage(CHILDREN)
        cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        if self.inner:
            cpu, wall = map(float, said.split())
        return Run(cpu, wall, 1024 * max(peaks))


class Task(NamedTuple):
    """Some work, and who does it: others are compared with the first."""

    what: str
    processes: Mapping[str, Process]


class Bench:
    """What is measured: the package, the tables that it answers from, and how often."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.rounds = folder, options.rounds
        # An environment of its own: what others do at each start of Python is not our doing.
        subprocess.run(
            [sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True
        )
        self.python = str(folder / "venv" / "bin" / "python")
        self.libraries = sysconfig.get_path("purelib")
        compile_dir(ROOT / "ttt_table", quiet=1)
        (folder / "plain" / "numba").mkdir(parents=True)
        (folder / "plain" / "numba" / "__init__.py").write_text(
            "raise ImportError('left out')\n"
        )
        build_table(Game(4, 4, 4), folder / "4x4k4.msgpack", quiet=True)
        build_table(Game(4, 5, 4), folder / "4x5k4.msgpack", quiet=True)

    def code(self, text: str, *given: str, extra: str = "none") -> Process:
        """A piece of Python with the package on its path, and perhaps another folder before it."""
        path = [str(self.folder / extra), str(ROOT), self.libraries]
        return Process([self.python, "-c", text, *given], path)

    def command(self, line: str) -> dict[str, Process]:
        """A command."""
        return {OURS: self.code(COMMAND, *line.split())}

    def by_jobs(self, line: str) -> dict[str, Process]:
        """A command, by one thread and by two."""
        return self.command(f"{line} 1") | {
            "2 threads": self.command(f"{line} 2")[OURS]
        }

    def timed(self, *given: str) -> dict[str, Process]:
        """What benchmarked.py times."""
        script, path = ROOT / "scripts" / "benchmarked.py", [str(ROOT), self.libraries]
        return {OURS: Process([self.python, script, *given], path, inner=True)}

    def table(self, tasks: Iterator[Task]) -> str:
        """All of these tasks, measured."""
        rows = []
        for task in tasks:
            print(f"{task.what}: {', '.join(task.processes)}", file=sys.stderr)
            rows.append(self.row(task))
        return table_of(rows)

    def row(self, task: Task) -> tuple[str, ...]:
        """What the first of those that are compared takes, and the others beside it."""
        (_, first), *others = self.runs(task).items()
        cpu, wall = median(run.cpu for run in first), median(run.wall for run in first)
        took = both(in_words(cpu), in_words(wall), wall / cpu)
        memory = (
            f"{max(run.memory for run in first) / 1e6:,.0f} MB" if wall > QUICK else ""
        )
        beside = "; ".join(f"{name} {ratios(own, first)}" for name, own in others)
        return task.what, took, memory, beside

    def runs(self, task: Task) -> dict[str, list[Run]]:
        """What each process took, round by round."""
        start = time.perf_counter()
        for process in task.processes.values():
            process.run(self.folder)  # compiles, and fills the system's cache
        quick = time.perf_counter() - start < QUICK
        runs: dict[str, list[Run]] = {name: [] for name in task.processes}
        for _ in range(self.rounds * (3 if quick else 1)):
            for name, process in task.processes.items():
                runs[name].append(process.run(self.folder))
        return runs


def table_of(rows: Sequence[Sequence[str]]) -> str:
    """The rows as Markdown, without empty columns."""
    heads = ("what", "time", "memory", "others, in times of this")
    rules = ("---", "---:", "---:", "---")
    columns = [
        column for column in zip(heads, rules, *rows, strict=True) if any(column[2:])
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in zip(*columns, strict=True))


def ratios(own: Sequence[Run], first: Sequence[Run]) -> str:
    """How many times the CPU time of the first, and the wall time where that is another number."""
    pairs = [*zip(own, first, strict=True)]
    cpu = median(one.cpu / base.cpu for one, base in pairs)
    wall = median(one.wall / base.wall for one, base in pairs)
    return both(f"{cpu:.3g}", f"{wall:.3g}", wall / cpu)


def both(cpu: str, wall: str, ratio: float) -> str:
    """The wall time too where more than noise lies between them."""
    return f"{cpu} (wall {wall})" if abs(ratio - 1) > 0.05 else cpu


def in_words(seconds: float) -> str:
    """A time in the unit that fits it."""
    units = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
    unit, size = next((one for one in units if seconds >= one[1]), units[-1])
    return f"{seconds / size:.{1 if seconds < 10 * size else 0}f} {unit}"


def starting(bench: Bench) -> Iterator[Task]:
    """New processes, whole."""
    ask = "import ttt_table; ttt_table.open_table({}).best_move({!r})"
    for what, text in (
        ("open the table, answer one board", ask.format("", "." * 9)),
        ("the same of 4x5", ask.format("'4x5k4.msgpack'", "." * 20)),
    ):
        yield Task(
            what, {OURS: bench.code(text), "a bare interpreter": bench.code("pass")}
        )
    pages = ("picture map -o it.svg", "info", "page -o it.html")
    for line in ("lookup X...O....", "build", "audit", *pages):
        yield Task(f"`ttt-table {line}`", bench.command(line))


def solving(bench: Bench) -> Iterator[Task]:
    """All of 3x3, within a process."""
    yield Task("3x3", bench.timed("search"))


def looking(bench: Bench) -> Iterator[Task]:
    """One board at a time, each."""
    yield Task("a board seen before", bench.timed("seen"))
    yield Task("a new board and its moves", bench.timed("new"))
    yield Task("the same on 4x5", bench.timed("new", "4x5k4.msgpack"))


def many(bench: Bench) -> Iterator[Task]:
    """Boards in arrays, each."""
    for game in (BOARDS[0], BOARDS[3]):
        name = f"{game}.msgpack"
        yield Task(f"{game}, values and plies", bench.timed("values", name))
        yield Task(f"{game}, all scores", bench.timed("scores", name))


def building(bench: Bench) -> Iterator[Task]:
    """From the command to the digest it prints."""
    for game in BOARDS:
        rows, cols, k = shape = [str(number) for number in game[:3]]
        line = f"build -q --method tiers --rows {rows} --cols {cols} --k {k} -o {game}.msgpack"
        every = bench.by_jobs(f"{line} --jobs")
        plain = f"{line} --jobs 1".split()
        every["numpy alone"] = bench.code(COMMAND, *plain, extra="plain")
        if (bench.folder / "baseline").exists():
            every["C, no symmetries"] = Process(
                [bench.folder / "baseline", *shape, "scores"]
            )
        yield Task(str(game), every)


def auditing(bench: Bench) -> Iterator[Task]:
    """Whole processes too."""
    for game in (BOARDS[0], BOARDS[3]):
        yield Task(str(game), bench.by_jobs(f"audit -q {game}.msgpack --jobs"))


def exporting(bench: Bench) -> Iterator[Task]:
    """The 9,062,619 unfinished boards of 4x4, whole processes."""
    for to in ("npz", "csv", "jsonl"):
        line = f"export -q --to {to} 4x4k4.msgpack -o rows.{to}"
        yield Task(to, bench.command(line))


def grading(bench: Bench) -> Iterator[Task]:
    """Both sides, within a process."""
    yield Task("3x3, the first free cell", bench.timed("first_free"))
    yield Task("3x3, any cell", bench.timed("any_cell"))
    yield Task("3x3, a program, each question", bench.timed("program"))
    yield Task("4x4, the first free cell", bench.timed("first_free", "4x4k4.msgpack"))


ALL = (starting, solving, looking, many, building, auditing, exporting, grading)
SECTIONS = {one.__name__: one for one in ALL}


def machine(options: argparse.Namespace) -> str:
    """What was measured on, and how."""
    libraries = ", ".join(
        f"{library} {version(library)}" for library in ("numpy", "numba")
    )
    return (
        f"Measured on {os.cpu_count()} cores, CPython {platform.python_version()}, {libraries}; "
        f"medians of {options.rounds} rounds or more."
    )


def main() -> None:
    """Measure all sections and write the page, or those that are asked for and print them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}"
    )
    parser.add_argument(
        "--rounds", type=int, default=5, metavar="N", help="at least (5)"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        bench = Bench(folder, options)
        if compiler := shutil.which("gcc"):
            program, source = (
                folder / "baseline",
                ROOT / "tests" / "build" / "baseline.c",
            )
            subprocess.run([compiler, "-O3", "-o", program, source], check=True)
        for name in options.sections:
            print(f"## {name}\n\n{bench.table(SECTIONS[name](bench))}\n", flush=True)
        if not options.sections:
            tables = iter(
                [bench.table(section(bench)) for section in SECTIONS.values()]
            )
            page = TABLE.sub(lambda _: next(tables), PAGE.read_text())
            PAGE.write_text(
                re.sub("^Measured on .*$", machine(options), page, flags=re.MULTILINE)
            )


if __name__ == "__main__":
    main()
