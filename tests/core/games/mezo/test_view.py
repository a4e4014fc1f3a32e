"""The view of Mezo: what can be chosen where, and what it would bring."""

import random

import pytest

from core.game import Move
from core.games.mezo import GAME, moves, phases
from core.games.mezo.components import ABILITIES, CARDS, GODS, REGIONS
from core.games.mezo.effects import language
from core.games.mezo.effects.language import NODES
from core.games.mezo.scoring import standings
from core.games.mezo.state import MezoState
from core.games.mezo.view import MezoView, SacrificeDraft
from core.games.mezo.view.preview_state import state_after_choice
from core.games.mezo.view.previews import building
from core.games.mezo.view.visible_cards import hand, laid, played
from core.match import Match, Seat
from core.rng import Rng
from core.view import Choice, Target
from tests.core.games.mezo.mezo_positions import (
    BECAN,
    BLUE,
    CHICHEN,
    GREEN,
    HOCHOB,
    RED,
    UXMAL,
    YELLOW,
    answer,
    ask,
    blessed,
    bury,
    carve,
    effect_of,
    fight,
    put,
    pyramid,
    scene,
    stand,
    turn_up,
)

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def offers_of(state: MezoState, seat: int | None = None, draft: SacrificeDraft | None = None) -> MezoView:
    """What the actor (or another seat) is offered."""
    found = GAME.view(state, state.actor if seat is None else seat, NAMES[: state.players], draft)
    assert isinstance(found, MezoView)
    return found


def state_at(kind: str, players: int = 3, seed: int = 3) -> MezoState:
    """Where somebody is asked this, in a game in which gods are dealt."""
    state = GAME.start(GAME.setup(players, {"gods": "dealt"}, seed))
    assert isinstance(state, MezoState)
    rng = Rng(seed)
    while state.prompt.kind != kind:
        state.play(rng.choice(list(state.legal_moves())))
    return state


def offered(view: MezoView, kind: str) -> list[Move | None]:
    """The first moves of what is offered at places of this kind."""
    return [choice.first_move for target in view.targets() if target.kind == kind for choice in view.choices_at(target)]


def choice(view: MezoView, notation: str) -> Choice:
    """The choice that makes this move, wherever it is offered."""
    targets = (None, *view.targets())
    return next(
        choice
        for target in targets
        for choice in view.choices(target)
        if choice.first_move and choice.first_move.notation == notation
    )


# How things stand


def test_how_a_conflict_would_end() -> None:
    state = scene()
    fight(state, BECAN, BLUE)
    put(state, RED, BECAN, 2, 1)
    put(state, YELLOW, BECAN, 0, 1)
    carve(state, YELLOW, BECAN, 2)
    found = standings(state, BECAN)
    assert found.strengths == (3, 3, 0, 2)
    assert (found.winner, found.calendar, found.codex) == ((RED, YELLOW), (RED, YELLOW), (RED,))
    state.blessed = BECAN
    assert (standings(state, BECAN).calendar, standings(state, BECAN).codex) == ((), ())


def test_cards_are_seen_by_their_owner_alone_until_they_are_shown() -> None:
    state = state_at("card")
    rng = Rng(3)
    first = state.actor
    assert first is not None
    other = (first + 1) % 3
    drawn = hand(state, first)
    assert len(drawn) == 3
    chosen = state.legal_moves()[1]
    state.play(chosen)
    card = drawn[1]
    assert hand(state, first) == (drawn[0], drawn[2])
    assert [laid(state, first, viewer) for viewer in (first, other, None)] == [card, -1, -1]
    assert laid(state, other, first) is None
    while state.prompt.kind == "card":
        state.play(state.legal_moves()[0])
    assert laid(state, first, other) == card
    fought = state.fought
    while state.conflict >= 0 and state.fought == fought:
        state.play(rng.choice(list(state.legal_moves())))
    assert played(state, first) == (card,)


# Where something can be done


