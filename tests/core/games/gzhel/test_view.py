"""The view of Gzhel: choices at each target, their texts, and previews."""

import textwrap

import pytest

from core.game import Move
from core.games.gzhel import GAME
from core.games.gzhel.components import CARDS, FIGURINES, FLOWERS, PADS, PATTERNS, SEATS, SIDES, SPACE_NAMES
from core.games.gzhel.phases import BEFORE, CHANGE, CHOOSE, PAINT, PICK, SHIFT, TURN_PADS
from core.games.gzhel.rules import around, goal_points, next_points
from core.games.gzhel.scoring import card_points, on_circle, on_diamond
from core.games.gzhel.state import GzhelState
from core.games.gzhel.text import goal_brief, goal_title, pattern_brief
from core.games.gzhel.view import GzhelView, HeldToken
from core.games.gzhel.view.pads import GhostToken, UpcomingGoals, coming_cards, flowers_after, pads_worth
from core.games.gzhel.view.scored_spaces import scored_spaces, spaces_that_score
from core.games.gzhel.view.targets import BUTTON, FIGURINE_TARGETS, SPACE_TARGETS, TOKEN
from core.match import Seat, find_in
from core.rng import Rng
from core.view import Draft, Target
from tests.core.games.gzhel.gzhel_positions import (
    BARE,
    MATE,
    Seated,
    painting,
    play,
    random_positions,
    read_pad,
    set_up,
)
from tests.matches import Match

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def offers_of(state: GzhelState, seat: int | None = None, draft: Draft | None = None) -> GzhelView:
    """What the actor, or another seat, is offered."""
    return GzhelView(state, state.actor if seat is None else seat, NAMES[: state.players], draft)


def space(name: str) -> Target:
    return SPACE_TARGETS[SPACE_NAMES.index(name)]


def moves_at(here: GzhelView, target: Target) -> list[str]:
    return [move.notation for choice in here.choices_at(target) for move in choice.moves]


def moves_by_space(here: GzhelView) -> dict[str, list[str]]:
    """The moves that can be made on each space, where there are any."""
    found = {SPACE_NAMES[target.number]: moves_at(here, target) for target in SPACE_TARGETS}
    return {name: moves for name, moves in found.items() if moves}


def move(state: GzhelState, notation: str) -> Move:
    return find_in(GAME, state.legal_moves(), notation)


# What would lie where


def test_a_preview_tells_what_playing_would_do() -> None:
    seen = set()
    for state in random_positions(3):
        if state.phase not in (PAINT, PICK, SHIFT):
            continue
        seat = state.actor
        assert seat is not None
        for move in state.legal_moves()[:12]:
            if move.notation == "done":
                continue
            told = flowers_after(state, move)
            worth = pads_worth(state, seat, told)
            after = state.copy()
            after.play(move)
            assert told == after.flowers[5 * seat : 5 * seat + 5]
            assert worth == (goal_points(after, seat), next_points(after, seat))
            seen.add(state.phase)
    assert seen == {PAINT, PICK, SHIFT}


def test_a_preview_changes_nothing() -> None:
    state = painting(Seated(BARE, BARE, "r"), lifted="o")
    before = state.digest()
    here = offers_of(state)
    for target in here.targets():
        for choice in here.choices(target):
            assert choice.preview()
            here.pads(target, choice)
    assert state.digest() == before


def test_a_choice_shows_its_token_and_what_the_pads_are_worth_then() -> None:
    # Card 26 on the diamond pad: two points for each flower of the longest chain.
    state = painting(Seated("r r . . / . . . . / . . . . / . . . .", BARE, "b"), "rt", goals=(26, 16, 14), icon="ring")
    here = offers_of(state)
    pads = here.pads(space("c1"), here.choice_at(space("c1"), 0))
    assert pads.ghost == GhostToken(2, 2, False)
    assert (pads.before.now[0], pads.after.now[0]) == (4, 6)
    assert pads.pays[0] == spaces("a1 b1 c1")
    assert here.pads(space("c1"), here.choice_at(space("c1"), 2)).ghost == GhostToken(2, 4, True)
    assert here.pads(BUTTON, here.choice_at(BUTTON, 3)).ghost is None


