"""The state of Mezo: small integers in lists and tuples, cheap to copy, and the invariants that it must obey.

Lists are what changes often; tuples are what changes seldom and can be shared between copies. The index of a pair
(seat, region) is seat * REGIONS + region, that of a pair (seat, kind of unit) is seat * 2 + kind.
"""

from collections.abc import Sequence
from typing import Any

from core.game import EventSink, GameEvent, Move, Prompt, State
from core.games.mezo import simultaneous, text
from core.games.mezo.components import (
    ABILITIES,
    AGES,
    ALTARS,
    CARDS,
    CONSTANTS,
    DEVOTION_END,
    GLYPHS_PER_TRIBE,
    GODS,
    IN_MASK,
    NEUTRAL,
    PIECES_PER_TRIBE,
    REGIONS,
    TOUCHES,
    TRACKS,
    UNITS_PER_TRIBE,
    VERTICES,
    WRATHFUL,
    WRATHFUL_OF_AGE,
)
from core.games.mezo.phases import Frame
from core.games.mezo.rules import LEGAL, REPLY, RUN
from core.games.mezo.rules.conflict import with_vain_actions
from core.games.mezo.rules.stack_invariants import stack_violations
from core.games.mezo.scoring import SOURCES, WIDTH
from core.rng import Rng
from core.validation import ANY_COUNT, at_most, exactly, shape_violations

#: By tribe ability: how many units it lets its tribe Deploy beside its Champion.
GUARD = tuple(a.n if a.mod == "champion_region_deploy" else 0 for a in ABILITIES)

#: More strength than a seat can gather in one conflict.
MOST_STRENGTH = 100

#: No frame holds more numbers than this or one as large as this, and no stack more frames (see
#: core.games.mezo.rules.stack_invariants).
FRAME_LENGTH, FRAME_END, STACK_DEPTH = 7, (1 << 20) + 1, 100


