"""Games by their names, there and back: of any game, and from any text."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from ttt_table import Game, GameError
from ttt_table.rules.families import ANIMALS, GLUED, PLANES
from ttt_table.runtime import RULE_WORDS

EVERY_RULES = [*product((False, True), repeat=3)]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game whose name determines its lines."""
    rows = draw(st.integers(1, 4))
    cols = draw(st.integers(1, 16 // rows))
    gravity, misere, breaker = draw(st.sampled_from(EVERY_RULES))
    k = draw(st.integers(1, 40))
    shape = draw(st.text("X_-", max_size=8))
    names = [
        f"{draw(st.sampled_from([*GLUED]))}-k{k}",
        draw(st.sampled_from([*ANIMALS])),
        draw(st.sampled_from([*PLANES])),
        "hex",
        f"X{shape}",
        f"shape_{shape}X",
        f"{rows}x1x{cols}-k{k}",
    ]
    game = Game(rows, cols, k, misere, gravity, breaker=breaker)
    rules = str(game).removeprefix(f"{rows}x{cols}k{k}")
    try:
        return Game.named(f"{rows}x{cols}-{draw(st.sampled_from(names))}{rules}")
    except GameError:  # the family has no such board
        return game


@given(games())
def test_a_name_leads_back_to_its_game(game: Game) -> None:
    """Also with its rules in another order."""
    text = str(game)
    assert Game.named(text) == game
    rules = [word for word in RULE_WORDS if getattr(game, word)]
    before = text.removesuffix("".join(f"-{word}" for word in rules))
    assert Game.named("-".join([before, *reversed(rules)])) == game


@given(st.text("0123459xkXO-_ torusheygavimb./", max_size=14) | st.text(max_size=20))
def test_any_text_is_a_game_of_that_name_or_an_error(text: str) -> None:
    """A box has a short name; the rules and the ends of a shape's rows may vary."""
    try:
        game = Game.named(text)
    except GameError as error:
        assert str(error)
    else:
        assert Game.named(str(game)) == game
