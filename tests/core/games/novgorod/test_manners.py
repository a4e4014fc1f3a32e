"""Reasons, news, moments and rules headings in Novgorod: at every decision, and only from what a seat may know."""

import pytest

from core.game import GameEvent, OptionValue
from core.games.novgorod import GAME
from core.games.novgorod.bot.move_rating import rate
from core.games.novgorod.components import LUXURY_NAMES
from core.games.novgorod.phases import BUY, CLOSE, INTRO, OVER, ROUTE, SIDES, USE
from core.games.novgorod.state import NovgorodState
from core.games.novgorod.text import PRIVILEGE_NAMES
from core.games.novgorod.view import NovgorodView, targets
from core.games.novgorod.view.targets import CAREER, SHIP
from core.rng import Rng
from core.view import Target
from tests.core.games.novgorod.novgorod_positions import CITY, JEWELRY, SILVER_2, card, fresh, play, turn

NAMES = ["Anna", "Boris", "Vera", "Gleb"]
FUR_SALT = card(["fur", "salt"], ["amber", "grain"])

TABLES: list[dict[str, OptionValue]] = [
    {"careers": "choose", "bonus": "random"},
    {"special": True, "merchant": "front", "pirate": "front"},
    {"special": True, "merchant": "back", "pirate": "back", "careers": "silver"},
]


def offers(s: NovgorodState, seat: int = 0) -> NovgorodView:
    here = GAME.view(s, seat, NAMES)
    assert isinstance(here, NovgorodView)
    return here


def games(options: dict[str, OptionValue], seed: int) -> list[NovgorodState]:
    """Every position of a game, half of it played well and half by luck."""
    s, rng, found = fresh(3, seed, **options), Rng(seed), []
    while s.actor is not None:
        found.append(s.copy())
        moves = list(s.legal_moves())
        ratings = rate(s, moves) if rng.randrange(2) else [0.0]
        s.play(moves[ratings.index(max(ratings))] if len(ratings) > 1 else rng.choice(moves))
    return [*found, s]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_there_is_always_a_reason_why_nothing_can_be_done(options: dict[str, OptionValue]) -> None:
    seen = set()
    for s in games(options, 4):
        if s.actor is None:
            continue
        here = offers(s, s.actor)
        for target in here.targets():
            if not here.choices_at(target):
                why = here.unavailable_reason(target)
                assert 5 < len(why) < 90, (s.phase, target)
                assert why[0].islower() or why.split()[0] in {"Esc", *_cities()}, why
                seen.add((s.phase, target.kind))
    assert len(seen) > 20


def _cities() -> set[str]:
    return {"Visby", "Novgorod", "Riga", "Danzig", "Lübeck", "Antwerpen", "London", "Bergen"}


def why(s: NovgorodState, target: Target) -> str:
    here = offers(s)
    assert not here.choices_at(target)
    return here.unavailable_reason(target)


def test_why_a_city_cannot_follow() -> None:
    s = turn(offices=["danzig"], ducats=1, careers=SILVER_2, level=4)
    play(s, "+danzig")
    assert why(s, targets.city(CITY["london"])) == "London does not border Danzig"
    assert why(s, targets.city(CITY["danzig"])) == "Danzig is already on your route"
    assert why(turn(ducats=2, careers=SILVER_2, level=4), targets.city(CITY["visby"])) == (
        "you could not pay the fee of 3 in Visby"
    )
    closed = turn(ducats=9, options={"pirate": "back"})
    assert why(closed, targets.city(CITY["antwerpen"])) == "the pirate has closed Antwerpen"


def test_why_a_mission_cannot_be_fulfilled() -> None:
    s = turn(offices=["novgorod", "riga"], hand=[FUR_SALT], artisans={})
    play(s, "+novgorod", "sail")
    assert why(s, Target(targets.MISSION, FUR_SALT)) == ("your route has no salt · your route has no grain and amber")


