"""In full: ``ttt-table grade`` and ``why``: what they print, and their exit status."""

import json
from pathlib import Path

from support.commands import Run
from support.html import Elements, digest
from test_grade import in_a_folder_with_a_bot  # noqa: F401  # fixtures


def test_lots_are_noticed(run: Run) -> None:
    """Status 1, the boards, and that the figures are not exact."""
    printed = run(["grade", "bot.py:lots", "--as", "X"], 1).out
    assert "Two answers as X" in printed
    assert "not exact" in printed
    found = json.loads(run(["grade", "bot.py:lots", "--as", "X", "--json"], 1).out)
    assert found["exact"] is False
    assert list(found["sides"]["X"]["mistakes"]["unstable"][0]) == [
        "board",
        "first",
        "second",
    ]


def test_floats_are_printed_with_their_bound(run: Run) -> None:
    """As numbers that every reader of JSON takes; people read the bound too."""
    one = json.loads(run(["grade", "bot.py:wild", "--as", "O", "--json"], 1).out)[
        "sides"
    ]["O"]
    bounds = one["bounds"]
    assert bounds["arithmetic"] == "float64"
    assert 0 < bounds["error"] < 1e-13
    vs_random = one["chances"]["vs_random"]
    assert abs(sum(vs_random.values()) - 1) <= 2 * bounds["error"]
    printed = run(["grade", "bot.py:wild", "--as", "O"], 1).out
    assert "counted in float64: each chance is within" in printed


def test_a_file_is_graded_in_batches_in_a_process_of_its_own(run: Run) -> None:
    """Its arrays go through files; a batch that is late ends the grading."""
    text = "def uniform(b):\n    return b == 0\n\ndef late(b):\n    while True: pass\n"
    Path("net.py").write_text(text)
    printed = run(["grade", "net.py:uniform", "--board", "batch", "--json"], 1).out
    sides = json.loads(printed)["sides"]
    assert sides["X"]["counts"]["games"] == {
        "won": 131184,
        "drawn": 46080,
        "lost": 77904,
    }
    assert sides["O"]["counts"]["blunders"] == 1459
    errors = run(["grade", "net.py:late", "--board", "batch", "--limit", "0.5"], 2).err
    assert "no answer to 1 board within 0.5 seconds" in errors


def test_a_slow_player_is_told_how_to_get_more_time(run: Run) -> None:
    """It is neither beaten nor shown to be sound, and loses no game to being late."""
    command = ["grade", "bot.py:slow", "--limit", "0.5"]
    for side, one in json.loads(run([*command, "--json"], 5).out)["sides"].items():
        assert one["unbeatable"] is not False
        assert one["sound"] is (None if side == "X" else True)
        assert not one["mistakes"]["forfeits"] + one["mistakes"]["blunders"]
    printed = run([*command, "--as", "X"], 5).out
    verdict, advice = printed.splitlines()[0].split("; ")
    assert verdict.endswith(
        ": sound wherever it answered, unbeatable wherever it answered"
    )
    assert advice == "1 board unanswered within 0.5 s: give it more with --limit 3"
    assert " to 99.48 %" in printed and "beaten" not in printed
    assert "bot.py:slow,open,no,0,0,0" in run([*command, "--as", "X", "--csv"], 1).out


def test_a_report_is_one_page_that_loads_nothing(run: Run) -> None:
    """Each mistake is drawn with what punishes it.

    The same grade gives the same bytes.
    """
    for name in ("one.html", "two.html"):
        run(["grade", "bot.py:blind", "--report", name], 1)
    text = Path("one.html").read_text()
    assert Path("two.html").read_text() == text
    page = Elements(text)
    assert page.texts("h1") == ["bot.py:blind on 3x3k3"]
    assert page.texts("p")[0].startswith(
        "not sound: it blunders on 35 boards (all missed wins"
    )
    assert page.texts("h2")[:3] == [
        "As X: the shortest game it loses",
        "As X: missed blocks (3 boards, 2 up to symmetry)",
        "As X: missed wins (2 boards, 2 up to symmetry)",
    ]
    assert len(page.texts("figure")) == 2 + 35 + 10  # and the slips
    assert not {"script", "link", "img"}.intersection(name for name, _, _ in page.found)
    assert f"style-src {digest(page.texts('style')[0])}" in text
    # What a player raises is shortened, here and there.
    strange = ["grade", "bot.py:strange", "--as", "X", "--as-declared"]
    told = run([*strange, "--report", "one.html"], 1).out
    assert "exception: ValueError: \\x1b[31mlong long" in told
    assert max(map(len, told.splitlines())) < 250
    page = Elements(Path("one.html").read_text())
    assert "exception: ValueError: \\x1b[31mlong long" in " ".join(
        page.texts("figcaption")
    )
