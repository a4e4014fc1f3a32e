"""The state of Gzhel: masks, counts and cards as small integers."""

from collections.abc import Sequence

from core.game import EventSink, Move, Prompt, State
from core.games.gzhel import simultaneous, text
from core.games.gzhel.components import (
    BOARD,
    CARDS,
    FIGURINES,
    FLOWERS,
    KINDS,
    PADS,
    PILE_AT_START,
    ROUNDS,
    SET_SIZE,
    STAMP_POINTS,
    TOKENS_EACH,
)
from core.games.gzhel.phases import CHOOSE, OVER, PAINT, PICK, SHIFT, TURN_PADS
from core.games.gzhel.rules import CARRY_OUT, FROM_STAMPS, LEGAL, SOURCES, movable_spaces
from core.rng import Rng
from core.validation import ANY_COUNT, at_most, exactly, shape_violations


class GzhelState(State):
    """One position of Gzhel. Everything is open but the order of the cards that have not been seen."""

    actor: int | None
    phase: int
    players: int
    #: The active player, who names the figurine.
    active: int
    #: The figurine named for everybody, and the one the actor lifts around; -1 when there is none.
    figurine: int
    own: int
    #: The space of the flower that is being shifted, -1 when none is.
    held: int
    beginners: bool
    #: Cards as indices. The last of the deck is its top, the diamond goal; then the circle goal; then the
    #: pattern pile, whose last card is the pattern goal.
    deck: list[int]
    middle: int
    pile: list[int]
    #: Two for each seat: the pad with its diamond side up, the pad with its circle side up.
    pads: list[int]
    #: Five for each seat: the spaces of each flower, whichever side is up.
    flowers: list[int]
    #: One for each seat: the spaces where the stamp side is up.
    stamps: list[int]
    #: Five for each seat: stamps of each flower beside the pads.
    hand: list[int]
    #: Flowers of each kind that the actor has lifted and not yet put back.
    lifted: list[int]
    #: Four for each seat: points from diamond, circle and pattern goals and from stamps.
    points: list[int]
    chance: Rng

    def copy(self) -> "GzhelState":
        rng = self.chance
        return GzhelState(
            self.actor,
            self.phase,
            self.players,
            self.active,
            self.figurine,
            self.own,
            self.held,
            self.beginners,
            self.deck[:],
            self.middle,
            self.pile[:],
            self.pads[:],
            self.flowers[:],
            self.stamps[:],
            self.hand[:],
            self.lifted[:],
            self.points[:],
            Rng(rng.seed, rng.drawn),
        )

    # The decision at hand

    def legal_moves(self) -> Sequence[Move]:
        return LEGAL[self.phase](self)

    def play(self, move: Move, emit: EventSink | None = None) -> None:
        CARRY_OUT[self.phase](self, move, emit)

    @property
    def prompt(self) -> Prompt:
        return text.prompt(self)

    def describe(self, move: Move) -> str:
        return text.describe(self, move)

    @property
    def round(self) -> int:
        # One card leaves the deck each round, and none after the last.
        return ROUNDS + 1 - len(self.deck)

    def progress_text(self) -> str:
        return "over" if self.phase == OVER else f"round {self.round} of {ROUNDS}"

    def board_text(self, seat: int | None = None) -> str:
        return text.board_text(self, seat)

    # Points

    def scores(self) -> list[int]:
        points = self.points
        return [sum(points[i : i + 4]) for i in range(0, 4 * self.players, 4)]

    def breakdown(self) -> dict[str, list[int]]:
        return {name: self.points[source::4] for source, name in enumerate(SOURCES)}

    def goal_kinds(self) -> dict[str, str]:
        """Return the kinds of the diamond and the circle card; the pattern goal is a kind of its own."""
        diamond, circle, pattern, _ = SOURCES
        return {
            diamond: CARDS[self.deck[-1]].kind.replace("_", "-"),
            circle: CARDS[self.middle].kind.replace("_", "-"),
            pattern: pattern,
        }

    def ranking(self) -> list[list[int]]:
        """Return the seats by points; among equals, fewer stamps on the pads rank higher."""
        scores = self.scores()
        merit = [(-scores[seat], self.stamps[seat].bit_count()) for seat in range(self.players)]
        places: dict[tuple[int, int], list[int]] = {}
        for seat in sorted(range(self.players), key=merit.__getitem__):
            places.setdefault(merit[seat], []).append(seat)
        return list(places.values())

    def outcome_text(self) -> str:
        return text.outcome_text(self)

    def solo_title(self) -> str:
        return text.title(self.scores()[0]) if self.players == 1 else ""

    # What a seat cannot know

    def determinize(self, seat: int | None, rng: Rng) -> "GzhelState":
        """Return a state with the unseen cards dealt anew: the deck under its top, the buried cards of the first pile.

        Of the pattern card that lay open first, only that side was seen, which a few cards share.
        """
        view = self.copy()
        deck, pile = view.deck, view.pile
        seen = face_of(pile[PILE_AT_START - 1])
        unseen = deck[:-1] + pile[:PILE_AT_START]
        # Sorted, so that nothing of the true order can leak into the new one.
        unseen.sort()
        first = rng.choice([card for card in unseen if face_of(card) == seen])
        unseen.remove(first)
        rng.shuffle(unseen)
        pile[PILE_AT_START - 1] = first
        for index in range(PILE_AT_START - 1):
            pile[index] = unseen.pop()
        deck[:-1] = unseen
        view.chance = rng.spawn()
        return view

    def early_state(self, seat: int) -> "GzhelState | None":
        return simultaneous.early_state(self, seat)

    # Violations

    def violations(self) -> list[str]:
        return self._shape_violations() or self._rule_violations()

    def _shape_violations(self) -> list[str]:
        seats = self.players
        if not 1 <= seats <= len(PADS) // 2:
            return ["there are not enough pads for so many players"]
        cards, figurine = range(len(CARDS)), range(-1, len(FIGURINES))
        spaces, tokens = range(1 << BOARD), at_most(TOKENS_EACH)
        shape = {
            "phase": (at_most(OVER),),
            "active": (range(seats),),
            "figurine": (figurine,),
            "own": (figurine,),
            "held": (range(-1, BOARD),),
            "deck": (cards, range(1, ROUNDS + 1)),
            "middle": (cards,),
            "pile": (cards, range(PILE_AT_START, SET_SIZE)),
            "pads": (range(len(PADS)), exactly(2 * seats)),
            "flowers": (spaces, exactly(5 * seats)),
            "stamps": (spaces, exactly(seats)),
            "hand": (tokens, exactly(5 * seats)),
            "lifted": (tokens, exactly(5)),
            "points": (ANY_COUNT, exactly(4 * seats)),
        }
        return shape_violations(self, seats, self.chance, shape)

    def _rule_violations(self) -> list[str]:
        broken = []
        cards = [*self.deck, self.middle, *self.pile]
        if len(set(cards)) != SET_SIZE or len(cards) != SET_SIZE:
            broken.append(f"{SET_SIZE} different cards are in play, not {sorted(cards)}")
        elif not set.intersection(*(set(CARDS[card].icons) for card in cards)):
            broken.append("the cards in play share no icon")
        if len(set(self.pads)) != 2 * self.players:
            broken.append("a pad lies twice on the table")
        if self.phase != PAINT and self.phase not in (PICK, SHIFT) and any(self.lifted):
            broken.append("flowers are lifted while nobody paints")
        if (self.held >= 0) != (self.phase == SHIFT):
            broken.append("a flower is held although none is being shifted, or none although one is")
        elif self.actor is not None and self.held >= 0 and not movable_spaces(self, self.actor) >> self.held & 1:
            broken.append("what is being shifted is no flower")
        if (self.actor is None) != (self.phase == OVER):
            broken.append("somebody is asked although the game is over, or nobody although it is not")
        if (min(self.figurine, self.own) >= 0) != (self.phase not in (TURN_PADS, CHOOSE, OVER)):
            broken.append("a figurine is lifted around before it is named, or none after")
        if self.phase == CHOOSE and self.actor != self.active:
            broken.append("another than the active player names the figurine")
        if self.phase == TURN_PADS and len(self.deck) != ROUNDS:
            broken.append("the pads are turned after the first round has begun")
        for seat in range(self.players):
            broken += [f"seat {seat}: {law}" for law in self._check_seat(seat)]
        return broken

    def _check_seat(self, seat: int) -> list[str]:
        broken = []
        flowers = self.flowers[5 * seat : 5 * seat + 5]
        hand = self.hand[5 * seat : 5 * seat + 5]
        from_stamps = self.points[4 * seat + FROM_STAMPS]
        lifted = self.lifted if seat == self.actor else [0] * 5
        counts = [flowers[kind].bit_count() + hand[kind] + lifted[kind] for kind in KINDS]
        due = 0 if self.phase == TURN_PADS else TOKENS_EACH
        broken += [f"{n} tokens of {FLOWERS[k]}, not {due}" for k, n in enumerate(counts) if n != due]
        filled = 0
        for mask in flowers:
            if filled & mask:
                broken.append("two tokens lie on one space")
            filled |= mask
        if self.stamps[seat] & ~filled:
            broken.append("a stamp lies where no token is")
        due = STAMP_POINTS * self.stamps[seat].bit_count() if self.phase == OVER else 0
        if from_stamps != due:
            broken.append(f"{from_stamps} points for stamps, not {due}")
        return broken


def face_of(card: int) -> tuple[int, frozenset[str]]:
    """Return the pattern side of a card: the pattern and the two icons."""
    return CARDS[card].back, frozenset(CARDS[card].icons)


STATE = GzhelState