def test_regions_and_vertices_have_their_moves() -> None:
    state = GAME.start(GAME.setup(4, {"gods": "dealt"}, 2))
    assert isinstance(state, MezoState)
    asked = set()
    while state.prompt.kind != "call":
        if state.prompt.kind in ("champion", "station"):
            asked.add(state.prompt.kind)
            view = offers_of(state)
            regions = [target for target in view.tab_stops() if target.kind == "region"]
            for target in regions:
                assert state.live >> target.number & 1
                assert [choice.first_move for choice in view.choices_at(target)] == list(state.legal_moves())
                chosen = view.choice_at(target, view.default_index(target))
                assert chosen is not None and isinstance(chosen.first_move, moves.PickRegion | moves.Station)
                assert chosen.first_move.region == target.number
            assert view.global_choices() == []
        state.play(state.legal_moves()[0])
    assert asked == {"champion", "station"}
    view = offers_of(state)
    assert [target.kind for target in view.tab_stops()] == ["vertex"] * len(state.legal_moves())
    for target in view.tab_stops():
        assert [choice.first_move for choice in view.choices_at(target)] == list(state.legal_moves())
        world = state.copy()
        world.play(moves.VERTEX[target.number])
        seen = [region for region in range(REGIONS) if world.presence(state.actor or 0) >> region & 1]
        assert list(view.highlighted(target, state)) == seen
        chosen = view.choice_at(target, view.default_index(target))
        assert chosen is not None and chosen.first_move == moves.VERTEX[target.number]
        brings = chosen.preview()
        assert brings.startswith(f"place {GODS[state.gods[state.actor or 0]].name} on vertex ")


def test_a_short_list_has_all_its_items_at_each_and_enter_means_the_one_under_the_cursor() -> None:
    view = offers_of(state_at("card"))
    targets = [target for target in view.targets() if target.kind == "item"]
    assert view.tab_stops() == targets
    for target in targets:
        assert [choice.first_move for choice in view.choices(target)] == list(view.legal_moves)
        chosen = view.choice_at(target, view.default_index(target))
        assert chosen is not None and chosen.first_move == view.legal_moves[target.number]


def test_a_list_of_six_has_all_its_items_under_the_digits() -> None:
    state = scene()
    fight(state, BECAN, BLUE)
    put(state, RED, BECAN, 1, 0)
    state.stack = [(phases.SPACE, 0, RED)]
    state.advance()
    view = offers_of(state)
    assert len(view.items) == 6
    for target in view.tab_stops():
        assert [choice.first_move for choice in view.choices(target)] == [item.move for item in view.items]
        assert view.default_index(target) == target.number


def test_units_are_sent_so_that_every_region_gets_its_share() -> None:
    """Seven of each for five regions would be two of each here, but only three may go: a Warrior stays."""
    state = scene()
    state.stack = [(phases.STATION, RED, state.live)]
    state.advance()
    target, reserves = offers_of(state).tab_stops()
    assert (target, reserves) == (Target("region", UXMAL), Target("seat", RED))
    assert state.reserves[:2] == [7, 7]
    view = offers_of(state)
    chosen = view.choice_at(target, view.default_index(target))
    assert chosen is not None and chosen.first_move is not None
    assert chosen.first_move.notation == "uxmal=1w2s"
    assert chosen.label == "▲●●"
    assert chosen.preview() == "deploy 1 Warrior and 2 Shamans to Uxmal · strength 0→3 · you lead"
    (all_at_once,) = view.choices_at(reserves)
    assert all_at_once.preview() == ("share evenly: Uxmal ▲●●, Chichen Itza ▲●●, Hochob ▲▲●, Becan ▲▲●, Palenque ▲●")
    for move in all_at_once.moves:
        state.play(move)
    assert state.reserves[:2] == [0, 0] and state.actor is None


