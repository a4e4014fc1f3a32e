"""The value of a painting in Mezen: its features are counted right, and rollouts follow the rules."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.mezen.bot import tune
from core.games.mezen.bot.bitboards import POINTS, gaps_of, lift, main_lifts, masks_of, slides_of, to_bitboards
from core.games.mezen.bot.lift_estimates import GUESSES
from core.games.mezen.bot.painting_value import (
    ALONE,
    FEATURES,
    FOLLOWING,
    LEADING,
    ROLES,
    WEIGHTS,
    features,
    paint,
    painted,
    placed,
    scene_of,
    settled,
    simulated_rounds,
    worth,
)
from core.games.mezen.bot.planner import AMULET, FREE, SIDE, RoundsAhead
from core.games.mezen.components import ROUNDS
from core.rng import Rng
from tests.core.games.mezen.drawn_paintings import SPRUCE, lay, paintings
from tests.core.games.mezen.reference_rules import CELLS, SYMBOLS, Grid, components, sides

#: Cards by round, from the first; two to spare.
DECK = [0, 5, 10, 15, 20, 25, 28, 29, 30, 32, 33, 35]


def told(
    painting: list[int], round_: int, amulets: int, later: tuple[int, ...] = (), goal: int = 5
) -> dict[str, float]:
    found = features(masks_of(to_bitboards(painting)), round_, amulets, goal, later, leads=True)
    return dict(zip(FEATURES, found, strict=True))


@given(paintings(), st.integers(2, 10), st.integers(0, 6))
def test_what_lies_there_is_counted_as_a_slow_count_does(painting: list[int], round_: int, amulets: int) -> None:
    grid, backs = Grid(painting), Grid([code ^ 1 for code in painting])
    found = told(painting, round_, amulets)
    assert found["dark tiles"] == len(grid.dark)
    assert (found["amulets"], found["amulets squared"]) == (amulets, amulets**2)
    animals = [symbol for symbol in SYMBOLS if symbol != "spruce"]
    assert found["backs alike"] == sum(len(backs.all(animal)) ** 2 for animal in animals)
    alike = [(a, b) for a in CELLS for b in sides(a) if grid.symbol[a] == grid.symbol[b] != "spruce"]
    assert found["neighbours alike"] == len(alike) / 2
    groups = [
        group
        for animal in animals
        for group in components(grid.all(animal) | grid.all("spruce"))
        if group & grid.all(animal)
    ]
    assert found["groups squared"] == sum(len(group) ** 2 for group in groups)


@settings(max_examples=30)
@given(paintings(), st.integers(2, 10), st.integers(0, 1), st.integers(0, 35), st.integers(0, 35))
def test_what_lifts_promise_is_the_best_over_all_of_them(
    painting: list[int], round_: int, amulets: int, goal: int, card: int
) -> None:
    """Three lifts of each animal are looked at for the next goal; with all of them it could only be more."""
    shown, under, dark = masks_of(to_bitboards(painting))
    rows = []
    for animal in range(SPRUCE):
        for lifted, (bridge, _) in main_lifts(shown[animal], shown[SPRUCE], amulets > 0).items():
            lying = (shown, under, dark, lifted, slides_of(lifted), gaps_of(lifted))
            turned = sum(1 if (1 << cell) & ~dark else -1 for cell in range(25) if lifted >> cell & 1)
            turned = turned if round_ <= 5 else -turned
            paid = POINTS[goal] * GUESSES[goal](*lying)
            then = POINTS[card] * GUESSES[card](*lying)
            price = AMULET[round_] if bridge else 0.0
            rows.append((paid + SIDE[round_] * turned - price, paid, price, turned, then, animal))
    found = told(painting, round_, amulets, (card,), goal)
    close = 1e-9
    assert abs(found["this goal"] - max(0.0, *(row[0] for row in rows))) < close
    assert found["this goal alone"] == max(row[1] for row in rows)
    assert found["without amulets"] == max(row[1] for row in rows if not row[2])
    assert abs(found["tiles turned"] - max(0, *(row[3] for row in rows))) < close
    together = sorted((row[0] + row[4] for row in rows), reverse=True)
    assert found["this goal and the next"] <= together[0] + close
    if all(sum(row[-1] == animal for row in rows) <= 3 for animal in range(SPRUCE)):
        assert abs(found["this goal and the next"] - together[0]) < close


PAINTING = to_bitboards(lay("h i b g f / i b g f h / b g f h i / g f h i b / f h i b g"))


def test_several_cards_that_may_come_count_by_their_mean() -> None:
    each = [worth(bytes(PAINTING), 4, 2, 5, (card,), ALONE) for card in (7, 19, 33)]
    assert abs(worth(bytes(PAINTING), 4, 2, 5, (7, 19, 33), ALONE) - sum(each) / 3) < 1e-9


def test_who_does_not_announce_gets_every_animal_as_likely_or_pays_for_the_best() -> None:
    """Horses in the corners and the centre pay for goal 1, and nothing else does."""
    masks = masks_of(to_bitboards(lay("h i b g h / i b g f i / b f h b i / g f g i f / h b f g h")))
    leads, rich, poor = (
        dict(zip(FEATURES, features(masks, 3, amulets, 0, (), leads), strict=True))["this goal"]
        for amulets, leads in ((2, True), (2, False), (0, False))
    )
    assert leads > rich > poor > 0
    assert rich >= leads - AMULET[3]


def test_the_card_that_nobody_knows_is_never_looked_at() -> None:
    """In round 3 the goals of rounds 3 and 4 lie open; the one of round 5 is opened only when 3 is over."""
    table = RoundsAhead(DECK, (FREE,) * ROUNDS, True)
    assert simulated_rounds(table, 3).later == (DECK[5],)
    assert simulated_rounds(table, 8).later == (DECK[10],)  # one to spare: it may be the last goal as well
    assert not simulated_rounds(table, 9).later and not scene_of(table, 9).later
    other = RoundsAhead([*DECK[:4], 18, *DECK[5:]], (FREE,) * ROUNDS, True)
    assert paint(PAINTING, table, 3, 2, 4) == paint(PAINTING, other, 3, 2, 4)


def test_closed_cards_look_the_same_in_whatever_order_they_lie() -> None:
    for round_ in range(1, ROUNDS + 1):
        table, other = (
            RoundsAhead([*DECK[: round_ + 1], *closed], (FREE,) * ROUNDS, True)
            for closed in (DECK[round_ + 1 :], DECK[:round_:-1])
        )
        scene = scene_of(table, round_)
        assert scene == scene_of(other, round_)
        assert set(scene.later) <= set(DECK[round_ + 1 :]) and bool(scene.later) == (round_ < ROUNDS - 1)


def test_a_round_ends_at_least_as_well_as_with_any_lift_that_was_looked_at() -> None:
    scene = scene_of(RoundsAhead(DECK, (FREE,) * ROUNDS, True), 4)
    best = painted(bytes(PAINTING), FREE, scene, 2, 3)
    assert best.total > settled(PAINTING, scene, 2).total
    assert best.total >= painted(bytes(PAINTING), FREE, scene, 2, 1).total
    fallen, hand = lift(PAINTING, 1)
    end = placed(bytes(fallen), tuple(hand), scene, 2)
    assert end == settled([PAINTING[0] ^ 1, *PAINTING[1:]], scene, 2)


@settings(max_examples=25)
@given(paintings(), st.integers(1, 10), st.integers(0, 5))
def test_an_imagined_round_keeps_every_tile_and_pays_what_the_painting_shows(
    painting: list[int], round_: int, amulets: int
) -> None:
    table = RoundsAhead(DECK, (FREE,) * ROUNDS, True)
    went = paint(to_bitboards(painting), table, round_, amulets, 4)
    assert sorted(code >> 1 for code in went.sketch) == list(range(25))
    assert went.sketch != to_bitboards(painting)
    assert 0 <= went.amulets <= amulets + 3
    again = settled(went.sketch, simulated_rounds(table, round_), went.amulets)
    assert again.points == went.points


@pytest.mark.parametrize("players", [1, 2])
def test_a_game_to_tune_by_goes_by_the_rules(players: int) -> None:
    starts = list(tune.game(3, players))
    assert len(starts) == ROUNDS - 1
    for before, after in pairwise(starts):
        turned = [code for code in after.sketch if code not in before.sketch]
        assert turned and all(code ^ 1 in before.sketch for code in turned)
        assert all(after.seen >> (code >> 1) & 1 for code in turned)
        assert after.seen & before.seen == before.seen
    assert sum(starts[0].table.leads) == ROUNDS // players


@pytest.mark.parametrize("players", [1, 2])
def test_turns_are_compared_apart_from_their_mean(players: int) -> None:
    rows, results = tune.compare(list(tune.game(3, players))[4], 5, Rng(1))
    assert len(rows) == len(results) > 3 and len(rows[0]) == len(FEATURES)
    assert abs(sum(results)) < 1e-6 < max(results)
    for column in zip(*rows, strict=True):
        assert abs(sum(column)) < 1e-6
    assert any(max(column) > 0.1 for column in zip(*rows, strict=True))


def test_the_tables_of_weights_have_every_round() -> None:
    assert len(WEIGHTS) == len(ROLES)
    for table in WEIGHTS:
        assert len(table) == ROUNDS + 1
        assert all(len(weights) == len(FEATURES) and any(weights) for weights in table[2:])


def test_an_amulet_is_worth_more_where_others_announce() -> None:
    """There it also buys another animal."""
    alone, leading, following = (
        worth(bytes(PAINTING), 4, 3, 5, (7,), role) - worth(bytes(PAINTING), 4, 2, 5, (7,), role)
        for role in (ALONE, LEADING, FOLLOWING)
    )
    assert 0.5 < alone < min(leading, following) < 3
