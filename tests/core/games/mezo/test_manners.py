"""Reasons, news, moments, rules headings and whole choices in Mezo."""

import re

import pytest

from core.game import GameEvent
from core.games.mezo import GAME, phases
from core.games.mezo import moves as m
from core.games.mezo.components import ABILITIES, ALTARS, CALENDAR, CARDS, CODEX, GODS, REGIONS, WRATHFUL
from core.games.mezo.scoring import strengths
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view import MezoView
from core.games.mezo.view.bulk_moves import bulk_moves
from core.games.mezo.view.captions import forecast_lead, prizes
from core.games.mezo.view.preview_state import state_when_decided
from core.match import Match, Seat
from core.rng import Rng
from core.view import Target
from tests.core.games.mezo.mezo_positions import (
    BECAN,
    BLUE,
    CHICHEN,
    COBA,
    GREEN,
    HOCHOB,
    PALENQUE,
    RED,
    UXMAL,
    YELLOW,
    answer,
    ask,
    blessed,
    bury,
    decide,
    effect_of,
    fight,
    put,
    pyramid,
    scene,
    stand,
    turn_up,
)

NAMES = ("Anna", "Boris", "Vera", "Gleb")
HEADINGS = re.findall(r"^##+ (.*)$", GAME.rules(), re.MULTILINE)


def offers_of(state: MezoState, seat: int | None) -> MezoView:
    found = GAME.view(state, seat, NAMES[: state.players])
    assert isinstance(found, MezoView)
    return found


def match_of(players: int, seed: int) -> Match:
    return Match.new(GAME, [Seat(name) for name in NAMES[:players]], {"blessed_cards": players == 3}, seed)


# Everywhere and always


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (4, 9)])
def test_wherever_nothing_can_be_done_a_reason_is_given_and_every_decision_has_its_chapter(
    players: int, seed: int
) -> None:
    match, rng = match_of(players, seed), Rng(seed)
    reasons, chapters = set(), set()
    while not match.is_over:
        state = match.state
        assert isinstance(state, MezoState)
        here = offers_of(state, state.actor)
        chapters.add(here.rules_heading())
        for target in here.targets():
            if not here.choices_at(target):
                reason = here.unavailable_reason(target)
                assert reason and not reason.endswith(".") and len(reason) < 75, (state.prompt, target, reason)
                reasons.add(reason)
        match.play(rng.choice(list(match.legal_moves)))
    assert isinstance(match.state, MezoState)
    chapters.add(offers_of(match.state, 0).rules_heading())
    assert chapters <= set(HEADINGS)
    assert len(chapters) > 5 and len(reasons) > 20


def test_a_reason_names_what_is_in_the_way() -> None:
    state = scene()
    state.stack, state.actor = [(phases.CHAMPION, RED, 1)], RED
    state.champions[BECAN] = BLUE
    here = offers_of(state, RED)
    assert here.unavailable_reason(Target("region", BECAN)) == "Becan already has a Champion"
    assert here.unavailable_reason(Target("region", COBA)) == "Coba is Desolate: out of the game"
    stand(state, YELLOW, "v1")
    stand(state, RED, "v8")
    state.stack = [(phases.CALL, -1, RED, 0)]
    here = offers_of(state, RED)
    assert here.unavailable_reason(Target("vertex", 0)) == "Ixchel of Boris is here"
    assert here.unavailable_reason(Target("vertex", 7)) == "Kukulkan is here already"
    ask(state, effect_of(state, RED, "legacy", 2), RED)
    assert (
        offers_of(state, RED).unavailable_reason(Target("region", UXMAL))
        == "no presence: your god does not touch Uxmal"
    )


def test_in_the_deploy_step_a_region_tells_when_its_turn_is() -> None:
    state = scene()
    state.champions[CHICHEN] = RED
    state.stack = [(phases.STATION, RED, state.live & ~(1 << UXMAL))]
    state.advance()
    here = offers_of(state, RED)
    assert here.tab_stops()[0] == Target("region", HOCHOB)
    told = [here.unavailable_reason(Target("region", region)) for region in (UXMAL, CHICHEN, PALENQUE)]
    assert told == [
        "you have deployed here already", "units cannot join your Champion here now", "first deploy to Hochob",
    ]  # fmt: skip