def test_the_cursor_begins_where_something_can_be_done_else_in_the_conflict() -> None:
    view = offers_of(state_at("call"))
    assert view.initial_target(None) == view.tab_stops()[0]
    assert view.initial_target(view.tab_stops()[2]) == view.tab_stops()[2]
    third = state_at("third")
    view = offers_of(third)
    assert view.tab_stops() == []
    assert view.initial_target(None) == Target("region", third.conflict)
    assert [choice.label for choice in view.choices(view.initial_target(None))] == ["yes", "no"]


def test_a_tip_is_shown_where_it_is_carried_out() -> None:
    """Also one that can be followed anywhere: it is found among the choices of the place that is shown."""
    state = state_at("call", seed=5)
    while moves.ABILITY_FIRST not in state.legal_moves():
        state.play(state.legal_moves()[0])
    view = offers_of(state)
    shown = view.locate([moves.ABILITY_FIRST])
    assert shown.target in view.tab_stops()
    chosen = view.choice_at(shown.target, shown.choice_index)
    assert chosen is not None and chosen.first_move == moves.ABILITY_FIRST


def test_who_may_go_on_can_also_stop() -> None:
    """Of "up to" so many units the first can be left, too: then nothing is done at all."""
    state = scene(("kukulkan", "ixchel", "ah-puch"), age=2)
    put(state, YELLOW, BECAN, 2, 1)
    node = next(number for number, each in enumerate(NODES) if each.op == language.SMITE and each.upto)
    state.stack = [(phases.REMOVE, node, RED, 2, 1 << BECAN, 1 << YELLOW)]
    state.actor = RED
    assert [choice.label for choice in offers_of(state).global_choices()] == ["do not"]
    assert choice(offers_of(state), "enough").preview() == "leave it"
    state.done = 1
    assert [choice.label for choice in offers_of(state).global_choices()] == ["no more"]
    assert choice(offers_of(state), "enough").preview() == "stop here"


def test_beside_another_tribe_there_is_only_the_map() -> None:
    state = state_at("act")
    actor = state.actor
    assert actor is not None
    other = (actor + 1) % 3
    own, looking = offers_of(state), GAME.view(state, actor, NAMES, board=other)
    assert isinstance(looking, MezoView)
    assert {target.kind for target in own.targets()} - {target.kind for target in looking.targets()} == {
        "strength",
        "action",
        "track",
        "wrath",
    }
    assert own.highlighted(None, state) == tuple(
        region for region in range(REGIONS) if state.presence(actor) >> region & 1
    )
    assert looking.highlighted(None, state) == tuple(
        region for region in range(REGIONS) if state.presence(other) >> region & 1
    )
    assert own.highlighted(None, state) != looking.highlighted(None, state)


def test_escape_puts_back_a_unit_that_was_picked_up() -> None:
    state = scene(("cabrakan", "ixchel", "zotz"))
    put(state, YELLOW, BECAN, 2, 0)
    state.stack = [(phases.MOVE, 0, RED, 1, state.live, 0b110, (YELLOW * REGIONS + BECAN) * 2)]
    state.actor = RED
    assert offers_of(state).escape_undoes
    state.stack = [(phases.MOVE, 0, RED, 1, state.live, 0b110, -1)]
    assert not offers_of(state).escape_undoes


# Sacrifices


