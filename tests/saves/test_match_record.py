"""A match goes to bytes and comes back, whatever has changed in between."""

import subprocess
import sys

import msgspec
import pytest

from core import registry
from core.bots.evaluator import Evaluator
from core.errors import GameError
from core.game import OptionValue, Setup, State
from core.games.mezen import MezenGame
from core.log_notes import note_text
from core.match import TEXT, TOOK_BACK, Match, Note, Seat
from core.rng import Rng
from saves import match_record
from saves.match_record import InvalidRecordError, MatchRecord
from tests.limits import LIMIT

PEOPLE = (Seat("Anna"), Seat("Novice", "bot", "novice"))


def match_after(moves: int, seed: int = 7) -> Match:
    """A match in which chance has decided for everybody."""
    match = Match.new(registry.get_game("mezen"), PEOPLE, {}, seed)
    return play_on(match, moves, seed)


def play_on(match: Match, moves: int, seed: int = 7) -> Match:
    rng = Rng(seed)
    for _ in range(moves):
        if match.is_over:
            break
        match.play(rng.choice(list(match.state.legal_moves())))
    return match


def saved(match: Match) -> MatchRecord:
    """The match as a file has it."""
    return match_record.decode(match_record.encode(match_record.make_record(match, match_record.now(), "Sunday")))


class OtherRules(MezenGame):
    """Mezen after a change of rules that deals the tiles otherwise."""

    edition = 2

    def start(self, setup: Setup) -> State:
        return super().start(Setup(setup.players, setup.seed + 1, setup.options))

    def evaluator(self) -> Evaluator:
        return MezenGame().evaluator()


class OtherWords(MezenGame):
    """Mezen after a change that does not matter to old logs."""

    edition = 2

    def evaluator(self) -> Evaluator:
        return MezenGame().evaluator()


CHANGED = (
    "The rules of Mezen have changed since it was saved: the match continues from its saved position;"
    " earlier moves can be read but not undone."
)


@pytest.mark.parametrize("moves", [0, 1, 2, 5, 20, 60, 1000])
def test_a_match_comes_back_as_it_was(moves: int) -> None:
    match = match_after(moves)
    restored = match_record.restore(saved(match))
    assert restored.messages == []
    assert restored.match.log == match.log
    assert restored.match.state.digest() == match.state.digest()
    assert restored.match.seats == match.seats
    assert restored.match.setup == match.setup


def test_the_file_has_exactly_the_fields_of_the_format() -> None:
    written = msgspec.json.decode(match_record.encode(match_record.make_record(match_after(3), match_record.now())))
    fields = "format app game edition seed options seats moves position digest started saved result scores turn"
    assert " ".join(written) == fields
    assert written["format"] == 2
    assert written["seats"] == [
        {"name": "Anna", "kind": "you", "level": ""},
        {"name": "Novice", "kind": "bot", "level": "novice"},
    ]
    assert written["result"] is None
    assert written["scores"] == match_after(3).state.scores()
    assert written["turn"] == match_after(3).state.actor


def test_a_finished_match_has_its_result() -> None:
    match = match_after(1000)
    result = saved(match).result
    assert result is not None
    assert result.scores == match.state.scores()
    assert result.ranking == match.state.ranking()
    assert result.breakdown == match.state.breakdown()


def test_habits_and_notes_come_back() -> None:
    seats = (Seat("Anna", habits={"pickup": True}), PEOPLE[1])
    match = play_on(Match.new(registry.get_game("mazaytsy"), seats, {}, 7), 4)
    match.add_note(TOOK_BACK, 1)
    match.add_note(TEXT, "A remark.")
    restored = match_record.restore(saved(match)).match
    assert restored.seats[0].habits == {"pickup": True}
    assert restored.notes == match.notes


def test_notes_from_a_file_are_only_remarks_beside_the_log() -> None:
    match = match_after(3)
    record = saved(match)
    record.notes = [Note(-4, TEXT, ("early",)), Note(1, "\x1b[2J\nred", ("\x07", 1) * 9), Note(10**9, TEXT, ("late",))]
    notes = match_record.restore(record).match.notes
    assert notes == [
        Note(0, TEXT, ("early",)),
        Note(1, "?[2J red", ("?", 1) * 4),
        Note(len(match.log), TEXT, ("late",)),
    ]


def test_of_very_many_notes_the_latest_are_kept() -> None:
    record = saved(match_after(3))
    record.notes = [Note(0, TEXT, (str(number),)) for number in range(1500)]
    notes = match_record.restore(record).match.notes
    assert [note.facts[0] for note in notes] == [str(number) for number in range(500, 1500)]


def test_a_past_never_grows_beyond_what_can_be_read_again() -> None:
    """A match that goes on from its position a second time, after the longest past that a file may have."""
    old = match_after(12)
    match = play_on(Match.resume_from(old.game, old.setup, old.seats, old.state, ["a1"] * 20_000), 4)
    record = saved(match)
    record.moves[0] = "z9"
    gone_on = match_record.restore(record).match
    assert gone_on.archived_moves == ["a1"] * (20_000 - len(record.moves)) + record.moves
    assert match_record.restore(saved(gone_on)).match.archived_moves == gone_on.archived_moves