# What is new


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 5), (4, 6)])
def test_what_is_new_depends_on_nothing_that_is_hidden(players: int, seed: int) -> None:
    """On positions that look alike to a seat everything that is said about what happened is the same."""
    match, rng = match_of(players, seed), Rng(seed)
    past = [match.state.copy()]
    told = marked = 0
    while not match.is_over:
        entries = match.play(rng.choice(list(match.legal_moves)))
        past.append(match.state.copy())
        if len(past) % 9:
            continue
        events = [event for entry in entries for event in entry.events]
        for seat in range(players):
            before, state = past[-2 - rng.randrange(min(len(past) - 1, 12))], match.state
            worlds = [(before, state), (before.determinize(seat, Rng(98)), state.determinize(seat, Rng(99)))]
            altered, changed, moments = [], [], []
            for earlier, now in worlds:
                assert isinstance(now, MezoState) and isinstance(earlier, MezoState)
                here = offers_of(now, seat)
                altered.append(here.changed_targets(earlier))
                changed.append(here.change_texts(earlier))
                moments.append(here.moments(earlier, events))
            assert altered[0] == altered[1] and changed[0] == changed[1] and moments[0] == moments[1]
            assert len(changed[0]) <= 4 and len(moments[0]) <= 3
            told += len(changed[0])
            marked += len(altered[0])
    assert told > 20 and marked > 50


def test_the_same_position_has_nothing_new() -> None:
    state = scene()
    put(state, RED, BECAN, 2)
    here = offers_of(state, RED)
    assert here.changed_targets(state.copy()) == frozenset() and here.change_texts(state.copy()) == []


def test_marks_are_where_something_came_or_went() -> None:
    before = scene()
    stand(before, RED, "v1")
    now = before.copy()
    put(now, YELLOW, BECAN, 1)
    pyramid(now, UXMAL, GREEN)
    stand(now, RED, "v9")
    now.vp[BLUE] += 3
    assert offers_of(now, RED).changed_targets(before) == {
        Target("region", BECAN),
        Target("region", UXMAL),
        Target("rank", YELLOW * REGIONS + BECAN),
        Target("vertex", 8),
        Target("seat", BLUE),
    }


def test_what_it_means_for_a_seat_is_told_worst_first() -> None:
    before = scene(vp=(9, 8, 3, 2))
    put(before, RED, BECAN, 2)
    put(before, YELLOW, BECAN, 1)
    pyramid(before, UXMAL, RED)
    now = before.copy()
    put(now, YELLOW, BECAN, 2)
    put(now, RED, HOCHOB, 1)
    now.pyramids[UXMAL] = ()
    now.vp[YELLOW] = 12
    assert offers_of(now, RED).change_texts(before) == [
        "You lose a pyramid piece in Uxmal.",
        "Boris takes the lead in Becan, 3 to 2.",
        "Boris overtakes you, 12 VP to 9.",
    ]
    assert offers_of(now, YELLOW).change_texts(before) == [
        "You overtake Anna, 12 VP to 9.",
        "You lead in Becan with 3.",
    ]
    assert offers_of(now, None).change_texts(before) == []


def test_a_turn_is_one_line_of_short_parts() -> None:
    view = offers_of(scene(), RED)
    deploys = [GameEvent("deploy", YELLOW, (UXMAL, 0, 2)), GameEvent("deploy", YELLOW, (BECAN, 1, 4))]
    events = [
        GameEvent("devotion", YELLOW, (1, 1)),
        GameEvent("champion", YELLOW, (BECAN,)),
        *deploys,
        GameEvent("deploy", YELLOW, (UXMAL, 1, 1)),
        GameEvent("smite", YELLOW, (RED, BECAN, 0, 1)),
        GameEvent("smite", YELLOW, (RED, BECAN, 1, 1)),
        GameEvent("devotion", YELLOW, (2, 3)),
    ]
    assert view.turn_facts(YELLOW, view.state, events) == [
        "Uxmal ▲▲●", "Becan ★4●", "smites Anna ▲● in Becan", "+3 devotion",
    ]  # fmt: skip


def test_a_conflict_that_was_won_comes_first() -> None:
    view = offers_of(scene(), RED)
    events = [
        GameEvent("act", YELLOW, (0, 1, 1)),
        GameEvent("devotion", YELLOW, (1, 1)),
        GameEvent("wins", YELLOW, (BECAN, (4, 7, 2))),
        GameEvent("altar", YELLOW, (0,)),
    ]
    facts = view.turn_facts(YELLOW, view.state, events)
    assert facts == ["wins Becan, 7 to 4", "Vengeance 2", "altar: +2 VP", "+1 devotion"]


