"""The deal of Mezo: the first state, and who begins."""

from core.game import Setup
from core.games.mezo import phases
from core.games.mezo.components import (
    ALTARS,
    CONSTANTS,
    GLYPHS_PER_TRIBE,
    GODS,
    NEUTRAL,
    PIECES_PER_TRIBE,
    REGIONS,
    TRACKS,
    UNITS_PER_TRIBE,
    WRATHFUL_OF_AGE,
    XIBALBA_AT_START,
)
from core.games.mezo.rules.decks import shuffled_decks
from core.games.mezo.scoring import FROM_ACTIONS, FROM_START, WIDTH
from core.games.mezo.state import MezoState
from core.rng import Rng
from core.starting_player import first_seat


def start(setup: Setup) -> MezoState:
    """Return the state of the first decision."""
    state = _laid_out(setup)
    state.advance()
    return state


def starter(setup: Setup) -> int | None:
    """Return the seat that begins."""
    return _laid_out(setup).vp_order()[0]


def _laid_out(setup: Setup) -> MezoState:
    """Return the state before its first step.

    Chance is used in the order of the rulebook: map, altars, wrath, places, cards, gods.
    """
    players = setup.players
    rng = Rng(setup.seed)
    tiles, pyramids = _tiles_and_ruins(players, rng)
    altars = _altars(tiles, rng)
    wrathful = tuple(rng.choice(tiles_of_age) for tiles_of_age in WRATHFUL_OF_AGE)
    vp, sources = _first_places(players, first_seat(setup, rng))
    decks = shuffled_decks(players, rng)
    dealt = setup.options.get("gods") == "dealt"
    gods = _gods_dealt(players, rng) if dealt else (-1,) * players
    reserves = [n - asleep for n, asleep in zip(UNITS_PER_TRIBE, XIBALBA_AT_START, strict=True)]
    return MezoState(
        actor=None,
        players=players,
        blessed_cards=bool(setup.options.get("blessed_cards", False)),
        age=0,
        live=sum(1 << region for region in tiles),
        blessed=-1,
        conflict=-1,
        fought=0,
        chance=rng,
        stack=[(phases.START,)] if dealt else [(phases.START,), (phases.GODS, 0)],
        order=(),
        altars=altars,
        wrathful=wrathful,
        tiles=tiles,
        gods=gods,
        abilities=((),) * players,
        decks=decks,
        known=(0,) * players,
        cards=(-1,) * players,
        revealed=False,
        covered=(0,) * players,
        given=(0,) * (players * 2),
        most=(0,) * (REGIONS * 2),
        ties=(0,) * REGIONS,
        tracks=((-1,) * len(TRACKS[0]), (-1,) * len(TRACKS[1])),
        units=[0] * (players * REGIONS * 2),
        reserves=reserves * players,
        xibalba=list(XIBALBA_AT_START) * players,
        wrath=[0] * (players * 2),
        glyphs=[0] * (players * REGIONS),
        stelae=[GLYPHS_PER_TRIBE] * players,
        pyramids=pyramids,
        pieces=list(PIECES_PER_TRIBE) * players,
        champions=[-1] * REGIONS,
        tokens=[0] * (players * REGIONS),
        vertices=[-1] * players,
        devotion=[0] * players,
        vp=vp,
        sources=sources,
        same=-1,
        place=0,
        done=0,
        cause=FROM_ACTIONS,
    )


def _tiles_and_ruins(players: int, rng: Rng) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
    """The conflict tiles of the live regions, shuffled; for two, some regions hold a neutral pyramid."""
    tiles = list(range(REGIONS))
    rng.shuffle(tiles)
    tiles = tiles[CONSTANTS.desolate[players] :]
    pyramids: list[tuple[int, ...]] = [()] * REGIONS
    if players == 2:
        for region in tiles[: CONSTANTS.neutral_pyramids]:
            pyramids[region] = (NEUTRAL * 4,)
        rng.shuffle(tiles)
    return tuple(tiles), pyramids


def _altars(live: tuple[int, ...], rng: Rng) -> tuple[int, ...]:
    """An altar for each live region."""
    tokens = list(range(len(ALTARS)))
    rng.shuffle(tokens)
    return tuple(tokens.pop() if region in live else -1 for region in range(REGIONS))


def _first_places(players: int, first: int) -> tuple[list[int], list[int]]:
    """Who begins with how many VP, and where these come from."""
    vp = [0] * players
    sources = [0] * (players * WIDTH)
    for step in range(players):
        seat = (first + step) % players
        vp[seat] = sources[seat * WIDTH + FROM_START] = CONSTANTS.first_vp - step
    return vp, sources


def _gods_dealt(players: int, rng: Rng) -> tuple[int, ...]:
    pantheon = list(range(len(GODS)))
    rng.shuffle(pantheon)
    return tuple(pantheon[:players])
