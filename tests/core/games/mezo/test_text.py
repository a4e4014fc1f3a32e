"""What is said: things explained, events told, nothing hidden given away."""

import pytest

from core.game import GameEvent
from core.games.mezo import GAME, phases
from core.games.mezo.components import ABILITIES, ALTARS, CALENDAR, CODEX, GODS, TOUCHES, VERTICES, WRATHFUL
from core.games.mezo.effects.scope import perform
from core.games.mezo.scoring import FROM_ACTIONS
from core.games.mezo.text import explanations
from core.games.mezo.view import captions
from tests.core.games.mezo.mezo_positions import (
    BECAN,
    BLUE,
    COBA,
    RED,
    YELLOW,
    carve,
    effect_of,
    fight,
    put,
    pyramid,
    scene,
    stand,
)

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def test_a_region_is_explained_with_its_outlook() -> None:
    state = scene()
    fight(state, BECAN, BLUE)
    put(state, RED, BECAN, 2, 1)
    carve(state, YELLOW, BECAN)
    pyramid(state, BECAN, YELLOW, RED)
    assert explanations.region(state, BECAN, NAMES) == (
        "Becan (being fought over): altar Gold (Gain 2 VP); Anna 2w 1s = 3; Boris 1 glyph = 1; Gleb Champion 2 = 2;"
        " pyramid of 1 Boris, 2 Anna. Anna leads. Calendar: Anna. Codex: Anna."
    )
    assert explanations.region(state, COBA, NAMES) == "Coba: Desolate."


def test_a_vertex_is_explained_by_what_it_sees() -> None:
    state = scene()
    stand(state, RED, "v5")
    assert explanations.vertex(state, 4, NAMES) == "Vertex 5 (Chichen Itza and Becan). Kukulkan of Anna stands here."
    assert explanations.vertex(state, 8, NAMES) == "Vertex 9 (Becan and Palenque)."


def test_devotion_is_a_ladder() -> None:
    state = scene()
    assert (
        explanations.devotion(state, RED, NAMES)
        == "Anna: devotion 0 of 27 · level 1 = 0 VP. 11 more for the next level."
    )
    state.devotion[RED] = 27
    assert explanations.devotion(state, RED, NAMES) == "Anna: devotion 27 of 27 · level 3 = 20 VP."


def test_everything_in_the_box_can_be_asked_about() -> None:
    state = scene()
    told = [explanations.god(number) for number in range(len(GODS))]
    told += [explanations.card(god, card) for god in range(len(GODS)) for card in range(5)]
    told += [explanations.tile(number) for number in range(len(WRATHFUL))]
    told += [explanations.vertex(state, number, NAMES) for number in range(len(VERTICES))]
    told += [explanations.space(state, 0, number, NAMES) for number in range(len(CODEX))]
    told += [explanations.space(state, 1, number, NAMES) for number in range(len(CALENDAR))]
    assert len(set(told)) == len(told)
    assert all(text[0].isupper() and text.endswith(".") for text in told)
    for number, altar in enumerate(ALTARS):
        state.altars = (number,) * len(state.altars)
        assert f"altar {altar.name} ({altar.effect.text.rstrip('.')})" in explanations.region(state, BECAN, NAMES)
    for number, ability in enumerate(ABILITIES):
        state.abilities = ((number,),) * state.players
        assert (f"{ability.name}: {ability.text}", False) in captions.tribe(state, RED, None)


def test_each_thing_with_a_name_is_told_by_it() -> None:
    things = GAME.named_components()
    named = [each.name for part in (GODS, ABILITIES, ALTARS, WRATHFUL, CODEX, CALENDAR) for each in part]
    assert len(set(named)) == len(named), "a name that two things share would tell only one of them"
    assert set(things) == set(named)
    assert things["Roar"] == "Wrathful tile Roar: Gain 2 strength in this conflict."
    assert all(action.text in things["Kukulkan"] for card in GODS[0].actions for action in card)


def test_the_board_tells_where_gods_can_stand_and_which_regions_meet_there() -> None:
    state = scene()
    stand(state, RED, "v5")
    told = state.board_text(RED).splitlines()
    assert "  v5 Chichen Itza and Becan: Kukulkan of Player 1 (Red)" in told
    assert "  v9 Becan and Palenque" in told
    assert sum(line.startswith("  v") for line in told) == sum(
        bool(TOUCHES[n] & state.live) for n in range(len(VERTICES))
    )


def test_while_gods_are_chosen_the_board_tells_those_that_are_free() -> None:
    """Their cards are many, and told when asked: what comes first should be read by somebody new."""
    state = GAME.start(GAME.setup(4, {}, 3))
    assert all(god.theme in state.board_text(None) for god in GODS)
    assert GODS[0].actions[0][1].text not in state.board_text(None) and "Immortal Calendar" not in state.board_text(
        None
    )
    taken = state.legal_moves()[0]
    state.play(taken)
    free, _, rest = state.board_text(None).partition("Gods to follow:")
    assert "Kukulkan" in free and "Kukulkan, The Feathered Serpent" not in rest and taken.notation == "kukulkan"


def test_a_question_tells_what_is_fought_for_and_whom_to_beat() -> None:
    state = scene()
    fight(state, BECAN, BLUE)
    put(state, RED, BECAN, 2, 1)
    put(state, YELLOW, BECAN, 3, 2)
    state.stack, state.actor = [(phases.CARDS, 0)], RED
    assert state.prompt.sentence == (
        "Conflict in Becan, for altar Gold (Gain 2 VP). Your strength here is 3, the strongest opponent has 5."
        " Choose a card in secret."
    )


@pytest.mark.parametrize("seats", [("Ann", "Bo", "Cy", "Di"), ("Zoe", "Yan", "Xi", "Wu")])
def test_events_speak_of_players_by_their_names(seats: tuple[str, ...]) -> None:
    state = scene(age=2)
    stand(state, RED, "v9")
    put(state, YELLOW, BECAN, 1)
    told: list[str] = []
    perform(state, effect_of(state, RED, "vengeance", 2), RED, FROM_ACTIONS)
    state.advance(lambda event: told.append(GAME.describe_event(event, seats)))
    assert told == [
        f"{seats[0]} smites 1 of {seats[1]}'s Warriors in Becan.",
        f"{seats[0]} deploys 2 Warriors to Becan.",
    ]


def test_who_takes_a_track_for_themselves_gives_it_to_nobody() -> None:
    told = [GAME.describe_event(GameEvent("grants", RED, (seat, 0)), NAMES) for seat in (YELLOW, RED)]
    track = told[1].removeprefix("Anna takes the ").removesuffix(".")
    assert track in ("Immortal Calendar", "Heroic Codex")
    assert told[0] == f"Anna gives the {track} to Boris."
