"""Whatever the rules allow can be done on the screen, and nothing else."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual._context import active_app

from core.chance import Chance
from core.game import Move
from core.match import Match, Seat
from core.mezen import rules
from core.mezen.moves import PLACE
from tests.tui.pilots import mezen
from tui.app import SamovarApp
from tui.games.mezen import MezenScreen

PEOPLE = tuple(Seat(name) for name in ("Anna", "Boris", "Vera", "Gleb", "Darya"))


def somewhere(players: int, seed: int, steps: int, phase: int | None = None) -> Match:
    """A match after some random moves, or the first of that phase after them; never one that is over."""
    luck = Chance(seed)
    match = mezen(PEOPLE[:players], seed)
    while steps > 0 or (phase is not None and match.state.phase != phase):
        if match.over:
            match = mezen(PEOPLE[:players], luck.below(10**6))
        match.play(luck.pick(list(match.state.moves())))
        steps -= 1
    return match if not match.over else mezen(PEOPLE[:players], seed)


def matches(phase: int | None = None) -> st.SearchStrategy[Match]:
    return st.builds(somewhere, st.integers(1, 5), st.integers(0, 10**6), st.integers(0, 300), st.just(phase))


@pytest.fixture(autouse=True, scope="module")
def house() -> Iterator[None]:
    """Screens ask the app for their size."""
    token = active_app.set(SamovarApp())
    yield
    active_app.reset(token)


def screen_of(match: Match) -> MezenScreen:
    screen = MezenScreen(match, None)
    screen.shown_to = match.state.actor
    return screen


@settings(max_examples=100, deadline=None)
@given(matches())
def test_every_legal_move_is_a_choice_somewhere(match: Match) -> None:
    screen = screen_of(match)
    assert screen.deciding
    if match.state.phase == phases.PLACING:
        return
    offered = set()
    for spot in screen.spots():
        screen.cursor = spot
        offered |= {choice.do for choice in screen.all_choices()}
        assert all(choice.says and choice.label for choice in screen.all_choices())
        assert 0 <= screen.natural_pick() < max(1, len(screen.all_choices()))
    assert offered == set(match.state.moves())
    for spot in screen.targets():
        assert screen.choices(spot)


@settings(max_examples=40, deadline=None)
@given(matches(phases.PLACING), st.randoms(use_true_random=False))
def test_every_arrangement_can_be_put_together(match: Match, random: object) -> None:
    """Tile by tile, in any order, through the choices; then one choice keeps it."""
    screen = screen_of(match)
    free, hand = screen._free(), list(match.state.hand)
    assert len(free) == len(hand)
    wanted = dict(zip(random.sample(free, len(free)), hand, strict=True))  # type: ignore[attr-defined]
    for cell, tile in wanted.items():
        screen.cursor = cell
        labels = {choice.label for choice in screen.choices(cell)}
        choices = [c for c in screen.choices(cell) if screen._tile_label(tile) == c.label]
        assert choices, labels
        before = dict(screen.draft)
        for choice in choices:  # tiles that look alike have the same words; one of them is this one
            assert not isinstance(choice.do, Move)
            screen.draft = dict(before)
            choice.do()
            if screen.draft[cell] == tile:
                break
        assert screen.draft == before | {cell: tile}
    screen.cursor = free[0]
    (keep,) = screen.choices(free[0])
    assert keep.label == "keep this"
    state = match.state.copy()
    seat = state.actor
    where = {code: cell for cell, code in screen.draft.items()}
    for code in hand:
        assert PLACE[where[code]] in state.moves()
        state.play(PLACE[where[code]])
    assert all(state.paintings[seat][cell] == tile for cell, tile in wanted.items())


@settings(max_examples=30, deadline=None)
@given(matches(phases.LIFTING))
def test_any_cell_of_a_group_lifts_it(match: Match) -> None:
    screen = screen_of(match)
    for cell, move in rules.take_moves(match.state).items():
        first = screen.choices(cell)[0]
        assert first.do == move
        assert first.label == f"lift {(screen._group(cell) & ~match.state.bridges).bit_count()}"
