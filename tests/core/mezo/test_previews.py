"""What a screen may ask before a move is made."""

from core.chance import Chance
from core.mezo import GAME, previews
from core.mezo.components import REGIONS
from core.mezo.moves import PickPiece
from core.mezo.state import MezoState
from tests.core.mezo.scene import (
    BECAN,
    BLUE,
    CHICHEN,
    GREEN,
    HOCHOB,
    RED,
    UXMAL,
    YELLOW,
    answer,
    ask,
    carve,
    effect_of,
    fight,
    put,
    pyramid,
    scene,
)


def test_the_outlook_of_a_conflict() -> None:
    state = scene()
    fight(state, BECAN, BLUE)
    put(state, RED, BECAN, 2, 1)
    put(state, YELLOW, BECAN, 0, 1)
    carve(state, YELLOW, BECAN, 2)
    found = previews.outlook(state, BECAN)
    assert found.strengths == (3, 3, 0, 2)
    assert (found.winner, found.calendar, found.codex) == ((RED, YELLOW), (RED, YELLOW), (RED,))
    state.blessed = BECAN
    assert (previews.outlook(state, BECAN).calendar, previews.outlook(state, BECAN).codex) == ((), ())


def test_clicks_on_regions_and_vertices_find_their_moves() -> None:
    state = GAME.start(GAME.setup(4, {"gods": "dealt"}, 2))
    assert isinstance(state, MezoState)
    while state.prompt.kind != "call":
        if state.prompt.kind in ("champion", "station"):
            found = previews.moves_by_region(state)
            assert [move for moves in found.values() for move in moves] == list(state.moves())
            assert all(state.live >> region & 1 for region in found)
        state.play(state.moves()[0])
    by_vertex = previews.moves_by_vertex(state)
    assert list(by_vertex.values()) == list(state.moves())
    for vertex, move in by_vertex.items():
        world = state.copy()
        world.play(move)
        assert previews.presence_at(state, vertex) == tuple(
            region for region in range(REGIONS) if world.presence(state.actor or 0) >> region & 1
        )


def test_building_tells_what_will_happen() -> None:
    state = scene(("itzamna", "kukulkan", "zotz", "chaac"), vp=(12, 13, 3, 2))
    pyramid(state, UXMAL, YELLOW)
    level, gains = previews.building(state, RED, UXMAL)
    assert (level, gains) == (2, [(YELLOW, 1, 14), (RED, 2, 15)])
    ask(state, effect_of(state, RED, "legacy", 2), RED)
    moves = previews.moves_by_region(state)
    assert all(isinstance(move, PickPiece) for move in moves[UXMAL])
    answer(state, "uxmal-pyramid")
    assert state.vp == [15, 14, 3, 2]
    pyramid(state, HOCHOB, YELLOW, GREEN, BLUE, YELLOW)
    assert previews.building(state, RED, HOCHOB) == (0, [])
    assert previews.building(state, RED, CHICHEN)[0] == 1


def test_cards_are_seen_by_their_owner_alone_until_they_are_shown() -> None:
    state = GAME.start(GAME.setup(3, {"gods": "dealt"}, 3))
    assert isinstance(state, MezoState)
    luck = Chance(3)
    while state.prompt.kind != "card":
        state.play(luck.pick(list(state.moves())))
    first = state.actor
    assert first is not None
    other = (first + 1) % 3
    drawn = previews.hand(state, first)
    assert len(drawn) == 3
    chosen = state.moves()[1]
    state.play(chosen)
    card = drawn[1]
    assert previews.hand(state, first) == (drawn[0], drawn[2])
    assert [previews.laid(state, first, viewer) for viewer in (first, other, None)] == [card, -1, -1]
    assert previews.laid(state, other, first) is None
    while state.prompt.kind == "card":
        state.play(state.moves()[0])
    assert previews.laid(state, first, other) == card
    fought = state.fought
    while state.conflict >= 0 and state.fought == fought:
        state.play(luck.pick(list(state.moves())))
    assert previews.played(state, first) == (card,)
