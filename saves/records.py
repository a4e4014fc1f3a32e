"""The format of a match file, and the way from and to a `core.match.Match`.

A file holds the log and the position. On loading the log is replayed; when that no longer leads to
the position (a rule was mended since), the match goes on from the position itself.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec

from core import __version__, shelf
from core.bots import LEVELS
from core.chance import Chance
from core.errors import ImpossibleMatch, TableError
from core.game import Game, OptionValue, Setup, State
from core.match import Match, Note, Seat, clean_name
from saves.words import one_line, save_name

FORMAT = 1

#: How many moves a position of doubtful origin is tried for.
_TRIAL = 1000

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Seed = Annotated[int, msgspec.Meta(ge=0)]


class BadRecord(Exception):
    """Why a record cannot be read or played: a clause that goes after "cannot be opened:"."""


class SeatRecord(msgspec.Struct, omit_defaults=True):
    """Who sits there."""

    name: str
    kind: Literal["you", "bot"]
    level: str
    habits: dict[str, OptionValue] = {}


class Result(msgspec.Struct, frozen=True):
    """How a match ended: seats from first to last, points by seat and where they came from."""

    ranking: list[list[int]]
    scores: list[int]
    breakdown: dict[str, list[int]]
    verdict: str


class Past(msgspec.Struct, frozen=True):
    """Moves made under other rules, and the position from which the match went on."""

    moves: list[str]
    position: msgspec.Raw


class MatchRecord(msgspec.Struct, omit_defaults=True):
    """A match file."""

    format: int
    app: str
    game: str
    edition: int
    seed: Seed
    options: dict[str, OptionValue]
    seats: list[SeatRecord]
    moves: list[str]
    position: msgspec.Raw
    digest: str
    started: Moment
    saved: Moment
    result: Result | None
    name: str = ""
    notes: list[Note] = []
    past: Past | None = None


class _Head(msgspec.Struct):
    """What every format has."""

    format: int
    app: str = "unknown"


class Restored(msgspec.Struct):
    """A match from a file, and what its player should know about it, in sentences."""

    match: Match
    remarks: list[str]


def now() -> datetime:
    return datetime.now(UTC)


# From a match to bytes


def record(match: Match, started: datetime, name: str = "") -> MatchRecord:
    """The match as it stands."""
    state = match.state
    return MatchRecord(
        format=FORMAT,
        app=__version__,
        game=match.game.name,
        edition=match.game.edition,
        seed=match.setup.seed,
        options=match.setup.options,
        seats=[SeatRecord(seat.name, seat.kind, seat.level, seat.habits) for seat in match.seats],
        moves=[line.notation for line in match.log],
        position=msgspec.Raw(msgspec.json.encode(state)),
        digest=state.digest(),
        started=started,
        saved=now(),
        result=result(match),
        name=name,
        notes=match.notes,
        past=_past(match),
    )


def result(match: Match) -> Result | None:
    """How the match ended, if it has."""
    state = match.state
    if not match.over:
        return None
    return Result(state.ranking(), state.scores(), state.breakdown(), state.verdict())


def _past(match: Match) -> Past | None:
    if not match.past:
        return None
    return Past(match.past, msgspec.Raw(msgspec.json.encode(match.state_at(0))))


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(MatchRecord)
_head_decoder = msgspec.json.Decoder(_Head)


def encode(saved: MatchRecord) -> bytes:
    return _encoder.encode(saved)


# From bytes to a match


def decode(data: bytes) -> MatchRecord:
    """The record in a file's content; a BadRecord says why there is none."""
    if not data.strip():
        raise BadRecord("the file is empty")
    try:
        head = _head_decoder.decode(data)
        if head.format > FORMAT:
            raise BadRecord(f"it was written by a newer Samovar ({one_line(head.app, 20)})")
        saved = _decoder.decode(data)
    except msgspec.ValidationError as error:
        raise BadRecord(f"it is not a match of Samovar ({_plainly(error)})") from error
    except msgspec.DecodeError as error:
        if "truncated" in str(error):
            raise BadRecord("the file is cut short") from error
        raise BadRecord("the file is not JSON") from error
    except (RecursionError, UnicodeDecodeError) as error:
        raise BadRecord("the file is not JSON that can be read") from error
    if saved.format != FORMAT:
        raise BadRecord(f"its format {saved.format} is unknown")
    if saved.game not in shelf.NAMES:
        raise BadRecord(f"there is no game {one_line(saved.game, 20)!r} on this shelf")
    saved.name = save_name(saved.name)
    return saved