class MezoState(State):
    """One position of Mezo: everything that lies on the table, and what is yet to be done."""

    players: int
    blessed_cards: bool
    #: The Age, from 1; 0 while gods are chosen.
    age: int
    #: Regions in play, as a mask.
    live: int
    #: The Blessed region and the region of the conflict at hand, or -1.
    blessed: int
    conflict: int
    #: Conflicts begun in this Age.
    fought: int
    chance: Rng
    #: What is yet to be done; the last frame comes first (see core.games.mezo.phases).
    stack: list[Frame]
    #: The VP order of the step at hand, frozen.
    order: tuple[int, ...]
    #: By region: its altar, or -1.
    altars: tuple[int, ...]
    #: The Wrathful tile of each Age; those of later Ages are face down.
    wrathful: tuple[int, ...]
    #: Conflict tiles face down, the next one last.
    tiles: tuple[int, ...]
    #: By seat: its god, or -1.
    gods: tuple[int, ...]
    #: By seat: the tribe abilities taken.
    abilities: tuple[tuple[int, ...], ...]
    #: By seat: the cards of its deck, top first, and how many of the top ones it has seen.
    decks: tuple[tuple[int, ...], ...]
    known: tuple[int, ...]
    #: By seat: the card of this conflict (-1: none yet), and whether all cards are face up.
    cards: tuple[int, ...]
    revealed: bool
    #: By seat: the covered actions of its card, as a mask.
    covered: tuple[int, ...]
    #: By seat and kind: units on the god's card, given in the Blessed conflict.
    given: tuple[int, ...]
    #: By region and kind: the seats (a mask) that count as having the most; by region: those that win ties.
    most: tuple[int, ...]
    ties: tuple[int, ...]
    #: By space: whose unit stands there, or -1; the Codex, then the Calendar.
    tracks: tuple[tuple[int, ...], tuple[int, ...]]
    #: By seat, region and kind.
    units: list[int]
    #: By seat and kind: in the Reserves, in Xibalba, on the wrathful god.
    reserves: list[int]
    xibalba: list[int]
    wrath: list[int]
    #: By seat and region; by seat, what is left.
    glyphs: list[int]
    stelae: list[int]
    #: By region: the pyramid from the bottom up, a piece being owner * 4 + level (from 0).
    pyramids: list[tuple[int, ...]]
    #: By seat and level: pieces left.
    pieces: list[int]
    #: By region: whose Champion stands there, or -1.
    champions: list[int]
    #: By seat and region: strength tokens.
    tokens: list[int]
    #: By seat.
    vertices: list[int]
    devotion: list[int]
    vp: list[int]
    #: By seat and source.
    sources: list[int]
    #: What the effect at hand remembers: the region it touched last, the regions that its place rule
    #: allowed (a mask), how many its last verb affected, and which source its VP come from.
    same: int
    place: int
    done: int
    cause: int

    @property
    def prompt(self) -> Prompt:
        return text.prompt(self)

    @property
    def round(self) -> int:
        """Each Age has one round of preparation, and one for each conflict."""
        return max(self.age - 1, 0) * (len(IN_MASK[self.live]) + 1) + 1 + self.fought

    def round_text(self) -> str:
        return f"Age {self.age}" if self.age else "set-up"

    def progress_text(self) -> str:
        return text.progress_text(self)

    def legal_moves(self) -> Sequence[Move]:
        if self.actor is None:
            return ()
        frame = self.stack[-1]
        legal = LEGAL[frame[0]]
        assert legal is not None
        return legal(self, frame)

    def play(self, move: Any, emit: EventSink | None = None) -> None:
        stack = self.stack
        frame = stack[-1]
        reply = REPLY[frame[0]]
        assert reply is not None
        told: list[GameEvent] = []
        heard = told.append if emit is not None else None
        reply(self, stack, frame, move, heard)
        self.advance(heard)
        if emit is not None:
            for event in with_vain_actions(told, self):
                emit(event)

    def advance(self, emit: EventSink | None = None) -> None:
        """Run the stack until a seat has a choice or the game is over."""
        stack = self.stack
        while stack:
            frame = stack[-1]
            if RUN[frame[0]](self, stack, frame, emit):
                return
        self.actor = None

    def describe(self, move: Any) -> str:
        return text.describe(self, move)

    def scores(self) -> list[int]:
        return self.vp[:]

    def breakdown(self) -> dict[str, list[int]]:
        return {
            name: [self.sources[seat * WIDTH + source] for seat in range(self.players)]
            for source, name in enumerate(SOURCES)
        }

    def ranking(self) -> list[list[int]]:
        return [[seat] for seat in self.vp_order()]

    def outcome_text(self) -> str:
        return text.outcome_text(self)

    def determinize(self, seat: int | None, rng: Rng) -> "MezoState":
        """Return a state with what this seat cannot know dealt anew: face-down tiles, and cards only others have seen.

        What is hidden is sorted before it is shuffled, so that the result does not depend on the truth.
        """
        view = self.copy()
        luck = view.chance = rng.spawn()
        tiles = sorted(view.tiles)
        luck.shuffle(tiles)
        view.tiles = tuple(tiles)
        view.wrathful = view.wrathful[: view.age] + tuple(
            luck.choice(tiles_of_age) for tiles_of_age in WRATHFUL_OF_AGE[view.age :]
        )
        decks, cards = list(view.decks), list(view.cards)
        for owner in range(view.players):
            if owner == seat:
                seen = view.known[owner]
                rest = sorted(decks[owner][seen:])
                luck.shuffle(rest)
                decks[owner] = decks[owner][:seen] + tuple(rest)
                continue
            laid = cards[owner] >= 0 and not view.revealed
            hidden = sorted((*decks[owner], cards[owner]) if laid else decks[owner])
            luck.shuffle(hidden)
            if laid:
                cards[owner] = hidden.pop()
            decks[owner] = tuple(hidden)
        view.decks, view.cards = tuple(decks), tuple(cards)
        return view

    def early_state(self, seat: int) -> "MezoState | None":
        return simultaneous.early_state(self, seat)

    def board_text(self, seat: int | None = None) -> str:
        return text.board_text(self, seat)

    def copy(self) -> "MezoState":
        rng = self.chance
        return self.__class__(
            self.actor,
            self.players,
            self.blessed_cards,
            self.age,
            self.live,
            self.blessed,
            self.conflict,
            self.fought,
            Rng(rng.seed, rng.drawn),
            self.stack[:],
            self.order,
            self.altars,
            self.wrathful,
            self.tiles,
            self.gods,
            self.abilities,
            self.decks,
            self.known,
            self.cards,
            self.revealed,
            self.covered,
            self.given,
            self.most,
            self.ties,
            self.tracks,
            self.units[:],
            self.reserves[:],
            self.xibalba[:],
            self.wrath[:],
            self.glyphs[:],
            self.stelae[:],
            self.pyramids[:],
            self.pieces[:],
            self.champions[:],
            self.tokens[:],
            self.vertices[:],
            self.devotion[:],
            self.vp[:],
            self.sources[:],
            self.same,
            self.place,
            self.done,
            self.cause,
        )

    # Queries

    def presence(self, seat: int) -> int:
        """Return the live regions (a mask) that this seat's god looks upon."""
        vertex = self.vertices[seat]
        return TOUCHES[vertex] & self.live if vertex >= 0 else 0

    def vp_order(self) -> tuple[int, ...]:
        """Return the seats from the most VP to the fewest; there are no ties."""
        vp = self.vp
        return tuple(sorted(range(self.players), key=lambda seat: -vp[seat]))

    def clockwise(self, first: int) -> list[int]:
        """Return all seats, beginning with this one."""
        return [(first + step) % self.players for step in range(self.players)]

    def station_limit(self, seat: int, region: int) -> int:
        """Return how many units this seat may Deploy here in the Deploy Step."""
        if self.champions[region] == seat:
            return sum(GUARD[ability] for ability in self.abilities[seat])
        return CONSTANTS.deploy_limit

    def face_up(self) -> tuple[int, ...]:
        """Return the Wrathful tiles that can be appeased."""
        return self.wrathful[: self.age]

    # Invariants

    def violations(self) -> list[str]:
        return self.rule_violations() or stack_violations(self) or self._unfinished_stack()

    def rule_violations(self) -> list[str]:
        """Return what is wrong with what lies on the table, without regard to the stack."""
        return self._shape_violations() or [
            *self._check_units(),
            *self._check_stone(),
            *self._check_cards(),
            *self._check_points(),
            *self._check_board(),
        ]

    def _unfinished_stack(self) -> list[str]:
        """Check that nothing goes on by itself between two decisions."""
        rest = self.copy()
        rest.advance()
        return [] if rest == self else ["the step at hand does not wait for a decision"]

    def _shape_violations(self) -> list[str]:
        seats = self.players
        if not 2 <= seats <= NEUTRAL:
            return [f"there is no table of {seats}"]
        seat, units = range(-1, seats), at_most(max(UNITS_PER_TRIBE))
        region, regions = range(-1, REGIONS), range(1 << REGIONS)
        each, by_kind, by_region = exactly(seats), exactly(seats * 2), exactly(seats * REGIONS)
        shape = {
            "age": (at_most(AGES),),
            "live": (regions,),
            "blessed": (region,),
            "conflict": (region,),
            "fought": (at_most(REGIONS),),
            "stack": (range(-1, FRAME_END), at_most(STACK_DEPTH), range(1, FRAME_LENGTH + 1)),
            "order": (range(seats), at_most(seats)),
            "altars": (range(-1, len(ALTARS)), exactly(REGIONS)),
            "wrathful": (range(len(WRATHFUL)), exactly(AGES)),
            "tiles": (range(REGIONS), at_most(REGIONS)),
            "gods": (range(-1, len(GODS)), each),
            "abilities": (range(len(ABILITIES)), each, at_most(AGES)),
            "decks": (range(len(CARDS)), each, at_most(len(CARDS))),
            "known": (at_most(len(CARDS)), each),
            "cards": (range(-1, len(CARDS)), each),
            "covered": (range(8), each),
            "given": (units, by_kind),
            "most": (range(1 << seats), exactly(REGIONS * 2)),
            "ties": (range(1 << seats), exactly(REGIONS)),
            "tracks": (seat, exactly(2), at_most(max(map(len, TRACKS)))),
            "units": (units, exactly(seats * REGIONS * 2)),
            "reserves": (units, by_kind),
            "xibalba": (units, by_kind),
            "wrath": (units, by_kind),
            "glyphs": (at_most(GLYPHS_PER_TRIBE), by_region),
            "stelae": (at_most(GLYPHS_PER_TRIBE), each),
            "pyramids": (range(NEUTRAL * 4 + 4), exactly(REGIONS), at_most(4)),
            "pieces": (at_most(max(PIECES_PER_TRIBE)), exactly(seats * 4)),
            "champions": (seat, exactly(REGIONS)),
            "tokens": (at_most(MOST_STRENGTH), by_region),
            "vertices": (range(-1, len(VERTICES)), each),
            "devotion": (at_most(DEVOTION_END), each),
            "vp": (ANY_COUNT, each),
            "sources": (ANY_COUNT, exactly(seats * len(SOURCES))),
            "same": (region,),
            "place": (regions,),
            "done": (ANY_COUNT,),
            "cause": (range(len(SOURCES)),),
        }
        return shape_violations(self, seats, self.chance, shape)

    def _check_units(self) -> list[str]:
        faults = []
        for seat in range(self.players):
            for kind, name in enumerate(("Warriors", "Shamans")):
                at = seat * 2 + kind
                regions = sum(self.units[(seat * REGIONS + r) * 2 + kind] for r in range(REGIONS))
                elsewhere = self.reserves[at] + self.xibalba[at] + self.wrath[at] + self.given[at]
                count = regions + elsewhere + self.tracks[kind].count(seat)
                if count != UNITS_PER_TRIBE[kind]:
                    faults.append(f"seat {seat} has {count} {name}")
        for name, counts in (
            ("units", self.units),
            ("Reserves", self.reserves),
            ("Xibalba", self.xibalba),
            ("the wrathful god", self.wrath),
            ("gifts", self.given),
        ):
            if min(counts) < 0:
                faults.append(f"fewer than no units: {name}")
        return faults

    def _check_stone(self) -> list[str]:
        faults = []
        built = [piece for pyramid in self.pyramids for piece in pyramid]
        for seat in range(self.players):
            standing = sum(self.glyphs[seat * REGIONS : (seat + 1) * REGIONS])
            if standing + self.stelae[seat] != GLYPHS_PER_TRIBE or self.stelae[seat] < 0:
                faults.append(f"seat {seat} has {standing + self.stelae[seat]} glyphs")
            for level, wanted in enumerate(PIECES_PER_TRIBE):
                left = self.pieces[seat * 4 + level]
                if left < 0 or left + built.count(seat * 4 + level) != wanted:
                    faults.append(f"seat {seat} has lost or found pyramid pieces of level {level + 1}")
        neutral = CONSTANTS.neutral_pyramids if self.players == 2 else 0
        if sum(piece // 4 == NEUTRAL for piece in built) > neutral:
            faults.append("there are too many neutral pieces")
        for region, pyramid in enumerate(self.pyramids):
            levels = [piece % 4 for piece in pyramid]
            if levels != list(range(levels[0], levels[0] + len(levels)) if levels else []):
                faults.append(f"the pyramid in region {region} has a gap")
        return faults

    def _check_cards(self) -> list[str]:
        faults = []
        for seat, deck in enumerate(self.decks):
            held = [*deck] + ([self.cards[seat]] if self.cards[seat] >= 0 else [])
            if len(set(held)) != len(held) or not set(held) <= set(range(len(CARDS))):
                faults.append(f"seat {seat} has a card twice, or one of nobody")
            if not 0 <= self.known[seat] <= len(deck):
                faults.append(f"seat {seat} knows more cards than it has")
        taken = [god for god in self.gods if god >= 0]
        if len(set(taken)) != len(taken):
            faults.append("two seats follow one god")
        if len(set(self.tiles)) != len(self.tiles) or any(not self.live >> tile & 1 for tile in self.tiles):
            faults.append("the conflict tiles are not those of the live regions")
        return faults

    def _check_points(self) -> list[str]:
        faults = []
        if len(set(self.vp)) != len(self.vp):
            faults.append("two VP markers share a space")
        width = len(SOURCES)
        for seat, vp in enumerate(self.vp):
            if sum(self.sources[seat * width : (seat + 1) * width]) != vp:
                faults.append(f"the points of seat {seat} do not add up")
            if not 0 <= self.devotion[seat] <= DEVOTION_END:
                faults.append(f"seat {seat} is off the devotion track")
        return faults

    def _check_board(self) -> list[str]:
        faults = []
        desolate = [region for region in range(REGIONS) if not self.live >> region & 1]
        if len(desolate) != CONSTANTS.desolate[self.players]:
            faults.append("the wrong number of regions is Desolate")
        for region in desolate:
            things = sum(
                self.units[(seat * REGIONS + region) * 2]
                + self.units[(seat * REGIONS + region) * 2 + 1]
                + self.glyphs[seat * REGIONS + region]
                + self.tokens[seat * REGIONS + region]
                for seat in range(self.players)
            ) + len(self.pyramids[region])
            if things or self.champions[region] >= 0 or self.altars[region] >= 0:
                faults.append(f"something lies in Desolate region {region}")
        for seat in range(self.players):
            if self.champions.count(seat) > CONSTANTS.champions[self.players]:
                faults.append(f"seat {seat} has too many Champions")
        standing = [vertex for vertex in self.vertices if vertex >= 0]
        if len(set(standing)) != len(standing):
            faults.append("two gods share a vertex")
        if min(self.tokens) < 0:
            faults.append("fewer than no strength tokens")
        return faults


STATE = MezoState
