"""What masters have learned is theirs alone and knows what lies on the table; and how they foresee the others."""

import msgspec
import pytest

from core.game import OptionValue
from core.games.novgorod.bot import EVALUATOR
from core.games.novgorod.bot.opponents import OpponentProgress, follow, foreseen
from core.games.novgorod.bot.tune import mind_of, numbers_of, played, report_text
from core.games.novgorod.bot.value import ADEPT_PARAMETERS, MASTER, BotParameters, ValueParameters, Values
from core.games.novgorod.components import CITY_COUNT, CITY_IDS, OFFICES
from core.rng import Rng
from tests.core.games.novgorod.novgorod_positions import fresh, turn


def test_a_learned_rule_beats_the_one_it_came_from() -> None:
    """By the rule alone, from both sides of tables with the cards of a first game and with others."""
    leads = []
    for seed in range(6):
        for bonus in (False, True):
            options: dict[str, OptionValue] = {"bonus": "random"} if bonus else {}
            for minds, side in (((MASTER, ADEPT_PARAMETERS), 1), ((ADEPT_PARAMETERS, MASTER), -1)):
                first, second = played(minds, options, 7000 + seed)
                leads.append(side * (first - second))
    assert sum(leads) / len(leads) > 2


def worth_of_an_office(bonus: int, owned: int, round_: int = 3, mind: BotParameters = MASTER) -> float:
    """What one more office is worth, with so many of them, by the seals of the card for all eight."""
    s = turn(offices=list(CITY_IDS[:owned]), round=round_)
    s.bonus[OFFICES] = bonus
    return Values(s, 0, mind).office(CITY_COUNT - 1, s.offices[0], 0)


def test_offices_count_for_more_on_the_way_to_their_bonus_card() -> None:
    assert worth_of_an_office(6, owned=4) > worth_of_an_office(3, owned=4) > worth_of_an_office(0, owned=4)
    assert worth_of_an_office(6, 6) - worth_of_an_office(0, 6) > worth_of_an_office(6, 4) - worth_of_an_office(0, 4)
    assert worth_of_an_office(6, owned=4, mind=ADEPT_PARAMETERS) == worth_of_an_office(
        0, owned=4, mind=ADEPT_PARAMETERS
    )


def test_a_bonus_card_out_of_reach_or_taken_counts_for_nothing() -> None:
    late = MASTER.rule.rounds
    assert worth_of_an_office(6, owned=3, round_=round(late)) == worth_of_an_office(0, owned=3, round_=round(late))
    s = turn(offices=list(CITY_IDS[:4]), round=3)
    open_, s.taken[0] = Values(s, 0, MASTER).collecting, 1 << OFFICES
    assert open_ > 0 == Values(s, 0, MASTER).collecting


def test_a_mind_is_the_same_as_a_row_and_in_writing() -> None:
    again = mind_of(numbers_of(MASTER))
    assert again.weights == MASTER.weights
    assert numbers_of(again) == pytest.approx(numbers_of(MASTER))
    assert again.rule.ship == pytest.approx(MASTER.rule.ship)
    written = msgspec.toml.decode(report_text(MASTER))
    assert msgspec.convert(written["rule"], ValueParameters) == MASTER.rule
    assert written["weights"] == MASTER.weights


# The others


def progress(made: int, taken: int) -> OpponentProgress:
    return OpponentProgress(made, taken, level=2, speed=4, ducats=9, offices=0b11111, ship=-1, hand=0, left=0, under=0)


def test_others_are_foreseen_for_whole_rounds_or_to_the_end() -> None:
    s = fresh(3, 5)
    while s.round < 2:
        s.play(EVALUATOR.policy(s, Rng(1))[0])
    assert s.actor is not None
    known = msgspec.msgpack.encode(s)
    assert len(foreseen(known, s.actor, 4)) == 4 * 2
    to_the_end = foreseen(known, s.actor, 100)
    assert 4 * 2 < len(to_the_end) < 30 * 2
    assert to_the_end[:8] == foreseen(known, s.actor, 4)
    assert msgspec.msgpack.encode(s) == known


def test_a_foreseen_bonus_card_brings_what_it_gives_in_this_world() -> None:
    """Six seals, three when somebody was first, and none for one that has it."""
    for bonus, had, seals in ((6, 0, 10), (3, 0, 7), (0, 0, 4), (6, 1 << OFFICES, 4)):
        s = turn(round=5)
        s.bonus[OFFICES], s.taken[0] = bonus, had
        follow(s, progress(made=4, taken=1 << OFFICES))
        assert s.seals[0] == seals
        assert (s.level[0], s.speed[0], s.ducats[0], s.offices[0]) == (2, 4, 9, 0b11111)
        assert s.actor == 1


def test_in_a_trial_the_others_make_what_was_foreseen() -> None:
    s = turn(offices=["luebeck", "visby"], ducats=12, round=6)
    s.bonus = [0] * len(s.bonus)
    ahead = foreseen(msgspec.msgpack.encode(s), 0, EVALUATOR.horizon + 1)
    for plan in EVALUATOR.propose_turns(s, Rng(1), 3):
        world = EVALUATOR.rollout(s.copy(), plan, 0, Rng(1))
        turns = world.round - s.round
        assert world.actor == 0 and turns == EVALUATOR.horizon + 1
        assert world.seals[1] == s.seals[1] + sum(one.made for one in ahead[:turns])
