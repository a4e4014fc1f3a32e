"""The components of Mezo from components.toml, read once, checked, and turned into tables of small integers."""

import tomllib
from importlib import resources
from typing import Any

import msgspec

WARRIOR, SHAMAN = 0, 1
#: The owner of the two neutral pyramid pieces in a game of two.
NEUTRAL = 4
CARDS = ("legacy", "vengeance", "fervor", "edict", "task")

Spec = dict[str, Any]


class Effect(msgspec.Struct, frozen=True):
    """A printed effect: its words, its number in `EFFECTS`, and the same in one short line."""

    text: str
    number: int
    brief: str


class NamedEffect(msgspec.Struct, frozen=True):
    """An altar, a space of a track, a Wrathful tile, or a way to pass; `brief`: in a few words."""

    id: str
    name: str
    effect: Effect
    brief: str
    origin: str = ""


class Ability(msgspec.Struct, frozen=True):
    """One of the three abilities that a tribe chooses from in an Age."""

    id: str
    name: str
    text: str
    age: int
    when: str
    effect: Effect | None
    mod: str
    n: int
    origin: str


class God(msgspec.Struct, frozen=True):
    """A god: its Call, and its five cards of three actions, the third always the Ceremonial one."""

    id: str
    name: str
    title: str
    theme: str
    origin: str
    call: Effect
    actions: tuple[tuple[Effect, Effect, Effect], ...]


class Vertex(msgspec.Struct, frozen=True):
    """A place where a god can stand, and the regions it looks upon."""

    id: str
    regions: tuple[int, ...]
    near: tuple[int, ...]
    x: float
    y: float
    origin: str


class ComponentsError(Exception):
    """components.toml does not describe components that the rules can play with; the text says which part, and why."""


# The schema of the file: unknown or missing fields are errors that name their place.


class _TomlTable(msgspec.Struct, forbid_unknown_fields=True):
    pass


class _Effect(_TomlTable):
    text: str
    effect: Spec
    brief: str = ""


class _Thing(_TomlTable):
    id: str
    text: str
    effect: Spec
    name: str = ""
    brief: str = ""
    age: int = 0
    origin: str = msgspec.field(default="", name="from")


class _Ability(_TomlTable):
    id: str
    name: str
    text: str
    age: int
    when: str
    origin: str = msgspec.field(name="from")
    effect: Spec | None = None
    mod: str = ""
    n: int = 0


class _Card(_TomlTable):
    action_1: _Effect
    action_2: _Effect


class _God(_TomlTable):
    id: str
    name: str
    title: str
    theme: str
    call: _Effect
    ceremonial: _Effect
    legacy: _Card
    vengeance: _Card
    fervor: _Card
    edict: _Card
    task: _Card
    origin: str = msgspec.field(name="from")


class _Region(_TomlTable):
    id: str
    name: str


class _Vertex(_TomlTable):
    id: str
    regions: list[str]
    near: list[str]
    x: float
    y: float
    origin: str = msgspec.field(name="from")


class _Constants(_TomlTable):
    ages: int
    actions_per_conflict: int
    draw: int
    deploy_limit: int
    champion_strength: int
    blessed_vp: int
    track_unit_vp: int
    overflow_vp: int
    shared_pyramid_vp: int
    appease_first: int
    appease_next: int
    first_vp: int
    desolate: list[int]
    champions: list[int]
    neutral_pyramids: int


class _Tribe(_TomlTable):
    names: list[str]
    warriors: int
    shamans: int
    glyphs: int
    pyramids: list[int]
    xibalba_warriors: int
    xibalba_shamans: int


class _Devotion(_TomlTable):
    level_1: list[int]
    level_2: list[int]
    level_3: list[int]


class _Box(_TomlTable):
    constants: _Constants
    passes: list[_Thing]
    tribe: _Tribe
    devotion: _Devotion
    regions: list[_Region]
    vertices: list[_Vertex]
    abilities: list[_Ability]
    altars: list[_Thing]
    calendar: list[_Thing]
    codex: list[_Thing]
    wrathful: list[_Thing]
    gods: list[_God]
    #: For core.component_list alone.
    origins: dict[str, str] = {}


def read(text: str) -> _Box:
    """Return the components as written; raise ComponentsError, which names the fault."""
    try:
        box = msgspec.convert(tomllib.loads(text), _Box)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ComponentsError(f"components.toml: {error}") from error
    faults = _faults(box)
    if faults:
        raise ComponentsError("components.toml: " + "; ".join(faults))
    return box


def _faults(box: _Box) -> list[str]:
    """Return everything that is wrong with the components, in words."""
    faults = []

    def unique(what: str, ids: list[str]) -> None:
        if len(set(ids)) != len(ids):
            faults.append(f"two {what} have the same id")

    for what, things in (
        ("regions", box.regions),
        ("vertices", box.vertices),
        ("abilities", box.abilities),
        ("altars", box.altars),
        ("calendar spaces", box.calendar),
        ("codex spaces", box.codex),
        ("wrathful tiles", box.wrathful),
        ("gods", box.gods),
        ("passes", box.passes),
    ):
        unique(what, [thing.id for thing in things])
    regions = {region.id for region in box.regions}
    if len(regions) != 6:
        faults.append("there must be six regions")
    if len(box.altars) < len(regions):
        faults.append("every region needs an altar")
    vertices = {vertex.id for vertex in box.vertices}
    for vertex in box.vertices:
        if not vertex.regions or not set(vertex.regions) <= regions:
            faults.append(f"vertex {vertex.id} touches an unknown region")
        if not set(vertex.near) <= vertices:
            faults.append(f"vertex {vertex.id} lies near an unknown vertex")
    for age in range(1, box.constants.ages + 1):
        if sum(ability.age == age for ability in box.abilities) != 3:
            faults.append(f"Age {age} needs three tribe abilities")
        if not any(tile.age == age for tile in box.wrathful):
            faults.append(f"Age {age} needs a Wrathful tile")
    for ability in box.abilities:
        if ability.when == "static":
            if ability.mod not in ("champion_strength", "champion_region_deploy"):
                faults.append(f"ability {ability.id} has an unknown mod {ability.mod!r}")
        elif ability.when not in ("start_deploy", "win_conflict", "end_game") or ability.effect is None:
            faults.append(f"ability {ability.id} needs a time to act and an effect")
        elif ability.when == "end_game" and ability.effect.get("do") != "vp":
            faults.append(f"ability {ability.id} can only give VP at the end of the game")
    if len(box.gods) < 4:
        faults.append("four players need four gods")
    if len(box.tribe.names) != 4 or len(box.tribe.pyramids) != 4:
        faults.append("there must be four tribes and four levels of pyramids")
    return faults