def test_a_flower_that_is_held_shines_and_what_it_cannot_reach_is_dim() -> None:
    state = painting(Seated("r t . B / r . . . / . . . . / . . . .", BARE, "b"))
    play(state, "*bd2", "a1")
    here = offers_of(state)
    pads = here.pads(space("b1"), here.choice_at(space("b1"), 0))
    assert pads.highlighted == spaces("a1")
    assert pads.dim == spaces("d1 d2 a2"), "stamps, and a flower of the same kind"
    assert pads.ghost == GhostToken(1, 2, False)


def test_what_the_open_cards_become() -> None:
    state = set_up(MATE, goals=(21, 8, 14), number=6)
    assert coming_cards(state) == UpcomingGoals(20, PATTERNS.index("leaf"), PATTERNS.index("floral"))
    play(state, "fox", "lift", "done")
    assert state.middle == 20
    assert CARDS[state.pile[-1]].back == PATTERNS.index("leaf")
    assert coming_cards(state) == UpcomingGoals(state.deck[-1], PATTERNS.index("floral"), None)
    play(state, "fox", "lift", "done")
    assert coming_cards(state) == UpcomingGoals(None, None, None)


# What is offered where


def test_a_space_offers_the_moves_there() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "r"), lifted="pt")
    found = moves_by_space(offers_of(state))
    assert "a1" not in found
    assert found["h4"] == ["ph4", "th4", "*rh4"]
    play(state, "*rb1")
    assert moves_by_space(offers_of(state)) == {"a1": ["a1"]}


def test_nobody_chooses_when_all_is_over() -> None:
    state = set_up(MATE, number=8)
    play(state, "fox", "lift", "done")
    here = offers_of(state)
    assert moves_by_space(here) == {} and not here.global_choices()


def test_figurines_stand_where_the_spaces_around_them_say() -> None:
    state = set_up(MATE)
    here = offers_of(state)
    for side in (0, 1):
        for stand, target in enumerate(FIGURINE_TARGETS[side]):
            figurine = here.figurine(target)
            assert around(state, 0, figurine) & (0xFFFF << 16 * side) == SEATS[stand] << 16 * side
            chosen = here.choice_at(target, here.default_index(target))
            assert chosen is not None and chosen.label == FIGURINES[figurine]
            assert here.pads(target, chosen).lit_figurine == figurine


def test_the_figurine_that_was_named_stays_with_enter() -> None:
    state = set_up(Seated(BARE, BARE, "b"), figurine="swan", phase=BEFORE)
    play(state, "*ba1")
    here = offers_of(state)
    for target in FIGURINE_TARGETS[0]:
        chosen = here.choice_at(target, here.default_index(target))
        assert chosen is not None and chosen.first_move is not None
        own = here.figurine(target) == FIGURINES.index("swan")
        assert chosen.first_move.notation == ("-" if own else FIGURINES[here.figurine(target)])
    on_button = here.choice_at(BUTTON, here.default_index(BUTTON))
    assert on_button is not None and on_button.label == "keep"


def test_pads_show_the_figurine_of_their_seat_and_the_tray_what_is_its_own() -> None:
    state = set_up(Seated("o p . . / . . . . / . . . . / . . . .", BARE, "b"), Seated(BARE, BARE, "t", (3, 4)))
    play(state, "fox", "*bd4", "hedgehog")
    own, other = offers_of(state), GzhelView(state, 0, NAMES, board=1)
    assert own.pads(None, None).named == FIGURINES.index("hedgehog")
    assert other.pads(None, None).named == FIGURINES.index("fox")
    assert [item.name for item in own.items] == ["orchid", "poppy"]
    assert [item.name for item in other.items] == ["tulip stamp"]


def test_tab_visits_every_figurine_once_and_the_empty_spaces() -> None:
    here = offers_of(set_up(MATE))
    assert here.tab_stops() == list(FIGURINE_TARGETS[0])
    state = painting(Seated("o . . . / p p p p / p r r r / r r t t", "t t t . / b b b b / b o o o / o . . .", ""), "r")
    assert offers_of(state).tab_stops() == [space(name) for name in ["b1", "c1", "d1", "h1", "f4", "g4", "h4"]] + [
        BUTTON
    ]


