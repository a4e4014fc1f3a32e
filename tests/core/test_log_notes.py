"""Notes in words; facts from a file that do not fit are shown, and break nothing."""

import pytest

from core.bots.failures import TIME_USED_UP
from core.log_notes import note_text
from core.match import COULD_NOT_THINK, TEXT, TIP, TOOK_BACK, WENT_ON, Match, Note, Seat
from tests.core.games.pebbles import GAME

FROM_POSITION = ": the match continues from its saved position; earlier moves can be read but not undone."


def told(kind: str, *facts: int | str) -> str:
    return note_text(Note(0, kind, facts), Match.new(GAME, [Seat("Anna"), Seat("Vera", "bot", "adept")]))


@pytest.mark.parametrize(
    ("kind", "facts", "text"),
    [
        (TOOK_BACK, (0,), "Anna undid a move after seeing hidden information."),
        (TIP, (1,), "Vera asked for a tip."),
        (
            COULD_NOT_THINK,
            (1, "too-long", "novice"),
            "Vera could not think (it took too long) and plays as novice for now.",
        ),
        (
            COULD_NOT_THINK,
            (1, "KeyError", "random"),
            "Vera could not think (internal error) and plays as random for now.",
        ),
        (
            COULD_NOT_THINK,
            (1, TIME_USED_UP, "novice"),
            "Vera could not think (your bots have used up this hour's thinking time) and plays as novice for now.",
        ),
        (WENT_ON, ("other-position",), "Its log leads to another position" + FROM_POSITION),
        (WENT_ON, ("broken-log",), "Its log breaks" + FROM_POSITION),
        (WENT_ON, ("no-replay",), "Its log cannot be replayed" + FROM_POSITION),
        (WENT_ON, ("other-rules",), "The rules of Pebbles have changed since it was saved" + FROM_POSITION),
        (TEXT, ("Anna {went} home.",), "Anna {went} home."),
    ],
)
def test_every_kind_has_its_sentence(kind: str, facts: tuple[int | str, ...], text: str) -> None:
    assert told(kind, *facts) == text


@pytest.mark.parametrize(
    ("kind", "facts", "text"),
    [
        ("fireworks", (), "fireworks"),
        ("fireworks", ("at", 9), "fireworks at 9"),
        (TIP, (), "tip"),
        (TIP, (2,), "tip 2"),
        (TIP, (-1,), "tip -1"),
        (TOOK_BACK, ("Anna",), "took-back Anna"),
        (COULD_NOT_THINK, (1, 2, 3), "could-not-think 1 2 3"),
        (WENT_ON, ("{game.__class__}",), "went-on {game.__class__}"),
        (TEXT, (7,), "text 7"),
    ],
)
def test_facts_that_do_not_fit_are_shown_as_they_are(kind: str, facts: tuple[int | str, ...], text: str) -> None:
    assert told(kind, *facts) == text
