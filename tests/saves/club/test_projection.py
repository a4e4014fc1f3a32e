"""The fold: one event after the other, each checked against those before it."""

import pytest

from core import registry
from core.games.gzhel import phases
from core.games.mezen import phases as mezen
from core.games.mezo import phases as mezo
from core.match import Match
from core.rng import Rng
from saves.club.errors import ClubError
from saves.club.events import (
    BotHeldUp,
    EndingProposed,
    MatchUnrated,
    MemberGotUp,
    MemberSatDown,
    MoveChosen,
    MovePrepared,
    MoveTakenBack,
    SeatFilled,
    SeatHandedOver,
    StoredEvent,
    TableCalledOff,
    new_id,
)
from saves.club.projection import HELD_UP_SECONDS, TableProjection, settled
from tests.saves.club.tables import Log, play_until, running, terms

# Sitting down


def test_the_match_begins_when_the_last_seat_is_taken() -> None:
    log = Log(terms("mezen", "anna", "boris", "open", ":adept"))
    assert log.table.state == "waiting" and log.table.match is None
    assert not log.add("vera", MemberSatDown(new_id(), 1)), "the seat is kept for boris"
    assert not log.add("vera", MemberSatDown(new_id(), 0)), "anna sits there"
    assert not log.add("vera", MemberSatDown(new_id(), 3)), "a bot sits there"
    assert not log.add("anna", MemberSatDown(new_id(), 2)), "nobody has two seats"
    assert log.add("vera", MemberSatDown(new_id(), 2))
    assert log.table.head().seats == ("anna", "", "vera", "Adept")
    assert log.add("Boris", MemberSatDown(new_id(), 1))
    assert log.table.state == "running"
    assert log.match.names == ["anna", "boris", "vera", "Adept"]
    assert [seat.kind for seat in log.match.seats] == ["you", "you", "you", "bot"]
    assert log.table.head().turn == (log.table.seats[log.actor].name,)


def test_before_the_match_a_seat_can_be_left_and_taken_by_another() -> None:
    log = Log(terms("mezen", "anna", "open", "boris"))
    log.add("vera", MemberSatDown(new_id(), 1))
    assert not log.add("anna", MemberGotUp(new_id(), 1, "adept")), "one only leaves one's own seat"
    assert log.add("vera", MemberGotUp(new_id(), 1, ""))
    assert log.add("gleb", MemberSatDown(new_id(), 1))
    assert log.add("boris", MemberSatDown(new_id(), 2))
    assert log.match.names == ["anna", "gleb", "boris"]
    assert log.table.stood_in == set()


def test_only_the_host_fills_seats_and_calls_off() -> None:
    log = Log(terms("mezen", "anna", "open", "boris"))
    assert not log.add("boris", SeatFilled(new_id(), 1, "adept"))
    assert not log.add("boris", TableCalledOff(new_id()))
    assert not log.add("anna", SeatFilled(new_id(), 1, "genius"))
    assert not log.add("anna", SeatFilled(new_id(), 0, "adept")), "she sits there herself"
    assert log.add("anna", SeatFilled(new_id(), 1, "adept"))
    assert log.add("anna", SeatFilled(new_id(), 2, "novice"))
    assert log.table.state == "running"
    assert not log.add("anna", TableCalledOff(new_id())), "the match has begun"
    other = Log(terms("mezen", "anna", "open"))
    assert other.add("anna", TableCalledOff(new_id()))
    assert (other.table.state, other.table.ended) == ("over", "called off")
    assert not other.add("vera", MemberSatDown(new_id(), 1))


def test_habits_are_fixed_in_the_seats_line_and_only_those_there_are() -> None:
    log = Log(terms("gzhel", "anna", "open"))
    log.add("boris", MemberSatDown(new_id(), 1, {"lift": True, "finish": "maybe", "cheat": True}))
    assert log.match.seats[1].habits == {"lift": True}


# Moves


def test_only_who_sits_there_moves_and_only_in_turn() -> None:
    log = running("mezen", "anna", "boris", ":novice")
    while log.actor == 2:
        log.choose()
    mine, theirs = log.name(log.actor), log.name(1 - log.actor)
    move, other = log.match.legal_moves[0].notation, 1 - log.actor
    before = log.table.digest()
    assert not log.add(theirs, MoveChosen(new_id(), log.actor, move)), "foreign"
    assert not log.add("eve", MoveChosen(new_id(), log.actor, move)), "a stranger"
    assert not log.add(theirs, MoveChosen(new_id(), other, move)), "out of turn"
    assert not log.add(mine, MoveChosen(new_id(), log.actor, "xyzzy")), "illegal"
    assert not log.add(mine, MoveChosen(new_id(), 11, move)), "no such seat"
    assert not log.add(mine, None), "unreadable"
    assert log.table.digest() == before
    event = MoveChosen(new_id(), log.actor, move)
    assert log.add(mine, event)
    after = log.table.digest()
    assert not log.add(mine, event), "the same line again"
    assert log.table.digest() == after != before


