"""The page in a real browser: Debian's headless Chromium, driven by Playwright, network cut."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from games import on_surface
from slow import Slow

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.cli.page import default_tables
from ttt_table.export.page import make_page
from ttt_table.play.levels import Level
from ttt_table.table.files import read_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PROGRAM = next((found for name in NAMES if (found := shutil.which(name))), None)
AT_ONCE = "{ const later = setTimeout; globalThis.setTimeout = (act) => later(act, 0); }"
"""The opponent's pause is for people."""

pytestmark = [
    pytest.mark.skipif(
        PROGRAM is None, reason=f"the page is not tried in a browser: there is no {NAMES[0]}"
    ),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="the page is not tried in a browser: pip install '.[browser]'"
    )
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=PROGRAM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with six games: one wider than high, one where stones fall, one on a torus."""
    folder = tmp_path_factory.mktemp("page")
    torus = on_surface(3, 3, 3, "torus")
    more = (Game(3, 4, 3), Game(3, 3, 3, gravity=True), Game(2, 2, 2), torus)
    built = [read_table(build_table(game, folder / f"{game}.msgpack")) for game in more]
    (folder / "page.html").write_text(make_page([*default_tables(), *built]), encoding="utf-8")
    return folder / "page.html"


class Driver:
    """One visit to the page, as a person makes it; what the browser asks for and complains of."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page = page
        self.path = path
        self.asked: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.add_init_script(AT_ONCE)

    def open(self, address: str = "") -> None:
        self.page.goto("about:blank")
        self.page.goto(f"{self.path.as_uri()}{address}")
        self.page.wait_for_selector("[role=gridcell]")
        self.settle()

    def settle(self) -> None:
        """Wait until it is a person's turn, or nobody's."""
        self.page.wait_for_selector("#board[aria-busy=false]")

    def until(self, condition: str) -> None:
        """Wait for something; the page's policy forbids Playwright's own way."""
        for _ in range(100):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(50)
        pytest.fail(f"waited in vain for {condition}")

    @property
    def asked_for(self) -> dict[str, str]:
        """What the address says."""
        return dict(pair.split("=") for pair in self.page.url.partition("#")[2].split("&"))

    @property
    def board(self) -> str:
        """The position as it is drawn."""
        return "".join(
            self.page.eval_on_selector_all(
                "[role=gridcell]",
                "cells => cells.map(cell => "
                "cell.querySelector('use')?.getAttribute('href').slice(1) ?? '.')",
            )
        )

    @property
    def status(self) -> str:
        return str(self.page.inner_text("#status"))

    @property
    def alert(self) -> str:
        return str(self.page.inner_text("#alert"))

    def click(self, cell: int) -> None:
        self.page.locator("[role=gridcell]").nth(cell).click()
        self.settle()

    def choose(self, name: str, value: str) -> None:
        self.page.check(f"input[name={name}][value={value}]")
        self.settle()

    def level(self, value: str) -> None:
        self.page.select_option("#level", value)

    def labels(self) -> list[str]:
        found: list[str] = self.page.eval_on_selector_all(
            "[role=gridcell]", "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        return found


@pytest.fixture
def visit(browser: Browser, games: Path) -> Iterator[Driver]:
    context = browser.new_context(offline=True, reduced_motion="reduce")
    driver = Driver(context.new_page(), games)
    driver.open()
    yield driver
    context.close()
    assert not driver.complaints
    assert {url.partition(":")[0] for url in driver.asked} <= {"file", "data", "about"}


LEVELS = ["perfect", "tricky", "5", "4", "3", "2", "1", "0"]


@pytest.mark.parametrize(("level", "side"), [*zip(LEVELS, "XOXOXOXO", strict=True)])
def test_a_whole_game_is_played_by_mouse(visit: Driver, slow: Slow, level: str, side: str) -> None:
    """On every level, as X and as O, to an end that is told."""
    visit.level(level)
    visit.choose("side", side)
    while not slow.is_over(visit.board):
        assert slow.mover(visit.board) == side
        visit.click(visit.board.index("."))
    assert re.search("has won|have won|draw", visit.status)
    assert visit.asked_for["board"] == visit.board


def test_a_whole_game_is_played_by_keyboard(visit: Driver, slow: Slow) -> None:
    """With nothing but Tab, the arrows, Enter and Space."""
    page = visit.page
    page.locator("[role=gridcell][tabindex='0']").focus()
    while not slow.is_over(visit.board):
        page.keyboard.press("Control+Home")
        goal = visit.board.index(".")
        for key in ["ArrowDown"] * (goal // 3) + ["ArrowRight"] * (goal % 3):
            page.keyboard.press(key)
        page.keyboard.press("Enter" if goal % 2 else " ")
        visit.settle()
        assert visit.board[goal] == "X"
    assert re.search("has won|have won|draw", visit.status)


def test_one_cell_at_a_time_is_in_the_order_of_tab(visit: Driver) -> None:
    """And the keys lead where they should, without falling off the board."""
    page = visit.page
    page.locator("[role=gridcell]").nth(0).focus()
    keys = "ArrowRight ArrowDown End ArrowUp Home ArrowLeft Control+End ArrowDown Control+Home"
    for key, goal in zip(keys.split(), (1, 4, 5, 2, 0, 0, 8, 8, 0), strict=True):
        page.keyboard.press(key)
        focused = page.evaluate(
            "[...document.querySelectorAll('[role=gridcell]')].indexOf(document.activeElement)"
        )
        assert (key, focused) == (key, goal)
        assert page.locator("[role=gridcell][tabindex='0']").count() == 1


def test_the_page_agrees_with_python_on_every_board(visit: Driver, games: Path) -> None:
    """Each board of its games, with every move and its outcome; of 3x4 each hundredth."""
    tables = [Table(contents) for contents in default_tables()]
    tables += map(open_table, games.parent.glob("*.msgpack"))
    assert visit.page.evaluate("() => tttTable.games.size") == len(tables)
    for table in tables:
        count, found = visit.page.evaluate(
            """([name, step]) => {
            const table = new tttTable.Table(tttTable.games.get(name));
            const all = [...table];
            const told = all.filter((_, at) => at % step === 0).map(([board, { value, plies }]) =>
              [board, value, plies, table.moves(board).map(m => [m.cell, m.value, m.plies])]);
            return [all.length, told];
            }""",
            [str(table.game), 1 if table.game.cells < 12 else 100],
        )
        assert count == len(table)
        for board, value, plies, moves in found:
            assert table[board] == (value, plies)
            ours = [[move.cell, *move.outcome] for move in table.moves(board)]
            assert moves == ours


@pytest.mark.parametrize("which", [0, 1])
def test_levels_choose_as_python_does(visit: Driver, which: int) -> None:
    """On every board what the same level of ours does; so the best ones never lose either."""
    table = Table(default_tables()[which])
    found: dict[str, dict[str, list[int]]] = visit.page.evaluate(
        """([name, levels]) => {
        const table = new tttTable.Table(tttTable.games.get(name));
        const chosen = (board) => levels.map((level) =>
          [level, tttTable.candidates(table, board, level)]);
        return Object.fromEntries([...table.keys()].map(board =>
          [board, Object.fromEntries(chosen(board))]));
        }""",
        [str(table.game), LEVELS],
    )
    offered = "#level option", "options => options.map(option => option.value)"
    assert visit.page.eval_on_selector_all(*offered) == LEVELS
    tricky = Level(tricky=True, table=table)
    for board, chosen in found.items():
        for level in range(6):
            assert chosen[str(level)] == table.best_moves(board, limit=level)
        assert chosen["perfect"] == table.best_moves(board)
        assert chosen["tricky"] == list(tricky(board))


def test_hints_tell_what_each_move_leads_to_and_stay(visit: Driver, table: Table) -> None:
    """In word and plies, the best with a star; still there after a move."""
    visit.choose("side", "XO")
    visit.page.check("#hints")
    for cell in (0, 4, 1):
        for move in table.moves(visit.board):
            value, plies = move.outcome
            word = {1: f"win {plies}", 0: "draw", -1: f"loss {plies}"}[value]
            words = visit.page.locator("[role=gridcell]").nth(move.cell).inner_text().split("\n")
            best = move.cell in table.best_moves(visit.board)
            assert words == [str(move.cell), word, *(["★ best"] if best else [])]
            assert word in visit.labels()[move.cell]
        visit.click(cell)
    visit.page.uncheck("#hints")
    assert "win" not in visit.page.inner_text("#board")


def test_a_move_that_gives_something_away_is_explained(visit: Driver) -> None:
    """What it was, what was better, and a line that ends in the loss."""
    visit.open("#game=3x3k3&board=XX.OO....")
    visit.click(6)
    assert "Your move turned a win into a loss in 2 plies." in visit.status
    why = visit.page.locator("#why")
    assert (
        "X played 6 (row 3, column 1): that turns a win into a loss in 2 plies." in why.inner_text()
    )
    assert "Better: 2 (win 1)." in why.inner_text()
    visit.page.click("summary")
    assert visit.page.locator("#why-line").inner_text().replace("\n", " ") == ("X 6 O 5: O has won")
    assert visit.board == "XX.OOOX.."
    visit.page.click("#undo")
    assert not why.is_visible()
    visit.click(2)
    assert "You have won as X." in visit.status
    assert not why.is_visible()


def test_undo_takes_both_moves_back_and_new_starts_again(visit: Driver) -> None:
    """So that it is a person's turn once more; at the start there is nothing to take back."""
    undo = visit.page.locator("#undo")
    assert undo.get_attribute("aria-disabled") == "true"
    visit.click(0)
    assert visit.board.count(".") == 7
    undo.click()
    visit.settle()
    assert visit.board == "." * 9
    visit.click(4)
    visit.page.click("#new")
    assert visit.board == "." * 9
    visit.choose("side", "O")
    assert visit.board.count("X") == 1
    assert undo.get_attribute("aria-disabled") == "true"
    visit.choose("side", "XO")  # nobody answers, and undo takes one move back
    visit.page.click("#new")
    visit.click(0)
    visit.click(1)
    assert visit.board == "XO......."
    undo.click()
    assert visit.board == "X........"
    assert "O to move" in visit.status


def test_either_may_move_first(visit: Driver) -> None:
    """O first: O's stones are those of the first player, and the address says so."""
    visit.choose("first", "O")
    assert visit.board.count("O") == 1
    assert visit.asked_for["first"] == "O"
    visit.choose("side", "O")
    visit.page.click("#new")
    visit.click(0)
    assert visit.board[0] == "O"
    assert "X" in visit.board


def test_the_address_names_the_position(visit: Driver) -> None:
    """And brings it back; the person plays whoever is to move there."""
    visit.open("#game=3x3k3-misere&board=x...o...x")
    assert visit.board == "X...O...X"
    assert visit.page.input_value("#game") == "3x3k3-misere"
    assert "Your turn: O." in visit.status
    assert visit.asked_for == {"game": "3x3k3-misere", "board": "X...O...X"}
    visit.page.evaluate("location.hash = '#game=3x3k3&board=O........&first=O'")
    visit.until("document.querySelector('#game').value === '3x3k3'")
    assert visit.board == "O........"


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("#game=3x3k3&board=XXX......", "Too many X"),
        ("#game=3x3k3&board=XXXOOO...", "Both have a line"),
        ("#game=3x3k3&board=X..", "3 cells, but a board has 9"),
        ("#game=3x3k3&board=X...?....", "holds"),
        ("#game=5x5k5&board=X", "This page has no table of 5x5k5: open its file."),
        ("#game=3x3k3&first=Y", "Only X or O can move first."),
        ("#board=XOXOXOXO%3Cb%3E", "holds"),
        ("#%%%", ""),
    ],
)
def test_a_bad_address_says_why_and_starts_empty(visit: Driver, address: str, reason: str) -> None:
    """Nothing of it is shown but the reason, also where the opponent moves at once."""
    visit.open(address)
    assert reason in visit.alert
    assert visit.board == "." * 9
    visit.open(f"{address}&first=O")
    assert bool(reason) == bool(visit.alert)


