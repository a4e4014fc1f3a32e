"""The format of a match file, and the conversion to and from `core.match.Match`.

A file holds the log and the position. The log decides: within an edition of the rules, a log that replays is the
match, whatever the fields of a position are called by now. Only a log of another edition is compared with the stored
position; where the two disagree, or the log breaks, the match goes on from the position.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec

from core import __version__, registry
from core.bots import is_level
from core.errors import GameError, InvalidMatchError
from core.game import Game, GameOption, OptionValue, Setup, State, digest_of
from core.log_notes import BROKEN_LOG, NO_REPLAY, OTHER_POSITION, OTHER_RULES, went_on_text
from core.match import WENT_ON, DailyDeal, Match, Note, Seat, clean_name
from saves.match_index import MatchHead
from saves.migrations import UnsupportedFormatError, migrated
from saves.position_check import UnplayablePositionError, check_position, is_playable, is_position
from saves.sanitize import one_line, save_name

FORMAT = 2

#: The largest number of moves; the longest games of random moves had two thousand.
_LONGEST = 20_000
#: More seats than any game has.
_SEATS = 12
#: How many notes are stored with a match, the latest.
_NOTES = 1000
#: More facts than any note has.
_FACTS = 8

Timestamp = Annotated[datetime, msgspec.Meta(tz=True)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Points = Annotated[int, msgspec.Meta(ge=-(10**6), le=10**6)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]
Text = Annotated[str, msgspec.Meta(max_length=1000)]
Notation = Annotated[str, msgspec.Meta(max_length=60)]
Notations = Annotated[list[Notation], msgspec.Meta(max_length=_LONGEST)]

#: Dates are clamped to these, so that each can be shown in every time zone.
_EARLIEST = datetime(1971, 1, 1, tzinfo=UTC)
_LATEST = datetime(2999, 1, 1, tzinfo=UTC)


class InvalidRecordError(Exception):
    """A record that cannot be read or played; its text is a clause that goes after "cannot be opened:"."""


class SeatRecord(msgspec.Struct, omit_defaults=True, gc=False):
    """Who plays one seat."""

    name: Text
    kind: Literal["you", "bot"]
    level: Text
    habits: dict[str, OptionValue] = {}


class Result(msgspec.Struct, frozen=True):
    """How a match ended: seats from first to last, points by seat and by the id of their source."""

    ranking: list[list[int]]
    scores: list[int]
    breakdown: dict[str, list[int]]


class StartPosition(msgspec.Struct, frozen=True):
    """The position from which a match was resumed, and the moves that had led to it, if they are known."""

    moves: Notations
    position: msgspec.Raw


class MatchRecord(msgspec.Struct, omit_defaults=True):
    """The content of a match file."""

    format: int
    app: str
    game: str
    edition: Number
    seed: Number
    options: dict[str, OptionValue]
    seats: list[SeatRecord]
    moves: Notations
    position: msgspec.Raw
    digest: str
    started: Timestamp
    saved: Timestamp
    result: Result | None
    name: str = ""
    notes: list[Note] = []
    past: StartPosition | None = None
    #: For lists, which replay nothing: the points, and the seat that decides.
    scores: Annotated[list[Points], msgspec.Meta(max_length=_SEATS)] = []
    turn: Annotated[int, msgspec.Meta(ge=0, le=_SEATS)] | None = None
    #: The seconds for which it was played; 0 in files of older versions.
    played: Seconds = 0.0
    deal: DailyDeal | None = None


class _RecordHeader(msgspec.Struct):
    """The fields that every format has."""

    format: int
    app: str = "unknown"


class RestoredMatch(msgspec.Struct):
    """A match from a file, with messages for its player."""

    match: Match
    messages: list[str]
    #: Whether the log was replayed; otherwise the match goes on from the stored position.
    by_log: bool = True


def now() -> datetime:
    return datetime.now(UTC)


def head(saved: MatchRecord) -> MatchHead:
    """Return what a list of matches shows of a record."""
    names = [clean_name(seat.name) or "?" for seat in saved.seats[:_SEATS]]
    points = saved.result.scores if saved.result is not None else saved.scores
    told = [f"{name} {points[seat]}" if seat < len(points) else name for seat, name in enumerate(names)]
    turn = names[saved.turn] if saved.turn is not None and saved.turn < len(names) else ""
    return MatchHead(
        saved.game,
        saved.name,
        ", ".join(names),
        ", ".join(told),
        turn,
        len(saved.moves),
        saved.result is not None,
        saved.saved.timestamp(),
    )


# From a match to bytes


def make_record(match: Match, started: datetime, name: str = "", played: float = 0.0) -> MatchRecord:
    """Return the record of a match as it is now."""
    state = match.state
    return MatchRecord(
        format=FORMAT,
        app=__version__,
        game=match.game.name,
        edition=match.game.edition,
        seed=match.setup.seed,
        options=match.setup.options,
        seats=[SeatRecord(seat.name, seat.kind, seat.level, seat.habits) for seat in match.seats],
        moves=[entry.notation for entry in match.log],
        position=msgspec.Raw(msgspec.json.encode(state)),
        digest=state.digest(),
        started=started,
        saved=now(),
        result=make_result(match),
        name=name,
        notes=match.notes,
        past=_past(match),
        scores=state.shown_scores() or [],
        turn=state.actor,
        played=played,
        deal=match.daily,
    )


def make_result(match: Match) -> Result | None:
    """Return how a match ended; None when it is not over."""
    state = match.state
    if not match.is_over:
        return None
    return Result(state.ranking(), state.scores(), state.breakdown())


def _past(match: Match) -> StartPosition | None:
    if not match.has_start_position:
        return None
    return StartPosition(match.archived_moves, msgspec.Raw(msgspec.json.encode(match.state_at(0))))


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(MatchRecord)
_head_decoder = msgspec.json.Decoder(_RecordHeader)


def encode(saved: MatchRecord) -> bytes:
    return _encoder.encode(saved)


# From bytes to a match


def decode(data: bytes) -> MatchRecord:
    """Return the record in a file's content; raise InvalidRecordError when there is none."""
    if not data.strip():
        raise InvalidRecordError("the file is empty")
    try:
        head = _head_decoder.decode(data)
        if head.format > FORMAT:
            raise InvalidRecordError(_newer(head.app))
        saved = _decoder.decode(data if head.format == FORMAT else migrated(data, head.format, FORMAT))
    except UnsupportedFormatError as error:
        raise InvalidRecordError(f"its format {one_line(str(head.format), 20)} is unknown") from error
    except msgspec.ValidationError as error:
        raise InvalidRecordError(f"it is not a match of Samovar ({_plainly(error)})") from error
    except msgspec.DecodeError as error:
        if "truncated" in str(error):
            raise InvalidRecordError("the file is cut short") from error
        raise InvalidRecordError("the file is not JSON") from error
    except (RecursionError, UnicodeDecodeError) as error:
        raise InvalidRecordError("the file is not JSON that can be read") from error
    if saved.game not in registry.GAME_NAMES:
        raise InvalidRecordError(f"there is no game {one_line(saved.game, 20)!r} in this Samovar")
    saved.name = save_name(saved.name)
    saved.started, saved.saved = _clamped_time(saved.started), _clamped_time(saved.saved)
    return saved


