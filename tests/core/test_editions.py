"""An option says what held before it, and whatever is older is played by the rules of its time."""

from datetime import date
from typing import ClassVar

import msgspec
import pytest

from core import registry
from core.daily import daily_match
from core.game import Game, GameOption, Setup, State
from core.lessons.course import Lesson, Step
from core.lessons.guide import Guide
from core.match import Match, Seat
from core.puzzles.book import Heading, SearchSettings, SourceGame, replay_source
from core.review.record import fingerprint
from saves import match_record
from tests.core.games.pebbles import PebblesGame

SEATS = (Seat("Anna"), Seat("Boris"))
CHANGED = date(2026, 12, 1)


class Edition2(PebblesGame):
    """Pebbles after a change: fifty pebbles lie on the heap, unless an older table agreed on the twelve of its time."""

    edition = 2
    edition_days: ClassVar[dict[int, date]] = {2: CHANGED}
    options: ClassVar[tuple[GameOption, ...]] = (
        GameOption("heap", "How many pebbles", 50, (12, 50, 200), before={2: 12}),
        GameOption("bell", "Ring twice", before={2: True}),
    )

    def start(self, setup: Setup) -> State:
        return super().start(msgspec.structs.replace(setup, options={"heap": setup.options["heap"]}))


NEW = Edition2()


def options(edition: int | None, **named: int | bool | str) -> dict[str, int | bool | str]:
    return NEW.setup(2, named, 7, edition).options


def test_a_setup_gets_the_values_of_its_edition() -> None:
    assert options(None) == options(2) == {"heap": 50, "bell": False}
    assert options(1) == {"heap": 12, "bell": True}
    assert options(1, heap=200) == {"heap": 200, "bell": True}


def test_an_option_that_changed_twice_tells_each_time_apart() -> None:
    option = GameOption("heap", "How many pebbles", 50, (12, 30, 50), before={4: 30, 2: 12})
    assert [option.value_in(edition) for edition in (0, 1, 2, 3, 4, 5)] == [12, 12, 30, 30, 50, 50]


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_what_held_before_can_still_be_chosen(game: Game) -> None:
    for option in game.options:
        assert all(0 < edition <= game.edition for edition in option.before)
        assert all(value in option.choices for value in option.before.values())


def test_an_old_ruling_can_be_named_though_nobody_is_asked_about_it() -> None:
    novgorod = registry.get_game("novgorod")
    apart = next(option for option in novgorod.options if option.name == "apart")
    assert novgorod.choices(apart, 3) == (True,)
    assert novgorod.setup(3, {"apart": False}, 1).options["apart"] is False


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_the_days_of_the_editions_follow_each_other(game: Game) -> None:
    days = sorted(game.edition_days.items())
    assert [day for _, day in days] == sorted(day for _, day in days)
    assert all(edition <= game.edition for edition, _ in days)


def played(game: Game, edition: int | None = None) -> Match:
    match = Match.new(game, SEATS, {}, 7, edition)
    for move in ("one", "two", "one"):
        match.play(move)
    return match


def test_an_older_match_replays_in_full_by_the_rules_of_its_time() -> None:
    record = match_record.make_record(played(PebblesGame()), match_record.now())
    record.options = {}
    restored = match_record.restore(record, NEW)
    assert (restored.by_log, restored.messages) == (True, [])
    assert restored.match.setup.options == {"heap": 12, "bell": True}
    restored.match.undo()
    again = match_record.make_record(restored.match, match_record.now())
    assert (again.edition, again.options) == (2, {"heap": 12, "bell": True})


def test_a_daily_deal_follows_the_edition_of_its_day() -> None:
    before, after = (daily_match(NEW, day, "Anna", counts=True) for day in (date(2026, 11, 30), CHANGED))
    assert before.setup.options["heap"] == 12
    assert after.setup.options["heap"] == 50


def test_a_lesson_and_a_puzzle_of_older_rules_stay_as_they_were() -> None:
    old, new = (Lesson("One", "", 1, 7, (Step(),), edition=edition) for edition in (1, None))
    assert Guide.start(NEW, old, "Anna").match.setup.options["heap"] == 12
    assert Guide.start(NEW, new, "Anna").match.setup.options["heap"] == 50
    palette = SearchSettings(1, 1, 1, 1)
    heading = Heading("pebbles", 1, 1.0, palette, palette)
    match = replay_source(NEW, heading, SourceGame(7, ("master", "adept"), moves="one end two"), 2)
    assert match.setup.options["heap"] == 12


def test_a_review_is_kept_when_the_rules_get_a_new_edition() -> None:
    assert fingerprint(played(PebblesGame())) == fingerprint(played(NEW, 1))
    assert fingerprint(played(NEW, 1)) != fingerprint(Match.new(NEW, SEATS, {}, 7, 1))