def test_a_sacrifice_is_asked_for_by_kind_and_a_digit_is_a_number() -> None:
    state = blessed(age=1)
    turn_up(state, UXMAL)
    assert state.prompt.kind == "sacrifice" and state.actor == RED
    target = Target("region", UXMAL)
    view = offers_of(state)
    assert view.tab_stops() == [target]
    warriors = view.choices_at(target)
    assert [choice.label for choice in warriors] == [*["▲"] * 7, "nobody"]
    assert [choice.next_draft for choice in warriors] == [SacrificeDraft(n) for n in (*range(1, 8), 0)]
    assert view.default_index(target) == 7
    assert [item.key for item in view.prompt_items(target)] == ["1", "2", "3", "4", "5", "6", "7", "0"]
    assert not any(view.prompt_items(elsewhere) for elsewhere in view.targets() if elsewhere != target)
    begun = offers_of(state, draft=SacrificeDraft(1))
    assert begun.step_back() is None
    assert begun.question() == "1 Warrior, and how many Shamans? Esc asks again."
    shamans = begun.choices_at(target)
    assert [choice.moves for choice in shamans] == [(moves.UNITS[1][n],) for n in (*range(1, 8), 0)]
    assert (shamans[1].label, shamans[7].label) == ("●", "nobody")
    assert shamans[1].preview() == ("sacrifice 1 Warrior and 2 Shamans: strength 3, you lead · devotion 0→3 = 2 VP")


def test_a_sacrifice_beyond_the_track_is_told_in_vp() -> None:
    state = blessed(age=1)
    state.devotion[RED] = 26
    turn_up(state, UXMAL)
    told = offers_of(state).describe_move(moves.UNITS[1][2])
    assert told == "sacrifice 1 Warrior and 2 Shamans: strength 3, you lead · devotion 26→27 = 20 VP, 2 VP now"


def test_a_tie_says_who_decides_it() -> None:
    """In the Blessed region the tied player with the fewest VP; elsewhere whoever's Champion stands there."""
    state = blessed(age=1)
    put(state, YELLOW, UXMAL, 3)
    turn_up(state, UXMAL)
    state.vp[:2] = [9, 4]
    assert offers_of(state).describe_move(moves.UNITS[1][2]) == (
        "sacrifice 1 Warrior and 2 Shamans: strength 3, tied with Boris, who decides · devotion 0→3 = 2 VP"
    )
    state.vp[:2] = [4, 9]
    assert (
        offers_of(state)
        .describe_move(moves.UNITS[1][2])
        .startswith("sacrifice 1 Warrior and 2 Shamans: strength 3, tied with Boris, you decide")
    )


def test_who_has_one_kind_of_unit_sacrifices_at_once() -> None:
    state = blessed(age=1)
    bury(state, RED, warriors=7)
    turn_up(state, UXMAL)
    view = offers_of(state)
    given = view.choices_at(Target("region", UXMAL))
    assert [choice.moves for choice in given] == [(moves.UNITS[0][n],) for n in (*range(1, 8), 0)]
    assert [choice.label for choice in given][-2:] == ["●", "nobody"]
    assert view.locate([moves.UNITS[0][3]]) == (None, Target("region", UXMAL), 2)


def test_a_tip_for_a_sacrifice_is_shown_counted_up() -> None:
    state = blessed(age=1)
    turn_up(state, UXMAL)
    assert offers_of(state).locate([moves.UNITS[2][1]]) == (SacrificeDraft(2), Target("region", UXMAL), 0)
    assert offers_of(state).locate([moves.UNITS[2][0]]) == (SacrificeDraft(2), Target("region", UXMAL), 7)


# What it would bring