def test_every_event_of_a_game_has_a_part_of_a_line_except_for_points() -> None:
    for seed in range(3):
        state, told = GAME.start(GAME.setup(3, {}, seed)), list[GameEvent]()
        rng = Rng(seed)
        while state.actor is not None:
            state.play(rng.choice(list(state.legal_moves())), told.append)
        assert isinstance(state, MezoState)
        for event in told:
            facts = offers_of(state, RED).turn_facts(event.seat, state, [event])
            assert len(facts) == (event.kind not in ("vp", "name", "declines")), event
            assert all(len(fact) <= 60 for fact in facts), event


def test_players_are_known_by_a_letter_of_their_name() -> None:
    assert names.initials(["Anna", "Boris", "Adept", "Adept 2"]) == ("A", "B", "D", "E", "n")
    assert names.initials(["Ab", "Ba", "Ab"])[2] == "3"


# Keys


def test_a_vertex_keeps_its_number_as_its_key() -> None:
    state = scene(("kukulkan", "ixchel"), vp=(5, 4))
    stand(state, RED, "v1")
    stand(state, YELLOW, "v4")
    state.stack, state.actor = [(phases.CALL, -1, RED, 0)], RED
    items = offers_of(state, RED).prompt_items(Target("vertex", 1))
    keys = {item.key: item.choice.first_move for item in items if item.choice is not None}
    for key, move in keys.items():
        if isinstance(move, m.PickVertex):
            assert key == str(move.vertex + 1)[-1]
    assert {"1", "4"}.isdisjoint(keys) and keys["0"] == m.VERTEX[9] and keys["c"] == m.ABILITY_FIRST


def test_a_number_of_units_keeps_its_key() -> None:
    labels = set()
    for seed in range(4):
        state = GAME.start(GAME.setup(2, {"gods": "dealt"}, seed))
        assert isinstance(state, MezoState)
        rng = Rng(seed)
        while state.actor is not None and state.age < 2:
            view = offers_of(state, state.actor)
            if state.prompt.kind == "station":
                labels |= {(item.key, item.label) for item in view.prompt_items(view.initial_target(None))}
            state.play(rng.choice(list(state.legal_moves())))
    assert len(labels) == 10 == len({key for key, _ in labels})


def test_a_god_is_read_by_its_digit_and_chosen_by_enter() -> None:
    state = GAME.start(GAME.setup(3, {}, 2))
    assert isinstance(state, MezoState)
    state.play(m.GOD[2])
    view = offers_of(state, state.actor)
    items = view.prompt_items(Target("god", 0))
    assert [(item.key, item.target) for item in items] == [(str(n + 1), Target("god", n)) for n in range(len(GODS))]
    assert all(item.choice is None for item in items)
    assert [choice.first_move for choice in view.choices(Target("god", 4))] == [m.GOD[4]]
    assert not view.choices(Target("god", 2))


# Actions that would find nothing


def test_an_action_that_would_find_nothing_says_why_and_is_not_where_the_cursor_begins() -> None:
    state = scene(("kukulkan", "ixchel"), vp=(5, 4))
    fight(state, BECAN, YELLOW)
    state.cards, state.revealed = (CARDS.index("fervor"), CARDS.index("task")), True
    state.reserves[:2] = [0, 0]
    state.xibalba[:2] = [0, 0]
    state.stack, state.actor, state.order = [(phases.ACT, 0)], RED, (RED, YELLOW)
    view = offers_of(state, RED)
    assert view.vain_actions[RED, 1] == "finds nothing now: no enemy Shaman where Kukulkan has presence"
    assert "used" not in view.choices(Target("action", 1))[1].label
    assert view.choices(Target("action", 1))[1].preview().startswith("use up action 2, which finds nothing now")
    put(state, YELLOW, BECAN, 0, 1)
    stand(state, RED, "v8")
    assert (RED, 1) not in offers_of(state, RED).vain_actions


# What counted


