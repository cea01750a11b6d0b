"""docs/boards.jsonl is what real builds say, and agrees with what is published."""

import boards
import pytest

CLAIMS = boards.DOCS / "claims.md"
RECORDS = boards.known_records()
LISTED = {str(game): game for game in boards.listed_games()}


def test_the_page_and_the_list_are_made_from_the_records() -> None:
    """Nothing is typed in by hand, and every board up to 20 cells is there."""
    assert {*RECORDS} == {*LISTED}
    records = sorted(RECORDS.values(), key=boards.place_of)
    assert boards.PAGE.read_text() == boards.page_of(records)
    assert boards.LIST.read_text() == boards.list_of(records)


@pytest.mark.parametrize(
    "name", ["2x3k3-misere", "3x3k3", "3x3k3-gravity", "3x3-tippy"]
)
def test_a_build_gives_the_digest_that_is_listed(name: str) -> None:
    """And so every other figure of the line."""
    record = RECORDS[name]
    assert boards.built_record(LISTED[name]) == record


def test_the_claims_stand_beside_what_is_listed() -> None:
    """Each of our results in docs/claims.md, beside what is published where anything is."""
    compared = 0
    for row in (line.split("|")[1:-1] for line in CLAIMS.read_text().splitlines()):
        games, *published_as, ours = (
            (cell.strip() for cell in row) if row else ("game", "")
        )
        if games == "game" or games.startswith("-"):
            continue
        names = [name.partition(" ")[0] for name in games.split(", ")]
        if {*names} <= RECORDS.keys():
            results = {
                boards.result_of(RECORDS[name]).removesuffix(" plies") for name in names
            }
            assert {one.replace(" wins", "") for one in results} == {ours} or (
                ours == "draw" and all(one.startswith(ours) for one in results)
            ), games
            assert all(one.startswith(ours.split()[0]) for one in published_as), games
            compared += len(names) if published_as else 0
        else:
            assert not RECORDS.keys() & {*names}
    assert compared > 50


def test_what_the_claims_say_of_all_boards_at_once_holds() -> None:
    """Draws where a line does not fit both ways; misère with gravity, and misère Hex."""
    plain = [one for one in RECORDS.values() if not (one["gravity"] or one["misere"])]
    flat = [one for one in plain if "breaker" not in one]
    assert min(one["value"] for one in flat) == 0  # X would play by O's strategy
    narrow = [one["value"] for one in flat if 3 <= one.get("k", 0) > one["rows"]]
    falling = [one for one in RECORDS.values() if one["gravity"] and one["misere"]]
    wide = [one for one in falling if one["cols"] >= one.get("k", 99)]
    assert (len(narrow), {*narrow}, len(wide)) == (43, {0}, 24)
    assert all(
        one["value"] == (1 if one["rows"] % 2 and one["cols"] % 2 else -1)
        for one in wide
    )
    hexes = [
        one for one in RECORDS.values() if one.get("name") == "hex" and one["misere"]
    ]
    longer = [one["value"] * (one["cols"] - one["rows"]) for one in hexes]
    assert sum(one > 0 for one in longer) == 8 and min(longer) == 0
