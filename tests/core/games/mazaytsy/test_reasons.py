"""Why nothing can be done somewhere, where the rules explain what is asked, and what the words mean."""

import random
import re

import pytest

from core.games.mazaytsy import GAME
from core.games.mazaytsy.components import FUNNEL, LOG, SIDE, STRAIGHT
from core.games.mazaytsy.deal import start
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.names import KIND_NAMES
from core.games.mazaytsy.view import CELLS, MAZAY, MazaytsyView
from core.view import Target
from tests.core.games.mazaytsy.drawn_boards import card, cell, do, drawn, flood

NAMES = ("Anna", "Boris", "Vera", "Gleb")
ADVANCED = {"barren": True, "choice": True, "weight": True, "stealing": True}
KINDS = {"place", "here", "first", "second", "land", "share", "funnel", "card", "cell", "turn", "spin", "add"}


def offers(s: MazaytsyState) -> MazaytsyView:
    return MazaytsyView(s, s.actor, NAMES[: s.players])


def why_not(s: MazaytsyState, name: str) -> str:
    """The reason at a card of the water, where nothing can be done."""
    target = CELLS[s.side][cell(name, s.side)]
    assert not offers(s).choices_at(target)
    return offers(s).unavailable_reason(target)


def test_every_place_where_nothing_can_be_done_says_why_and_every_chapter_exists() -> None:
    headings = set(re.findall(r"^#+ (.*)$", GAME.rules(), re.MULTILINE))
    kinds = set()
    for players, options in ((2, {}), (3, ADVANCED), (4, {"teams": True, **ADVANCED})):
        for seed in range(6):
            s = start(GAME.setup(players, dict(options), seed))
            luck = random.Random(seed)
            while s.actor is not None:
                here = offers(s)
                kinds.add(s.prompt.kind)
                silent = [
                    target
                    for target in here.targets()
                    if not here.choices_at(target) and not here.unavailable_reason(target)
                ]
                assert not silent, (s.prompt.kind, silent)
                assert here.rules_heading() in headings
                s.play(luck.choice(list(s.legal_moves())))
            assert offers(s).rules_heading() == "The end"
    assert kinds == KINDS


def test_why_a_boat_does_not_go_there() -> None:
    s = flood(drawn({"c3": ".//Rn", "b2": "#"}))
    assert why_not(s, "b2") == "no boat can enter a thicket"
    assert why_not(s, "c4") == "it is behind your boat: turn twice to face it"
    assert why_not(s, "f6") == "too far for one step"
    assert why_not(s, "c3") == "you must move: row, turn or slip"
    do(s, "f")
    assert why_not(s, "d1") == "you can slip only as your whole move: now row or turn"
    assert not offers(s).choices_at(CELLS[6][cell("d1")]) and offers(s).choices_at(CELLS[6][cell("c2")])


def test_why_a_boat_does_not_land_where_it_is() -> None:
    assert why_not(flood(drawn({"a3": ".//Rn"})), "a3") == "you have no hares to land: row, turn or slip"
    assert why_not(flood(drawn({"b3": ".//Rn"}), holds={0: (2,)}), "b3") == "hares are landed at the edge of the water"


def test_an_order_is_done_where_it_leads_also_by_the_water() -> None:
    here = offers(flood(drawn({"c3": ".//Rn", "c2": "~e"})))
    assert [str(choice.first_move) for choice in here.choices_at(CELLS[6][cell("d2")])] == ["f", "fr"]
    assert [str(choice.first_move) for choice in here.choices_at(CELLS[6][cell("b3")])] == ["l"]


def test_why_a_card_does_not_make_way() -> None:
    s = flood(drawn({"c3": ".//Rn", "a1": "./3", "b1": "./2+1", "f1": ".//Bn,Gn"}))
    do(s, "l stop")
    assert why_not(s, "a1") == "a hare sits here"
    assert why_not(s, "b1") == "hares sit here"
    assert why_not(s, "c3") == "your boat is here"
    assert why_not(s, "f1") == "Boris's and Vera's boats are here"


@pytest.mark.parametrize(("kind", "refused", "word"), [(STRAIGHT, "c2", "corner"), (SIDE, "b2", "side")])
def test_why_a_current_does_not_point_there(kind: int, refused: str, word: str) -> None:
    s = flood(drawn({"c3": ".//Rn"}), row=[card(kind)] * 3)
    do(s, "l stop b1")
    assert why_not(s, refused).endswith(f"never to a {word}")
    assert why_not(s, "f6") == "the current on b1 can only point at a card next to it"


def test_why_a_boat_is_not_launched_there() -> None:
    s = start(GAME.setup(3, {"starter": 1}, 1))
    s.hares = [0] * 36
    assert why_not(s, "a1") == "boats are launched in the middle, on c3, d3, c4 or d4"
    do(s, "c3n")
    assert why_not(s, "c3") == "Vera's boat is here"
    assert why_not(s, "a1").endswith("on d3, c4 or d4")


def test_why_nothing_else_is_asked_about() -> None:
    s = flood(drawn({"c3": "./2/Rn"}))
    assert why_not(s, "a1") == "the question is about c3, where your boat is"
    s = flood(drawn({"c3": ".//Rn", "b1": "V", "d1": "V", "f6": "V"}))
    do(s, "f stop")
    assert why_not(s, "f6") == "this funnel is too far away to pull you"
    assert why_not(s, "a6") == "there is no funnel here"
    row = [card(LOG), card(FUNNEL), card(LOG), card(LOG)]
    s = flood(drawn({"c3": "=//Rn", "c2": "="}), players=4, row=row, choice=True)
    do(s, "f")
    s.due, s.under = 1, -1
    assert why_not(s, "a1") == "first choose one of the open cards at the right"
    assert MAZAY in offers(s).targets() and not offers(s).choices_at(MAZAY)
    assert offers(s).unavailable_reason(MAZAY) == "Mazay is never placed: he waits for Boris"


def test_the_glossary_explains_every_kind_of_card_and_every_order() -> None:
    glossary = GAME.glossary()
    assert set(KIND_NAMES) <= set(glossary)
    assert {"row", "turn", "slip", "land", "stop", "share", "steal", "bow", "aboard", "ashore", "Mazay"} <= set(
        glossary
    )
    assert all(text.endswith(".") for text in glossary.values())


def test_enter_means_something_that_is_done_where_the_cursor_is() -> None:
    """What can be done at a place is among the choices there, and Enter means some of it."""
    s = start(GAME.setup(4, dict(ADVANCED), 5))
    luck = random.Random(5)
    while s.actor is not None:
        here = offers(s)
        for target in here.targets():
            done = [choice.moves for choice in here.choices_at(target)]
            choices = [choice.moves for choice in here.choices(target)]
            assert set(done) <= set(choices)
            assert not done or choices[here.default_index(target)] in done, (s.prompt.kind, target)
        s.play(luck.choice(list(s.legal_moves())))


def test_beside_the_water_there_is_nothing_to_do_while_a_boat_is_steered() -> None:
    assert Target("row", 0) not in offers(flood(drawn({"c3": ".//Rn"}))).targets()