def test_building_tells_what_will_happen() -> None:
    state = scene(("itzamna", "kukulkan", "zotz", "chaac"), vp=(12, 13, 3, 2))
    pyramid(state, UXMAL, YELLOW)
    level, gains = building(state, RED, UXMAL)
    assert (level, gains) == (2, [(YELLOW, 1, 14), (RED, 2, 15)])
    ask(state, effect_of(state, RED, "legacy", 2), RED)
    view = offers_of(state)
    assert all(isinstance(choice.first_move, moves.PickPiece) for choice in view.choices_at(Target("region", UXMAL)))
    assert choice(view, "uxmal-pyramid").preview() == (
        "BUILD a pyramid of level 2 in Uxmal · Boris +1, you +2, to 15 VP"
    )
    answer(state, "uxmal-pyramid")
    assert state.vp == [15, 14, 3, 2]
    pyramid(state, HOCHOB, YELLOW, GREEN, BLUE, YELLOW)
    assert building(state, RED, HOCHOB) == (0, [])
    assert building(state, RED, CHICHEN)[0] == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_a_look_ahead_shows_what_a_move_does_and_nothing_hidden(seed: int) -> None:
    luck = random.Random(seed)
    match = Match.new(GAME, [Seat(name) for name in NAMES[:3]], {}, seed)
    seen = 0
    while not match.is_over:
        state = match.state
        assert isinstance(state, MezoState)
        for move in state.legal_moves()[:12]:
            view = state_after_choice(state, (move,))
            if view is not state:
                seen += 1
                assert view.chance.drawn == state.chance.drawn
                assert (view.decks, view.tiles, view.cards) == (state.decks, state.tiles, state.cards)
                dealt_anew = state_after_choice(state.determinize(state.actor, Rng(seed)), (move,))
                for field in ("units", "reserves", "xibalba", "glyphs", "pyramids", "champions", "tokens", "vp"):
                    assert getattr(dealt_anew, field) == getattr(view, field)
        match.play(luck.choice(match.state.legal_moves()))
    assert seen > 500


def test_every_choice_is_told_as_something_to_do() -> None:
    """A verb comes first: one of the game's own in capitals, or one of ours."""
    verbs = "follow take use send play deploy let continue choose give resolve move do leave stop keep sacrifice place"
    verbs += " pass count"
    own = {"CALL", "DEPLOY", "AWAKEN", "RECOVER", "SMITE", "EXILE", "BUILD", "DEMOLISH", "TRANSFORM", "APPEASE", "Gain"}
    told = set()
    for seed in range(3):
        state = GAME.start(GAME.setup(3, {}, seed))
        assert isinstance(state, MezoState)
        rng = Rng(seed)
        while state.actor is not None:
            view = offers_of(state)
            for move in state.legal_moves():
                if not isinstance(move, moves.ResolveAction | moves.PickBranch):
                    told.add(view.describe_move(move).split()[0].strip(".,:"))
            state.play(rng.choice(list(state.legal_moves())))
    assert told <= {*verbs.split(), *own}
    assert len(told) > 15


# What may be seen


def test_a_bystander_sees_no_card_and_no_list() -> None:
    state = state_at("card")
    state.play(state.legal_moves()[0])
    first = state.order[0]
    looking = GAME.view(state, None, NAMES)
    assert isinstance(looking, MezoView)
    assert looking.card is None and not looking.items
    assert "a card face down" in looking.caption(Target("strength", first))
    own = offers_of(state, first)
    assert own.card == state.cards[first]
    assert Target("action", 0) in own.targets()
    assert "a card face down" not in own.caption(Target("strength", first))


def test_who_leads_is_told_from_the_viewers_side() -> None:
    state = scene()
    put(state, RED, BECAN, 1)
    put(state, YELLOW, BECAN, 1)
    target = Target("region", BECAN)
    told = [offers_of(state, seat).caption(target).split(" · ")[-1] for seat in (RED, YELLOW, GREEN)]
    assert told == [
        "tied with Boris",
        "tied with Anna",
        "Anna and Boris are tied",
    ]
    put(state, YELLOW, BECAN, 1)
    told = [offers_of(state, seat).caption(target).split(" · ")[-1] for seat in (RED, YELLOW)]
    assert told == ["Boris leads", "you lead"]


def test_a_god_that_has_used_its_call_is_asked_only_to_move() -> None:
    state = scene()
    stand(state, RED, "v5")
    state.stack = [(phases.CALL, -1, RED, 0)]
    state.actor = RED
    assert offers_of(state).question() == "Move Kukulkan to another vertex, or Call first."
    state.stack = [(phases.CALL, -1, RED, 1)]
    assert offers_of(state).question() == "Now move Kukulkan to another vertex."