def test_the_end_of_a_conflict_stays_until_it_has_been_read() -> None:
    state = scene(vp=(30, 20, 10, 2))
    fight(state, BECAN, BLUE)
    put(state, RED, BECAN, 2, 1)
    put(state, YELLOW, BECAN, 1)
    before = state.copy()
    told: list[GameEvent] = []
    state.order = (0, 1, 2, 3)
    state.stack = [(phases.CLEAN_UP,), (phases.WINNER,)]
    state.advance(told.append)
    result, points = offers_of(state, GREEN).moments(before, told)
    assert result.text == "Anna wins Becan with 3 strength (Boris 1, Vera 0 and Gleb 2): altar Gold, Gain 2 VP."
    assert result.waits_for_key and result.targets == (Target("region", BECAN),) and result.board is None
    assert (points.text, points.waits_for_key, points.targets) == ("Anna +2: altars", False, (Target("region", BECAN),))


def test_a_pyramid_lights_up_with_all_who_gain_by_it() -> None:
    state = scene(("itzamna", "kukulkan", "zotz", "chaac"), vp=(12, 13, 3, 2))
    pyramid(state, UXMAL, YELLOW)
    ask(state, effect_of(state, RED, "legacy", 2), RED)
    before = state.copy()
    told = answer(state, "uxmal-pyramid")
    (built,) = offers_of(state, GREEN).moments(before, told)
    assert built.text == "Boris +1, Anna +3: pyramids built"
    assert state.vp[:2] == [15, 14]
    assert built.targets == (Target("region", UXMAL),)


def test_the_forecast_tells_who_would_win_what_and_leaves_out_what_is_given() -> None:
    state = scene()
    fight(state, BECAN, BLUE)
    put(state, RED, BECAN, 2, 0)
    put(state, YELLOW, BECAN, 0, 1)
    state.stack = [(phases.CLEAN_UP,), (phases.TRACK, 0), (phases.TRACK, 1), (phases.WINNER,)]
    state.actor = BLUE
    assert forecast_lead(state) == "If it ended now"
    assert prizes(state) == [("altar", (RED, BLUE)), ("Calendar", (YELLOW,)), ("Codex", (RED,))]
    assert prizes(state, winner=BLUE)[0] == ("altar", (BLUE,))
    state.stack = [(phases.CLEAN_UP,), (phases.TRACK, 0), (phases.SPACE, 1, YELLOW)]
    assert forecast_lead(state) == "Still to come"
    assert prizes(state) == [("Calendar", (YELLOW,)), ("Codex", (RED,))]
    put(state, RED, BECAN, 0, 1)  # as many Shamans as Yellow, who takes the space already
    assert prizes(state) == [("Calendar", (YELLOW,)), ("Codex", (RED,))]
    state.stack = [(phases.CLEAN_UP,)]
    assert prizes(state) == []


def test_the_table_is_shown_as_it_was_when_a_conflict_was_decided() -> None:
    """Also what the deciding action did is there, and nothing that came after it."""
    match, rng, seen = match_of(3, 8), Rng(8), 0
    while not match.is_over:
        before = match.state.copy()
        at = len(match.log)
        match.play(rng.choice(list(match.legal_moves)))
        entry = match.log[at]
        for event in entry.events:
            if event.kind == "wins":
                assert isinstance(before, MezoState)
                move = next(move for move in before.legal_moves() if move.notation == entry.notation)
                view = state_when_decided(before, move)
                assert view.conflict == event.facts[0] and view.stack[-1][0] == phases.WINNER
                assert tuple(strengths(view, view.conflict)) == event.facts[1]
                seen += 1
    assert seen > 8


# In one go


def test_units_are_sent_to_a_region_in_one_go() -> None:
    """The altar Road sends three units to one other region: every mixture of them is one choice."""
    state = scene()
    fight(state, BECAN, BLUE)
    ask(state, next(altar.effect.number for altar in ALTARS if altar.id == "road"), RED)
    here = offers_of(state, RED)
    choices = here.choices_at(Target("region", UXMAL))
    assert [choice.label for choice in choices[:4]] == ["Uxmal ▲▲▲", "Uxmal ▲▲●", "Uxmal ▲●●", "Uxmal ●●●"]
    assert [choice.label for choice in choices[4:]] == ["Uxmal ▲", "Uxmal ●"]
    assert choices[1].preview() == "DEPLOY 2 Warriors and 1 Shaman to Uxmal · strength 0→3 · you lead"
    for move in choices[1].moves:
        state.play(move)
    at = (RED * REGIONS + UXMAL) * 2
    assert state.units[at : at + 2] == [2, 1]
    assert state.actor is None


