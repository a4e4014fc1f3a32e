"""Tables of one edition of the rules, folded by Samovars that have another one, or other fields in their positions."""

import msgspec
import pytest

from core.game import Game, OptionValue
from saves.club.events import (
    EndingProposed,
    MemberSatDown,
    MoveChosen,
    RulesUpgraded,
    StoredEvent,
    decode,
    encode,
    new_id,
)
from saves.club.projection import TableProjection, settled
from saves.club.snapshot import Snapshot
from saves.club.terms import SeatTerms, Terms
from tests.core.games.pebbles import PebblesGame
from tests.saves.club.editions import (
    AddedField,
    NeededField,
    OptionWithPast,
    OtherLuck,
    OtherRules,
    RenamedField,
    ReorderedFields,
    SameRules,
    StillNewer,
)
from tests.saves.club.tables import Log

FIRST = PebblesGame()
#: Anna takes two and peeks, Boris takes one, Anna takes one and passes: without omens nobody could. It is Boris's turn.
MOVES = ("two", "peek", "one", "one", "pass")


def laid(edition: int = 1, **options: OptionValue) -> Terms:
    return Terms("pebbles", edition, "anna", (SeatTerms("anna"), SeatTerms("boris")), options)


def begun(game: Game = FIRST, *moves: str, **options: OptionValue) -> Log:
    """A table of Anna and Boris at which these moves were made."""
    log = Log(laid(game.edition, **options), game=game)
    assert log.add("boris", MemberSatDown(new_id(), 1))
    play(log, *moves)
    return log


def play(log: Log, *moves: str) -> None:
    for move in moves:
        assert log.add(log.name(log.actor), MoveChosen(new_id(), log.actor, move)), move


def goes_on(log: Log, game: Game, stored: str) -> Log:
    """The table as a newer Samovar goes on with it; every other terminal that has one comes to the same."""
    found = settled(log.terms, log.seed, log.entries, stored, game)
    event = found.upgraded()
    assert event is not None and decode(encode(event)) == event
    newer = Log(log.terms, log.seed, game)
    newer.entries, newer.time = list(log.entries), log.time
    newer.table.fold(log.entries)
    assert newer.add("anna", event)
    assert not newer.table.is_older and newer.match.state.digest() == found.match.state.digest()  # type: ignore[union-attr]
    for stale in ("", stored):
        late = settled(log.terms, log.seed, newer.entries, stale, game)
        assert late.digest() == newer.table.digest(), "who comes late"
    return newer


def stored_after(log: Log, lines: int) -> str:
    """What was stored when the log was so long."""
    return log.fresh(log.entries[:lines]).snapshot()


# By the rules of its time