def test_a_spent_action_is_said_to_be_so() -> None:
    state = state_at("act")
    actor = state.actor
    assert actor is not None
    text = GODS[state.gods[actor]].actions[state.cards[actor]][0].text
    assert offers_of(state).caption(Target("action", 0)).endswith(f" 1: {text}")
    state.covered = tuple(1 if seat == actor else 0 for seat in range(3))
    assert offers_of(state).caption(Target("action", 0)).endswith(f" 1: used, {text}")
    assert Target("action", 0) not in offers_of(state).tab_stops()
    assert Target("action", 1) in offers_of(state).tab_stops()


def test_plain_lines_number_an_action_as_the_card_does() -> None:
    state = state_at("act")
    assert offers_of(state).numbered_moves()[:3] == list(moves.ACT)
    state.covered = tuple(2 if seat == state.actor else 0 for seat in range(3))
    first, spent, third, *passes = offers_of(state).numbered_moves()
    assert (first, third) == (moves.ACT[0], moves.ACT[2])
    assert isinstance(spent, str) and spent.startswith("action 2 of ") and spent.endswith(" is used")
    assert passes == [*moves.PASS[0], *moves.PASS[2]]


def test_a_tribe_is_told_in_full_but_its_next_cards_only_to_its_player() -> None:
    state = state_at("card")
    actor = state.actor
    assert actor is not None
    target = Target("seat", actor)
    assert "next cards" in offers_of(state).explain(target)
    assert "next cards" not in offers_of(state, (actor + 1) % 3).explain(target)
    for number in state.abilities[actor]:
        assert ABILITIES[number].text in offers_of(state).explain(target)


# Lessons


def test_places_have_names_for_lessons() -> None:
    """A region, a point and a track as people call them; what is listed by its notation, while it is listed."""
    view = offers_of(state_at("ability"))
    assert view.target_named("becan") == Target("region", BECAN)
    assert view.target_named("v8") == Target("vertex", 7)
    assert (view.target_named("calendar"), view.target_named("codex")) == (Target("track", 1), Target("track", 0))
    assert view.target_named("jaguar-champion") == Target("item", 1)
    assert view.target_named("kukulkan") is None, "the gods have been chosen"
    assert view.target_named("atlantis") is None


def test_to_refuse_the_wrathful_god_is_no_matter_of_more() -> None:
    """Also when the action has done something before."""
    state = scene()
    fight(state, BECAN, RED)
    stand(state, RED, "v9")
    ask(state, effect_of(state, RED, "legacy", 3), RED)
    answer(state, "1w", "becan-red-w")
    assert state.stack[-1][0] == phases.APPEASE and state.done
    assert offers_of(state).global_choices()[-1].label == "do not"


def test_what_appease_costs_and_brings_is_told_where_it_is_chosen() -> None:
    """The first to do it in a conflict gives 1 unit, whoever comes later 2; in the second Age there is a choice."""
    state = scene(("itzamna", "kukulkan", "ixchel", "zotz"))
    state.wrathful = (1, 8, *state.wrathful[2:])  # Roar, and Glory for the second Age
    fight(state, BECAN, BLUE)
    state.stack, state.actor, state.cards = [(phases.ACT, 0)], RED, (CARDS.index("task"),) * 4
    assert offers_of(state).describe_move(moves.ACT[2]) == "Gain 1 VP. You may APPEASE: 1 unit for Roar."
    assert "unit for" not in offers_of(state).describe_move(moves.ACT[0])
    state.wrath[YELLOW * 2], state.age = 1, 2
    assert offers_of(state).describe_move(moves.ACT[2]) == "Gain 1 VP. You may APPEASE: 2 units for a tile."
    ask(state, effect_of(state, RED, "task", 3), RED)
    assert state.prompt.sentence == (
        "You may APPEASE the wrathful god: 2 units for Roar (Gain 2 strength in this conflict), or Glory (Gain 2 VP)."
        " Which unit do you give?"
    )
    assert offers_of(state).question() == "You may APPEASE the wrathful god: give 2 units. Which?"