def _newer(app: str) -> str:
    return f"it was written by a newer Samovar ({one_line(app, 20)})"


def _clamped_time(moment: datetime) -> datetime:
    """Return the time, or the nearest that a calendar can show: a wrong date is no reason to lose a match."""
    return min(max(moment, _EARLIEST), _LATEST)


def _plainly(error: msgspec.ValidationError) -> str:
    """Turn msgspec's "Expected `int`, got `str` - at `$.seed`" into "seed: expected int, got str"."""
    what, _, where = one_line(str(error)).replace("`", "").partition(" - at $")
    text = what[:1].lower() + what[1:]
    return f"{where.lstrip('.')}: {text}" if where else text


def restore(saved: MatchRecord, game: Game | None = None) -> RestoredMatch:
    """Return the saved match; raise InvalidRecordError when it cannot go on."""
    restored = _replayed(saved, game or registry.get_game(saved.game))
    restored.match.daily = saved.deal
    return restored


def _replayed(saved: MatchRecord, game: Game) -> RestoredMatch:
    if saved.edition > game.edition:
        raise InvalidRecordError(f"{_newer(saved.app)}, with newer rules of {game.title}")
    try:
        setup = game.setup(len(saved.seats), saved.options, saved.seed, saved.edition)
    except InvalidMatchError as error:
        raise InvalidRecordError(_clause(error)) from error
    seats, remarks = _seats(saved.seats, game)
    try:
        match = Match.replay(game, setup, seats, saved.moves, _first(saved, game))
        if _is_what_was_saved(match, saved) and _is_same_position(match, saved):
            match.archived_moves = saved.past.moves if saved.past else []
            match.notes = _notes(saved.notes, len(match.log))
            return RestoredMatch(match, remarks)
        reason, why = "its log leads to another position", OTHER_POSITION
    except GameError as error:
        reason, why = f"its log breaks ({_clause(error)})", BROKEN_LOG
    except Exception:  # rejected; or not, but a position made by hand broke the rules
        reason, why = "its log cannot be replayed", NO_REPLAY
    match = _resume_from_position(saved, game, setup, seats, reason)
    if saved.edition != game.edition:
        reason, why = f"the rules of {game.title} have changed since it was saved", OTHER_RULES
    match.notes = _notes(saved.notes, 0)
    match.add_note(WENT_ON, why)
    return RestoredMatch(match, [*remarks, went_on_text(reason)], by_log=False)