def test_an_id_is_played_once_whatever_else_its_line_says() -> None:
    log, (first, _, _) = gzhel_painting()
    known, move = log.choose(1), log.match.legal_moves[1].notation
    assert log.actor == first
    assert not log.add(log.name(first), MoveChosen(known, first, move))
    assert log.add(log.name(first), MoveChosen(new_id(), first, move))


def test_any_player_moves_for_a_bot_and_nobody_else_does() -> None:
    log = running("mezen", "anna", ":novice", ":novice")
    while log.actor == 0:
        log.choose()
    event = MoveChosen(new_id(), log.actor, log.match.legal_moves[0].notation)
    assert not log.add("eve", event)
    assert log.add("anna", MoveChosen(new_id(), log.actor, log.match.legal_moves[0].notation))


def test_a_gap_in_the_log_is_an_error() -> None:
    log = running("mezen", "anna", "boris")
    with pytest.raises(ClubError, match="damaged: line 1 is missing"):
        log.table.fold([StoredEvent(2, "anna", 0.0, None)])


def test_the_end_of_the_game_is_the_end_of_the_table() -> None:
    log = running("mezen", "anna", "boris")
    last = ""
    while not log.match.is_over:
        last = log.choose()
    assert (log.table.state, log.table.ended, log.table.turn) == ("over", "played", [])
    assert not any(log.take_back(seat, last) for seat in range(2))
    assert log.table.last_of(0) is log.table.last_of(1) is None
    replayed = Match.replay(
        log.match.game, log.match.setup, log.match.seats, [entry.notation for entry in log.match.log]
    )
    assert replayed.state.digest() == log.match.state.digest()


# Preparing


def gzhel_painting(players: int = 3) -> tuple[Log, list[int]]:
    """A table of Gzhel where the active player paints; and the seats in the order of their turns."""
    log = running("gzhel", *("anna", "boris", "vera", "gleb")[:players])
    play_until(log, phases.CHOOSE)
    log.choose()
    return log, [(log.actor + step) % players for step in range(players)]


def test_prepared_moves_are_played_when_the_turn_comes() -> None:
    log, (first, second, third) = gzhel_painting()
    assert log.table.turn == [first, *sorted((second, third))]
    ids = []
    while log.table.early_match(third) is not None:
        ids.append(log.prepare(third, -1))
    moves = log.table.prepared(third)
    assert moves and log.table.turn == [first, second]
    before = len(log.match.log)
    assert not any(entry.seat == third for entry in log.match.log[before:])
    while log.actor == first:
        log.choose()
    assert log.table.prepared(third) == moves, "it is not yet its turn"
    while log.actor == second:
        log.choose()
    played = [entry.notation for entry in log.match.log[before:] if entry.seat == third and entry.origin == "chosen"]
    assert played[: len(moves)] == moves
    assert log.table.prepared(third) == []
    assert log.match.state.round == 2


def test_what_cannot_be_prepared() -> None:
    log, (first, second, third) = gzhel_painting()
    ahead = log.table.early_match(second)
    assert ahead is not None
    move = ahead.legal_moves[0].notation
    assert not log.add(log.name(third), MovePrepared(new_id(), second, move)), "for another"
    assert not log.add(log.name(second), MovePrepared(new_id(), second, "xyzzy"))
    own = MovePrepared(new_id(), first, log.match.legal_moves[0].notation)
    assert not log.add(log.name(first), own), "it is its turn"
    while log.actor == first:
        log.choose()
    assert log.table.early_match(first) is None, "its turn has passed"
    waiting = running("novgorod", "anna", "boris")
    assert waiting.table.early_match(1 - waiting.actor) is None, "no step is taken by all at once"


def test_nothing_is_prepared_beyond_the_step_even_if_the_next_begins_with_the_same_seat() -> None:
    log, (_, second) = gzhel_painting(2)
    while log.table.early_match(second) is not None:
        log.prepare(second)
    assert log.table.prepared(second)[-1] == "done"
    while log.match.state.round == 1:
        log.choose()
    assert log.actor == second and log.table.early_match(second) is None