def test_e_is_what_goes_on() -> None:
    state = set_up(Seated("o p . . / . . . . / . . . . / . . . .", BARE, "bb"))
    told = {}
    for notation in ("fox", "*ba2", "horse", "lift", "*ba3", "-", "done"):
        here = offers_of(state)
        choice = here.choice_for_key("e", here.initial_target(None))
        told[state.phase] = choice.label if choice else here.key_refusal("e", None)
        play(state, notation)
    assert told == {
        CHOOSE: "First choose a figurine.",
        BEFORE: "lift",
        CHANGE: "keep",
        PAINT: "end turn",
        PICK: "move nothing",
    }


@pytest.mark.parametrize("phase", [TURN_PADS, CHOOSE, SHIFT])
def test_where_nothing_goes_on_e_says_why(phase: int) -> None:
    state = next(state for state in random_positions(3) if state.phase == phase)
    here = offers_of(state)
    assert all(here.choice_for_key("e", target) is None for target in (None, *here.targets()))
    assert here.key_refusal("e", here.initial_target(None)).startswith("First ")


def test_escape_takes_back_what_only_began_something() -> None:
    undone = {state.phase for state in random_positions(3) if offers_of(state).escape_undoes}
    assert undone == {CHANGE, PICK, SHIFT}


def test_a_cursor_that_was_left_anywhere_can_be_asked_about() -> None:
    """Whatever is asked next, the cursor may still be where something else was pointed at."""
    left_at = [
        *FIGURINE_TARGETS[0],
        *FIGURINE_TARGETS[1],
        *SPACE_TARGETS,
        BUTTON,
        *(Target(TOKEN, n) for n in range(10)),
    ]
    for state in random_positions(4)[::9]:
        for seat in (None, 0, 1):
            here = GzhelView(state, seat, NAMES)
            for target in left_at:
                here.caption(target)
                here.pads(target, here.choice_at(target, here.default_index(target)))
                start = here.initial_target(target)
                assert start in here.targets() or not here.targets(), "before the tokens are dealt there are none"
                assert here.choices(start) or not here.is_deciding


# A token in hand


def test_a_token_is_taken_from_the_tray_and_laid() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "r"), lifted="pt")
    here = offers_of(state)
    assert [(item.name, item.many) for item in here.items] == [("poppy", 1), ("tulip", 1), ("rose stamp", 1)]
    token = Target(TOKEN, 2)
    taking = here.choice_at(token, here.default_index(token))
    assert taking is not None and taking.next_draft == HeldToken(2, True)
    assert taking.preview() == "take the rose stamp, then choose an empty space"
    held = offers_of(state, draft=taking.next_draft)
    target = held.initial_target(token)
    assert target is not None and held.default_index(target) == 2
    laying = held.choice_at(target, held.default_index(target))
    assert laying is not None and laying.moves[0].notation == f"*r{SPACE_NAMES[target.number]}"
    assert held.step_back() is None


def test_on_a_space_that_is_taken_a_token_is_only_taken_in_hand() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE), lifted="pt")
    taking = offers_of(state).choices_at(space("a1"))[1]
    assert (taking.moves, taking.next_draft) == ((), HeldToken(3, False))
    assert taking.preview() == f"{offers_of(state).caption(space('a1'))}. The tulip needs an empty space"
    held = offers_of(state, draft=taking.next_draft)
    assert held.initial_target(space("a1")) == space("a1")
    assert held.default_index(space("a1")) == 1
    assert "this space is taken" in held.choices_at(space("a1"))[1].preview()


def test_nothing_is_taken_while_a_figurine_is_named_or_by_who_looks_on() -> None:
    state = painting(Seated(BARE, BARE, "r"), lifted="o")
    assert offers_of(state).choices_at(Target(TOKEN, 0))[0].next_draft == HeldToken(0, False)
    assert GzhelView(state, None, NAMES).choices(Target(TOKEN, 0)) == []
    assert offers_of(set_up(Seated(BARE, BARE, "r"))).items == []


