"""Whole games of all games through a session: the same as in a bare loop, and on disk."""

import pytest

from core import registry
from core.bots.player import BotPlayer
from core.game import Move
from core.match import Match, Seat
from saves.match_store import MatchStore
from saves.settings import AT_ONCE, BRISK, STEP_BY_STEP
from tests.game_facts import FIVE
from tests.tui.sessions.tables import local
from tui.sessions.changes import Ended, Played
from tui.sessions.mode import Confirming, Deciding, Over, PassKeyboard, Showing, Thinking

ANNA, BORIS, VERA = Seat("Anna"), Seat("Boris"), Seat("Vera", "bot", "novice")


def chosen(match: Match) -> Move:
    """What a person chooses, the same in the same match: now this one, now that."""
    return match.legal_moves[len(match.log) * 7 % len(match.legal_moves)]


def bare_loop(match: Match) -> list[str]:
    """The log of a match that nobody shows, saves or waits for."""
    bot = BotPlayer()
    while not match.is_over:
        match.play(chosen(match) if match.waits_for_human else bot.decide(match).notation)
    return [entry.notation for entry in match.log]


THREE = (ANNA, BORIS, VERA)
GAMES: list[tuple[str, str, tuple[Seat, ...]]] = [(name, BRISK, THREE) for name in FIVE]
GAMES += [("gzhel", AT_ONCE, (ANNA, VERA)), ("mezo", STEP_BY_STEP, (VERA, ANNA, BORIS))]


@pytest.mark.parametrize(("name", "pace", "seats"), GAMES, ids=[f"{name}-{pace}" for name, pace, _ in GAMES])
def test_a_whole_game_is_that_of_a_bare_loop(name: str, pace: str, seats: tuple[Seat, ...]) -> None:
    """With moments that are looked at or skipped, bots that take their time, confirmations and passed keyboards."""
    game = registry.get_game(name)
    with MatchStore().new_file() as match_file:
        table = local(Match.new(game, seats, {}, 5), match_file, late=0.4, pace=pace)
        session, over = table.session, set[type]()
        while not isinstance(session.mode, Over):
            match session.mode:
                case Showing(_, waits, then):
                    over.add(type(then))
                    session.skip() if waits or len(table.moves) % 3 == 0 else table.scheduler.step()
                case Deciding():
                    session.submit([chosen(session.match)])
                case Confirming():
                    session.confirm()
                case PassKeyboard():
                    session.keyboard_passed()
                case _:
                    assert table.scheduler.step()
        assert table.told(Ended) == [Ended()] and table.scheduler.is_idle
        assert table.moves == bare_loop(Match.new(game, seats, {}, 5))
        told = [entry for change in table.told(Played) for entry in change.entries]
        assert session.match.log[len(session.match.log) - len(told) :] == told, "everything was told once, in its order"
        assert over >= {Thinking, Deciding} if pace != AT_ONCE else over
    (entry,) = MatchStore().entries()
    assert entry.record is not None and entry.record.moves == table.moves and entry.record.result is not None