def test_new_habits_answer_what_is_asked_early() -> None:
    log, (_, _, third) = gzhel_painting()
    early = log.table.early_match(third)
    assert early is not None and early.state.phase == phases.BEFORE  # type: ignore[attr-defined]
    log.add(log.name(third), MemberGotUp(new_id(), third, "novice"))
    log.add(log.name(third), MemberSatDown(new_id(), third, {"lift": True}))
    early = log.table.early_match(third)
    assert early is not None and early.state.phase == phases.PAINT  # type: ignore[attr-defined]


def test_mezo_cards_are_laid_at_once_and_shown_together() -> None:
    log = running("mezo", "anna", "boris", "vera")
    while log.match.state.stack[-1][0] != mezo.CARDS:  # type: ignore[attr-defined]
        log.choose()
    others = [seat for seat in range(3) if seat != log.actor]
    assert sorted(log.table.turn) == [0, 1, 2]
    for seat in others:
        log.prepare(seat, 1)
        assert log.table.early_match(seat) is None
    assert not log.match.state.revealed  # type: ignore[attr-defined]
    log.choose(1)
    assert log.match.state.revealed  # type: ignore[attr-defined]


def test_prepared_moves_that_are_no_longer_legal_are_dropped_with_those_behind_them() -> None:
    """Whoever comes back with other habits is asked otherwise than before."""
    log = running("gzhel", "anna", "boris", "vera")
    play_until(log, phases.CHOOSE)
    log.choose()
    last = (log.actor + 2) % 3
    while log.table.early_match(last) is not None:
        log.prepare(last, 0)
    assert log.table.prepared(last)[0] == "lift", "boris has a stamp to lay before lifting"
    log.add(log.name(last), MemberGotUp(new_id(), last, "novice"))
    log.add(log.name(last), MemberSatDown(new_id(), last, {"lift": True}))
    while log.actor != last:
        log.choose()
    assert log.table.prepared(last) == [] and log.match.state.round == 1
    assert log.match.state.phase == phases.PAINT, "the habit has lifted, and painting is asked again"  # type: ignore[attr-defined]


# Taking back


def test_ones_own_moves_are_taken_back_until_somebody_else_has_moved() -> None:
    log, (first, second, _) = gzhel_painting()
    start = log.match.state.digest()
    one, two = log.choose(1), log.choose(1)
    assert log.table.last_of(first) == two
    assert not log.take_back(second, one), "not one's own"
    assert not log.add("eve", MoveTakenBack(new_id(), first, one))
    assert not log.take_back(first, new_id())
    assert log.take_back(first, one)
    assert log.match.state.digest() == start
    while log.actor == first:
        last = log.choose()
    assert log.table.last_of(first) == last
    log.choose()
    assert log.table.last_of(first) is None
    assert not log.take_back(first, last)


def test_nothing_is_taken_back_after_a_bot_has_moved() -> None:
    log = running("gzhel", "anna", ":novice")
    play_until(log, phases.CHOOSE)
    if log.actor == 1:
        log.choose()
    while log.actor != 0:
        log.choose()
    while log.actor == 0:
        last = log.choose()
    if log.match.state.round == 1:
        assert log.table.last_of(0) == last
    log.choose()
    assert not log.take_back(0, last)


def test_nothing_is_taken_back_after_something_hidden_was_shown() -> None:
    log = running("mezen", "anna", "boris")
    play_until(log, mezen.LIFTING)
    while not log.match.log[-1].reveals:
        seat, last = log.actor, log.choose()
    assert not log.take_back(seat, last)
    assert log.table.last_of(seat) is None


def test_a_prepared_move_of_another_that_was_played_stands_in_the_way() -> None:
    log, (first, second, _) = gzhel_painting()
    log.prepare(second)
    while log.actor == first:
        last = log.choose()
    assert not log.take_back(first, last)


def test_taking_back_empties_the_queues_that_depended_on_it_and_no_others() -> None:
    log = running("gzhel", "anna", "boris", "vera")
    play_until(log, phases.CHOOSE)
    first = log.actor
    third = (first + 2) % 3
    text = log.choose(1)
    log.prepare(third, 1)
    painted = log.choose(1)
    assert log.take_back(first, painted)
    assert len(log.table.prepared(third)) == 1, "it has nothing to do with another's painting"
    assert log.take_back(first, text)
    assert log.table.prepared(third) == [], "another figurine may be named now"


def test_prepared_moves_are_taken_back_with_those_behind_them() -> None:
    log, (_, _, third) = gzhel_painting()
    log.prepare(third, 1)
    two, _ = log.prepare(third, 1), log.prepare(third, 1)
    assert log.take_back(third, two)
    assert len(log.table.prepared(third)) == 1
    ahead = log.table.early_match(third)
    assert ahead is not None and len([entry for entry in ahead.log if entry.origin == "chosen"]) == 1
    log.prepare(third, 1)