def test_as_many_as_must_go_are_smitten_in_one_go() -> None:
    state = scene()
    fight(state, BECAN, BLUE)
    put(state, YELLOW, BECAN, 3, 1)
    put(state, GREEN, BECAN, 0, 1)
    ask(state, next(tile.effect.number for tile in WRATHFUL if tile.id == "slaughter"), RED)
    choices = offers_of(state, RED).choices(Target("region", BECAN))
    assert [choice.label for choice in choices] == ["B ▲▲", "B ▲", "B ●", "V ●"]
    # Gleb's Champion stands in Becan.
    assert choices[0].preview() == ("SMITE 2 of Boris's Warriors in Becan · strength 4→2 · Boris and Gleb are tied")
    for move in choices[0].moves:
        state.play(move)
    assert state.xibalba[YELLOW * 2] == 3
    assert state.actor is None


@pytest.mark.parametrize(("players", "seed"), [(2, 11), (3, 12), (4, 13)])
def test_what_goes_in_one_go_is_what_it_says(players: int, seed: int) -> None:
    """Played through a match, which makes forced moves by itself, so many units have moved as the choice says."""
    match, rng = match_of(players, seed), Rng(seed)
    several = 0
    while not match.is_over:
        state, seat = match.state, match.state.actor
        assert isinstance(state, MezoState) and seat is not None
        step = state.stack[-1]
        moves = [move for move in match.legal_moves if isinstance(move, m.PickUnit) and move.region >= 0]
        if step[0] not in (phases.PLACE, phases.REMOVE) or not moves:
            match.play(rng.choice(list(match.legal_moves)))
            continue
        region = rng.choice(moves).region
        way = rng.choice(bulk_moves(state, [move for move in moves if move.region == region]))
        first = way.moves[0]
        assert isinstance(first, m.PickUnit)
        at = len(match.log)
        for move in way.moves:
            assert match.state.actor == seat and move in match.legal_moves
            match.play(move)
        several += way.warriors + way.shamans > 1
        done = [0, 0]
        for entry in match.log[at:]:
            for event in entry.events:
                if event.kind in ("deploy", "awaken") and event.facts[0] == region:
                    done[event.facts[1]] += event.facts[2]
                if event.kind in ("smite", "exile") and event.facts[:2] == (first.owner, region):
                    done[event.facts[2]] += event.facts[3]
        assert done[0] >= way.warriors and done[1] >= way.shamans
    assert several > 2


# Words


def test_every_word_in_capitals_is_in_the_glossary() -> None:
    known = GAME.glossary()
    texts = [effect.text for god in GODS for card in (*god.actions, (god.call,)) for effect in card]
    texts += [thing.effect.text for thing in (*ALTARS, *CALENDAR, *CODEX, *WRATHFUL)]
    texts += [each.text for each in ABILITIES]
    words = {word.strip(".,:;()s") for text in texts for word in text.split()}
    assert {word for word in words if word.isupper() and len(word) > 2} <= set(known)
    assert all(meaning.endswith(".") and len(meaning) > 20 for meaning in known.values())


def test_the_rules_list_everything_in_the_box() -> None:
    rules = GAME.rules()
    for each in ABILITIES:
        assert f"- **{each.name}**: {each.text}" in rules
    for thing in (*ALTARS, *CALENDAR, *CODEX, *WRATHFUL):
        assert f"- **{thing.name}**: {thing.effect.text}" in rules
    for god in GODS:
        assert f"### {god.name}, {god.title}" in rules
        assert god.call.text in rules
        assert all(action.text in rules for card in god.actions for action in card)


def test_everything_on_the_map_has_two_or_three_words() -> None:
    for altar in ALTARS:
        assert altar.brief != altar.effect.text and len(altar.brief) <= 16
    for action in (action for god in GODS for card in god.actions for action in card):
        assert len(action.brief) <= 42, "one line of a conflict at 80x24"


# The log, and plain mode


def test_an_action_that_does_nothing_is_told_to_do_nothing() -> None:
    state = scene(("kukulkan", "ixchel"), vp=(5, 4))
    fight(state, BECAN, YELLOW)
    state.cards, state.revealed, state.order = (2, 2), True, (RED, YELLOW)
    state.stack = [(phases.CLEAN_UP,), (phases.WINNER,), (phases.ACT, 0)]
    state.advance()
    told: list[GameEvent] = []
    state.play(m.ACT[1], told.append)
    assert [GAME.describe_event(event, NAMES) for event in told] == [
        f"Anna, Fervor 2: {GODS[state.gods[RED]].actions[2][1].text}",
        "Anna finds no target.",
    ]