def test_the_cursor_starts_at_the_nearest_empty_space() -> None:
    # Pad 1, diamond side: the swan stands in the middle, between b2 and c3.
    full = "o . o o / o o p p / p p p r / . r r r"
    state = painting(Seated(full, full, ""), lifted="t", figurine="swan")
    here = offers_of(state)
    assert here.initial_target(None) == space("b1")
    assert here.initial_target(space("a3")) == space("a4")
    assert here.initial_target(space("f1")) == space("f1")
    assert here.initial_target(space("h4")) == space("e4")


def test_the_cursor_of_a_flower_that_is_held_is_no_tip() -> None:
    # Card 26 on the diamond pad pays for the longest chain, which could grow at a2: the cursor does not say so.
    pad = "r r . . / . . . . / . . . t / r . . ."
    state = painting(Seated(pad, BARE, "b"), goals=(26, 16, 14), icon="ring")
    play(state, "*bh4", "a4")
    here = offers_of(state)
    assert here.initial_target(None) == space("b4")
    assert here.initial_target(space("d4")) == space("d4")
    assert here.initial_target(space("a4")) == space("b4")


# In words


def test_laying_tells_what_it_brings_now_and_next() -> None:
    state = painting(Seated("r r . . / . . . . / . . . . / . . . .", BARE, "b"), "r", goals=(26, 16, 14), icon="ring")
    here = offers_of(state)
    # Card 26 is the circle goal of the next round: a chain of one there pays two points.
    assert here.describe_move(move(state, "rc1")) == "place a rose on c1 (floral): this round 6 (+2), next 0"
    assert here.describe_move(move(state, "re1")) == "place a rose on e1 (floral): this round 4, next 2 (+2)"
    stamp = here.describe_move(move(state, "*bc1"))
    assert stamp.startswith("place a bellflower stamp on c1 (floral), then move or swap: this round 4, next ")
    assert here.describe_move(move(state, "done")) == "end the turn: 4 points this round; 1 rose becomes a stamp"


def test_naming_tells_what_everybody_lifts() -> None:
    # Pad 1, diamond side: the hedgehog stands top left, the swan in the middle.
    state = set_up(Seated("o o . . / r P . . / . . . . / . . . .", BARE), Seated(BARE, BARE, pads=(3, 4)))
    here = offers_of(state)
    assert (
        here.describe_move(move(state, "hedgehog"))
        == "choose the hedgehog: you lift 3 (2 orchids and 1 rose) and flip 1 stamp; Boris 0"
    )
    alone = set_up(Seated("o o . . / r P . . / . . . . / . . . .", BARE, "b"), figurine="fox", phase=BEFORE)
    play(alone, "*bd4")
    assert (
        offers_of(alone).describe_move(move(alone, "hedgehog"))
        == "use the hedgehog: you lift 3 (2 orchids and 1 rose) and flip 1 stamp"
    )
    assert offers_of(alone).describe_move(move(alone, "horse")).startswith("use the horse: you lift nothing")


def test_in_the_last_round_a_stamp_tells_of_its_points() -> None:
    state = painting(Seated(BARE, BARE, "b"), number=8)
    assert offers_of(state).describe_move(move(state, "*ba1")).endswith(", +2 at the end")


def test_a_bystander_is_told_of_pads_and_goals_but_asked_nothing() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE), lifted="p")
    looking = GzhelView(state, None, NAMES)
    assert looking.question() == state.prompt.sentence
    assert looking.caption(space("a1")).endswith(": orchid")
    assert looking.caption(space("b1")).endswith(": empty")
    assert "[now" not in looking.explain(space("a1")) and "Next round" in looking.explain(space("a1"))
    assert "[now" in offers_of(state).explain(space("a1"))


# The spaces that pay


def spaces(text: str) -> int:
    return sum(1 << SPACE_NAMES.index(name) for name in text.split())


