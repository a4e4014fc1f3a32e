"""`Match`, a game being played: setup, seats, the log of moves, undo and redo."""

from collections.abc import Sequence
from datetime import date
from typing import Literal, Self

import msgspec

from core.errors import GameError, IllegalMoveError, InvalidMatchError, InvalidMoveError
from core.game import Game, GameEvent, Move, OptionValue, Setup, State

MAX_NAME_LENGTH = 20

#: Copies of the state are kept at turn starts, and never further apart than this.
_SNAPSHOT_INTERVAL = 32


class Seat(msgspec.Struct, frozen=True):
    """A place at a match and who plays it: a human, or a bot of some level."""

    name: str
    kind: Literal["you", "bot"] = "you"
    level: str = ""
    habits: dict[str, OptionValue] = {}

    @property
    def is_human(self) -> bool:
        return self.kind == "you"


class LogEntry(msgspec.Struct, frozen=True):
    """One move in the log of a match: its seat, its origin, its events and its round."""

    seat: int
    notation: str
    origin: Literal["chosen", "forced", "habit"]
    events: tuple[GameEvent, ...]
    round: int

    @property
    def reveals(self) -> bool:
        return any(event.reveals for event in self.events)


#: Kinds of notes, with their facts: a seat took back a move after something hidden was shown; a seat asked for a hint;
#: a bot's seat could not think (why, as in `core.bots.failures`) and plays on as a level; the match went on from its
#: stored position (why); a bot's seat was fitted to a player (the lower level, the upper one and its percentage, the
#: player's rating and half the width of its interval, which is 0 where there is no rating yet); a sentence from
#: elsewhere.
TOOK_BACK, TIP, COULD_NOT_THINK, WENT_ON = "took-back", "tip", "could-not-think", "went-on"
FITTED, TEXT = "fitted", "text"


class Note(msgspec.Struct, frozen=True):
    """A remark in the log that is not a move, such as an undo past something shown; it stands before move `at`.

    `core.log_notes` makes its sentence.
    """

    at: int
    kind: str
    facts: tuple[int | str, ...] = ()


class DailyDeal(msgspec.Struct, frozen=True):
    """The deal of a day, the same for everybody; `counts`: this match is the one attempt at it that counts."""

    day: date
    counts: bool


def clean_name(text: str) -> str:
    """Reduce a text to a name: printable, of one line, at most `MAX_NAME_LENGTH` characters."""
    words = ("".join(filter(str.isprintable, word)) for word in text.split())
    return " ".join(filter(None, words))[:MAX_NAME_LENGTH].strip()


def find_move(game: Game, state: State, notation: str) -> Move:
    """Return the legal move of a state with this notation."""
    return find_in(game, state.legal_moves(), notation)


def find_in(game: Game, legal: Sequence[Move], notation: str) -> Move:
    """Return the one of these legal moves with this notation."""
    for move in legal:
        if move.notation == notation:
            return move
    if not legal:
        raise IllegalMoveError(f"{notation!r} is after the end of the game.", [])
    if not game.is_notation(notation):
        raise InvalidMoveError(f"{notation!r} is not a move of {game.title}.")
    written = [move.notation for move in legal]
    shown = ", ".join(written[:12]) + (" and more" if len(written) > 12 else "")
    raise IllegalMoveError(f"{notation} is not possible now; possible: {shown}.", written)


