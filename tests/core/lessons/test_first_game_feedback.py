"""After a first game: what brought most, and what to try next."""

from core.games.mezen import GAME
from core.games.mezen.state import SOURCES
from core.lessons.first_game_feedback import first_game_feedback
from core.match import Match, Seat


def said(*points: list[int], seat: int = 0) -> str:
    """What is said to a seat after a game in which the seats got these points, source by source."""
    state = Match.new(GAME, [Seat(f"P{n}") for n in range(len(points))], seed=1).state
    state.points[:] = [list(column) for column in points]  # type: ignore[attr-defined]
    return first_game_feedback(GAME, state, seat)


def test_the_biggest_source_is_named_and_the_one_where_others_were_better() -> None:
    assert SOURCES == ("goals", "dark-tiles", "light-tiles", "amulets", "best-group")
    text = said([40, 9, 12, 5, 4], [38, 8, 18, 4, 5])
    assert text.startswith("Most of your points, 40, came from the goals of the rounds.")
    assert "so that they end light side up" in text, "there the other was six points better"
    assert "came from the light tiles at the end" in said([10, 5, 20, 1, 1], [10, 5, 20, 1, 1])


def test_alone_the_smallest_source_is_to_be_tried() -> None:
    assert "Next time: gather one animal" in said([60, 10, 18, 6, 3])


def test_whoever_got_nothing_is_only_told_what_to_try() -> None:
    assert said([0, 0, 0, 0, 0], [9, 1, 1, 1, 1]).startswith("Next time: ")
