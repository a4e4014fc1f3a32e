"""What lies ahead of a painting in Mezen: the facts are counted right, and imagined rounds follow the rules."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Chance
from core.mezen.components import ROUNDS
from core.mezen.judge import tune
from core.mezen.judge.bitboards import POINTS, gaps_of, lifts, masks_of, sketch_of, slides_of
from core.mezen.judge.estimates import GUESSES
from core.mezen.judge.painting_value import FACTS, WEIGHTS, facts, maybe, paint, settled, worth
from core.mezen.judge.plans import AMULET, FREE, NEVER, SIDE, Table
from tests.core.mezen.boards import SPRUCE, lay, paintings
from tests.core.mezen.slow import CELLS, SYMBOLS, Grid, components, sides

#: Cards by round, from the first; two to spare.
DECK = [0, 5, 10, 15, 20, 25, 28, 29, 30, 32, 33, 35]


def told(
    painting: list[int], round_: int, amulets: int, later: tuple[int, ...] = (), goal: int = 5
) -> dict[str, float]:
    found = facts(masks_of(sketch_of(painting)), round_, amulets, goal, later, FREE)
    return dict(zip(FACTS, found, strict=True))


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
    """At most twenty lifts are looked at for the next goal; with all of them it could only be more."""
    shown, under, dark = masks_of(sketch_of(painting))
    rows = []
    for animal in range(SPRUCE):
        for lifted, (bridge, kept) in lifts(shown[animal], shown[SPRUCE], amulets > 0).items():
            lying = (shown, under, dark, lifted, slides_of(lifted), gaps_of(lifted))
            turned = sum(1 if (1 << cell) & ~dark else -1 for cell in range(25) if lifted >> cell & 1)
            turned = turned if round_ <= 5 else -turned
            paid = POINTS[goal] * GUESSES[goal](*lying)
            then = POINTS[card] * GUESSES[card](*lying)
            price = AMULET[round_] if bridge or kept else 0.0
            rows.append((paid + SIDE[round_] * turned - price, paid, price, turned, then))
    found = told(painting, round_, amulets, (card,), goal)
    close = 1e-9
    assert abs(found["this goal"] - max(0.0, *(row[0] for row in rows))) < close
    assert found["this goal alone"] == max(row[1] for row in rows)
    assert found["without amulets"] == max(row[1] for row in rows if not row[2])
    assert abs(found["tiles turned"] - max(0, *(row[3] for row in rows))) < close
    together = sorted((row[0] + row[4] for row in rows), reverse=True)
    assert found["this goal and the next"] <= together[0] + close
    if len(rows) <= 20:
        assert abs(found["this goal and the next"] - together[0]) < close


def test_several_cards_that_may_come_count_by_their_mean() -> None:
    painting = sketch_of(lay("h i b g f / i b g f h / b g f h i / g f h i b / f h i b g"))
    each = [worth(masks_of(painting), 4, 2, 5, (card,), FREE) for card in (7, 19, 33)]
    assert abs(worth(masks_of(painting), 4, 2, 5, (7, 19, 33), FREE) - sum(each) / 3) < 1e-9


def test_an_animal_that_nobody_may_lift_promises_nothing() -> None:
    """Only horses stand in the corners and the centre, and they may not be lifted: one can still wait for them."""
    masks = masks_of(sketch_of(lay("h i b g f / i b g f h / b g f h i / g f h i b / f h i b g")))
    free = dict(zip(FACTS, facts(masks, 3, 1, 0, (), FREE), strict=True))
    barred = dict(zip(FACTS, facts(masks, 3, 1, 0, (), (NEVER,) * 5), strict=True))
    assert free["this goal"] > 0 == barred["this goal"]
    assert barred["groups squared"] == free["groups squared"]


def test_the_card_that_nobody_knows_is_never_looked_at() -> None:
    """In round 3 the goals of rounds 3 and 4 lie open; the one of round 5 is opened only when 3 is over."""
    table = Table(DECK, (FREE,) * ROUNDS, True)
    assert DECK[4] not in maybe(table, 3, 3) and list(maybe(table, 3, 3)) == DECK[5:8]
    assert list(maybe(table, 8, 3)) == DECK[10:]  # the two to spare: they may be the last goal as well
    assert not maybe(table, 9, 3)
    sketch = sketch_of(lay("h i b g f / i b g f h / b g f h i / g f h i b / f h i b g"))
    other = Table([*DECK[:4], 18, *DECK[5:]], (FREE,) * ROUNDS, True)
    assert paint(sketch, table, 3, 2, 4) == paint(sketch, other, 3, 2, 4)


@settings(max_examples=25)
@given(paintings(), st.integers(1, 10), st.integers(0, 5))
def test_an_imagined_round_keeps_every_tile_and_pays_what_the_painting_shows(
    painting: list[int], round_: int, amulets: int
) -> None:
    table = Table(DECK, (FREE,) * ROUNDS, True)
    went = paint(sketch_of(painting), table, round_, amulets, 4)
    assert sorted(code >> 1 for code in went.sketch) == list(range(25))
    assert went.sketch != sketch_of(painting)
    assert 0 <= went.amulets <= amulets + 3
    again = settled(went.sketch, table, round_, went.amulets, maybe(table, round_))
    assert again.points == went.points


def test_a_game_to_tune_by_goes_by_the_rules() -> None:
    starts = list(tune.game_alone(3))
    assert len(starts) == ROUNDS - 1
    for before, after in pairwise(starts):
        turned = [code for code in after.sketch if code not in before.sketch]
        assert turned and all(code ^ 1 in before.sketch for code in turned)
        assert all(after.seen >> (code >> 1) & 1 for code in turned)
        assert after.seen & before.seen == before.seen


def test_turns_are_compared_apart_from_their_mean() -> None:
    rows, results = tune.compare(list(tune.game_alone(3))[4], 5, Chance(1))
    assert len(rows) == len(results) > 3 and len(rows[0]) == len(FACTS)
    assert abs(sum(results)) < 1e-6 < max(results)
    for column in zip(*rows, strict=True):
        assert abs(sum(column)) < 1e-6
    assert any(max(column) > 0.1 for column in zip(*rows, strict=True))


def test_the_table_of_weights_has_every_round() -> None:
    assert len(WEIGHTS) == ROUNDS + 1
    assert all(len(weights) == len(FACTS) and any(weights) for weights in WEIGHTS[2:])
