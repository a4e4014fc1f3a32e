"""Each altar, each space of Calendar and Codex, each Wrathful tile and tribe ability, in use."""

from collections.abc import Callable

import pytest

from core.games.mezo import phases
from core.games.mezo.components import ABILITIES, ALTARS, CALENDAR, CODEX, WRATHFUL, NamedEffect
from core.games.mezo.state import MezoState
from tests.core.games.mezo.mezo_positions import (
    BECAN,
    BLUE,
    GREEN,
    HOCHOB,
    PALENQUE,
    RED,
    UXMAL,
    YELLOW,
    ability,
    answer,
    bury,
    carve,
    fight,
    glyphs,
    legal,
    put,
    pyramid,
    resolve,
    scene,
    stand,
    tokens,
    units,
    xibalba,
)

Look = Callable[[MezoState], object]
Case = tuple[str, tuple[str, ...], Look, object]


def in_becan() -> MezoState:
    """A conflict in Becan in the second Age; Red stands by, four more of its units asleep."""
    state = scene(age=2, vp=(10, 20, 30, 40))
    fight(state, BECAN, BLUE)
    stand(state, RED, "v9")
    bury(state, RED, 2, 2)
    put(state, YELLOW, BECAN, 2, 2)
    put(state, YELLOW, UXMAL, 3)
    put(state, GREEN, PALENQUE, 0, 2)
    carve(state, GREEN, PALENQUE)
    pyramid(state, HOCHOB, YELLOW)
    return state


def play(things: tuple[NamedEffect, ...], name: str, answers: tuple[str, ...]) -> MezoState:
    thing = next(thing for thing in things if thing.id == name)
    return resolve(in_becan(), thing.effect.number, RED, *answers)


ALTAR_CASES: list[Case] = [
    ("gold", (), lambda s: s.vp[RED], 12),
    ("incense", (), lambda s: s.devotion[RED], 2),
    ("cenote", ("3w1s",), lambda s: (xibalba(s, RED), s.vp[RED]), ((0, 2), 11)),
    ("stela", ("uxmal-red-glyph",), lambda s: glyphs(s, RED, UXMAL), 1),
    ("quarry", ("becan-pyramid",), lambda s: (s.pyramids[BECAN], s.vp[RED]), ((RED * 4,), 11)),
    ("long-count", (), lambda s: s.vp[RED], 13),
    ("conch", ("v10", "hochob-red-w", "palenque-red-w"), lambda s: (units(s, RED, HOCHOB), s.vp[RED]), ((1, 0), 11)),
    ("bone", ("becan-red-w", "uxmal-red-s"), lambda s: (units(s, RED, BECAN), units(s, RED, UXMAL)), ((1, 0), (0, 1))),
    ("road", ("uxmal-red-w", "uxmal-red-s", "uxmal-red-w"), lambda s: units(s, RED, UXMAL), (2, 1)),
    ("obsidian", ("uxmal-yellow-w",), lambda s: (units(s, YELLOW, UXMAL), s.vp[RED]), ((2, 0), 11)),
]
CALENDAR_CASES: list[Case] = [
    ("day-of-water", ("2w3s",), lambda s: xibalba(s, RED), (1, 0)),
    ("day-of-incense", (), lambda s: s.devotion[RED], 2),
    ("day-of-stone", ("uxmal-red-glyph",), lambda s: glyphs(s, RED, UXMAL), 1),
    ("day-of-maize", (), lambda s: s.vp[RED], 12),
    ("day-of-wind", ("v10", "hochob-red-w", "hochob-red-w"), lambda s: units(s, RED, HOCHOB), (2, 0)),
    ("day-of-night", ("uxmal-red-s",), lambda s: units(s, RED, UXMAL), (0, 2)),
]
CODEX_CASES: list[Case] = [
    ("page-of-the-returned", ("becan-red-w",), lambda s: units(s, RED, BECAN), (1, 0)),
    ("page-of-the-spear", ("uxmal-yellow-w",), lambda s: units(s, YELLOW, UXMAL), (1, 0)),
    ("page-of-the-march", ("uxmal-red-w",), lambda s: units(s, RED, UXMAL), (2, 0)),
    ("page-of-deeds", (), lambda s: s.vp[RED], 12),
    ("page-of-ruin", ("hochob-pyramid",), lambda s: (s.pyramids[HOCHOB], s.vp[RED]), ((), 11)),
    ("page-of-vows", ("1w1s",), lambda s: (s.devotion[RED], xibalba(s, RED)), (1, (2, 2))),
]
WRATHFUL_CASES: list[Case] = [
    ("hail", ("becan-yellow-s",), lambda s: (units(s, YELLOW, BECAN), xibalba(s, YELLOW)), ((2, 1), (1, 1))),
    ("roar", (), lambda s: tokens(s, RED, BECAN), 2),
    ("mark", ("palenque-red-glyph",), lambda s: glyphs(s, RED, PALENQUE), 1),
    ("trance", ("1s",), lambda s: (s.devotion[RED], xibalba(s, RED)), (1, (3, 2))),
    (
        "plague",
        ("becan-yellow-w", "becan-yellow-s"),
        lambda s: (units(s, YELLOW, BECAN), xibalba(s, YELLOW)),
        ((1, 1), (2, 1)),
    ),
    ("fury", (), lambda s: (tokens(s, RED, BECAN), s.devotion[RED]), (2, 1)),
    ("labour", (), lambda s: (glyphs(s, GREEN, PALENQUE), glyphs(s, RED, PALENQUE)), (0, 1)),
    ("open-grave", ("uxmal-red-w", "1s"), lambda s: (units(s, RED, UXMAL), xibalba(s, RED)), ((1, 0), (2, 2))),
    ("glory", (), lambda s: s.vp[RED], 12),
    ("wrath", (), lambda s: tokens(s, RED, BECAN), 4),
    ("ruin", (), lambda s: (glyphs(s, GREEN, PALENQUE), s.vp[RED]), (0, 11)),
    ("slaughter", ("becan-yellow-w", "becan-yellow-s"), lambda s: units(s, YELLOW, BECAN), (1, 1)),
]


