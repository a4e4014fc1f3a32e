"""The contract of every game: `Game`, `State` and the small values between them. Read this module first.

A match is `setup + seed + moves`, and everything else is computed from them, so the rules must be pure. `Game` is the
unchanging description of a game, `State` is one position, and `core.match.Match` is a game being played.
"""

import hashlib
import re
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Sequence
from datetime import date
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from core.errors import InvalidMatchError
from core.labels import Labels
from core.rng import Rng

if TYPE_CHECKING:
    from core.bots.evaluator import Evaluator
    from core.view import Draft, SeatView


class Move(msgspec.Struct, frozen=True, gc=False):
    """One small decision. Its notation is unique among the legal moves and holds no white space."""

    notation: str

    def __str__(self) -> str:
        return self.notation


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """A question to the actor: a kind for the screen, a sentence for people.

    `secret`: other players at the same keyboard must look away before it is shown.
    `pause`: ask even if there is only one legal move, because the player must see this moment.
    """

    kind: str
    sentence: str
    secret: bool = False
    pause: bool = False


class GameEvent(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, for people; `Game.describe_event` makes the sentence.

    `reveals`: something hidden was shown, so in a match of several humans nobody can undo past it.
    `visible_to`: only this seat may see the event.
    """

    kind: str
    seat: int | None = None
    facts: tuple[Any, ...] = ()
    reveals: bool = False
    visible_to: int | None = None


EventSink = Callable[[GameEvent], None]

OptionValue = bool | int | str

#: The name of the option for the starting player, in games that have it; see `core.starting_player`.
STARTER = "starter"


class GameOption(msgspec.Struct, frozen=True):
    """A variant that the players agree on before a match (or a habit of one seat).

    `before` holds earlier defaults, by the edition that ended them: `{3: "printed"}` means that a setup of edition 1 or
    2 which does not name the option was played with "printed". So a changed rule leaves every older log as it was.
    """

    name: str
    help: str
    default: OptionValue = False
    choices: tuple[OptionValue, ...] = (False, True)
    before: dict[int, OptionValue] = {}
    #: Whether it is offered for a new match; an option that is not serves older logs, and setups that name it.
    is_offered: bool = True

    def value_in(self, edition: int) -> OptionValue:
        """Return the value in a setup of this edition that does not name the option."""
        ended_later = [number for number in self.before if edition < number]
        return self.before[min(ended_later)] if ended_later else self.default

    def parse(self, text: str) -> OptionValue:
        """Return the choice that the text stands for: "yes" and "on" are True, "3" is 3."""
        flags = {"yes": "true", "on": "true", "no": "false", "off": "false"}
        words = {self.format(choice): choice for choice in self.choices}
        wanted = text.strip().lower()
        if wanted not in words:
            wanted = flags.get(wanted, wanted)
        if wanted not in words:
            known = ", ".join(words)
            raise InvalidMatchError(f"Option {self.name} can be {known}, not {text!r}.")
        return words[wanted]

    @staticmethod
    def format(value: OptionValue) -> str:
        return str(value).lower()


class Setup(msgspec.Struct, frozen=True):
    """The start of a game: the number of players, the options, and the seed of its random numbers."""

    players: int
    seed: int
    options: dict[str, OptionValue] = {}


class _StateMeta(msgspec.StructMeta, ABCMeta):
    """The metaclass that lets a state be both a msgspec struct and an abstract class."""


S = TypeVar("S", bound="State")


class State(msgspec.Struct, metaclass=_StateMeta):
    """One position: small integers, mutable, cheap to copy, JSON for free.

    `actor` is the seat that decides now, None when the game is over. A game with random events keeps its generator in
    the state too, as an `Rng`.
    """

    actor: int | None

    @property
    @abstractmethod
    def prompt(self) -> Prompt:
        """The question to the actor; derived, never stored."""

    @property
    @abstractmethod
    def round(self) -> int:
        """The number of the current round, from 1, or of a part of what players count as one; a replay steps by it."""

    def round_text(self) -> str:
        """Return the current round as players count it: "round 3", "Age 2"."""
        return f"round {self.round}"

    @abstractmethod
    def progress_text(self) -> str:
        """Return how far the game has come, for the top line: "round 3 of 10"."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """Return every legal move of this decision, in a stable order; empty only when the game is over."""

    @abstractmethod
    def play(self, move: Any, emit: EventSink | None = None) -> None:
        """Carry out a legal move. It is not checked here: `Match` verifies moves before it plays them."""

    @abstractmethod
    def describe(self, move: Any) -> str:
        """Return a legal move in a few words, from what its player knows: "take 5 foxes"."""

    @abstractmethod
    def copy(self: S) -> S:
        """Return an independent copy."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Return the points so far, by seat."""

    def shown_scores(self) -> list[int] | None:
        """Return the points that everybody can see; None while some are hidden."""
        return self.scores()

    @abstractmethod
    def breakdown(self) -> dict[str, list[int]]:
        """Return the points by the id of their source, then by seat; over all sources they add up to `scores`."""

    def goal_kinds(self) -> dict[str, str]:
        """Return which kind of goal card pays into a source of `breakdown` now, by id, where a game has such cards."""
        return {}

    @abstractmethod
    def ranking(self) -> list[list[int]]:
        """Return the seats of a finished game from first to last, ties sharing a place."""

    @abstractmethod
    def outcome_text(self) -> str:
        """Return a sentence on a finished game: why it ended and what that means (solo: the title reached)."""

    def solo_title(self) -> str:
        """Return the id of the title that a finished solo game reached, where a game has titles."""
        return ""

    @abstractmethod
    def determinize(self: S, seat: int | None, rng: Rng) -> S:
        """Return a state that differs only in what `seat` cannot know (None: a spectator), with an `Rng` of its own.

        Sort what is hidden before dealing it anew, so that two states which look alike to the seat give the same
        result from the same `rng`.
        """

    @abstractmethod
    def board_text(self, seat: int | None = None) -> str:
        """Return the state in words and letters as this seat sees it (None: as a spectator does)."""

    @abstractmethod
    def violations(self) -> list[str]:
        """Return what is wrong with the state, such as pieces that are missing or doubled; empty when it is sound."""

    def early_state(self: S, seat: int) -> S | None:
        """Return the state of a simultaneous step in which this seat may already choose, before its turn in the order.

        It is valid until the turn leaves the seat: the seat's moves and their effects are the same as when its turn
        comes, whatever the others decide until then. The others' pieces may lie as if they had finished. None where a
        seat cannot choose early: in all other steps, and for seats that have had their turn or have it now.
        """
        return None

    def digest(self) -> str:
        """Return a fingerprint of the whole state, as today's fields hold it."""
        return digest_of(msgspec.json.encode(self))


def digest_of(position: bytes) -> str:
    """Return the fingerprint of a state that is written as JSON without blanks."""
    return hashlib.blake2b(position, digest_size=8).hexdigest()


class Game:
    """The unchanging description of one game: stateless, and cheap to import.

    Its class holds facts. What it does is in the modules beside the class, which have the same names in every game and
    are loaded when they are first needed: a home screen that lists the games loads no rules.
    """

    #: Its name on the command line and in files: the title in small letters.
    name: ClassVar[str]
    title: ClassVar[str]
    #: A description of up to 52 letters, without a full stop.
    tagline: ClassVar[str]
    #: What its points are called, and its rounds as players count them (`State.round_text`).
    unit: ClassVar[str] = "points"
    round_name: ClassVar[str] = "round"
    #: How many rounds of its states come before the first one that players count: a set-up in turns.
    setup_rounds: ClassVar[int] = 0
    #: Its authors, after "by", and its publisher.
    credits: ClassVar[str]
    player_counts: ClassVar[range]
    minutes: ClassVar[int]
    #: Rises when a change of rules or components makes older logs replay otherwise; never for a change of fields.
    edition: ClassVar[int]
    #: The first day whose daily deal follows an edition; editions that are not listed need none.
    edition_days: ClassVar[dict[int, date]] = {}
    options: ClassVar[tuple[GameOption, ...]] = ()
    #: Options of one seat that answer decisions automatically ("always pick up").
    habits: ClassVar[tuple[GameOption, ...]] = ()
    #: A regular expression for notations; text that does not match cannot be read as a move.
    notation: ClassVar[str]
    #: Where its modules are; a class derived from that of a game uses the same ones.
    package: ClassVar[str]

    def __init_subclass__(cls) -> None:
        if Game in cls.__bases__:
            cls.package = cls.__module__

    def start(self, setup: Setup) -> State:
        """Return the first state (`deal.start`). The setup has been checked."""
        state: State = self._module("deal").start(setup)
        return state

    def starter(self, setup: Setup) -> int | None:
        """Return the seat that begins with this setup (`deal.starter`); None where no other could.

        A game without the option for it does not define who begins.
        """
        if all(option.name != STARTER for option in self.options):
            return None
        seat: int | None = self._module("deal").starter(setup)
        return seat

    def state_type(self) -> type[State]:
        """Return the class that a stored state is decoded as (`state.STATE`)."""
        kind: type[State] = self._module("state").STATE
        return kind

    def describe_event(self, event: GameEvent, names: Sequence[str]) -> str:
        """Return an event as a sentence, for log, replay and screen reader alike (`text.describe_event`)."""
        sentence: str = self._module("text").describe_event(event, names)
        return sentence

    def auto_move(self, state: State, habits: dict[str, OptionValue]) -> Move | None:
        """Return the answer that the actor's habits give to this decision, if any (`habits.auto_move`)."""
        if not self.habits:
            return None
        move: Move | None = self._module("habits").auto_move(state, habits)
        return move

    def setup_conflict(self, players: int, options: dict[str, OptionValue]) -> str | None:
        """Return why these options do not go together, in a sentence; None when they do."""
        starter = options.get(STARTER)
        if isinstance(starter, int) and starter > players:
            return f"Seat {starter} cannot begin: it is empty."
        return None

    def choices(self, option: GameOption, players: int) -> tuple[OptionValue, ...]:
        """Return the choices of an option for so many players; just one where there is nothing to ask."""
        if not option.is_offered:
            return (option.default,)
        if option.name != STARTER:
            return option.choices
        return option.choices[: players + 1] if players > 1 else option.choices[:1]

    def view(
        self,
        state: State,
        seat: int | None,
        names: Sequence[str],
        draft: "Draft | None" = None,
        board: int | None = None,
        deciding: bool = True,
        legal: Sequence[Move] | None = None,
    ) -> "SeatView[Any]":
        """Return what a seat (None: a spectator) sees of a state and can choose there (`view.VIEW`)."""
        kind: type[SeatView[Any]] = self._module("view").VIEW
        return kind(state, seat, names, draft, board, deciding, legal)

    def evaluator(self) -> "Evaluator":
        """Return the evaluator that the game's bots use (`bot.EVALUATOR`)."""
        found: Evaluator = self._module("bot").EVALUATOR
        return found

    def labels(self) -> Labels:
        """Return the labels of its ids: sources of points, kinds of goal cards, titles, features of its evaluator.

        They are in `labels.LABELS`.
        """
        found: Labels = self._module("labels").LABELS
        return found

    def titles(self) -> tuple[tuple[int, str], ...]:
        """Return the titles of the solo game, the lowest first: the points from which each is reached, and its id."""
        return ()

    def rules(self) -> str:
        """Return the rules in our own words, as Markdown under the title of the game."""
        return resources.files(self.package).joinpath("rules.md").read_text("utf-8")

    def glossary(self) -> dict[str, str]:
        """Return the words that only this game uses, each with its meaning in a sentence or two."""
        found = resources.files(self.package).joinpath("glossary.toml")
        return msgspec.toml.decode(found.read_bytes(), type=dict[str, str]) if found.is_file() else {}

    def named_components(self) -> dict[str, str]:
        """Return the components with proper names that the glossary does not explain, each with what it does."""
        return {}

    def _module(self, name: str) -> Any:
        """Return the module of this name beside the class."""
        return import_module(f"{self.package}.{name}")

    def is_notation(self, notation: str) -> bool:
        return re.fullmatch(self.notation, notation) is not None

    def edition_on(self, day: date) -> int:
        """Return the edition that the daily deal of this day follows."""
        later = [number for number, first in self.edition_days.items() if day < first]
        return min(later) - 1 if later else self.edition

    def setup(self, players: int, options: dict[str, OptionValue], seed: int, edition: int | None = None) -> Setup:
        """Return a checked setup: every option has a value, and the game allows so many players.

        Options that are not named get the values they had in `edition`, by default today's.
        """
        if players not in self.player_counts:
            low, high = self.player_counts[0], self.player_counts[-1]
            raise InvalidMatchError(f"{self.title} seats {low} to {high} players, not {players}.")
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                offered = ", ".join(known) or "none"
                raise InvalidMatchError(f"{self.title} has no option {name!r}; it has: {offered}.")
            if not any(type(value) is type(c) and value == c for c in known[name].choices):
                raise InvalidMatchError(
                    f"Option {name} can be {', '.join(map(GameOption.format, known[name].choices))},"
                    f" not {GameOption.format(value)}."
                )
        then = self.edition if edition is None else edition
        full = {option.name: options.get(option.name, option.value_in(then)) for option in self.options}
        if objection := self.setup_conflict(players, full):
            raise InvalidMatchError(objection)
        return Setup(players, seed, full)