_box = read(resources.files("core.games.mezo").joinpath("components.toml").read_text("utf-8"))

#: Every effect in the box as it is written, with a word about where it stands.
EFFECTS: list[tuple[str, Spec]] = []


def _effect(where: str, text: str, spec: Spec, brief: str = "") -> Effect:
    EFFECTS.append((where, spec))
    return Effect(text, len(EFFECTS) - 1, brief or text)


def _things(what: str, written: list[_Thing]) -> tuple[NamedEffect, ...]:
    return tuple(
        NamedEffect(t.id, t.name or t.id, _effect(f"{what} {t.id}", t.text, t.effect), t.brief or t.text, t.origin)
        for t in written
    )


def _god(written: _God) -> God:
    cards = (written.legacy, written.vengeance, written.fervor, written.edict, written.task)
    last = _effect(
        f"{written.id} ceremonial", written.ceremonial.text, written.ceremonial.effect, written.ceremonial.brief
    )
    actions = tuple(
        (
            _effect(f"{written.id} {name} 1", card.action_1.text, card.action_1.effect, card.action_1.brief),
            _effect(f"{written.id} {name} 2", card.action_2.text, card.action_2.effect, card.action_2.brief),
            last,
        )
        for name, card in zip(CARDS, cards, strict=True)
    )
    call = _effect(f"{written.id} call", written.call.text, written.call.effect, written.call.brief)
    return God(written.id, written.name, written.title, written.theme, written.origin, call, actions)


CONSTANTS = _box.constants
AGES = CONSTANTS.ages
TRIBES: tuple[str, ...] = tuple(_box.tribe.names)
UNITS_PER_TRIBE = (_box.tribe.warriors, _box.tribe.shamans)
XIBALBA_AT_START = (_box.tribe.xibalba_warriors, _box.tribe.xibalba_shamans)
GLYPHS_PER_TRIBE = _box.tribe.glyphs
PIECES_PER_TRIBE: tuple[int, ...] = tuple(_box.tribe.pyramids)

REGION_IDS: tuple[str, ...] = tuple(region.id for region in _box.regions)
REGION_NAMES: tuple[str, ...] = tuple(region.name for region in _box.regions)
REGIONS = len(REGION_IDS)

_vertex_numbers = {vertex.id: number for number, vertex in enumerate(_box.vertices)}
VERTICES: tuple[Vertex, ...] = tuple(
    Vertex(
        v.id,
        tuple(REGION_IDS.index(name) for name in v.regions),
        tuple(_vertex_numbers[name] for name in v.near),
        v.x,
        v.y,
        v.origin,
    )
    for v in _box.vertices
)
#: By vertex: the regions it touches, as a bit mask.
TOUCHES: tuple[int, ...] = tuple(sum(1 << region for region in v.regions) for v in VERTICES)
#: By mask: the regions in it.
IN_MASK: tuple[tuple[int, ...], ...] = tuple(
    tuple(bit for bit in range(REGIONS) if mask >> bit & 1) for mask in range(1 << REGIONS)
)

_levels = (_box.devotion.level_1, _box.devotion.level_2, _box.devotion.level_3)
#: By space of the devotion track: its worth in VP, and its level.
DEVOTION_VP: tuple[int, ...] = tuple(vp for level in _levels for vp in level)
DEVOTION_LEVEL: tuple[int, ...] = tuple(n for n, level in enumerate(_levels, 1) for _ in level)
DEVOTION_END = len(DEVOTION_VP) - 1

PASSES = _things("pass", _box.passes)
ALTARS = _things("altar", _box.altars)
CALENDAR = _things("calendar", _box.calendar)
CODEX = _things("codex", _box.codex)
#: By kind of unit: its track.
TRACKS = (CODEX, CALENDAR)
WRATHFUL = _things("wrathful tile", _box.wrathful)
#: By Age, from 0: the Wrathful tiles that can be drawn for it.
WRATHFUL_OF_AGE: tuple[tuple[int, ...], ...] = tuple(
    tuple(number for number, tile in enumerate(_box.wrathful) if tile.age == age) for age in range(1, AGES + 1)
)
ABILITIES: tuple[Ability, ...] = tuple(
    Ability(
        a.id,
        a.name,
        a.text,
        a.age,
        a.when,
        _effect(f"ability {a.id}", a.text, a.effect) if a.effect is not None else None,
        a.mod,
        a.n,
        a.origin,
    )
    for a in sorted(_box.abilities, key=lambda ability: ability.age)
)
GODS: tuple[God, ...] = tuple(_god(god) for god in _box.gods)