class Match:
    """A game being played. Every change goes through `play`, `undo` or `redo`."""

    def __init__(self, game: Game, setup: Setup, seats: Sequence[Seat], first: State | None = None) -> None:
        if len(seats) != setup.players:
            raise InvalidMatchError(f"{setup.players} players need as many seats, not {len(seats)}.")
        self.game = game
        self.setup = setup
        self.seats = tuple(_distinct(seats))
        self.log: list[LogEntry] = []
        self.notes: list[Note] = []
        #: Whether it began in a given state, and not in the one that its setup makes.
        self.has_start_position = first is not None
        #: Moves made under other rules, before the state that this match goes on from.
        self.archived_moves: list[str] = []
        #: The deal of a day, where this match is an attempt at one.
        self.daily: DailyDeal | None = None
        self._redo: list[LogEntry] = []
        self._snapshots: dict[int, State] = {}
        self._legal: Sequence[Move] | None = None
        self.state = first if first is not None else game.start(setup)
        self._play_forced()

    @classmethod
    def new(
        cls,
        game: Game,
        seats: Sequence[Seat],
        options: dict[str, OptionValue] | None = None,
        seed: int = 0,
        edition: int | None = None,
    ) -> Self:
        """Begin a match, by default by the rules of today; an InvalidMatchError says why that is impossible."""
        setup = game.setup(len(seats), options or {}, seed, edition)
        return cls(game, setup, seats)

    @classmethod
    def replay(
        cls,
        game: Game,
        setup: Setup,
        seats: Sequence[Seat],
        moves: Sequence[str],
        first: State | None = None,
    ) -> Self:
        """Return the match that these moves make; an error names the move at which the log breaks."""
        match = cls(game, setup, seats, first)
        match._rewind_forced()
        for number, notation in enumerate(moves, 1):
            try:
                match._apply(match.parse_move(notation))
            except GameError as error:
                raise InvalidMatchError(f"Move {number}: {error}") from error
        match._play_forced()
        return match

    @classmethod
    def resume_from(cls, game: Game, setup: Setup, seats: Sequence[Seat], position: State, past: Sequence[str]) -> Self:
        """Return a match that continues from a stored state; the moves before it can be read, not undone."""
        match = cls(game, setup, seats, position.copy())
        match.archived_moves = list(past)
        return match

    def branch(self, at: int, seats: Sequence[Seat] | None = None) -> Self:
        """Return a new match with the first `at` moves of this one, perhaps with other players in its seats."""
        players = self.seats if seats is None else seats
        if len(players) != len(self.seats):
            raise InvalidMatchError(f"This match has {len(self.seats)} seats, and the same deal needs as many.")
        moves = [entry.notation for entry in self.log[:at]]
        first = self.state_at(0) if self.has_start_position else None
        found = self.replay(self.game, self.setup, players, moves, first)
        found.archived_moves = list(self.archived_moves)
        return found

    # Who plays

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def human_seats(self) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.is_human]

    @property
    def is_over(self) -> bool:
        return self.state.actor is None

    @property
    def waits_for_human(self) -> bool:
        return self.state.actor is not None and self.seats[self.state.actor].is_human

    @property
    def is_counted_daily(self) -> bool:
        """Whether this is the attempt at a day's deal that counts: no hints, and no undo past something shown."""
        return self.daily is not None and self.daily.counts

    # Playing

    @property
    def legal_moves(self) -> Sequence[Move]:
        """The legal moves of the decision at hand, computed once."""
        if self._legal is None:
            self._legal = self.state.legal_moves()
        return self._legal

    def parse_move(self, notation: str) -> Move:
        """Return the legal move with this notation."""
        return find_in(self.game, self.legal_moves, notation)

    def play(self, move: Move | str) -> list[LogEntry]:
        """Play a legal move and the forced and automatic ones after it; return the entries added to the log."""
        found = self.parse_move(str(move))
        before = len(self.log)
        self._redo.clear()
        self._apply(found)
        self._play_forced()
        return self.log[before:]

    def reseat(self, number: int, seat: Seat) -> list[LogEntry]:
        """Give a seat to another player, under its old name; return the entries that the newcomer's habits added."""
        newcomer = msgspec.structs.replace(seat, name=self.seats[number].name)
        self.seats = (*self.seats[:number], newcomer, *self.seats[number + 1 :])
        before = len(self.log)
        self._play_forced()
        return self.log[before:]

    def _apply(self, move: Move) -> None:
        state = self.state
        actor = state.actor
        assert actor is not None
        at = len(self.log)
        if self._starts_turn(actor, state.round) or at - max(self._snapshots) >= _SNAPSHOT_INTERVAL:
            self._snapshots[at] = state.copy()
        events: list[GameEvent] = []
        how = self._how(move)
        round_ = state.round
        state.play(move, events.append)
        self._legal = None
        self.log.append(LogEntry(actor, move.notation, how, tuple(events), round_))

    def _how(self, move: Move) -> Literal["chosen", "forced", "habit"]:
        if self._forced() is not None:
            return "forced"
        return "habit" if self._habit() == move else "chosen"

    def _forced(self) -> Move | None:
        return self.legal_moves[0] if len(self.legal_moves) == 1 and not self.state.prompt.pause else None

    def _habit(self) -> Move | None:
        actor = self.state.actor
        if actor is None or not self.seats[actor].habits:
            return None
        return self.game.auto_move(self.state, self.seats[actor].habits)

    def _play_forced(self) -> None:
        """Play forced and automatic moves until a human or a bot has a real choice."""
        while self.state.actor is not None:
            move = self._forced() or self._habit()
            if move is None:
                return
            self._apply(move)

    def _rewind_forced(self) -> None:
        """Go back to the very first state, before any forced move."""
        if self.log:
            self._rebuild_at(0)

    def _starts_turn(self, actor: int, round_: int) -> bool:
        return not self.log or self.log[-1].seat != actor or self.log[-1].round != round_

    # Undo and redo

    def undo(self, by: int | None = None) -> None:
        """Step back to the last choice of a human, over bots' moves and forced ones."""
        who = self._seat_that_undoes(by)
        for at in range(len(self.log) - 1, -1, -1):
            entry = self.log[at]
            if entry.origin == "chosen" and entry.seat == who and self.seats[who].is_human:
                self.undo_to(at, who)
                return
            if self._blocks_undo(entry, who):
                break
        raise GameError(self._nothing_to_undo())

    def can_undo(self, by: int | None = None) -> bool:
        """Whether `undo` would find something to take back."""
        who = self._seat_that_undoes(by)
        for entry in reversed(self.log):
            if entry.origin == "chosen" and entry.seat == who and self.seats[who].is_human:
                return not self._blocks_undo(entry, who)
            if self._blocks_undo(entry, who):
                return False
        return False

    def undo_to(self, at: int, by: int | None = None) -> None:
        """Step back to just before entry `at` of the log, or to the first choice after it."""
        who = self._seat_that_undoes(by)
        if not 0 <= at < len(self.log):
            raise GameError("There is nothing to undo.")
        crossed = self.log[at:]
        if any(self._blocks_undo(entry, who) for entry in crossed):
            raise GameError(self._nothing_to_undo())
        tail = crossed + self._redo
        self._rebuild_at(at)
        while tail and tail[0].origin != "chosen":
            self._apply(self.parse_move(tail.pop(0).notation))
        self._redo = tail
        if any(entry.reveals for entry in crossed) and len(self.human_seats) == 1:
            self.add_note(TOOK_BACK, who)

    def restart_turn(self, by: int | None = None) -> None:
        """Step back to the first decision of the turn at hand."""
        who = self._seat_that_undoes(by)
        at = len(self.log)
        stopped = False
        while at > 0 and self.log[at - 1].seat == who and self._same_turn(at, who):
            if stopped := self._blocks_undo(self.log[at - 1], who):
                break
            at -= 1
        chosen = [i for i in range(at, len(self.log)) if self.log[i].origin == "chosen"]
        if not chosen:
            raise GameError(self._nothing_to_undo() if stopped else "Your turn has only just begun.")
        self.undo_to(chosen[0], who)

    def _same_turn(self, at: int, who: int) -> bool:
        """Whether the entry before `at` belongs to the turn that goes on at `at`."""
        if at == len(self.log):
            return self.state.actor != who or self.log[at - 1].round == self.state.round
        return self.log[at - 1].round == self.log[at].round

    def redo(self) -> None:
        """Play again what was taken back, up to the next choice of a human."""
        if not self._redo:
            raise GameError("There is nothing to redo.")
        while self._redo:
            self._apply(self.parse_move(self._redo.pop(0).notation))
            follows = self._redo[0] if self._redo else None
            if follows is None or (follows.origin == "chosen" and self.seats[follows.seat].is_human):
                return

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    def add_note(self, kind: str, *facts: int | str) -> None:
        self.notes.append(Note(len(self.log), kind, facts))

    def _seat_that_undoes(self, by: int | None) -> int:
        """Return the seat that undoes: `by`, else the human who decides now, else the last human who did."""
        if by is not None:
            return by
        if self.waits_for_human:
            assert self.state.actor is not None
            return self.state.actor
        persons = self.human_seats
        for entry in reversed(self.log):
            if entry.seat in persons:
                return entry.seat
        return persons[0] if persons else 0

    def _blocks_undo(self, entry: LogEntry, who: int) -> bool:
        """Whether `who` may not step back over this entry: another human's choice, or something shown."""
        if self.is_counted_daily:
            return self.is_over or entry.reveals or entry.seat != who
        if len(self.human_seats) <= 1:
            return False
        return entry.reveals or (entry.origin == "chosen" and entry.seat != who and self.seats[entry.seat].is_human)

    def _nothing_to_undo(self) -> str:
        if self.is_counted_daily and self.log:
            return "Nothing more can be undone: this attempt counts, and something has been revealed since."
        if len(self.human_seats) > 1 and self.log:
            return "Nothing more can be undone: another player has moved, or something hidden was revealed."
        return "There is nothing to undo."

    # Looking back

    def state_at(self, at: int) -> State:
        """Return a copy of the state just before entry `at` of the log."""
        if at >= len(self.log):
            return self.state.copy()
        kept = max(k for k in self._snapshots if k <= at)
        state = self._snapshots[kept].copy()
        for entry in self.log[kept:at]:
            state.play(find_move(self.game, state, entry.notation))
        return state

    def scores_by_round(self) -> list[list[int]]:
        """Return the scores at the end of each round so far, for a chart; a set-up belongs to the first."""
        return [self.state_at(end).scores() for end in self._round_ends()]

    def rounds_counted(self) -> list[str]:
        """Return the name that players give to each of these rounds; parts of one have the same name."""
        return [self.state_at(max(0, end - 1)).round_text() for end in self._round_ends()]

    def _round_ends(self) -> list[int]:
        """Return where the log goes on after each round so far; a set-up belongs to the first."""
        ends = [at for at in range(1, len(self.log)) if self.log[at].round != self.log[at - 1].round]
        return [*ends[self.game.setup_rounds :], len(self.log)]

    def _rebuild_at(self, at: int) -> None:
        self.state = self.state_at(at)
        self._legal = None
        del self.log[at:]
        self._redo = []
        self._snapshots = {k: state for k, state in self._snapshots.items() if k < at}
        self.notes = [note for note in self.notes if note.at <= at]


def _distinct(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats with clean names, with a number behind names that would occur twice."""
    names: list[str] = []
    for number, seat in enumerate(seats, 1):
        name = wanted = clean_name(seat.name) or f"Player {number}"
        again = 1
        while name in names:
            again += 1
            name = f"{wanted[: MAX_NAME_LENGTH - 2].strip()} {again}"
        names.append(name)
    return [msgspec.structs.replace(seat, name=name) for seat, name in zip(seats, names, strict=True)]
