"""Points, strength and majorities against slow versions that are obviously right."""

from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.mezo.components import DEVOTION_END, NEUTRAL, REGIONS
from core.games.mezo.effects.stone import next_level
from core.games.mezo.moves import offerings, shares, stations
from core.games.mezo.scoring import (
    FROM_ACTIONS,
    FROM_BUILDING,
    FROM_SHARING,
    award_all,
    building_gains,
    cities,
    devote,
    landing,
    leaders,
    majority,
    strength,
)
from core.rng import Rng
from tests.core.games.mezo.mezo_positions import BECAN, carve, put, scene, set_vp

TRACK = st.lists(st.integers(0, 30), min_size=2, max_size=4, unique=True)
QUICK = settings(max_examples=60, deadline=None)
FOUR = st.tuples(*[st.integers(0, 3)] * 4)


@QUICK
@given(TRACK, st.integers(1, 12))
def test_a_marker_walks_and_then_looks_for_a_free_space(vp: list[int], n: int) -> None:
    others = set(vp[1:])
    space = vp[0]
    for _ in range(n):
        space += 1
    while space in others:
        space += 1
    assert landing(vp, 0, n) == space


@QUICK
@given(TRACK, st.lists(st.integers(0, 6), min_size=4, max_size=4))
def test_gains_at_once_are_taken_one_by_one_from_the_top(vp: list[int], gains: list[int]) -> None:
    state = scene(("kukulkan", "ixchel", "zotz", "chaac")[: len(vp)], vp=tuple(vp))
    markers = dict(enumerate(vp))
    for seat in sorted(markers, key=lambda seat: -vp[seat]):
        if gains[seat]:
            space = markers.pop(seat) + gains[seat]
            while space in markers.values():
                space += 1
            markers[seat] = space
    award_all(state, [(seat, gains[seat], FROM_ACTIONS) for seat in range(len(vp))], None)
    assert dict(enumerate(state.vp)) == markers
    assert state._check_points() == []


@QUICK
@given(st.integers(0, DEVOTION_END), st.integers(0, 12))
def test_devotion_goes_up_step_by_step(space: int, n: int) -> None:
    state = scene(vp=(0, 100, 200, 300))
    state.devotion[0] = space
    points = 0
    for _ in range(n):
        if space < DEVOTION_END:
            space += 1
        else:
            points += 1
    devote(state, 0, n, None)
    assert (state.devotion[0], state.vp[0]) == (space, points)


@QUICK
@given(st.lists(st.sampled_from([0, 1, 2, 3, NEUTRAL]), max_size=3), st.integers(0, 3))
def test_building_pays_its_builder_by_height_and_each_other_owner_once(owners: list[int], seat: int) -> None:
    state = scene()
    state.pyramids[BECAN] = tuple(owner * 4 + level for level, owner in enumerate([*owners, seat]))
    gains = {who: (n, source) for who, n, source in building_gains(state, seat, BECAN)}
    assert gains.pop(seat) == (len(owners) + 1, FROM_BUILDING)
    assert set(gains) == set(owners) - {seat, NEUTRAL}
    assert all(gain == (1, FROM_SHARING) for gain in gains.values())


@QUICK
@given(FOUR, FOUR, FOUR, FOUR, st.integers(-1, 3))
def test_strength_is_the_sum_of_what_stands_there(
    warriors: tuple[int, ...],
    shamans: tuple[int, ...],
    stelae: tuple[int, ...],
    tokens: tuple[int, ...],
    champion: int,
) -> None:
    state = scene()
    counts = []
    for seat in range(4):
        put(state, seat, BECAN, warriors[seat], shamans[seat])
        carve(state, seat, BECAN, stelae[seat])
        state.tokens[seat * REGIONS + BECAN] = tokens[seat]
        pieces = ["w"] * warriors[seat] + ["s"] * shamans[seat] + ["g"] * stelae[seat] + ["+"] * tokens[seat]
        counts.append(len(pieces) + (2 if seat == champion else 0))
    state.champions[BECAN] = champion
    assert [strength(state, seat, BECAN) for seat in range(4)] == counts
    assert leaders(state, BECAN) == [seat for seat in range(4) if counts[seat] == max(counts)]
    for kind, of_kind in enumerate((warriors, shamans)):
        most = [seat for seat in range(4) if of_kind[seat] and of_kind[seat] == max(of_kind)]
        assert majority(state, BECAN, kind) == most


@QUICK
@given(FOUR, st.integers(0, 15), st.integers(0, 15))
def test_tokens_decide_among_those_who_could(warriors: tuple[int, ...], claims: int, ties: int) -> None:
    state = scene()
    for seat in range(4):
        put(state, seat, BECAN, warriors[seat])
    state.most = tuple(claims if at == BECAN * 2 else 0 for at in range(REGIONS * 2))
    state.ties = tuple(ties if region == BECAN else 0 for region in range(REGIONS))
    claiming = [seat for seat in range(4) if warriors[seat] and claims >> seat & 1]
    plain = [seat for seat in range(4) if warriors[seat] and warriors[seat] == max(warriors)]
    assert majority(state, BECAN, 0) == (claiming or plain)
    tied = [seat for seat in range(4) if warriors[seat] == max(warriors)]
    favoured = [seat for seat in tied if ties >> seat & 1]
    assert leaders(state, BECAN) == (favoured or tied)


@QUICK
@given(st.lists(st.lists(st.integers(0, 4), max_size=4), min_size=REGIONS, max_size=REGIONS), st.integers(0, 3))
def test_cities_are_regions_with_a_piece(stacks: list[list[int]], seat: int) -> None:
    state = scene()
    state.pyramids = [tuple(owner * 4 + level for level, owner in enumerate(stack)) for stack in stacks]
    assert cities(state, seat) == len([stack for stack in stacks if seat in stack])


@QUICK
@given(FOUR, st.integers(0, 3), st.integers(0, 3))
def test_the_next_piece_of_a_pyramid(left: tuple[int, ...], base: int, height: int) -> None:
    state = scene()
    state.pieces[0:4] = left
    levels = list(range(base, 4))[:height]
    state.pyramids[BECAN] = tuple(1 * 4 + level for level in levels)
    if levels:
        wanted = levels[-1] + 1
        expected = wanted if wanted <= 3 and left[wanted] else -1
    else:
        owned = [level for level in range(4) if left[level]]
        expected = owned[0] if owned else -1
    assert next_level(state, 0, BECAN) == expected


@QUICK
@given(st.integers(0, 8), st.integers(0, 8), st.integers(0, 8))
def test_ways_to_choose_units(total: int, warriors: int, shamans: int) -> None:
    every = [(w, s) for w in range(warriors + 1) for s in range(shamans + 1)]
    wanted = min(total, warriors + shamans)
    assert {(x.warriors, x.shamans) for x in shares(total, warriors, shamans)} == {
        (w, s) for w, s in every if w + s == wanted
    }
    assert {(x.warriors, x.shamans) for x in offerings(warriors, shamans)} == set(every)
    for limit in (0, 2, 3):
        sent = stations(BECAN, limit, warriors, shamans)
        assert sorted((x.warriors, x.shamans) for x in sent) == [(w, s) for w, s in every if w + s <= limit]


@QUICK
@given(st.integers(0, 2**32))
def test_setting_vp_in_tests_is_sound(seed: int) -> None:
    rng = Rng(seed)
    spaces = list(range(10))
    rng.shuffle(spaces)
    state = scene()
    set_vp(state, *spaces[:4])
    assert state.violations() == []
