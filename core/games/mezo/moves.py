"""The moves of Mezo and their notation, made once and shared."""

from core.game import Move
from core.games.mezo.components import (
    ABILITIES,
    CARDS,
    GODS,
    PASSES,
    REGION_IDS,
    REGIONS,
    SHAMAN,
    TRACKS,
    TRIBES,
    UNITS_PER_TRIBE,
    VERTICES,
    WARRIOR,
    WRATHFUL,
)

#: The place of a unit that is not in a region.
RESERVES = -1


class TakeGod(Move, frozen=True, gc=False):
    """Follow this god."""

    god: int


class TakeAbility(Move, frozen=True, gc=False):
    """Take a tribe ability, or let it act now."""

    ability: int


class PickRegion(Move, frozen=True, gc=False):
    """Pick a region: for the Champion, for strength, for a unit on its way."""

    region: int


class Station(Move, frozen=True, gc=False):
    """Deploy so many units to this region, in the Deploy Step."""

    region: int
    warriors: int
    shamans: int


class PickVertex(Move, frozen=True, gc=False):
    """Set the god down here."""

    vertex: int


class AbilityFirst(Move, frozen=True, gc=False):
    """Use the Call ability before moving the god."""


class PlayCard(Move, frozen=True, gc=False):
    """Lay this card face down."""

    card: int


class ResolveAction(Move, frozen=True, gc=False):
    """Resolve this action of the card."""

    action: int


class PassAction(Move, frozen=True, gc=False):
    """Cover this action, and take the consolation of a Pass instead."""

    action: int
    option: int


class AnswerYesNo(Move, frozen=True, gc=False):
    """Answer yes or no."""

    yes: bool


class PickBranch(Move, frozen=True, gc=False):
    """Pick one side of an "or"."""

    index: int


class PickUnit(Move, frozen=True, gc=False):
    """Pick a unit of this kind and tribe in a region, or in the Reserves."""

    region: int
    owner: int
    kind: int


class PickPiece(Move, frozen=True, gc=False):
    """Pick a glyph of this tribe, or the top of the pyramid, in this region."""

    region: int
    owner: int
    pyramid: bool


class PickUnits(Move, frozen=True, gc=False):
    """Pick so many Warriors and so many Shamans."""

    warriors: int
    shamans: int


class PickSeat(Move, frozen=True, gc=False):
    """Pick a player."""

    seat: int


class PickSpace(Move, frozen=True, gc=False):
    """Pick a space of the Calendar or the Codex."""

    kind: int
    space: int


class TakeTile(Move, frozen=True, gc=False):
    """Take a Wrathful tile."""

    tile: int


class StopPicking(Move, frozen=True, gc=False):
    """Pick no (more) of this."""


def _units(warriors: int, shamans: int) -> str:
    return (f"{warriors}w" if warriors else "") + (f"{shamans}s" if shamans else "") or "0"


_KIND = ("w", "s")

GOD = tuple(TakeGod(god.id, number) for number, god in enumerate(GODS))
ABILITY = tuple(TakeAbility(ability.id, number) for number, ability in enumerate(ABILITIES))
REGION = tuple(PickRegion(name, number) for number, name in enumerate(REGION_IDS))
VERTEX = tuple(PickVertex(vertex.id, number) for number, vertex in enumerate(VERTICES))
ABILITY_FIRST = AbilityFirst("ability")
CARD = tuple(PlayCard(name, number) for number, name in enumerate(CARDS))
ACT = tuple(ResolveAction(f"act{number + 1}", number) for number in range(3))
#: By action: the ways to pass over it.
PASS = tuple(
    tuple(PassAction(f"pass{action + 1}-{way.id}", action, option) for option, way in enumerate(PASSES))
    for action in range(3)
)
YES, NO = AnswerYesNo("yes", True), AnswerYesNo("no", False)
ENOUGH = StopPicking("enough")
BRANCH = tuple(PickBranch(chr(ord("a") + index), index) for index in range(6))
#: By (seat * REGIONS + region) * 2 + kind, as units are counted in a position.
UNIT = tuple(
    PickUnit(f"{REGION_IDS[region]}-{TRIBES[seat]}-{_KIND[kind]}", region, seat, kind)
    for seat in range(len(TRIBES))
    for region in range(REGIONS)
    for kind in (WARRIOR, SHAMAN)
)
#: By seat * 2 + kind: a unit of the Reserves.
RESERVE_UNIT = tuple(
    PickUnit(f"reserves-{_KIND[kind]}", RESERVES, seat, kind)
    for seat in range(len(TRIBES))
    for kind in (WARRIOR, SHAMAN)
)
#: By seat * REGIONS + region.
GLYPH = tuple(
    PickPiece(f"{REGION_IDS[region]}-{TRIBES[seat]}-glyph", region, seat, False)
    for seat in range(len(TRIBES))
    for region in range(REGIONS)
)
#: By region; the owner of the piece is in the state.
PYRAMID = tuple(PickPiece(f"{name}-pyramid", number, -1, True) for number, name in enumerate(REGION_IDS))
#: By Warriors, then Shamans.
UNITS = tuple(
    tuple(PickUnits(_units(w, s), w, s) for s in range(UNITS_PER_TRIBE[SHAMAN] + 1))
    for w in range(UNITS_PER_TRIBE[WARRIOR] + 1)
)
SEAT = tuple(PickSeat(name, number) for number, name in enumerate(TRIBES))
#: By kind of unit, then space.
SPACE = tuple(
    tuple(PickSpace(space.id, kind, number) for number, space in enumerate(track)) for kind, track in enumerate(TRACKS)
)
TILE = tuple(TakeTile(tile.id, number) for number, tile in enumerate(WRATHFUL))


def _stations(region: int, limit: int, warriors: int, shamans: int) -> tuple[Station, ...]:
    return tuple(
        Station(f"{REGION_IDS[region]}={_units(w, s)}", region, w, s)
        for w in range(min(limit, warriors) + 1)
        for s in range(min(limit - w, shamans) + 1)
    )


_stationed: dict[tuple[int, int, int, int], tuple[Station, ...]] = {}


def stations(region: int, limit: int, warriors: int, shamans: int) -> tuple[Station, ...]:
    """Return every way to send at most `limit` of these Reserves to a region."""
    key = (region, limit, min(limit, warriors), min(limit, shamans))
    found = _stationed.get(key)
    if found is None:
        found = _stationed[key] = _stations(*key)
    return found


_shared: dict[tuple[int, int, int], tuple[PickUnits, ...]] = {}


def shares(total: int, warriors: int, shamans: int) -> tuple[PickUnits, ...]:
    """Return every way to take exactly `total` of so many Warriors and Shamans (or all, if there are fewer)."""
    key = (total, warriors, shamans)
    found = _shared.get(key)
    if found is None:
        total = min(total, warriors + shamans)
        low, high = max(0, total - shamans), min(total, warriors)
        found = _shared[key] = tuple(UNITS[w][total - w] for w in range(low, high + 1))
    return found


_offered: dict[tuple[int, int], tuple[PickUnits, ...]] = {}


def offerings(warriors: int, shamans: int) -> tuple[PickUnits, ...]:
    """Return every way to take any number of so many Warriors and Shamans."""
    key = (warriors, shamans)
    found = _offered.get(key)
    if found is None:
        found = _offered[key] = tuple(UNITS[w][s] for w in range(warriors + 1) for s in range(shamans + 1))
    return found
