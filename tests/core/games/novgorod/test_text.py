"""Sentences: short, concrete, without numbers that only the program knows."""

import re
from typing import Any

import pytest

from core.game import GameEvent
from core.games.novgorod import GAME
from core.games.novgorod.components import CITY_IDS
from core.games.novgorod.state import NovgorodState
from core.games.novgorod.text import career_row, mission
from core.match import find_move
from core.rng import Rng
from tests.core.games.novgorod.novgorod_positions import CITY, JEWELRY, LIGHT_1, SILVER_2, card, fresh, play, turn

NAMES = ["Anna", "Boris", "Vera", "Gleb"]
AMBER_SALT = card(["cloth", "grain"], ["amber", "salt"])


def test_a_turn_in_words() -> None:
    s = turn(offices=["danzig", "luebeck"], artisans={"luebeck": JEWELRY}, ducats=5)
    told = play(s, "+danzig", "+luebeck", "sail", "luebeck!amber", "finish", "ship")
    assert [GAME.describe_event(event, NAMES) for event in told] == [
        "Anna adds Danzig to the route.",
        "Anna adds Lübeck to the route.",
        "Anna sails Danzig → Lübeck.",
        "Anna makes jewelry in Lübeck from amber.",
        "Anna sells the jewelry of Lübeck for 1 seal and 1 ducat.",
        "Anna buys ship speed 3 for 5 ducats.",
        "Anna gets 1 seal from the privilege +1 seal.",
    ]


def test_missions_in_words() -> None:
    assert mission(card(["cloth", "grain"], ["amber", "salt"])) == "grain and cloth / amber and salt"
    assert mission(card(["jewelry"], ["clothing"])) == "jewelry / clothing"


def test_moves_in_words() -> None:
    s = turn(offices=["luebeck"], ducats=9)
    described = {move.notation: s.describe(move) for move in s.legal_moves()}
    assert described["sail"] == "stay in harbour this turn"
    assert described["+luebeck"] == "begin in Lübeck"
    assert described["+visby"] == "begin in Visby for a fee of 3"
    play(s, "+luebeck", "+visby", "sail")
    described = {move.notation: s.describe(move) for move in s.legal_moves()}
    assert described["finish"] == "finish the route, collect 4 ducats and pay 3 ducats"
    assert described["income=luebeck"] == "collect 4 ducats in Lübeck"


def test_prompts_in_words() -> None:
    s = fresh(2)
    assert s.prompt.sentence == "Take a card. You still need 2 offices and 1 mission."
    s = turn(offices=["luebeck"])
    assert s.prompt.sentence == "Lay out your route, or set sail: 0 of 2 cards laid, one more with Speed +1."
    play(s, "+visby", "sail")
    assert s.prompt.sentence == "Use your route, or finish it. Harbour fees due: 3 ducats."
    assert s.progress_text() == "round 1"


def test_finishing_names_what_comes_and_goes() -> None:
    s = turn(offices=["danzig"], artisans={"luebeck": JEWELRY}, ducats=4, careers=SILVER_2, level=4)
    play(s, "+danzig", "+luebeck", "sail", "luebeck!amber")
    described = {move.notation: s.describe(move) for move in s.legal_moves()}
    assert described["finish"] == "finish the route, get 1 seal, collect 1 ducat and pay 3 ducats"


def test_why_a_route_cannot_be_finished_yet() -> None:
    s = turn(offices=["visby", "novgorod"], ducats=4, careers=SILVER_2, level=4, artisans={"visby": JEWELRY})
    play(s, "+luebeck", "+antwerpen", "sail")
    assert s.prompt.sentence == ("Use your route. You cannot finish yet: the harbour fees are 5 ducats and you have 4.")


def test_a_privilege_that_will_be_spent_is_told_before() -> None:
    s = turn(ducats=0, careers=LIGHT_1)
    assert "; to pay its fees you then need Income +2" in described_as(s, "+novgorod")
    poor = turn(offices=["luebeck"], ducats=0, careers=SILVER_2, artisans={"danzig": JEWELRY})
    play(poor, "+riga")
    assert described_as(poor, "+danzig") == (
        "add Danzig for a fee of 2; to pay its fees you then need one more card, with Speed +1"
    )
    play(poor, "+danzig")
    assert described_as(poor, "+luebeck") == "add Lübeck with Speed +1"
    place = turn(offices=["visby", "riga", "danzig"], careers=SILVER_2)
    play(place, "+visby", "+novgorod")
    assert described_as(place, "+artisan") == "add a card for the artisan of Novgorod with Speed +1"