@pytest.mark.parametrize("habit", [{"careful": True}, {"pickup": 1}, {"pickup": "yes"}, {"": False}])
def test_habits_that_nobody_can_have_are_dropped(habit: dict[str, OptionValue]) -> None:
    record = saved(play_on(Match.new(registry.get_game("mazaytsy"), PEOPLE, {}, 7), 4))
    record.seats[0].habits = habit
    assert match_record.restore(record).match.seats[0].habits == {}


def test_undo_reaches_back_over_a_save() -> None:
    match = match_after(8)
    before = Match.new(registry.get_game("mezen"), PEOPLE, {}, 7).state.digest()
    restored = match_record.restore(saved(match)).match
    restored.undo_to(0)
    assert restored.state.digest() == before


def test_other_rules_go_on_from_the_position() -> None:
    match = match_after(12)
    restored = match_record.restore(saved(match), OtherRules())
    assert restored.messages == [CHANGED]
    assert restored.match.state.digest() == match.state.digest()
    assert restored.match.archived_moves == [entry.notation for entry in match.log]
    assert restored.match.log == []
    with pytest.raises(GameError):
        restored.match.undo()


def test_a_match_of_other_rules_is_saved_and_comes_back_with_its_past() -> None:
    old = match_after(12)
    match = play_on(match_record.restore(saved(old), OtherRules()).match, 6)
    again = match_record.restore(saved(match), OtherRules())
    assert again.messages == []
    assert again.match.archived_moves == [entry.notation for entry in old.log]
    assert again.match.log == match.log
    assert again.match.state.digest() == match.state.digest()
    again.match.undo_to(0)
    assert again.match.state.digest() == old.state.digest()


def test_a_new_edition_that_replays_alike_is_not_worth_a_word() -> None:
    match = match_after(12)
    restored = match_record.restore(saved(match), OtherWords())
    assert restored.messages == []
    assert restored.match.log == match.log


def test_a_broken_log_goes_on_from_an_intact_position() -> None:
    match = match_after(12)
    record = saved(match)
    record.moves[4] = "z9"
    restored = match_record.restore(record)
    assert restored.messages == [
        "Its log breaks (move 5: 'z9' is not a move of Mezen): the match continues from its saved"
        " position; earlier moves can be read but not undone."
    ]
    assert restored.match.state.digest() == match.state.digest()
    assert note_text(restored.match.notes[-1], restored.match) == (
        "Its log breaks: the match continues from its saved position; earlier moves can be read but not undone."
    )


def test_where_log_and_position_disagree_the_log_decides_within_an_edition() -> None:
    match = match_after(12)
    record = saved(match)
    del record.moves[4:]
    restored = match_record.restore(record)
    assert restored.messages == []
    assert [entry.notation for entry in restored.match.log] == record.moves


def test_a_log_of_another_edition_that_leads_elsewhere_gives_way_to_the_position() -> None:
    """Every move of the shortened log is legal; only the stored position tells that it is another match."""
    match = match_after(12)
    record = saved(match)
    del record.moves[4:]
    restored = match_record.restore(record, OtherWords())
    assert restored.messages == [CHANGED]
    assert not restored.by_log
    assert restored.match.state.digest() == match.state.digest()


def test_a_digest_of_older_fields_is_made_up_for_by_the_position() -> None:
    """A new edition and a new layout at once: the digest fits no longer, but the position is the same."""
    match = match_after(12)
    record = saved(match)
    record.digest = "0" * 16
    restored = match_record.restore(record, OtherWords())
    assert restored.messages == []
    assert restored.match.log == match.log


def forged(field: str) -> MatchRecord:
    """A broken log, and a position with one wrong field and the digest that belongs to it."""
    record = saved(match_after(12))
    position = msgspec.json.decode(record.position)
    position[field] = [] if isinstance(position[field], list) else 99
    state = msgspec.convert(position, MezenGame().state_type())
    record.moves = ["z9"]
    record.position = msgspec.Raw(msgspec.json.encode(position))
    record.digest = state.digest()
    return record


def play_forged(field: str) -> None:
    """Refused, or played to the end."""
    try:
        match = match_record.restore(forged(field)).match
    except (InvalidRecordError, msgspec.ValidationError):
        return
    assert play_on(match, 1000).is_over


def test_a_position_made_by_hand_neither_crashes_nor_hangs_the_game() -> None:
    """In a process of its own, because a rule that never ends would take the tests with it."""
    code = (
        "import resource, msgspec; from tests.saves.test_match_record import match_after, play_forged\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))\n"
        "for field in msgspec.to_builtins(match_after(12).state): play_forged(field)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=LIMIT)


def test_an_unknown_bot_level_plays_as_a_novice() -> None:
    record = saved(match_after(3))
    record.seats[1].level = "\x1b[31mwizard"
    restored = match_record.restore(record)
    assert restored.match.seats[1].level == "novice"
    assert restored.messages == ["There is no bot level '?[31mwizard' here: Novice plays as a novice."]


def test_names_from_a_file_are_only_names() -> None:
    record = saved(match_after(3))
    record.seats[0].name = "\x1b]0;owned\x07An\u202ena\n"
    record.seats[1].name = "\x00"
    match = match_record.restore(record).match
    assert match.names == ["]0;ownedAnna", "Player 2"]