@pytest.mark.parametrize(
    ("number", "pad", "paying_now"),
    [
        (1, "p o p o / . . . . / . . . . / o . . .", "a1 b1 c1 d1"),
        (6, ". p . . / r o t . / . . . . / o . . .", "b2"),
        (11, "o p . . / . . . . / . . . o / . . . .", "a1 d3"),
        (20, "t . t . / . b . . / . . . . / . . . b", "b2"),
        (21, "o o p . / o p . . / . . t r / . . t .", "a1 b1 a2 c3 c4"),
        (26, "o o . p / o . . p / . . . . / t . . .", "a1 b1 a2"),
        (28, "o p . . / . . t . / o r . . / . . t .", "a1 a3 c2 c4"),
        (29, "o p o . / . . t . / o r . r / . . t .", "a1 c1 b3 d3"),
        (30, ". o . . / o . . . / . . . . / . . . .", "a1"),
        (31, "o . . . / . . . p / p . . . / . . . .", "a1 d2"),
        (35, "o . . . / p . . . / r . . . / t . . .", "a1 a2 a3 a4"),
        (36, "o p r r / o p r t / . . . . / . . . .", "a2 b2 c2 d2"),
    ],
)
def test_the_spaces_that_pay(number: int, pad: str, paying_now: str) -> None:
    assert spaces_that_score(CARDS[number - 1], PADS[0][0], read_pad(pad)[0]) == spaces(paying_now)


#: Points for each paying space, where a card pays by the space.
_EACH: dict[str, float] = {
    "flower_pairs": 1,
    "diagonal_pair": 2,
    "two_figurines": 1,
    "chain": 2,
    "same_pairs": 1,
    "halves": 1,
}
_EACH |= {"enclosed_empty": 1, "varied_lines": 0.75}


def test_paying_spaces_are_as_many_as_the_points_ask_for() -> None:
    for seed in range(2):
        for state in random_positions(seed)[2::4]:
            flowers = state.flowers[:5]
            for side, pad in enumerate((on_diamond(flowers), on_circle(flowers))):
                face = PADS[state.pads[side]][side]
                filled = sum(pad)
                for card in CARDS:
                    lit, points = spaces_that_score(card, face, pad), card_points(card, face, pad)
                    assert bool(lit) == bool(points)
                    assert (lit & filled == 0) if card.kind == "enclosed_empty" else (lit & ~filled == 0)
                    if card.kind in _EACH:
                        assert lit.bit_count() * _EACH[card.kind] == points


def test_paying_spaces_of_the_whole_table() -> None:
    # Diamond card 21: hedgehog a1 b1 a2; circle card 30: e1; pattern grid: poppies on c2, f1 and g2.
    state = set_up(Seated("o o . . / o . p . / . . . . / . . . .", ". p . . / t . p . / . . . . / . . . ."))
    assert scored_spaces(state, 0, state.flowers) == (spaces("a1 b1 a2"), spaces("e1"), spaces("c2 f1 g2"))
    assert goal_points(state, 0) == (3, 1, 2)
    state.flowers[1] ^= spaces("g2")
    assert scored_spaces(state, 0, state.flowers)[2] == 0


def test_a_kind_stays_in_hand_as_long_as_there_is_one_on_the_tray() -> None:
    """Laying three roses takes the rose in hand once."""
    for seed in range(30):
        match = Match.new(GAME, [Seat("Anna")], {}, seed)
        rng = Rng(seed)
        while not match.is_over:
            here = GzhelView(match.state, 0, match.names)
            kinds = [HeldToken(item.kind, item.stamp) for item in here.items] if here.is_laying else []
            for held in kinds:
                assert here.carry_over(held) == held
            assert here.carry_over(HeldToken(99, False)) is None
            if not here.is_laying:
                assert here.carry_over(HeldToken(0, False)) is None
            match.play(rng.choice(list(match.state.legal_moves())))


# Where nothing can be done, and where it is explained