@pytest.mark.parametrize(("name", "answers", "look", "expected"), ALTAR_CASES, ids=lambda x: str(x)[:20])
def test_altars(name: str, answers: tuple[str, ...], look: Look, expected: object) -> None:
    assert look(play(ALTARS, name, answers)) == expected


@pytest.mark.parametrize(("name", "answers", "look", "expected"), CALENDAR_CASES, ids=lambda x: str(x)[:20])
def test_the_calendar(name: str, answers: tuple[str, ...], look: Look, expected: object) -> None:
    assert look(play(CALENDAR, name, answers)) == expected


@pytest.mark.parametrize(("name", "answers", "look", "expected"), CODEX_CASES, ids=lambda x: str(x)[:20])
def test_the_codex(name: str, answers: tuple[str, ...], look: Look, expected: object) -> None:
    assert look(play(CODEX, name, answers)) == expected


@pytest.mark.parametrize(("name", "answers", "look", "expected"), WRATHFUL_CASES, ids=lambda x: str(x)[:20])
def test_wrathful_tiles(name: str, answers: tuple[str, ...], look: Look, expected: object) -> None:
    assert look(play(WRATHFUL, name, answers)) == expected


def test_no_thing_is_left_out() -> None:
    for things, cases in (
        (ALTARS, ALTAR_CASES),
        (CALENDAR, CALENDAR_CASES),
        (CODEX, CODEX_CASES),
        (WRATHFUL, WRATHFUL_CASES),
    ):
        assert [thing.id for thing in things] == [case[0] for case in cases]


def deploying(name: str) -> MezoState:
    state = scene(vp=(10, 20, 30, 40)[::-1])
    state.abilities = ((ability(name),), (), (), ())
    bury(state, RED, 1, 2)
    state.stack = [(phases.DEPLOY, 0)]
    state.advance()
    return state


def test_ancestors_return() -> None:
    state = deploying("ancestors-return")
    answer(state, "uxmal-red-s", "becan-red-w")
    assert (units(state, RED, UXMAL), units(state, RED, BECAN)) == ((0, 1), (1, 0))
    assert "uxmal" in legal(state)  # a Champion may join them


def test_stone_carvers() -> None:
    state = deploying("stone-carvers")
    answer(state, "palenque-red-glyph")
    assert (glyphs(state, RED, PALENQUE), state.devotion[RED]) == (1, 1)


def test_pilgrims() -> None:
    state = deploying("pilgrims")
    answer(state, "1w2s")
    assert (xibalba(state, RED), state.devotion[RED]) == ((1, 1), 1)


def test_all_abilities_are_tried_here_or_among_the_rulings() -> None:
    tried = {
        "ancestors-return", "jaguar-champion", "honour-guard", "stone-carvers", "victors-tribute", "pilgrims",
        "chosen-people", "city-builders", "keepers-of-the-stelae",
    }  # fmt: skip
    assert {each.id for each in ABILITIES} == tried