def _is_what_was_saved(match: Match, saved: MatchRecord) -> bool:
    """Whether a log that replayed led to the match that was saved.

    With the same rules it did. Other rules may find every move legal and still lead to another match, so the position
    must be the stored one, either as it was written or as it is read with today's fields. A position that cannot be
    read does not stop a log that replays.
    """
    if saved.edition == match.game.edition or match.state.digest() == saved.digest:
        return True
    return is_position(saved.position, match.state, match.game) is not False


def _seats(saved: Sequence[SeatRecord], game: Game) -> tuple[list[Seat], list[str]]:
    """Return the seats with sanitized names and only known levels and habits."""
    seats, remarks = [], []
    for number, seat in enumerate(saved, 1):
        name = clean_name(seat.name) or f"Player {number}"
        level = seat.level
        if seat.kind == "bot" and not is_level(level):
            remarks.append(f"There is no bot level {one_line(level, 20)!r} here: {name} plays as a novice.")
            level = "novice"
        seats.append(Seat(name, seat.kind, level, known_habits(game, seat.habits)))
    return seats, remarks


def known_habits(game: Game, habits: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the habits that the game has, where the value is one of the game's."""
    return {habit.name: habits[habit.name] for habit in game.habits if _is_choice(habit, habits)}


def _is_choice(habit: GameOption, habits: dict[str, OptionValue]) -> bool:
    """Whether the habits hold this one with a possible value."""
    value = habits.get(habit.name)
    return any(type(value) is type(choice) and value == choice for choice in habit.choices)


def _first(saved: MatchRecord, game: Game) -> State | None:
    """Return the position that the log starts from, when it is not the start of the game."""
    if saved.past is None:
        return None
    return check_position(saved.past.position, game, len(saved.seats))


def _is_same_position(match: Match, saved: MatchRecord) -> bool:
    """Whether the match began as the rules begin it, or was resumed from a playable position."""
    return saved.past is None or is_playable(match.state, match.game, len(match.seats))


def _resume_from_position(saved: MatchRecord, game: Game, setup: Setup, seats: Sequence[Seat], reason: str) -> Match:
    """Return the match that goes on from the stored position, if the game can go on from there."""
    try:
        position = check_position(saved.position, game, len(seats))
    except UnplayablePositionError as error:
        raise InvalidRecordError(f"{reason}, and its position {error}") from error
    if _digest_in_file(saved) != saved.digest:
        raise InvalidRecordError(f"{reason}, and its position does not have the digest it was saved with")
    past = (saved.past.moves if saved.past else []) + saved.moves
    return Match.resume_from(game, setup, seats, position, past[-_LONGEST:])


def _digest_in_file(saved: MatchRecord) -> str:
    """Return the digest of the position as the file has it: of its own fields, whatever today's are."""
    return digest_of(msgspec.json.encode(msgspec.json.decode(saved.position)))


def _notes(notes: Sequence[Note], last: int) -> list[Note]:
    return [
        Note(
            max(0, min(note.at, last)),
            one_line(note.kind),
            tuple(one_line(fact) if isinstance(fact, str) else fact for fact in note.facts[:_FACTS]),
        )
        for note in notes[-_NOTES:]
    ]


def _clause(error: Exception) -> str:
    """Return a sentence as part of another sentence."""
    text = one_line(str(error)).rstrip(".")
    return text[:1].lower() + text[1:]
