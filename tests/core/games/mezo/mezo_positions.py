"""Positions of Mezo made by hand: an empty board, and the pieces where a test needs them.

What is left to do in them is no whole game, so only what lies on the board must be consistent.
"""

from core.game import GameEvent, Setup
from core.games.mezo import phases
from core.games.mezo.components import ABILITIES, ALTARS, CARDS, GODS, NEUTRAL, REGIONS, VERTICES
from core.games.mezo.deal import start
from core.games.mezo.effects.scope import perform
from core.games.mezo.scoring import FROM_ACTIONS, FROM_START, WIDTH
from core.games.mezo.state import MezoState

UXMAL, CHICHEN, COBA, HOCHOB, BECAN, PALENQUE = range(REGIONS)
RED, YELLOW, GREEN, BLUE = range(4)
LIVE = 0b111111


def god(name: str) -> int:
    return next(number for number, each in enumerate(GODS) if each.id == name)


def altar(name: str) -> int:
    return next(number for number, each in enumerate(ALTARS) if each.id == name)


def ability(name: str) -> int:
    return next(number for number, each in enumerate(ABILITIES) if each.id == name)


def scene(
    gods: tuple[str, ...] = ("kukulkan", "ixchel", "ah-puch", "cabrakan"),
    desolate: tuple[int, ...] = (COBA,),
    age: int = 1,
    vp: tuple[int, ...] = (5, 4, 3, 2),
) -> MezoState:
    """Return an empty board in the middle of an Age, with as many seats as gods, and nothing left to do."""
    players = len(gods)
    state = start(Setup(players, 1, {"gods": "dealt"}))
    state.gods = tuple(god(name) for name in gods)
    state.age = age
    state.live = LIVE & ~sum(1 << region for region in desolate)
    state.altars = tuple(altar("gold") if state.live >> r & 1 else -1 for r in range(REGIONS))
    state.pyramids = [()] * REGIONS
    state.tiles = ()
    state.stack = []
    state.actor = None
    set_vp(state, *vp[:players])
    return state


def set_vp(state: MezoState, *vp: int) -> None:
    for seat, points in enumerate(vp):
        state.vp[seat] = points
        for source in range(WIDTH):
            state.sources[seat * WIDTH + source] = points if source == FROM_START else 0


def put(state: MezoState, seat: int, region: int, warriors: int = 0, shamans: int = 0) -> None:
    """Units of the Reserves into a region."""
    for kind, n in enumerate((warriors, shamans)):
        state.reserves[seat * 2 + kind] -= n
        state.units[(seat * REGIONS + region) * 2 + kind] += n


def bury(state: MezoState, seat: int, warriors: int = 0, shamans: int = 0) -> None:
    """Units of the Reserves into Xibalba."""
    for kind, n in enumerate((warriors, shamans)):
        state.reserves[seat * 2 + kind] -= n
        state.xibalba[seat * 2 + kind] += n


def carve(state: MezoState, seat: int, region: int, n: int = 1) -> None:
    state.stelae[seat] -= n
    state.glyphs[seat * REGIONS + region] += n


def pyramid(state: MezoState, region: int, *owners: int, base: int = 1) -> None:
    """A pyramid of these owners' pieces, from the bottom up."""
    for level, owner in enumerate(owners, base - 1):
        if owner != NEUTRAL:
            state.pieces[owner * 4 + level] -= 1
        state.pyramids[region] += (owner * 4 + level,)


def stand(state: MezoState, seat: int, vertex: str) -> None:
    state.vertices[seat] = next(n for n, each in enumerate(VERTICES) if each.id == vertex)


def fight(state: MezoState, region: int, champion: int) -> None:
    """A conflict is under way here, around this seat's Champion."""
    state.conflict = region
    state.champions[region] = champion
    state.fought += 1


def units(state: MezoState, seat: int, region: int) -> tuple[int, int]:
    at = (seat * REGIONS + region) * 2
    return state.units[at], state.units[at + 1]


def reserves(state: MezoState, seat: int) -> tuple[int, int]:
    return state.reserves[seat * 2], state.reserves[seat * 2 + 1]


def xibalba(state: MezoState, seat: int) -> tuple[int, int]:
    return state.xibalba[seat * 2], state.xibalba[seat * 2 + 1]


def glyphs(state: MezoState, seat: int, region: int) -> int:
    return state.glyphs[seat * REGIONS + region]


def tokens(state: MezoState, seat: int, region: int) -> int:
    return state.tokens[seat * REGIONS + region]


def legal(state: MezoState) -> list[str]:
    return [move.notation for move in state.legal_moves()]


def answer(state: MezoState, *notations: str) -> list[GameEvent]:
    """Play these moves one after the other; each must be legal when its turn comes."""
    told: list[GameEvent] = []
    for notation in notations:
        found = [move for move in state.legal_moves() if move.notation == notation]
        assert found, f"{notation} is not among {legal(state)} ({state.prompt.sentence})"
        state.play(found[0], told.append)
        assert state.rule_violations() == []
    return told


def resolve(state: MezoState, effect: int, seat: int, *notations: str) -> MezoState:
    """Carry out an effect with these answers, to its very end."""
    ask(state, effect, seat)
    answer(state, *notations)
    assert state.stack == [], f"still asked: {state.prompt.sentence} {legal(state)}"
    assert state.rule_violations() == []
    return state


def ask(state: MezoState, effect: int, seat: int) -> None:
    """Begin an effect, up to its first decision."""
    perform(state, effect, seat, FROM_ACTIONS)
    state.advance()


def effect_of(state: MezoState, seat: int, card: str, action: int) -> int:
    return GODS[state.gods[seat]].actions[CARDS.index(card)][action - 1].number


def action(state: MezoState, seat: int, card: str, number: int, *notations: str) -> MezoState:
    """Resolve one action of this seat's god."""
    return resolve(state, effect_of(state, seat, card, number), seat, *notations)


def call(state: MezoState, seat: int, *notations: str) -> MezoState:
    """CALL this seat's god."""
    state.stack = [(phases.CALL, -1, seat, 0)]
    state.cause = FROM_ACTIONS
    state.advance()
    answer(state, *notations)
    assert state.stack == [], f"still asked: {state.prompt.sentence} {legal(state)}"
    return state


def decide(state: MezoState) -> None:
    """The actions of the conflict are done: on to the winner, the tracks and the cleaning up."""
    state.order = tuple(state.clockwise(0))
    state.stack = [(phases.CLEAN_UP,), (phases.TRACK, 0), (phases.TRACK, 1), (phases.WINNER,)]
    state.advance()


def turn_up(state: MezoState, *regions: int) -> None:
    """Begin the conflicts in these regions, in this order."""
    state.tiles = tuple(reversed(regions))
    state.stack = [(phases.TILE,)]
    state.advance()


def blessed(cards: bool = False, vp: tuple[int, ...] = (5, 4, 3, 2), age: int = 3) -> MezoState:
    """Uxmal is the Blessed region; nothing has been fought over yet."""
    state = scene(vp=vp)
    state.age = age
    state.blessed = UXMAL
    state.blessed_cards = cards
    return state