def test_the_last_gain_tells_devotion_and_abilities_apart() -> None:
    event = GameEvent("vp", RED, (19, 1, 48, ((13, 10), (6, 9))))
    assert GAME.describe_event(event, NAMES) == (
        "Anna gains 19 VP (13 for devotion and 6 for tribe abilities) and jumps 1 further, now 48."
    )


def test_two_champions_are_told_apart() -> None:
    state = GAME.start(GAME.setup(2, {"gods": "dealt"}, 1))
    while state.prompt.kind != "champion":
        state.play(state.legal_moves()[0])
    assert state.prompt.sentence.startswith("Place your first Champion of two in a region without one. Uxmal: altar ")
    state.play(state.legal_moves()[0])
    assert state.prompt.sentence.startswith("Place your second Champion of two in a region without one. ")
    assert "Uxmal" not in state.prompt.sentence


def test_so_many_are_to_go_as_there_are() -> None:
    state = scene(("ixchel", "kukulkan", "zotz", "chaac"), age=3)
    stand(state, RED, "v8")
    bury(state, RED, shamans=5)
    ask(state, GODS[state.gods[RED]].call.number, RED)
    assert state.prompt.sentence == "DEPLOY 1 Shaman: where? (2 to go)"
    answer(state, "hochob-red-s")
    assert state.prompt.sentence == "DEPLOY 1 Shaman: where?"


def test_dealt_gods_are_announced_with_the_first_question() -> None:
    state = GAME.start(GAME.setup(3, {"gods": "dealt"}, 2))
    assert isinstance(state, MezoState) and state.actor is not None
    asked = state.prompt.sentence
    assert all(GODS[god].name in asked for god in state.gods)
    assert WRATHFUL[state.wrathful[0]].name in asked
    assert GODS[state.gods[state.actor]].name in offers_of(state, state.actor).question()


def test_the_plain_board_can_be_read_without_the_box() -> None:
    state = GAME.start(GAME.setup(3, {"gods": "dealt"}, 2))
    shown = state.board_text(0)
    assert all(space.effect.text.rstrip(".") in shown for space in (*CALENDAR, *CODEX))
    assert "Player 2 (Yellow): " in shown


def test_the_plain_board_marks_what_is_decided_and_tells_shown_cards() -> None:
    state = blessed(age=1)
    turn_up(state, UXMAL, BECAN)
    state.champions[BECAN] = BLUE
    while state.conflict == UXMAL:
        state.play(state.legal_moves()[0])
    assert "Uxmal (fought over in this Age): Blessed (8 VP to the strongest)" in state.board_text(None)
    assert "Becan (being fought over): " in state.board_text(None)
    while state.prompt.kind == "card":
        state.play(state.legal_moves()[0])
    actions = GODS[state.gods[RED]].actions[state.cards[RED]]
    state.covered = (0b010, 0, 0, 0)
    assert f"    1 {actions[0].text}\n    2 (spent) {actions[1].text}\n    3 {actions[2].text}" in state.board_text(
        YELLOW
    )


def test_a_tie_is_asked_about_by_name() -> None:
    state = scene()
    fight(state, BECAN, RED)
    put(state, YELLOW, BECAN, 2)
    decide(state)
    here = offers_of(state, RED)
    assert here.question() == "Who wins Becan? Anna and Boris are tied."
    assert [choice.label for choice in here.choices(Target("item", 0))] == ["Anna", "Boris"]
    assert [here.describe_move(move) for move in here.legal_moves] == ["let Anna win", "let Boris win"]


def test_no_colour_is_named_where_names_are_known() -> None:
    """Whoever reads prompts, previews and reasons hears of people."""
    colours = re.compile(r"\b(Red|Yellow|Green|Blue)\b")
    match, rng = match_of(4, 21), Rng(21)
    while not match.is_over:
        state = match.state
        assert isinstance(state, MezoState)
        here = offers_of(state, state.actor)
        told = [here.question(), *(here.describe_move(move) for move in here.legal_moves)]
        told += [here.caption(target) for target in here.targets()]
        told += [here.unavailable_reason(target) for target in here.targets() if not here.choices_at(target)]
        assert not any(colours.search(text) for text in told), state.prompt
        match.play(rng.choice(list(match.legal_moves)))