def test_a_board_can_be_pasted(visit: Driver) -> None:
    """In any spelling; a bad one says why, marks its cells and changes nothing."""
    visit.page.fill("#text", "x - - / - o - / - - -")
    visit.page.press("#text", "Enter")
    visit.settle()
    assert visit.board == "X...O...."
    visit.page.fill("#text", "XXXOOO...")
    visit.page.press("#text", "Enter")
    assert "Both have a line" in visit.alert
    assert visit.page.locator(".fault").count() == 6
    assert visit.board == "X...O...."
    visit.page.fill("#text", "X...O....")
    visit.page.press("#text", "Enter")
    assert not visit.alert
    assert visit.page.locator(".fault").count() == 0


def test_a_taken_cell_says_so(visit: Driver) -> None:
    """And a finished game that it is over."""
    visit.click(4)
    visit.click(4)
    assert "Row 2, column 2 is taken." in visit.alert
    visit.open("#game=3x3k3&board=XXXOO....")
    visit.click(8)
    assert "The game is over: start a new one." in visit.alert
    assert visit.page.locator(".line").count() == 3
    assert "in the line" in visit.labels()[0]


def test_other_games_are_chosen_and_opened_from_files(
    visit: Driver, tmp_path: Path, games: Path
) -> None:
    """Those that the page holds, and any table file; one that is none says so."""
    visit.page.select_option("#game", "3x4k3")
    visit.settle()
    assert len(visit.board) == 12
    assert visit.asked_for["game"] == "3x4k3"
    visit.page.set_input_files("#file", build_table(Game(2, 3, 3), tmp_path / "small.msgpack"))
    visit.until("document.querySelector('#game').value === '2x3k3'")
    assert len(visit.board) == 6
    visit.page.set_input_files("#file", games)
    visit.until("document.querySelector('#alert').textContent")
    assert "page.html: Not a table" in visit.alert
    assert len(visit.board) == 6


