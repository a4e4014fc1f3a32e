"""The contract that every game on the shelf fulfils. Read this first.

A game is a log of moves: a match is `setup + seed + moves`, and everything else is computed from
them. So the rules are pure. `Game` is what never changes, `State` is one position, and
`core.match.Match` is a game being played by somebody.
"""

import hashlib
import re
from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Callable, Sequence
from datetime import date
from importlib import import_module
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
    """What the actor is asked: a kind for the screen, a sentence for people.

    `secret`: the others at one keyboard must look away before this is shown.
    `pause`: ask even if there is only one legal move, because the player must see this moment.
    """

    kind: str
    sentence: str
    secret: bool = False
    pause: bool = False


class GameEvent(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, for people; `Game.sentence` puts it into words.

    `reveals`: something hidden came to light, so against people nobody undoes past it.
    `to`: only this seat may hear it.
    """

    kind: str
    seat: int | None = None
    facts: tuple[Any, ...] = ()
    reveals: bool = False
    visible_to: int | None = None


EventSink = Callable[[GameEvent], None]

OptionValue = bool | int | str

#: The option that says who begins, in games that have it; see `core.starting_player`.
STARTER = "starter"


class GameOption(msgspec.Struct, frozen=True):
    """A variant that a table agrees on before it plays (or a habit of one seat).

    `before` says what held earlier, by the edition that ended it: `{3: "printed"}` means that a setup of edition 1 or 2
    which does not name the option was played with "printed". So a changed rule leaves every older log as it was.
    """

    name: str
    help: str
    default: OptionValue = False
    choices: tuple[OptionValue, ...] = (False, True)
    before: dict[int, OptionValue] = {}
    #: Whether a new table is asked; one that is not serves older logs, and whoever names it.
    is_offered: bool = True

    def value_in(self, edition: int) -> OptionValue:
        """The value in a setup of this edition that does not name the option."""
        ended_later = [number for number in self.before if edition < number]
        return self.before[min(ended_later)] if ended_later else self.default

    def parse(self, text: str) -> OptionValue:
        """The choice that is written so: "yes" and "on" are True, "3" is 3."""
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
    """How a game begins: the number of players, the variants, and the seed of all its luck."""

    players: int
    seed: int
    options: dict[str, OptionValue] = {}


class _StateMeta(msgspec.StructMeta, ABCMeta):
    """Lets a position be both a msgspec struct and an abstract class."""


S = TypeVar("S", bound="State")


class State(msgspec.Struct, metaclass=_StateMeta):
    """One position: small integers, mutable, cheap to copy, JSON for free.

    `actor` is the seat that decides now, None when the game is over. A game with luck keeps its stream of it in the
    position too, as a `Chance`.
    """

    actor: int | None

    @property
    @abstractmethod
    def prompt(self) -> Prompt:
        """What the actor is asked now; derived, never stored."""

    @property
    @abstractmethod
    def round(self) -> int:
        """Rounds begun so far, from 1; a replay steps by them."""

    @abstractmethod
    def progress_text(self) -> str:
        """Where in the game we are, for the top line: "round 3 of 10"."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """Every legal move of this decision, in a stable order; empty only when the game is over."""

    @abstractmethod
    def play(self, move: Any, emit: EventSink | None = None) -> None:
        """Carry out a legal move. Trusts its caller: `Match` verifies."""

    @abstractmethod
    def describe(self, move: Any) -> str:
        """A legal move in a few words, from what its player knows: "take 5 foxes"."""

    @abstractmethod
    def copy(self: S) -> S:
        """An independent position."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Points so far, by seat."""

    def shown_scores(self) -> list[int] | None:
        """The points as the table shows them to everybody; None while some are covered."""
        return self.scores()

    @abstractmethod
    def breakdown(self) -> dict[str, list[int]]:
        """Where each seat's points came from, by the id of the source; the columns add up to `scores`."""

    def goal_kinds(self) -> dict[str, str]:
        """Which kind of goal card pays into a source of `breakdown` now, by id, where a game has such cards."""
        return {}

    @abstractmethod
    def ranking(self) -> list[list[int]]:
        """When over: seats from first to last, ties sharing a place."""

    @abstractmethod
    def outcome_text(self) -> str:
        """When over: why it ended and what it means, in a sentence (solo: the title reached)."""

    def solo_title(self) -> str:
        """Played alone and over: the id of the title that was reached, where a game has titles."""
        return ""

    @abstractmethod
    def determinize(self: S, seat: int | None, rng: Rng) -> S:
        """A position that differs only in what this seat (None: a bystander) cannot know, with luck of its own.

        Depends on nothing that the seat cannot know: sort what is hidden before dealing it anew, so that two
        positions which look alike to the seat give the same world from the same luck.
        """

    @abstractmethod
    def board_text(self, seat: int | None = None) -> str:
        """The position in words and letters as this seat sees it (None: as a bystander does)."""

    @abstractmethod
    def violations(self) -> list[str]:
        """Broken laws of conservation, in words; empty when the position is sound."""

    def early_state(self: S, seat: int) -> S | None:
        """In a step that all take at once, the position as if this seat's place in the order had come already.

        Good until the turn leaves the seat: its moves and what they do are the same as when its place comes, whatever
        the others decide till then. Their own things may lie as if they had finished. None where that cannot be: in all
        other steps, and for seats that have had their place or have it now.
        """
        return None

    def digest(self) -> str:
        """A fingerprint of the whole position, as today's fields hold it."""
        return digest_of(msgspec.json.encode(self))


def digest_of(position: bytes) -> str:
    """The fingerprint of a position that is written as JSON without blanks."""
    return hashlib.blake2b(position, digest_size=8).hexdigest()


class Game(ABC):
    """One game on the shelf: stateless, and cheap to import (its rules are loaded when it starts)."""

    #: The word for it on the command line and in files: its title in small letters.
    name: ClassVar[str]
    title: ClassVar[str]
    #: What it is in a line of up to 52 letters, without a full stop.
    tagline: ClassVar[str]
    #: "by" whom it is, and who published it.
    credits: ClassVar[str]
    player_counts: ClassVar[range]
    minutes: ClassVar[int]
    #: Rises when a change of rules or components makes older logs replay otherwise; never for a change of fields.
    edition: ClassVar[int]
    #: The first day whose daily deal follows an edition; those that are not listed need none.
    edition_days: ClassVar[dict[int, date]] = {}
    options: ClassVar[tuple[GameOption, ...]] = ()
    #: Answers that a person may have given by themselves, by seat ("always pick up").
    habits: ClassVar[tuple[GameOption, ...]] = ()
    #: What a notation looks like; text that does not match cannot be read as a move.
    notation: ClassVar[str]

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """The first position. The setup has been checked."""

    @abstractmethod
    def state_type(self) -> type[State]:
        """What a stored position is read as."""

    @abstractmethod
    def describe_event(self, event: GameEvent, names: Sequence[str]) -> str:
        """An event in words, for log, replay and screen reader alike."""

    def setup_conflict(self, players: int, options: dict[str, OptionValue]) -> str | None:
        """Why these variants do not go together, in a sentence; None when they do."""
        starter = options.get(STARTER)
        if isinstance(starter, int) and starter > players:
            return f"Seat {starter} cannot begin: nobody sits there."
        return None

    def choices(self, option: GameOption, players: int) -> tuple[OptionValue, ...]:
        """What so many players can choose between; just one choice where there is nothing to be asked."""
        if not option.is_offered:
            return (option.default,)
        if option.name != STARTER:
            return option.choices
        return option.choices[: players + 1] if players > 1 else option.choices[:1]

    def starter(self, setup: Setup) -> int | None:
        """The seat that begins after this deal; None where nobody else could, or a game does not say."""
        return None

    def auto_move(self, state: State, habits: dict[str, OptionValue]) -> Move | None:
        """The answer that the actor's habits give to this decision, if any."""
        return None

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
        """What a seat (None: a bystander) sees of a position, and what it can do there."""
        kind: type[SeatView[Any]] = import_module(f"{type(self).__module__}.view").VIEW
        return kind(state, seat, names, draft, board, deciding, legal)

    def evaluator(self) -> "Evaluator":
        """What the game's bots think of a position."""
        found: Evaluator = import_module(f"{type(self).__module__}.bot").EVALUATOR
        return found

    def labels(self) -> Labels:
        """The words for its ids: sources of points, kinds of goal cards, titles, and what its judge counts."""
        return Labels()

    def titles(self) -> tuple[tuple[int, str], ...]:
        """The ids of the titles of the solo game, the lowest first, each with the points from which it is reached."""
        return ()

    def rules(self) -> str:
        """The rules in our own words, as Markdown under the title of the game."""
        from importlib import resources

        return resources.files(type(self).__module__).joinpath("rules.md").read_text("utf-8")

    def glossary(self) -> dict[str, str]:
        """The words that only this game uses, each with what it means in a sentence or two."""
        from importlib import resources

        found = resources.files(type(self).__module__).joinpath("glossary.toml")
        return msgspec.toml.decode(found.read_bytes(), type=dict[str, str]) if found.is_file() else {}

    def named_components(self) -> dict[str, str]:
        """What has a name of its own in this game and is no word of its language, each with what it does."""
        return {}

    def is_notation(self, notation: str) -> bool:
        return re.fullmatch(self.notation, notation) is not None

    def edition_on(self, day: date) -> int:
        """The edition that the daily deal of this day follows."""
        later = [number for number, first in self.edition_days.items() if day < first]
        return min(later) - 1 if later else self.edition

    def setup(self, players: int, options: dict[str, OptionValue], seed: int, edition: int | None = None) -> Setup:
        """A checked setup: every option has a value, and the table can be seated.

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
