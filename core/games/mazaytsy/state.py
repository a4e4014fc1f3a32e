"""The state of Mazaytsy: small integers and lists of them, with a hand-written copy."""

from collections.abc import Sequence
from typing import Any

from core.game import EventSink, Move, Prompt, State
from core.games.mazaytsy import rules, scoring, text
from core.games.mazaytsy.components import BOX, CARD_COUNTS, CARDS, FLOW, SWAMP, THICKET
from core.games.mazaytsy.hares import ALL, SORTS, fits
from core.games.mazaytsy.moves import TOP
from core.games.mazaytsy.phases import ADDED, LAUNCH, OVER
from core.games.mazaytsy.rules.advanced import ADVANCED, WEIGHT
from core.rng import Rng
from core.validation import ANY_COUNT, at_most, exactly, shape_violations


class MazaytsyState(State):
    """One position of Mazaytsy. Bunches of hares are integers (see `hares`), cards too (see `components`)."""

    actor: int | None
    # The options
    players: int
    side: int
    visits: int
    advanced: int
    teams: bool
    # The water
    field: list[int]
    hares: list[int]
    # Cards beside it: the stack's top is its end, the far card of the row is its first
    stack: list[int]
    row: list[int]
    row_hares: list[int]
    discard: list[int]
    pool: int
    # The boats, by seat
    boats: list[int]
    bows: list[int]
    holds: list[int]
    ashore: list[int]
    booked_points: list[int]
    booked_hares: list[int]
    #: Where the swamp lies that each seat laid in its last turn, or -1.
    mires: list[int]
    # Mazay: cards under him in the stack (-1: he is not there), cards at its bottom that all have seen,
    # how often he came, the seat he is due for, the seat that strewed hares first, whether all ends now
    under: int
    sunk: int
    seen: int
    due: int
    first_adder: int
    ending: bool
    # The current turn
    turn: int
    phase: int
    #: What follows when the boat has done with the card it lies on.
    then: int
    #: 1 or 2: so many steps forward or turns; 3: a slip or a landing.
    acts: int
    #: Cells whose current has acted this turn, as bits.
    spent: int
    #: Seats whose boats lay on the card where this turn began, as bits: they are safe from theft.
    shy: int
    stolen: bool
    #: Whether the partners have shared out on this card already.
    shared: bool
    #: While sharing: what this boat keeps so far, and the sort that is asked for.
    kept: int
    sort: int
    #: While a card is laid: its place in the row (or TOP), and where it goes.
    hand: int
    spot: int
    chance: Rng
    # Options since edition 3; positions of older editions lack them
    #: The seat that has the first turn of every lap.
    first: int = 0
    #: Whether landed hares lie face down until the end.
    face_down: bool = False

    @property
    def last(self) -> int:
        """The seat that has the last turn of every lap."""
        return (self.first - 1) % self.players

    @property
    def covers(self) -> bool:
        """Whether the hares ashore are hidden now."""
        return self.face_down and self.phase != OVER

    @property
    def prompt(self) -> Prompt:
        return text.prompt(self)

    @property
    def round(self) -> int:
        """The launching of the boats is the first round, every lap of turns one more."""
        return 1 if self.phase == LAUNCH or self.turn < 0 else self.turn // self.players + 2

    def round_text(self) -> str:
        return "launch" if self.round == 1 else f"round {min(self.seen + 1, self.visits)}"

    def progress_text(self) -> str:
        return text.progress_text(self)

    def legal_moves(self) -> Sequence[Move]:
        return rules.legal(self)

    def play(self, move: Any, emit: EventSink | None = None) -> None:
        rules.carry_out(self, move, emit)

    def describe(self, move: Any) -> str:
        return text.describe(self, move)

    def scores(self) -> list[int]:
        return scoring.scores(self)

    def shown_scores(self) -> list[int] | None:
        return None if self.covers else scoring.scores(self)

    def breakdown(self) -> dict[str, list[int]]:
        return scoring.breakdown(self)

    def ranking(self) -> list[list[int]]:
        return scoring.ranking(self)

    def outcome_text(self) -> str:
        return text.outcome_text(self)

    def board_text(self, seat: int | None = None) -> str:
        return text.board_text(self)

    def copy(self) -> "MazaytsyState":
        rng = self.chance
        return MazaytsyState(
            self.actor,
            self.players,
            self.side,
            self.visits,
            self.advanced,
            self.teams,
            self.field[:],
            self.hares[:],
            self.stack[:],
            self.row[:],
            self.row_hares[:],
            self.discard[:],
            self.pool,
            self.boats[:],
            self.bows[:],
            self.holds[:],
            self.ashore[:],
            self.booked_points[:],
            self.booked_hares[:],
            self.mires[:],
            self.under,
            self.sunk,
            self.seen,
            self.due,
            self.first_adder,
            self.ending,
            self.turn,
            self.phase,
            self.then,
            self.acts,
            self.spent,
            self.shy,
            self.stolen,
            self.shared,
            self.kept,
            self.sort,
            self.hand,
            self.spot,
            Rng(rng.seed, rng.drawn),
            self.first,
            self.face_down,
        )

    def determinize(self, seat: int | None, rng: Rng) -> "MazaytsyState":
        """Return a state with the stack below its top in random order, which no seat knows; all have seen the same.

        Known are its top card, thickets that were put under it at the start, and with two players where Mazay lies.
        Hares are drawn when they are needed, so there is nothing to deal anew.
        """
        other = self.copy()
        stack = other.stack
        hidden = stack[self.sunk : -1]
        if len(hidden) > 1:
            hidden.sort()
            rng.shuffle(hidden)
            stack[self.sunk : -1] = hidden
        if self.under >= 0 and self.players > 2:
            other.under = rng.randrange(min(BOX.lowest, len(stack) - 1) + 1)
        other.chance = rng.spawn()
        return other

    def violations(self) -> list[str]:
        return self._shape_violations() or [
            complaint for complaint, broken in self._rule_violations().items() if broken
        ]

    def _shape_violations(self) -> list[str]:
        seats, cells = self.players, self.side * self.side
        if seats not in (2, 3, 4) or self.side != (5 if seats == 2 else 6) or (self.teams and seats != 4):
            return ["The water is not that of the table, or the teams are not."]
        kinds, bunch, seat = range(len(CARD_COUNTS)), at_most(ALL), range(-1, seats)
        shape = {
            "visits": (range(1, 16),),
            "advanced": (range(1 << len(ADVANCED)),),
            "field": (range(len(FLOW)), exactly(cells)),
            "hares": (bunch, exactly(cells)),
            "stack": (kinds, at_most(len(CARDS))),
            "row": (kinds, at_most(seats)),
            "row_hares": (bunch, at_most(seats)),
            "discard": (kinds, at_most(len(CARDS))),
            "pool": (bunch,),
            "boats": (range(-1, cells), exactly(seats)),
            "bows": (range(4), exactly(seats)),
            "holds": (bunch, exactly(seats)),
            "ashore": (bunch, exactly(seats)),
            "booked_points": (ANY_COUNT, exactly(seats)),
            "booked_hares": (ANY_COUNT, exactly(seats)),
            "mires": (range(-1, cells), exactly(seats)),
            "under": (range(-1, len(CARDS)),),
            "sunk": (at_most(len(CARDS)),),
            "seen": (at_most(self.visits),),
            "due": (seat,),
            "first_adder": (seat,),
            "turn": (range(-1, ANY_COUNT[-1]),),
            "phase": (at_most(OVER),),
            "then": (at_most(ADDED),),
            "acts": (range(4),),
            "spent": (range(1 << cells),),
            "shy": (range(1 << seats),),
            "kept": (bunch,),
            "sort": (SORTS,),
            "hand": (range(-1, TOP + 1),),
            "spot": (range(-1, cells),),
            "first": (range(seats),),
        }
        return shape_violations(self, seats, self.chance, shape)

    def _rule_violations(self) -> dict[str, bool]:
        """Return what must never be, and whether it is."""
        launched = [cell for cell in self.boats if cell >= 0]
        thickets = [cell for cell, face in enumerate(self.field) if face >> 3 == THICKET]
        by_points = self.advanced & WEIGHT > 0
        return {
            "Cards are missing, or there are too many.": self._count_cards() != CARD_COUNTS,
            "Hares are missing, or there are too many.": not self._hares_add_up(),
            "A boat or a hare is in a thicket.": any(self.hares[c] or c in self.boats for c in thickets),
            "A boat is too full.": not all(fits(hold, by_points) for hold in self.holds),
            "Mazay is not in exactly one place.": (self.under >= 0) + (self.due >= 0) + self.ending != 1,
            "Mazay lies below more cards than there are.": (
                self.under > len(self.stack) or not 0 <= self.sunk <= len(self.stack)
            ),
            "The row is not as long as it should be.": (
                len(self.row) != len(self.row_hares) or len(self.row) > self.players
            ),
            "A swamp is remembered that is no longer there.": any(
                mire >= 0 and self.field[mire] >> 3 != SWAMP for mire in self.mires
            ),
            "A boat is not on the water.": (self.phase != LAUNCH and len(launched) != self.players and self.turn >= 0),
            "Hares are written down without their points, or points without their hares.": any(
                (hares > 0) != (worth > 0) for hares, worth in zip(self.booked_hares, self.booked_points, strict=True)
            ),
            "Somebody is asked although the game is over, or nobody although it is not.": (
                (self.actor is None) != (self.phase == OVER)
            ),
        }

    def _count_cards(self) -> tuple[int, ...]:
        cards = [face >> 2 for face in self.field] + self.stack + self.row + self.discard
        return tuple(cards.count(card) for card in range(18))

    def _hares_add_up(self) -> bool:
        bunches = [self.pool, *self.hares, *self.row_hares, *self.holds, *self.ashore]
        sound = all(0 <= bunch >> 8 * s & 255 <= ALL >> 8 * s & 255 for bunch in bunches for s in SORTS)
        return sound and sum(bunches) == ALL


STATE = MazaytsyState
