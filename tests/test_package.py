"""The package as a user gets it: what an import costs, and which way imports go."""

import ast
import functools
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from release import AUTHORS, TITLE, Release, files_of
from release import main as release_main
from support.cases import exhaustive_rows

import ttt_table
from ttt_table.cli.commands import picture

PACKAGE = Path(ttt_table.__file__).parent
ROOT = PACKAGE.parent

# A package imports only packages of lower layers, and none of its own layer.
LAYERS = (
    ("rules",),
    ("table",),
    ("build", "audit", "export", "page", "play"),
    ("grading",),
    ("answers",),
    ("results", "integrations"),
    ("cli",),
)
LAYER_OF = {
    package: layer for layer, packages in enumerate(LAYERS) for package in packages
}
# The modules beside the packages are open from this layer on.
OPEN_FROM = {
    "runtime": 0,
    "errors": 0,
    "version": 0,
    "progress": 2,
    "drawing": 2,
    "workers": 2,
    "__init__": 3,
    "__main__": 7,
}
HEAVY = {
    "argparse",
    "asyncio",
    "concurrent",
    "dataclasses",
    "functools",
    "hashlib",
    "importlib.resources",
    "inspect",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "pathlib",
    "re",
    "tempfile",
    "tqdm",
    "ttt_table.build",
    "typing",
}
"""What a look-up does without."""
MAIN = "from ttt_table.cli import main; main"
LOADED_BY_A_LOOKUP = {
    "ttt_table",
    "ttt_table.cli",
    "ttt_table.cli.arguments",
    "ttt_table.cli.commands",
    "ttt_table.cli.commands.lookup",
    "ttt_table.cli.running",
    "ttt_table.cli.printer",
    "ttt_table.cli.streams",
    "ttt_table.errors",
    "ttt_table.results",
    "ttt_table.results.boards",
    "ttt_table.results.lookup",
    "ttt_table.rules",
    "ttt_table.rules.board",
    "ttt_table.rules.cells",
    "ttt_table.rules.game",
    "ttt_table.rules.outcome",
    "ttt_table.rules.records",
    "ttt_table.runtime",
    "ttt_table.table",
    "ttt_table.table.contents",
    "ttt_table.table.files",
    "ttt_table.table.reader",
}
"""The modules whose start counts: they alone put imports off for its sake."""
IMPORTED_LATE = {
    "audit/__init__": {"workers"},
    "audit/checks": {"audit/arrays", "audit/compiled", "workers"},
    "build/__init__": {"workers", "build/tierwise"},
    "build/estimate": {"build/workfolder"},
    "build/plan": {"workers"},
    "build/tierwise": {"build/kernel"},
    "export/rows": {"export/columns"},
    "grading/grader": {"grading/networks"},
    "rules/names": {"rules/near_names"},
}
"""What other modules import within functions: it needs an extra, starts threads, or
would be a circle."""

ROLES = {
    "TYPE_CHECKING": "as `typing` has it, where importing typing would take too long",
    "__all__": "the public names of a module",
    "describe": "adds the options of a command",
    "run": "runs a command",
    "FIELDS": "the columns of a command's CSV",
    "WHOLE": "whether each of several results of a command is drawn",
    "draw": "draws a kind of picture",
    "main": "what a program runs",
    "Table": "the package's has all that the runtime's has",
    "open_table": "the package's opens all that the runtime's opens",
}
"""Names that several modules define on purpose, with what they stand for."""


@functools.cache
def modules() -> dict[str, str]:
    """Return the text of every module by its path, such as rules/game."""
    return {
        str(path.relative_to(PACKAGE).with_suffix("")): path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.py")
    }


@functools.cache
def syntax_of(module: str) -> ast.Module:
    return ast.parse(modules()[module])


def top_of(module: str) -> str:
    """Return the package of a module, or its own name beside the packages."""
    return module.partition("/")[0]