def test_why_nothing_can_be_bought() -> None:
    s = turn(offices=["danzig"], ducats=4, careers=SILVER_2, level=4)
    play(s, "sail", "finish")
    assert why(s, targets.city(CITY["danzig"])) == "you already have an office in Danzig"
    assert why(s, targets.city(CITY["visby"])) == "the office costs 6 ducats, you have 4"
    assert why(s, Target(targets.OPEN, s.display[0])) == "a mission costs 6 ducats, you have 4"


def test_every_decision_has_a_chapter() -> None:
    headings = {line.lstrip("# ") for line in GAME.rules().splitlines() if line.startswith("#")}
    phases = set()
    for options in TABLES:
        for s in games(options, 2):
            phases.add(s.phase)
            assert offers(s).rules_heading() in headings
    assert phases == {SIDES, INTRO, ROUTE, USE, BUY, CLOSE, OVER}


def test_the_glossary_knows_the_words_of_the_game() -> None:
    terms = GAME.glossary()
    named = set(PRIVILEGE_NAMES.values()) - {"?"}
    assert (
        named | {*LUXURY_NAMES, "seal", "ducat", "artisan", "base office", "harbour fee", "privilege"} <= terms.keys()
    )
    assert all(text.endswith(".") and len(text) > 20 for text in terms.values())


def test_what_others_change_is_marked() -> None:
    s = turn(2, ducats=[9, 9], display=[0, 1, 2, 3], level=[4, 4])
    before = s.copy()
    play(s, "sail", "finish", "office=riga")
    assert offers(s, 1).changed_targets(before) == {targets.city(CITY["riga"])}
    before = s.copy()
    play(s, "sail", "finish", "m1")
    here = offers(s, 0)
    new = Target(targets.OPEN, s.display[-1])
    assert here.changed_targets(before) == {new}
    assert Target(targets.MISSION, 0) in GAME.view(s, 0, NAMES, board=1).changed_targets(before)


def test_a_card_drawn_unseen_marks_nothing_for_others() -> None:
    s = turn(2, ducats=[9, 9])
    before = s.copy()
    play(s, "sail", "finish", "deck")
    assert offers(s, 1).changed_targets(before) == frozenset()
    assert [target.kind for target in offers(s, 0).changed_targets(before)] == [targets.MISSION]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_news_depend_only_on_what_a_seat_may_know(options: dict[str, OptionValue]) -> None:
    played = games(options, 7)
    rng = Rng(3)
    for at in range(1, len(played), 5):
        before, now, seat = played[max(0, at - 9)], played[at], at % 3
        twins = before.determinize(seat, rng), now.determinize(seat, rng)
        for board in range(3):
            here = GAME.view(now, seat, NAMES, board=board)
            there = GAME.view(twins[1], seat, NAMES, board=board)
            assert here.changed_targets(before) == there.changed_targets(twins[0])
            assert here.change_texts(before) == there.change_texts(twins[0])
        here, there = offers(now, seat), offers(twins[1], seat)
        assert here.rules_heading() == there.rules_heading()
        if here.is_deciding:
            for target in here.targets():
                if not here.choices_at(target):
                    assert here.unavailable_reason(target) == there.unavailable_reason(target)


def test_what_has_changed_is_said_as_it_matters() -> None:
    before = turn(2, seals=[9, 8], bonus=[6, 4, 0, 0, 0, 0], others={1: ["riga"]})
    s = before.copy()
    s.seals[1] = 12
    s.bonus[1] = 2
    s.stacks[CITY["visby"]] = 0
    s.stacks[CITY["danzig"]] -= 1
    s.final = True
    assert offers(s).change_texts(before) == [
        "Last round, and you still show an X.",
        "Boris overtakes you, 12 to 9.",
        "5 City Route now pays 2 seals, not 4.",
    ]
    assert offers(before).change_texts(before) == []