def test_a_line_that_goes_round_an_edge_ends_a_game_of_lines(visit: Driver) -> None:
    """Its cells are marked, one by one; the rules say how the edges are glued."""
    visit.open("#game=3x3-torus-k3&board=.X.O.XXO.")
    marked = [cell for cell, label in enumerate(visit.labels()) if "in the line" in label]
    assert marked == [1, 5, 6]
    told = visit.page.inner_text("#rules")
    assert "fills one of 12 lines wins. A row goes on at the other edge, and so does" in told


def test_stones_fall_where_the_game_has_gravity(visit: Driver) -> None:
    """A click anywhere in a column plays its lowest free cell; hints stand there alone."""
    visit.open("#game=3x3k3-gravity")
    visit.choose("side", "XO")
    visit.page.check("#hints")
    assert visit.page.locator(".hint").count() == 3
    visit.click(1)
    assert visit.board == ".......X."
    visit.click(1)
    assert visit.board == "....O..X."


@pytest.mark.parametrize(
    ("scheme", "width", "hints"),
    [("light", 320, True), ("light", 1280, False), ("dark", 320, False), ("dark", 1280, True)],
)
def test_axe_finds_nothing(
    browser: Browser, games: Path, scheme: Any, width: int, hints: bool
) -> None:
    """On a game under way, with the explanation open, with a complaint, and at its end."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = browser.new_context(
        offline=True, color_scheme=scheme, viewport={"width": width, "height": 700}
    )
    visit = Driver(context.new_page(), games)
    visit.open("#game=3x3k3&board=OX.......")
    if hints:
        visit.page.check("#hints")
    visit.click(2)
    visit.page.click("summary")
    visit.page.fill("#text", "XXX")
    visit.page.press("#text", "Enter")
    visit.page.wait_for_timeout(300)
    assert axe.run(visit.page).response["violations"] == []
    visit.open("#game=3x3k3&board=XXXOO....")
    assert axe.run(visit.page).response["violations"] == []
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
    assert not visit.complaints
    context.close()


def test_whoever_wants_less_motion_gets_none(visit: Driver) -> None:
    """The only movement of the page is a new stone's."""
    visit.choose("side", "XO")
    visit.click(0)
    stone = visit.page.locator(".new .stone")
    assert stone.evaluate("one => getComputedStyle(one).animationName") == "none"
    visit.page.emulate_media(reduced_motion="no-preference")
    assert stone.evaluate("one => getComputedStyle(one).animationName") == "put"


def test_screen_readers_are_told(visit: Driver) -> None:
    """A grid with rows and cells, a status that speaks moves, an alert for what is wrong."""
    page = visit.page
    assert page.get_by_role("grid").count() == 1
    assert page.get_by_role("row").count() == 3
    assert page.get_by_role("gridcell", name="4: row 2, column 2, empty").count() == 1
    visit.click(4)
    answered = visit.board.index("O")
    assert f"O plays {answered}: row" in page.get_by_role("status").inner_text()
    assert "played last" in visit.labels()[answered]
    assert page.get_by_role("alert").count() == 1


def test_nothing_can_be_loaded_or_run_from_outside(visit: Driver) -> None:
    """The policy stops a script, a style and an image that somebody slips in."""
    visit.page.evaluate(
        """() => {
        const script = document.createElement("script");
        script.textContent = "globalThis.slipped = true";
        document.body.append(script);
        }"""
    )
    assert visit.page.evaluate("globalThis.slipped") is None
    assert any("Content Security Policy" in one for one in visit.complaints)
    visit.complaints.clear()