def described_as(s: NovgorodState, notation: str) -> str:
    return s.describe(find_move(GAME, s, notation))


def test_storing_says_what_is_lost() -> None:
    s = turn(offices=["luebeck", "riga"], stored="riga")
    play(s, "+luebeck", "sail")
    assert described_as(s, "store=luebeck") == (
        "store salt in the ship instead of collecting 4 ducats; the grain there is discarded"
    )


def test_the_end_is_told_with_its_reason() -> None:
    s = turn(seals=[30, 0], level=[2, 2])
    told = play(s, *("sail", "finish", "pass") * 2)
    sentences = [GAME.describe_event(event, NAMES) for event in told]
    assert "Round 2 begins. It is the last: a player has 30 seals." in sentences
    career = turn(level=[4, 2])
    told = play(career, *("sail", "finish", "pass") * 2)
    sentences = [GAME.describe_event(event, NAMES) for event in told]
    assert "Round 2 begins. It is the last: a career has reached the top row." in sentences


def test_a_career_at_the_top_is_the_reason_only_if_nothing_else_can_be() -> None:
    last: dict[str, Any] = {"final": True, "ducats": [0, 0]}
    for seals, level, why in (
        ([20, 8], [4, 2], "A career on the top row ended the game."),
        ([29, 31], [3, 2], "30 seals ended the game."),
        ([31, 8], [4, 2], "30 seals or a career on the top row ended the game."),
    ):
        s = turn(seals=seals, level=level, **last)
        play(s, *("sail", "finish", "pass") * 2)
        assert s.outcome_text() == why


def test_the_board_shows_rows_debts_and_what_is_done() -> None:
    s = fresh(2)
    assert "27 ducats and owes 6 for the first cards" in s.board_text(0)
    s = turn(under=[AMBER_SALT], careers=LIGHT_1, level=2, ducats=3)
    lines = s.board_text(1).splitlines()
    assert "  under the ship: grain and cloth / amber and salt" in lines
    assert lines[lines.index("  row 2 (here): 1 seal a turn, Mission -3; the next row costs 15 ducats") + 1] == (
        "  row 3: 2 seals a turn, Speed +1; the next row costs 2 different goods and 2 different luxuries"
    )


def test_what_was_tucked_under_the_ship_is_known_to_its_owner() -> None:
    s = turn(options={"special": True})
    s.unseen[0] = 1 << s.deck.pop()
    assert "  under the ship, unseen by the others: " in s.board_text(0)
    assert "  under the ship: 1 unseen mission" in s.board_text(1)


def test_words_never_show_what_only_the_program_knows() -> None:
    """No notation, field or bare number of a card in anything that a person reads."""
    raw = re.compile(r"\bm\d+\b|\bs\d\b|luebeck|_|\bseat\b|None|\[|\]|!")
    s = fresh(4, 9, merchant="back", pirate="front", special=True, bonus="random", careers="choose")
    rng = Rng(9)
    kinds = set()
    while s.actor is not None:
        texts = [s.prompt.sentence, s.progress_text()]
        moves = list(s.legal_moves())
        texts += [s.describe(move) for move in moves]
        told: list[GameEvent] = []
        s.play(rng.choice(moves), told.append)
        texts += [GAME.describe_event(event, NAMES) for event in told]
        kinds |= {event.kind for event in told}
        for text in texts:
            assert not raw.search(text), text
    assert not raw.search(s.board_text(None))
    assert len(kinds) > 20


def test_the_board_names_every_city_and_player() -> None:
    s = turn(3, offices=["riga"], options={"merchant": "front", "pirate": "back", "special": True})
    text = s.board_text(0)
    for name in ("Visby", "Novgorod", "Riga", "Danzig", "Lübeck", "Antwerpen", "London", "Bergen"):
        assert name in text
    assert "Player 3" in text
    assert "merchant" in text.splitlines()[3 + CITY["novgorod"]]
    assert "pirate" in text.splitlines()[3 + CITY["antwerpen"]]
    assert len(CITY_IDS) == 8


def test_the_rules_are_there_to_read() -> None:
    text = GAME.rules()
    for title in ("# Novgorod", "## Rulings", "## House components", "## The expert game"):
        assert title in text


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (1, "career row 1 (still an X)"),
        (2, "career row 2 (1 seal a turn, no X)"),
        (3, "career row 3 (2 seals a turn)"),
        (4, "career row 4 (3 seals a turn, the game ends soon)"),
    ],
)
def test_a_career_step_says_what_it_gives(row: int, told: str) -> None:
    assert career_row(row) == told