def moments_of(s: NovgorodState, *notations: str) -> list[tuple[str, tuple[Target, ...], int | None]]:
    for notation in notations[:-1]:
        play(s, notation)
    before = s.copy()
    told: list[GameEvent] = play(s, notations[-1])
    return [(each.text, each.targets, each.board) for each in offers(s).moments(before, told)]


def test_seals_are_shown_with_the_goods_that_brought_them() -> None:
    s = turn(offices=["novgorod", "visby", "luebeck"], hand=[FUR_SALT], speed=3)
    found = moments_of(s, "+novgorod", "+visby", "+luebeck", "sail", f"m{FUR_SALT + 1}:top=fur+salt")
    assert found == [
        ("Anna +2: mission (fur and salt)", (targets.city(CITY["novgorod"]), targets.city(CITY["luebeck"])), None)
    ]


def test_a_luxury_lights_its_city_and_a_row_the_career() -> None:
    s = turn(offices=["danzig"], artisans={"luebeck": JEWELRY}, ducats=9, level=2)
    found = moments_of(s, "+danzig", "+luebeck", "sail", "luebeck!amber", "finish")
    assert found == [("Anna +1: jewelry sold in Lübeck", (targets.city(CITY["luebeck"]),), None)]
    assert moments_of(s, "pass") == [("Anna +1: career row", (CAREER,), 0)]


def test_at_most_three_moments_follow_each_other() -> None:
    for s in (state for options in TABLES for state in games(options, 9) if state.actor is not None):
        told: list[GameEvent] = []
        after = s.copy()
        after.play(after.legal_moves()[0], told.append)
        assert len(offers(after).moments(s, told)) <= 3


def test_the_way_on_waits_at_the_ship() -> None:
    """After a purchase, and where only Speed +1 is left, Enter spends no privilege."""
    s = turn(offices=["luebeck", "visby"], ducats=20, level=0, careers=SILVER_2)
    play(s, "+luebeck", "+visby")
    here = offers(s)
    assert here.initial_target(targets.city(0)) == SHIP
    assert here.choice_at(SHIP, here.default_index(SHIP)).first_move.notation == "sail"  # type: ignore[union-attr]
    play(s, "sail", "finish", "office=riga")
    here = offers(s)
    assert here.initial_target(targets.city(0)) == SHIP
    assert here.choice_at(SHIP, here.default_index(SHIP)).first_move.notation == "pass"  # type: ignore[union-attr]


def test_one_key_collects_all_and_finishes() -> None:
    s = turn(offices=["luebeck", "visby"], artisans={}, careers=SILVER_2, level=4)
    play(s, "+visby", "+luebeck", "sail")
    here = offers(s)
    start = here.initial_target(None)
    chosen = here.choice_at(start, here.default_index(start))
    assert chosen is not None and [move.notation for move in chosen.moves] == ["finish"]
    assert chosen.preview() == "finish the route and collect 8 ducats; leaves 35 ducats"


def test_income_by_privilege_and_the_end_in_one() -> None:
    s = turn(ducats=0, careers=0, artisans={})
    play(s, "+novgorod", "sail")
    here = offers(s)
    first = here.choices(SHIP)[0]
    assert [move.notation for move in first.moves] == ["income+2", "finish"]
    assert first.preview() == "use Income +2, finish the route and pay 2 ducats; leaves 0 ducats"


def test_a_step_is_paid_with_all_that_is_left_in_one_go() -> None:
    s = turn(offices=["luebeck", "visby"], artisans={}, careers=0, level=2, ducats=9)
    play(s, "+visby", "+luebeck", "sail")
    chosen = offers(s).choices(CAREER)[0]
    assert [move.notation for move in chosen.moves] == ["income=visby", "income=luebeck", "career=ducats"]
    assert chosen.preview() == "collect all (8 ducats), pay 15 and step up to career row 3 (2 seals a turn)"
    for move in chosen.moves:
        play(s, move.notation)
    assert (s.level[0], s.ducats[0]) == (3, 2)