@functools.cache
def imported_by(module: str) -> frozenset[str]:
    """Return the modules that this one imports: also in functions, and for types."""
    imported: set[str | None] = set()
    for node in ast.walk(syntax_of(module)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            imported |= {module_of(node.module or "", name.name) for name in node.names}
        elif isinstance(node, ast.Import):
            imported |= {module_of(name.name) for name in node.names}
    return frozenset(name for name in imported if name not in (None, module))


def module_of(imported: str, name: str = "") -> str | None:
    """Return the module of ours that an import names or has the name, if any."""
    package, *parts = imported.split(".")
    if package != "ttt_table":
        return None
    for path in (
        [*parts, name],
        [*parts, name, "__init__"],
        parts,
        [*parts, "__init__"],
    ):
        if "/".join(path) in modules():
            return "/".join(path)
    raise AssertionError(f"there is no module for {imported} {name}")


def is_open(module: str, importer: str) -> bool:
    """Return whether a package may import another one, or a module beside them."""
    layer = {**LAYER_OF, **OPEN_FROM}[importer]
    if module in OPEN_FROM:
        return layer >= OPEN_FROM[module]
    return layer > LAYER_OF[module]


def test_imports_of_every_kind_are_seen() -> None:
    """The front door has them for types alone, the command line within functions."""
    assert {"table/reader", "audit/__init__"} <= imported_by("__init__")
    assert "cli/running" in imported_by("cli/__init__")


def test_packages_import_only_lower_ones() -> None:
    """In the order of the layers."""
    wrong = [
        (module, imported)
        for module in modules()
        for imported in imported_by(module)
        if top_of(imported) != top_of(module)
        and not is_open(top_of(imported), top_of(module))
    ]
    assert wrong == []


def imported_by_name() -> dict[str, set[str]]:
    """Return by module the modules that it imports by a text that names them."""
    commands = {module for module in modules() if module.startswith("cli/commands/")}
    exports = set(ttt_table._LAZY_EXPORTS.values())
    kinds = [f"export/pictures/{kind}" for kind in picture.KINDS]
    return {
        "__init__": {module.replace(".", "/") for module in exports},
        "cli/running": commands,
        "cli/commands/picture": set(kinds),
    }


def test_no_module_imports_one_that_imports_it() -> None:
    """Not even over others, within a function, by a text or for a type."""
    by_name = imported_by_name()
    graph = {
        module: imported_by(module) | by_name.get(module, set()) for module in modules()
    }
    assert set().union(*by_name.values()) <= set(graph)
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the modules


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import ttt_table; ttt_table.open_table().best_move('X...O....')", HEAVY),
        (f"{MAIN}(['build', '-o', 't'])", {"numpy", "tqdm", "concurrent", "typing"}),
        (f"{MAIN}(['lookup', 'X...O....'])", {"numpy", "typing"}),
        (f"{MAIN}(['audit'])", {"numpy", "tqdm"}),
        *exhaustive_rows(
            [(f"{MAIN}(['build', '--method', 'tiers', '-o', 't'])", {"numba"})]
        ),
    ],
)
def test_nothing_is_loaded_that_is_not_needed(
    code: str, heavy: set[str], tmp_path: Path
) -> None:
    """To load it would take longer than the command; a look-up loads no solver."""
    show = (
        "import sys; before = {*sys.modules}; "
        f"{code}; print('\\n', *{{*sys.modules}} - before)"
    )
    program = subprocess.run(
        [sys.executable, "-I", "-c", show],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = program.stdout.splitlines()[-1].split()
    assert not heavy.intersection(loaded)


def test_a_look_up_loads_the_runtime_and_little_else(tmp_path: Path) -> None:
    """Neither the rules nor an encoder: a reader need not know them."""
    program = (
        "import sys, ttt_table; ttt_table.open_table().best_move('X...O....');"
        "print(*sorted(name for name in sys.modules if name.startswith('ttt_table')))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [
        "ttt_table",
        "ttt_table.errors",
        "ttt_table.runtime",
        "ttt_table.table",
        "ttt_table.table.contents",
        "ttt_table.table.files",
        "ttt_table.table.reader",
    ]


def test_a_lookup_loads_few_modules(tmp_path: Path) -> None:
    """And of the standard library little besides argparse."""
    code = (
        "import sys; before = {*sys.modules}; "
        f"{MAIN}(['lookup', 'X...O....']); print(*{{*sys.modules}} - before)"
    )
    program = subprocess.run(
        [sys.executable, "-I", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {*program.stdout.splitlines()[-1].split()}
    own = {name for name in loaded if name.partition(".")[0] == "ttt_table"}
    assert own == LOADED_BY_A_LOOKUP
    assert not loaded & (HEAVY - {"argparse", "functools", "re"})


def test_only_what_a_lookup_loads_puts_imports_off_for_the_start() -> None:
    """Elsewhere they stand at the top."""
    late = {}
    for module in modules():
        name = f"ttt_table.{module}".replace("/", ".").removesuffix(".__init__")
        if name not in LOADED_BY_A_LOOKUP and imported_in_functions(module):
            late[module] = imported_in_functions(module)
    assert late == IMPORTED_LATE


def imported_in_functions(module: str) -> set[str]:
    """Return the modules of ours that functions of this one import."""
    imported: set[str | None] = set()
    for function in ast.walk(syntax_of(module)):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.ImportFrom):
                    imported |= {
                        module_of(node.module or "", name.name) for name in node.names
                    }
    return {name for name in imported if name is not None}


def defined_in(statements: Sequence[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements of a module define, but those for types alone."""
    for statement in statements:
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                for target in targets:
                    nodes = ast.walk(target)
                    yield from (each.id for each in nodes if isinstance(each, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.If(test=condition, body=body, orelse=orelse):
                if "TYPE_CHECKING" not in ast.unparse(condition):
                    yield from defined_in([*body, *orelse])
            case ast.Try(body=body, handlers=handlers):
                in_handlers = [each for handler in handlers for each in handler.body]
                yield from defined_in([*body, *in_handlers])


def test_every_name_means_one_thing() -> None:
    """It is defined in one module, but for the names that stand for a role."""
    modules_of: dict[str, list[str]] = {}
    for module in modules():
        for name in {*defined_in(syntax_of(module).body)}:
            modules_of.setdefault(name, []).append(module)
    assert "Verdict" in modules_of
    shared = {name for name, users in modules_of.items() if len(users) > 1}
    assert shared == {*ROLES}


@pytest.mark.parametrize(
    ("library", "user"), [("msgpack", "table/writer"), ("shtab", "cli/completion")]
)
def test_a_look_up_does_without_a_library(library: str, user: str) -> None:
    """Only one module imports it, and no look-up loads that module."""
    users = [
        module
        for module, text in modules().items()
        if re.search(f"^ *import {library}", text, re.MULTILINE)
    ]
    assert users == [user]
    assert f"ttt_table.{user.replace('/', '.')}" not in LOADED_BY_A_LOOKUP


def released(version: str, date: str = "") -> dict[str, str]:
    """Return each file that a release changes, as it is for this version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    urls = project["project"]["urls"]
    release = Release(version, date, urls["Homepage"], urls["Repository"])
    texts = files_of(ROOT, release)
    return {path.relative_to(ROOT).as_posix(): text for path, text in texts.items()}


def test_all_that_is_released_has_the_same_version_and_addresses() -> None:
    """As `scripts/release.py` writes them."""
    for name, text in released(ttt_table.__version__).items():
        assert text == (ROOT / name).read_text(encoding="utf-8"), name


def test_a_release_has_its_version_and_date_everywhere() -> None:
    """The readers have npm's form of the version."""
    texts = released("2.0.0rc1", "2027-01-31")
    assert '__version__ = "2.0.0rc1"' in texts["ttt_table/version.py"]
    assert '"version": "2.0.0-rc.1"' in texts["readers/js/package.json"]
    assert "ttt_table.h 2.0.0-rc.1: " in texts["readers/c/ttt_table.h"]
    assert "ttt-table 2.0.0-rc.1: " in texts["readers/js/ttt-table.js"]
    assert "version: 2.0.0rc1\ndate-released: 2027-01-31\n" in texts["CITATION.cff"]
    assert "  date = {2027-01-31},\n" in texts["docs/counts.md"]
    assert "\n## 2.0.0 (2027-01-31)\n" in texts["CHANGELOG.md"]


def test_the_citation_is_the_software_and_its_authors() -> None:
    """In BibTeX as in CITATION.cff."""
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f'title: "{TITLE}"' in citation
    assert f"- name: {AUTHORS}" in citation


@pytest.mark.parametrize("version", ["1.0", "v1.0.0", "1.0.0-rc.1", ""])
def test_a_release_refuses_what_is_no_version(
    version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written then."""
    with pytest.raises(SystemExit, match="2"):
        release_main([version])
    assert "a version is such as 1.0.0" in capsys.readouterr().err