def lifted_ahead() -> tuple[Log, int, str]:
    """A table of Mezen where a seat has lifted several tiles before its turn; and the line by which it has."""
    for seed in range(100):
        log = running("mezen", "anna", "boris", "vera", seed=seed)
        play_until(log, mezen.LIFTING)
        for seat in range(3):
            if log.table.early_match(seat) is not None:
                line, ahead = log.prepare(seat), log.table.early_match(seat)
                if ahead is not None and any(done.reveals for done in ahead.log):
                    return log, seat, line
    raise AssertionError("nobody lifts more than one tile")


def test_a_prepared_move_that_has_shown_something_hidden_stays() -> None:
    """Whoever has seen the backs of a group cannot lift another one instead, not even by getting up."""
    log, seat, shown = lifted_ahead()
    assert not log.take_back(seat, shown)
    assert log.table.last_of(seat) is None
    moves = log.table.prepared(seat)
    log.add(log.name(seat), MemberGotUp(new_id(), seat, "novice"))
    log.add(log.name(seat), MemberSatDown(new_id(), seat))
    assert log.table.prepared(seat) == moves


def test_a_prepared_payment_has_shown_nothing_and_is_taken_back() -> None:
    """What comes to light when all have paid is not foreseen by whoever pays early."""
    log = running("mezen", "anna", "boris", "vera")
    play_until(log, mezen.PAYING)
    last = (log.match.state.active + 2) % 3  # type: ignore[attr-defined]
    line = log.prepare(last)
    assert log.table.early_match(last) is None
    assert log.table.last_of(last) == line
    assert log.take_back(last, line)
    assert log.table.prepared(last) == [] and log.table.early_match(last) is not None


def test_nothing_is_taken_back_that_has_shown_something_hidden_to_who_decided_early() -> None:
    """An animal is announced, nobody can pay for another, and somebody lifts a group of it before the turn comes."""
    for seed in range(200):
        log, rng = running("mezen", "anna", "boris", seed=seed), Rng(seed)
        while not log.match.is_over:
            announcing, actor = log.match.state.phase == mezen.ANNOUNCING, log.actor  # type: ignore[attr-defined]
            line = log.choose(rng.randrange(len(log.match.legal_moves)))
            other = 1 - actor
            if announcing and log.table.last_of(actor) == line and log.table.early_match(other) is not None:
                log.prepare(other)
                if log.table.early_match(other) is not None and log.table.last_of(other) is None:
                    assert log.table.last_of(actor) is None
                    assert not log.take_back(actor, line)
                    return
    raise AssertionError("nobody has lifted early")


# Leaving, and being given up


def test_a_bot_sits_in_and_the_member_can_come_back() -> None:
    log = running("mezen", "anna", "boris")
    assert not log.add("boris", MemberGotUp(new_id(), 1, "genius"))
    assert log.add("boris", MemberGotUp(new_id(), 1, "adept"))
    assert log.table.stood_in == {"boris"} and log.match.seats[1].kind == "bot"
    assert log.table.head().members == ("anna", "boris")
    while log.actor != 1:
        log.choose()
    assert log.add("anna", MoveChosen(new_id(), 1, log.match.legal_moves[0].notation)), "a bot's move by any player"
    assert not log.add("vera", MemberSatDown(new_id(), 1)), "the seat is still kept for boris"
    assert log.add("boris", MemberSatDown(new_id(), 1))
    while log.actor != 1:
        log.choose()
    assert not log.add("anna", MoveChosen(new_id(), 1, log.match.legal_moves[0].notation))


def test_what_a_bot_did_while_it_sat_in_is_not_taken_back() -> None:
    log, (first, _, _) = gzhel_painting()
    name = log.name(first)
    log.add(name, MemberGotUp(new_id(), first, "adept"))
    event = MoveChosen(new_id(), first, log.match.legal_moves[1].notation)
    assert log.add(name, event)
    assert log.add(name, MemberSatDown(new_id(), first))
    assert log.table.last_of(first) is None
    assert not log.take_back(first, event.id)
    own = log.choose(1)
    assert log.take_back(first, own)