@pytest.mark.parametrize("game", [SameRules(), OptionWithPast()], ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("behind", [0, 1, 3, None])
def test_an_older_table_goes_on_in_full_and_can_be_taken_back(game: Game, behind: int | None) -> None:
    log = begun(FIRST, *MOVES, "two")
    stored = "" if behind is None else stored_after(log, log.table.length - behind)
    newer = goes_on(log, game, stored)
    assert [entry.notation for entry in newer.match.log] == [entry.notation for entry in log.match.log]
    assert not newer.match.archived_moves and not newer.table.rules_changed
    taken = newer.table.last_of(1)
    assert taken is not None and newer.take_back(1, taken)
    assert newer.match.legal_moves == log.fresh(log.entries[:-1]).match.legal_moves  # type: ignore[union-attr]
    play(newer, "one", "one", "peek")


def test_an_option_that_was_chosen_holds_whatever_was_usual() -> None:
    game = OptionWithPast()
    assert begun(game, "two").match.state.peeks is False  # type: ignore[attr-defined]
    assert begun(game, "two", peeks=True).match.state.peeks is True  # type: ignore[attr-defined]
    older = begun(FIRST, "two", heap=200)
    newer = goes_on(older, game, older.table.snapshot())
    assert newer.match.setup.options == {"heap": 200, "peeks": True}


@pytest.mark.parametrize("game", [SameRules(), OptionWithPast(), OtherRules()], ids=lambda game: type(game).__name__)
def test_a_table_that_waits_begins_by_the_rules_of_its_time(game: Game) -> None:
    log = Log(laid(), game=game)
    assert log.table.state == "waiting" and log.table.is_older and log.table.upgraded() is None
    assert log.add("boris", MemberSatDown(new_id(), 1))
    newer = goes_on(log, game, "")
    play(newer, "two")
    assert not newer.table.rules_changed
    assert [move.notation for move in newer.match.legal_moves] == (
        ["one", "two"] if isinstance(game, OtherRules) else ["peek", "pass"]
    )


# By other rules


@pytest.mark.parametrize("behind", [0, 1, 2])
def test_rules_without_a_past_go_on_from_what_was_stored_with_the_lines_after_it(behind: int) -> None:
    """In the last lines nobody could have peeked, so the new rules can follow them."""
    log = begun(FIRST, *MOVES, "one", "two")
    newer = goes_on(log, OtherRules(), stored_after(log, log.table.length - behind))
    assert newer.match.state.scores() == log.match.state.scores() == [5, 2]
    assert newer.table.rules_changed and not newer.table.moves_lost
    assert newer.match.log == [] and newer.match.archived_moves[: len(MOVES)] == ["two", "peek", "one", "end", "one"]
    assert newer.table.last_of(0) is newer.table.last_of(1) is None, "what came before cannot be taken back"
    play(newer, "bell", "one")


def test_lines_that_newer_rules_cannot_follow_are_lost_and_the_table_goes_on() -> None:
    log = begun(FIRST, *MOVES, "one", "one", "peek", "two", "pass")
    newer = goes_on(log, OtherRules(), stored_after(log, log.table.length - 3))
    assert newer.table.rules_changed and newer.table.moves_lost
    assert newer.match.state.scores() == [4, 2], "Anna has taken one, and peeks no more"
    assert log.match.state.scores() == [4, 4]
    play(newer, "two")


def test_a_taking_back_of_what_was_stored_cannot_be_followed_and_nothing_after_it() -> None:
    log = begun(FIRST, *MOVES, "one", "two")
    stored = log.table.snapshot()
    taken = log.table.last_of(0)
    assert taken is not None and log.take_back(0, taken)
    play(log, "one", "pass")
    newer = goes_on(log, OtherRules(), stored)
    assert newer.table.moves_lost and newer.match.state.scores() == [5, 2]


def test_what_is_legal_on_top_of_a_taking_back_that_cannot_be_followed_is_lost_too() -> None:
    """Anna, alone, takes back one pebble and takes two: three and two would be another match."""
    log = Log(Terms("pebbles", 1, "anna", (SeatTerms("anna"),)), game=FIRST)
    play(log, "two", "peek", "one")
    stored = log.table.snapshot()
    taken = log.table.last_of(0)
    assert taken is not None and log.take_back(0, taken)
    play(log, "two", "pass")
    newer = goes_on(log, OtherRules(), stored)
    assert newer.table.moves_lost and newer.match.state.scores() == [3]


def test_a_log_that_can_be_followed_and_leads_elsewhere_is_not_the_match() -> None:
    log = begun(FIRST, *MOVES)
    newer = goes_on(log, OtherLuck(), log.table.snapshot())
    assert newer.table.rules_changed and newer.match.state.omens == log.match.state.omens  # type: ignore[attr-defined]
    assert goes_on(log, OtherLuck(), "").match.state.omens != log.match.state.omens  # type: ignore[attr-defined]


def test_a_line_that_nobody_could_write_does_not_part_the_terminals() -> None:
    log = begun(FIRST, *MOVES)
    assert not log.add("boris", MoveChosen(new_id(), 0, "one")), "it is not for Boris to move for Anna"
    stored = log.table.snapshot()
    play(log, "one", "two")
    newer = goes_on(log, SameRules(), stored)
    assert newer.match.state.scores() == log.match.state.scores() and not newer.table.moves_lost


@pytest.mark.parametrize("edition", [0, 2])
def test_a_position_of_an_edition_that_did_not_play_then_is_not_used(edition: int) -> None:
    log, other = begun(FIRST, *MOVES), begun(FIRST, *MOVES[:-1], "peek")
    kept = msgspec.json.decode(other.table.snapshot()) | {"edition": edition}
    newer = goes_on(log, SameRules(), msgspec.json.encode(kept).decode())
    assert not newer.table.rules_changed and newer.match.log[-1].notation == "pass"


def test_without_anything_stored_the_log_is_followed_as_far_as_it_can_be() -> None:
    log = begun(FIRST, "one", "two", "one", "peek", "two", "pass")
    newer = goes_on(log, OtherRules(), "")
    assert newer.table.moves_lost
    assert newer.match.state.scores() == [2, 2] and newer.match.archived_moves == [
        "one",
        "end",
        "two",
        "end",
        "one",
        "end",
    ]
    assert newer.actor == 1


@pytest.mark.parametrize("damage", ["[]", "{", "cut", "fields", "cheat"])
def test_an_unreadable_position_does_not_stop_a_log_that_can_be_followed(damage: str) -> None:
    log = begun(FIRST, *MOVES, "two")
    kept = msgspec.json.decode(log.table.snapshot())
    if damage == "fields":
        kept["position"].pop("heap")
    if damage == "cheat":
        kept["position"]["taken"] = [99, 0]
    written = msgspec.json.encode(kept).decode()
    stored = {"cut": written[:-5], "fields": written, "cheat": written}.get(damage, damage)
    newer = goes_on(log, SameRules(), stored)
    assert not newer.table.rules_changed and newer.match.log
    play(newer, "pass")


def test_a_match_that_would_have_ended_by_the_newer_rules_goes_on() -> None:
    """By the newer rules a heap has three pebbles, and is empty long before the stored position."""

    class SmallHeap(OtherRules):
        __module__ = "tests.core.games.pebbles"

        def start(self, setup: object) -> object:  # type: ignore[override]
            state = super().start(setup)  # type: ignore[arg-type]
            state.heap = state.size = 3  # type: ignore[attr-defined]
            return state

    log = begun(FIRST, "one", "two", "one", "peek", "one")
    game = SmallHeap()
    plain = TableProjection(log.terms, log.seed, game)
    plain.fold(log.entries)
    assert plain.ended == "played", "the log alone would lead there"
    newer = goes_on(log, game, log.table.snapshot())
    assert newer.table.state == "running" and newer.match.state.scores() == [2, 3]
    play(newer, "one")


# Tables that are over


@pytest.mark.parametrize("game", [SameRules(), OptionWithPast(), OtherRules()], ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("behind", [0, 1])
def test_a_table_that_is_over_has_the_result_that_it_had(game: Game, behind: int) -> None:
    log = begun(FIRST, *MOVES)
    while not log.match.is_over:
        play(log, log.match.legal_moves[0].notation)
    table = settled(log.terms, log.seed, log.entries, stored_after(log, log.table.length - behind), game)
    assert table.ended == "played" and table.match is not None and table.upgraded() is None
    assert table.match.state.scores() == log.match.state.scores()
    assert table.match.state.ranking() == log.match.state.ranking()
    assert bool(table.match.log) == (not isinstance(game, OtherRules) or behind == 1)


def test_a_table_that_ended_by_agreement_stays_ended() -> None:
    log = begun(FIRST, *MOVES)
    for name in ("anna", "boris"):
        assert log.add(name, EndingProposed(new_id(), True))
    for game in (SameRules(), OtherRules()):
        table = settled(log.terms, log.seed, log.entries, log.table.snapshot(), game)
        assert table.ended == "agreed" and table.match is not None
        assert table.match.state.scores() == log.match.state.scores()


# Older Samovars


def test_an_older_samovar_leaves_alone_what_a_newer_one_has_taken_over() -> None:
    for game in (SameRules(), OtherRules()):
        log = begun(FIRST, *MOVES)
        newer = goes_on(log, game, log.table.snapshot())
        play(newer, "two")
        assert [bool(log.table.fold([entry])) for entry in newer.entries[log.table.length :]] == [True, False]
        assert log.table.is_newer and log.table.match is None and log.table.turn == []
        shown = log.table.stored_match(newer.table.snapshot())
        assert shown is not None and shown.state.scores() == newer.match.state.scores()
        assert log.table.upgraded() is None
        again = settled(log.terms, log.seed, newer.entries, newer.table.snapshot(), FIRST)
        assert again.is_newer and again.match is None


def test_one_newer_samovar_after_the_other() -> None:
    log = begun(FIRST, *MOVES)
    second = goes_on(log, OptionWithPast(), log.table.snapshot())
    play(second, "one", "one", "peek")
    third = goes_on(second, StillNewer(), second.table.snapshot())
    assert len(third.match.log) == len(second.match.log) and third.table.edition == 3
    play(third, "one")
    second.table.fold(third.entries[second.table.length :])
    assert second.table.is_newer and second.table.match is None


def test_newer_rules_that_cannot_follow_the_first_log_go_on_from_the_last_line_that_tells_a_position() -> None:
    """The second edition follows the log of the first, the third does not, and nothing is stored after the second."""

    class OtherRulesStill(OtherRules):
        __module__ = "tests.core.games.pebbles"
        edition = 3

    log = begun(FIRST, *MOVES)
    second = goes_on(log, SameRules(), log.table.snapshot())
    play(second, "one", "two")
    third = goes_on(second, OtherRulesStill(), "")
    assert third.match.state.scores() == second.match.state.scores()
    assert not third.table.moves_lost
    play(third, "bell", "one")


def test_a_table_with_an_option_that_is_not_known_here_is_a_newer_one() -> None:
    """A variant that nobody has by default needs no edition; an older Samovar does not know it."""
    for terms in (laid(1, peeks=True), laid(1, heap=13), laid(3, peeks=True), laid(2)):
        log = Log(terms, game=FIRST)
        assert log.table.is_newer and log.table.state == "waiting"
        assert log.add("boris", MemberSatDown(new_id(), 1))
        assert log.table.state == "running" and log.table.match is None and log.table.snapshot() == ""


# Who may take over


def test_only_a_player_takes_over_and_only_what_is_told_rightly() -> None:
    log = begun(FIRST, *MOVES)
    game = SameRules()
    event = settled(log.terms, log.seed, log.entries, log.table.snapshot(), game).upgraded()
    assert event is not None
    kept = msgspec.json.decode(event.stored, type=Snapshot)
    at = log.table.length
    wrong = [
        msgspec.structs.replace(kept, length=at - 1),
        msgspec.structs.replace(kept, edition=2),
        msgspec.structs.replace(kept, ended="played"),
        msgspec.structs.replace(kept, chairs=kept.chairs[:1]),
    ]
    events = [RulesUpgraded(new_id(), 2, msgspec.Raw(msgspec.json.encode(snapshot))) for snapshot in wrong]
    events += [RulesUpgraded(new_id(), 1, event.stored), RulesUpgraded(new_id(), 2, msgspec.Raw(b"[]"))]
    for each in (FIRST, game):
        for author, bad in [("anna", bad) for bad in events] + [("eve", event)]:
            table = TableProjection(log.terms, log.seed, each)
            table.fold(log.entries)
            assert not table.fold([StoredEvent(at, author, 1.0, bad)]) and table.edition == 1


def test_the_same_edition_is_not_taken_over() -> None:
    log = begun(SameRules(), "two", "pass")
    forged = stored_after(begun(SameRules(), "one"), 2)
    assert settled(log.terms, log.seed, log.entries, forged, SameRules()).digest() == log.table.digest()
    assert log.table.upgraded() is None


# Other fields, the same rules


@pytest.mark.parametrize("stored", ["", "{", "[]", '{"length": 3}'])
def test_by_its_log_a_table_needs_no_stored_position(stored: str) -> None:
    log = begun(OtherRules(), "two", "one")
    for game in (AddedField(), ReorderedFields(), RenamedField(), NeededField()):
        table = settled(log.terms, log.seed, log.entries, stored or log.table.snapshot(), game)
        assert table.match is not None and [entry.notation for entry in table.match.log] == ["two", "end", "one", "end"]
        assert table.last_of(1) == log.table.last_of(1) is not None


def upgraded_by(game: Game) -> Log:
    """A table that goes on from a position of older rules, which stands in its log as this Samovar wrote it."""
    log = begun(FIRST, *MOVES)
    newer = goes_on(log, game, log.table.snapshot())
    play(newer, "one", "two")
    return newer


@pytest.mark.parametrize(
    ("yesterday", "today"),
    [
        (OtherRules(), AddedField()),
        (AddedField(), OtherRules()),
        (OtherRules(), ReorderedFields()),
        (ReorderedFields(), OtherRules()),
        (RenamedField(), RenamedField()),
        (NeededField(), OtherRules()),
    ],
    ids=["added", "dropped", "reordered", "ordered", "renamed", "dropped-without-default"],
)
def test_a_position_in_the_log_is_read_by_the_fields_of_today(yesterday: Game, today: Game) -> None:
    log = upgraded_by(yesterday)
    table = TableProjection(log.terms, log.seed, today)
    table.fold(log.entries)
    assert table.match is not None and table.match.state.scores() == log.match.state.scores()
    assert [entry.notation for entry in table.match.log] == [entry.notation for entry in log.match.log]
    assert table.last_of(0) == log.table.last_of(0) is not None


def test_a_position_that_lacks_a_field_without_default_can_not_be_played_on() -> None:
    log = upgraded_by(OtherRules())
    table = TableProjection(log.terms, log.seed, NeededField())
    table.fold(log.entries)
    assert table.match is None and table.state == "running" and not table.is_newer
    assert table.stored_match(log.table.snapshot()) is None