def _plainly(error: msgspec.ValidationError) -> str:
    """msgspec's "Expected `int`, got `str` - at `$.seed`" as "seed: expected int, got str"."""
    what, _, where = one_line(str(error)).replace("`", "").partition(" - at $")
    words = what[:1].lower() + what[1:]
    return f"{where.lstrip('.')}: {words}" if where else words


def restore(saved: MatchRecord, game: Game | None = None) -> Restored:
    """The match that was saved; a BadRecord says why it cannot go on."""
    game = game or shelf.game(saved.game)
    seats, remarks = _seats(saved.seats)
    try:
        setup = game.setup(len(seats), saved.options, saved.seed)
    except ImpossibleMatch as error:
        raise BadRecord(_clause(error)) from error
    try:
        match = Match.replay(game, setup, seats, saved.moves, _first(saved, game))
        if match.state.digest() == saved.digest:
            match.past = saved.past.moves if saved.past else []
            match.notes = _notes(saved.notes, len(match.log))
            return Restored(match, remarks)
        reason = "its log leads to another position"
    except TableError as error:
        reason = f"its log breaks ({_clause(error)})"
    except Exception:  # a position made by hand, or a log of other rules, may break anything
        reason = "its log cannot be replayed"
    match = _go_on(saved, game, setup, seats, reason)
    if saved.edition != game.edition:
        reason = f"the rules of {game.title} have changed since it was saved"
    match.notes = _notes(saved.notes, 0)
    remark = (
        f"{reason[0].upper()}{reason[1:]}: the match goes on from its stored position,"
        " and the moves before can be read but not taken back."
    )
    match.note(remark)
    return Restored(match, [*remarks, remark])


def _seats(saved: Sequence[SeatRecord]) -> tuple[list[Seat], list[str]]:
    """The seats with names that are only names and levels that there are."""
    seats, remarks = [], []
    for number, seat in enumerate(saved, 1):
        name = clean_name(seat.name) or f"Player {number}"
        level = seat.level
        if seat.kind == "bot" and level not in LEVELS:
            remarks.append(f"There is no bot level {one_line(level, 20)!r} here: {name} plays as a novice.")
            level = "novice"
        seats.append(Seat(name, seat.kind, level, seat.habits))
    return seats, remarks


def _first(saved: MatchRecord, game: Game) -> State | None:
    """The position that the log starts from, when that is not the start of the game."""
    if saved.past is None:
        return None
    return msgspec.json.decode(saved.past.position, type=game.state_type())


def _position(saved: MatchRecord, game: Game, reason: str) -> State:
    """The stored position, if it is what was stored; `reason` says why it is needed."""
    try:
        position = msgspec.json.decode(saved.position, type=game.state_type())
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadRecord(f"{reason}, and its position cannot be read") from error
    if position.digest() != saved.digest:
        raise BadRecord(f"{reason}, and its position does not have the digest it was saved with")
    return position


def _go_on(saved: MatchRecord, game: Game, setup: Setup, seats: Sequence[Seat], reason: str) -> Match:
    """The match that goes on from the stored position, if the game can go on from there."""
    position = _position(saved, game, reason)
    if not _can_be_played(position, len(seats)):
        raise BadRecord(f"{reason}, and its position is none of {game.title}")
    past = (saved.past.moves if saved.past else []) + saved.moves
    return Match.go_on_from(game, setup, seats, position, past)


def _can_be_played(position: State, players: int) -> bool:
    """Whether the game goes on from here: a position made by hand may break the rules in any way."""
    try:
        trial = position.copy()
        luck = Chance(0)
        for _ in range(_TRIAL):
            if trial.check() or trial.actor not in (None, *range(players)):
                return False
            if trial.actor is None:
                break
            trial.play(luck.pick(list(trial.moves())))
        trial.board()
        return len(trial.scores()) == players
    except Exception:
        return False


def _notes(notes: Sequence[Note], last: int) -> list[Note]:
    return [Note(max(0, min(note.at, last)), one_line(note.text)) for note in notes]


def _clause(error: Exception) -> str:
    """A sentence as a part of a sentence."""
    text = one_line(str(error)).rstrip(".")
    return text[:1].lower() + text[1:]
