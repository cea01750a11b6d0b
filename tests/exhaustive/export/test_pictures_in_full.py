"""In full: pictures: what they show is read back from the SVG itself."""

from xml.etree import ElementTree

import test_pictures
from exhaustive import in_full
from test_pictures import SVG

from ttt_table import Game, Table, open_table
from ttt_table.export.pictures import classes
from ttt_table.export.pictures import map as whole


def test_the_classes_are_765(table: Table) -> None:
    """Their numbers by ply are those published (OEIS A008907).

    Each class is drawn once, in the colour of its outcome.
    """
    plies = classes.classes(table)
    assert [len(boards) for boards in plies] == [
        1,
        3,
        12,
        38,
        108,
        174,
        204,
        153,
        57,
        15,
    ]
    drawn = classes.draw(table)
    assert drawn.boards == 765
    groups = ElementTree.fromstring(str(drawn)).findall(f"{SVG}g/{SVG}g")
    grounds = [ground for group in groups for ground in group.findall(f"{SVG}rect")]
    values = [table[board].value for boards in plies for board in boards]
    names = {1: "win", 0: "draw", -1: "loss"}
    assert [ground.get("class") for ground in grounds] == [
        names[value] for value in values
    ]


def test_the_map_is_small_and_where_o_moves_first_the_colours_change_places(
    table: Table,
) -> None:
    """The map has at most 200 kB, so that a page shows it at once.

    Where O moves first, the map is that of X with O in the place of X.
    """
    drawn = whole.draw(table)
    plain = str(drawn)
    assert (drawn.boards, len(plain.encode()) <= 200_000) == (368, True)
    exchanged = str(whole.draw(open_table(first="O")))
    assert plain.count('href="#X"') == exchanged.count('href="#O"')
    assert "O moves first and never loses" in exchanged


in_full(
    test_pictures.test_a_player_who_follows_the_map_never_loses,
    game=[Game(), Game(misere=True), Game(gravity=True)],
)
in_full(
    test_pictures.test_on_the_map_each_reply_is_in_its_own_cell,
    game=[Game(), Game(misere=True), Game(gravity=True)],
)
in_full(test_pictures.test_a_proof_proves_its_win)
in_full(
    test_pictures.test_a_sheet_of_too_many_classes_is_refused, limit=[764]
)  # by classes
in_full(
    test_pictures.test_the_pictures_in_the_documents_are_these,
    name=[("map", "map", Game()), ("classes", "classes", Game())],
)