@pytest.mark.parametrize(
    ("limit", "waited", "given"), [(3600.0, 3599.0, False), (3600.0, 3600.0, True), (0.0, 1e9, False)]
)
def test_a_seat_that_does_not_move_is_given_to_a_bot_after_the_agreed_time(
    limit: float, waited: float, given: bool
) -> None:
    log = Log(terms("mezen", "anna", "boris", "vera", limit=limit))
    log.add("boris", MemberSatDown(new_id(), 1))
    log.add("vera", MemberSatDown(new_id(), 2))
    log.choose()
    late, other = log.actor, (log.actor + 1) % 3
    assert not log.add(log.name(other), SeatHandedOver(new_id(), late, "adept"), after=waited / 3)
    assert not log.add("eve", SeatHandedOver(new_id(), late, "adept"), after=waited / 3)
    assert not log.add(log.name(late), SeatHandedOver(new_id(), other, "adept"), after=0)
    assert log.add(log.name(other), SeatHandedOver(new_id(), late, "adept"), after=waited / 3) == given
    assert (log.name(late) in log.table.stood_in) == given


def test_a_rated_match_waits_for_a_bot_and_goes_on_unrated_after_ten_minutes() -> None:
    log = running("mezen", "anna", ":master", "boris")
    log.choose()
    while log.match.waits_for_human:
        log.choose()
    bot = log.actor
    assert log.table.counts and log.table.seats[bot].level
    too_soon = log.add("anna", MatchUnrated(new_id(), bot), HELD_UP_SECONDS)
    watchers = log.add("vera", BotHeldUp(new_id(), bot, "too-long"))
    no_bot = log.add("anna", BotHeldUp(new_id(), (bot + 1) % 3, "too-long"))
    assert not (too_soon or watchers or no_bot)
    assert log.add("anna", BotHeldUp(new_id(), bot, "too-long"))
    assert not log.add("boris", BotHeldUp(new_id(), bot, "too-long")), "the ten minutes do not begin again"
    assert not log.add("anna", MatchUnrated(new_id(), bot), HELD_UP_SECONDS - 2) and log.table.counts
    assert log.add("boris", MatchUnrated(new_id(), bot))
    assert not log.table.counts and not log.fresh(log.entries).counts
    assert not log.add("anna", BotHeldUp(new_id(), bot, "too-long")), "an unrated match does not wait"
    log.choose()
    assert not log.table.counts


def test_a_bot_that_has_moved_is_held_up_anew() -> None:
    log = running("mezen", "anna", ":master")
    while log.match.waits_for_human:
        log.choose()
    assert log.add("anna", BotHeldUp(new_id(), log.actor, "ended")) and log.table.held_up_since == log.time
    log.choose()
    assert log.table.held_up_since is None and log.table.counts
    while log.match.waits_for_human:
        log.choose()
    assert not log.add("anna", MatchUnrated(new_id(), log.actor), HELD_UP_SECONDS)


def test_a_match_ends_when_all_who_sit_agree() -> None:
    log = running("mezen", "anna", "boris", ":novice")
    assert log.add("anna", EndingProposed(new_id(), True))
    assert not log.add("anna", EndingProposed(new_id(), True))
    assert not log.add("eve", EndingProposed(new_id(), True))
    log.choose()
    assert log.table.agreed_to_end == set(), "the match has gone on"
    assert log.add("anna", EndingProposed(new_id(), True)) and log.add("anna", EndingProposed(new_id(), False))
    assert log.add("boris", EndingProposed(new_id(), True))
    assert log.table.state == "running"
    assert log.add("anna", EndingProposed(new_id(), True))
    assert (log.table.state, log.table.ended) == ("over", "agreed")


def test_who_leaves_no_longer_stands_in_the_way_of_an_end() -> None:
    log = running("mezen", "anna", "boris")
    log.add("anna", EndingProposed(new_id(), True))
    log.add("boris", MemberGotUp(new_id(), 1, "adept"))
    assert log.table.ended == "agreed"


# Another edition


class NewerGzhel(type(registry.get_game("gzhel"))):  # type: ignore[misc]
    __module__ = "core.games.gzhel"
    edition = registry.get_game("gzhel").edition + 1


def test_what_was_prepared_and_wished_for_stays_when_a_newer_samovar_goes_on_by_the_log() -> None:
    log, (first, second, third) = gzhel_painting()
    log.prepare(third, 1)
    log.choose(1)
    log.add(log.name(second), EndingProposed(new_id(), True))
    event = settled(log.terms, log.seed, log.entries, log.table.snapshot(), NewerGzhel()).upgraded()
    assert event is not None
    newer = TableProjection(log.terms, log.seed, NewerGzhel())
    newer.fold(log.entries)
    assert newer.fold([StoredEvent(log.table.length, "anna", 2000.0, event)])
    assert newer.prepared(third) == log.table.prepared(third) != []
    assert newer.agreed_to_end == {second} and newer.last_of(first) == log.table.last_of(first) is not None
    assert log.add("anna", event)
    assert log.table.match is None and log.table.is_newer, "the older edition can only watch now"
