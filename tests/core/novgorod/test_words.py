"""Sentences: short, concrete, without numbers that only the program knows."""

import re

from core.chance import Chance
from core.game import Event
from core.novgorod import GAME
from core.novgorod.components import CITY_IDS
from core.novgorod.words import mission
from tests.core.novgorod.tables import CITY, JEWELRY, card, fresh, play, turn

NAMES = ["Anna", "Boris", "Vera", "Gleb"]


def test_a_turn_in_words() -> None:
    s = turn(offices=["danzig", "luebeck"], artisans={"luebeck": JEWELRY}, ducats=5)
    told = play(s, "+danzig", "+luebeck", "sail", "luebeck!amber", "finish", "ship")
    assert [GAME.sentence(event, NAMES) for event in told] == [
        "Anna lays the office of Danzig.",
        "Anna lays the office of Lübeck.",
        "Anna sails Danzig - Lübeck.",
        "Anna makes jewelry in Lübeck from amber.",
        "Anna sells the jewelry of Lübeck for 1 seal and 1 ducat.",
        "Anna pays 5 ducats for a ship of speed 3.",
        "Anna gets 1 seal by privilege.",
    ]


def test_missions_in_words() -> None:
    assert mission(card(["cloth", "grain"], ["amber", "salt"])) == "grain and cloth / amber and salt"
    assert mission(card(["jewelry"], ["clothing"])) == "jewelry / clothing"


def test_moves_in_words() -> None:
    s = turn(offices=["luebeck"], ducats=9)
    described = {move.notation: s.describe(move) for move in s.moves()}
    assert described["sail"] == "stay in harbour"
    assert described["+luebeck"] == "begin in Lübeck"
    assert described["+visby"] == "begin in Visby (base office, fee 3)"
    play(s, "+luebeck", "+visby", "sail")
    described = {move.notation: s.describe(move) for move in s.moves()}
    assert described["finish"] == "finish the route, take 4 ducats and pay 3 ducats"
    assert described["income=luebeck"] == "take 4 ducats in Lübeck"


def test_prompts_in_words() -> None:
    s = fresh(2)
    assert s.prompt.sentence == "Pick a card: you still need 2 offices and 1 mission."
    s = turn(offices=["luebeck"])
    assert s.prompt.sentence == "Lay out your route, or sail: 0 of 2 cards laid, one more with Speed +1."
    play(s, "+visby", "sail")
    assert s.prompt.sentence == "Use your route, or finish it. Harbour fees due: 3 ducats."
    assert s.when() == "round 1"


def test_words_never_show_what_only_the_program_knows() -> None:
    """No notation, field or bare number of a card in anything that a person reads."""
    raw = re.compile(r"\bm\d+\b|\bs\d\b|luebeck|_|\bseat\b|None|\[|\]|!")
    s = fresh(4, 9, merchant="back", pirate="front", special=True, bonus="random", careers="choose")
    luck = Chance(9)
    kinds = set()
    while s.actor is not None:
        texts = [s.prompt.sentence, s.when()]
        moves = list(s.moves())
        texts += [s.describe(move) for move in moves]
        told: list[Event] = []
        s.play(luck.pick(moves), told.append)
        texts += [GAME.sentence(event, NAMES) for event in told]
        kinds |= {event.kind for event in told}
        for text in texts:
            assert not raw.search(text), text
    assert not raw.search(s.board(None))
    assert len(kinds) > 20


def test_the_board_names_every_city_and_player() -> None:
    s = turn(3, offices=["riga"], options={"merchant": "front", "pirate": "back", "special": True})
    text = s.board(0)
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
