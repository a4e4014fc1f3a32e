"""A match that is walked through, without a screen."""

from core import registry
from core.match import Match, Seat
from core.rng import Rng
from tests.tui.sessions.fake_time import FakeScheduler
from tests.tui.sessions.lanterns import ANNA, BORIS, DARK, GLOW, OMEN, VERA, WHISPER, lanterns
from tui.sessions.changes import Change, MatchReplaced, ModeChanged
from tui.sessions.mode import Replaying
from tui.sessions.replay import PACES, ReplaySession
from tui.sessions.session import CHANGED_LAST


def walked(match: Match, *notations: str) -> tuple[ReplaySession, list[Change]]:
    """A replay of these moves, and what it tells."""
    for notation in notations:
        match.play(notation)
    session, told = ReplaySession(match, FakeScheduler()), list[Change]()
    session.listener = told.append
    session.start()
    return session, told


def test_it_begins_at_the_beginning_and_goes_where_it_is_told() -> None:
    session, told = walked(lanterns(ANNA, VERA), DARK, GLOW, OMEN)
    assert session.mode == Replaying(0, 3) and session.log_end == 0 and told == []
    session.go(2)
    assert session.mode == Replaying(2, 3)
    assert told == [ModeChanged(Replaying(0, 3), Replaying(2, 3)), MatchReplaced()]
    assert session.make_view().state.lit == [DARK, GLOW]
    assert not session.make_view().is_deciding, "nobody decides in what has been"
    session.go(99)
    assert session.mode == Replaying(3, 3)
    session.go(-1)
    assert session.mode == Replaying(0, 3)


def test_it_changes_nothing_of_the_match() -> None:
    session, _ = walked(lanterns(ANNA, VERA), DARK, GLOW)
    session.go(1)
    session.submit([session.match.legal_moves[0]])
    session.undo()
    session.redo()
    assert [entry.notation for entry in session.match.log] == [DARK, GLOW]


def test_rounds_are_walked_to_their_beginnings() -> None:
    """Two players with two decisions each: a round has four."""
    session, _ = walked(lanterns(ANNA, VERA), *[DARK] * 10)
    stops = []
    for by in (1, 1, 1, 1, -1, -1, -1, -1):
        session.go_round(by)
        stops.append(session.log_index)
    assert stops == [4, 8, 10, 10, 8, 4, 0, 0]
    session.go(6)
    session.go_round(-1)
    assert session.log_index == 4, "first to the beginning of this round"


def test_only_what_has_happened_by_then_is_told() -> None:
    session, _ = walked(lanterns(ANNA, VERA), DARK, GLOW, OMEN)
    assert session.last_move_text == "The beginning." and session.log_rows() == []
    session.go(2)
    assert session.last_move_text == "Anna lights the glow lantern."
    assert [row.text for row in session.log_rows()] == [
        "Anna lights the dark lantern.",
        "Anna lights the glow lantern.",
    ]


def test_several_people_see_the_first_ones_log_and_nobody_elses_secrets() -> None:
    session, _ = walked(lanterns(ANNA, BORIS), WHISPER, DARK, WHISPER, DARK)
    session.go(4)
    assert session.viewer == 0
    assert [row.at for row in session.log_rows()] == [0, 1, 3]


def test_a_spectator_sees_a_replay_of_bots() -> None:
    assert walked(lanterns(VERA, Seat("Gleb", "bot", "random")), DARK)[0].viewer is None


def test_what_the_last_move_changed_is_marked() -> None:
    match, rng = Match.new(registry.get_game("mezen"), [Seat("Anna")], {}, 7), Rng(7)
    while len(match.log) < 12:
        match.play(rng.choice(list(match.legal_moves)))
    session, _ = walked(match)
    marked = 0
    for at in range(1, 13):
        session.go(at)
        view = match.game.view(match.state_at(at), 0, match.names)
        assert dict(session.marks()) == dict.fromkeys(view.changed_targets(match.state_at(at - 1)), CHANGED_LAST)
        marked += len(session.marks())
    assert marked


def test_it_plays_by_itself_to_the_end_and_begins_again() -> None:
    match = lanterns(ANNA, BORIS)
    for _ in range(4):
        match.play(next(iter(match.legal_moves)))
    scheduler = FakeScheduler()
    session = ReplaySession(match, scheduler)
    session.toggle_play()
    assert session.mode == Replaying(0, len(match.log), True) and session.log_index == 0
    for log_index in range(1, len(match.log) + 1):
        scheduler.step()
        assert session.log_index == log_index
    assert session.mode == Replaying(len(match.log), len(match.log), False) and scheduler.is_idle
    session.toggle_play()
    assert session.log_index == 0 and session.is_playing
    session.stop()
    assert scheduler.is_idle


def test_its_pace_can_be_changed() -> None:
    match = lanterns(ANNA, BORIS)
    for _ in range(4):
        match.play(next(iter(match.legal_moves)))
    scheduler = FakeScheduler()
    session = ReplaySession(match, scheduler)
    for _ in range(2 * len(PACES)):
        session.change_pace(1)
    session.toggle_play()
    scheduler.step()
    assert scheduler.now == min(PACES)
    for _ in range(2 * len(PACES)):
        session.change_pace(-1)
    scheduler.step()
    assert scheduler.now == min(PACES) + max(PACES)