def test_where_nothing_can_be_done_it_is_said_why() -> None:
    """On every place but the button, where the turn goes on."""
    asked = set()
    for state in [*random_positions(3), *random_positions(4, 1)]:
        here = offers_of(state)
        for target in here.targets():
            if target != BUTTON and not here.choices_at(target):
                assert here.unavailable_reason(target), (state.phase, target)
                asked.add((state.phase, target.kind))
    assert {(PICK, "space"), (PICK, TOKEN), (SHIFT, "space"), (SHIFT, TOKEN)} <= asked


def test_reasons_fit_what_lies_there() -> None:
    state = painting(Seated("r t . B / r . . . / . . . . / . . . .", BARE, "bo"))
    play(state, "*bd2")
    here = offers_of(state)
    assert here.unavailable_reason(space("c1")) == "this space is empty"
    assert here.unavailable_reason(space("d1")) == "a bellflower stamp; stamps never move"
    assert here.unavailable_reason(Target(TOKEN, 0)) == "only flowers on the pads can be moved or swapped"
    play(state, "a1")
    here = offers_of(state)
    assert here.unavailable_reason(space("a1")) == "this is the flower you are moving"
    assert here.unavailable_reason(space("a2")) == "swapping two roses changes nothing"
    assert here.unavailable_reason(Target(TOKEN, 0)) == "first choose where the rose goes"
    laid = set_up(Seated(BARE, BARE), MATE, phase=PAINT, figurine="fox", active=1)
    assert offers_of(laid).unavailable_reason(space("a1")) == "nothing is left to place"


def test_every_decision_is_explained_in_the_rules() -> None:
    headings = {line.lstrip("# ") for line in GAME.rules().splitlines() if line.startswith(("## ", "### "))}
    found = {state.phase: offers_of(state).rules_heading() for state in random_positions(3)}
    assert set(found) == {TURN_PADS, CHOOSE, BEFORE, CHANGE, PAINT, PICK, SHIFT}
    over = set_up(MATE, number=8, phase=PAINT, figurine="fox")
    play(over, "done")
    assert {*found.values(), offers_of(over).rules_heading()} <= headings


def test_the_glossary_knows_every_word_of_the_box() -> None:
    known = GAME.glossary()
    of_play = {"stamp", "lift", "swap", "move", "tray", "pad", "pattern", "space", "token", "now", "next", "turn"}
    assert {*FLOWERS, *PATTERNS, *FIGURINES, *SIDES, *of_play, "keep", "name", "chain", "pair", "half", "gap"} <= set(
        known
    )
    assert all(len(meaning) < 240 and meaning.endswith(".") for meaning in known.values())


def test_a_figurine_says_what_is_around_it() -> None:
    # Pad 1, diamond side: the fish stands between a3 and b4; pad 2, circle side: between g3 and h4.
    here = offers_of(set_up(Seated(BARE, BARE)))
    assert here.caption(FIGURINE_TARGETS[0][2]) == "the fish, with a3, b3, a4, b4, g3, h3, g4 and h4 around it"


def test_the_last_token_tells_that_the_turn_ends() -> None:
    state = painting(Seated(BARE, BARE, ""), lifted="r")
    assert offers_of(state).describe_move(move(state, "ra1")).endswith(", ends the turn")
    assert "ends the turn" not in offers_of(painting(Seated(BARE, BARE, "b"), "r")).describe_move(move(state, "ra1"))


def test_titles_of_goals_fit_beside_the_pads() -> None:
    titles = [goal_title(card) for card in CARDS]
    assert max(map(len, titles)) <= 38
    assert len(set(titles)) == len(titles)
    briefs = [goal_brief(card) for card in CARDS] + [pattern_brief(pattern) for pattern in range(len(PATTERNS))]
    assert all(len(textwrap.wrap(brief, 26)) <= 2 for brief in briefs), "two lines beside the pads at 80x24"
    assert len(set(briefs)) == len(briefs)


def test_plain_mode_asks_which_token_and_then_where() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "r"), lifted="pt")
    here = offers_of(state)
    kinds = here.move_groups()
    assert list(kinds) == ["poppy", "tulip", "rose stamp"]
    assert {move for moves in kinds.values() for move in moves} == {*state.legal_moves()} - {move(state, "done")}
    assert offers_of(set_up(MATE)).move_groups() == {}
