"""What is offered where, in which words, and what is seen before a move is made."""

import pytest

from core.game import Move
from core.games.gzhel import GAME
from core.games.gzhel.components import CARDS, FIGURINES, FLOWERS, PADS, PATTERNS, SEATS, SIDES, SPACE_NAMES
from core.games.gzhel.phases import BEFORE, CHANGE, CHOOSE, PAINT, PICK, SHIFT, TURN_PADS
from core.games.gzhel.rules import around, goal_points, next_points
from core.games.gzhel.scoring import card_points, on_circle, on_diamond
from core.games.gzhel.state import Position
from core.games.gzhel.text import goal_title
from core.games.gzhel.view import GzhelOffers, Held
from core.games.gzhel.view.pads import Coming, Ghost, coming_cards, flowers_after, worth_of
from core.games.gzhel.view.scored_spaces import paying, paying_spaces
from core.games.gzhel.view.targets import BUTTON, FIGURINE_PLACES, SPACE_PLACES, TOKEN
from core.match import Seat, find_among
from core.rng import Chance
from core.view import Begun, Place
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


def offers_of(state: Position, seat: int | None = None, begun: Begun | None = None) -> GzhelOffers:
    """What the actor, or another seat, is offered."""
    return GzhelOffers(state, state.actor if seat is None else seat, NAMES[: state.players], begun)


def space(name: str) -> Place:
    return SPACE_PLACES[SPACE_NAMES.index(name)]


def moves_at(here: GzhelOffers, place: Place) -> list[str]:
    return [move.notation for offer in here.at(place) for move in offer.moves]


def moves_by_space(here: GzhelOffers) -> dict[str, list[str]]:
    """The moves that can be made on each space, where there are any."""
    found = {SPACE_NAMES[place.number]: moves_at(here, place) for place in SPACE_PLACES}
    return {name: moves for name, moves in found.items() if moves}


def move(state: Position, notation: str) -> Move:
    return find_among(GAME, state.moves(), notation)


# What would lie where


def test_a_preview_tells_what_playing_would_do() -> None:
    seen = set()
    for state in random_positions(3):
        if state.phase not in (PAINT, PICK, SHIFT):
            continue
        seat = state.actor
        assert seat is not None
        for move in state.moves()[:12]:
            if move.notation == "done":
                continue
            told = flowers_after(state, move)
            worth = worth_of(state, seat, told)
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
    for place in here.places():
        for offer in here.choices(place):
            assert offer.brings()
            here.pads(place, offer)
    assert state.digest() == before


def test_a_choice_shows_its_token_and_what_the_pads_are_worth_then() -> None:
    # Card 26 on the diamond pad: two points for each flower of the longest chain.
    state = painting(Seated("r r . . / . . . . / . . . . / . . . .", BARE, "b"), "rt", goals=(26, 16, 14), icon="ring")
    here = offers_of(state)
    pads = here.pads(space("c1"), here.picked(space("c1"), 0))
    assert pads.ghost == Ghost(2, 2, False)
    assert (pads.before.now[0], pads.after.now[0]) == (4, 6)
    assert pads.pays[0] == spaces("a1 b1 c1")
    assert here.pads(space("c1"), here.picked(space("c1"), 2)).ghost == Ghost(2, 4, True)
    assert here.pads(BUTTON, here.picked(BUTTON, 3)).ghost is None


def test_a_flower_that_is_held_shines_and_what_it_cannot_reach_is_dim() -> None:
    state = painting(Seated("r t . B / r . . . / . . . . / . . . .", BARE, "b"))
    play(state, "*bd2", "a1")
    here = offers_of(state)
    pads = here.pads(space("b1"), here.picked(space("b1"), 0))
    assert pads.lit == spaces("a1")
    assert pads.dim == spaces("d1 d2 a2"), "stamps, and a flower of the same kind"
    assert pads.ghost == Ghost(1, 2, False)


def test_what_the_open_cards_become() -> None:
    state = set_up(MATE, goals=(21, 8, 14), number=6)
    assert coming_cards(state) == Coming(20, PATTERNS.index("leaf"), PATTERNS.index("floral"))
    play(state, "fox", "lift", "done")
    assert state.middle == 20
    assert CARDS[state.pile[-1]].back == PATTERNS.index("leaf")
    assert coming_cards(state) == Coming(state.deck[-1], PATTERNS.index("floral"), None)
    play(state, "fox", "lift", "done")
    assert coming_cards(state) == Coming(None, None, None)


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
    assert moves_by_space(here) == {} and not here.anywhere()


def test_figurines_stand_where_the_spaces_around_them_say() -> None:
    state = set_up(MATE)
    here = offers_of(state)
    for side in (0, 1):
        for stand, place in enumerate(FIGURINE_PLACES[side]):
            figurine = here.figurine(place)
            assert around(state, 0, figurine) & (0xFFFF << 16 * side) == SEATS[stand] << 16 * side
            chosen = here.picked(place, here.natural(place))
            assert chosen is not None and chosen.label == FIGURINES[figurine]
            assert here.pads(place, chosen).lit_figurine == figurine


def test_the_figurine_that_was_named_stays_with_enter() -> None:
    state = set_up(Seated(BARE, BARE, "b"), figurine="swan", phase=BEFORE)
    play(state, "*ba1")
    here = offers_of(state)
    for place in FIGURINE_PLACES[0]:
        chosen = here.picked(place, here.natural(place))
        assert chosen is not None and chosen.move is not None
        own = here.figurine(place) == FIGURINES.index("swan")
        assert chosen.move.notation == ("-" if own else FIGURINES[here.figurine(place)])
    on_button = here.picked(BUTTON, here.natural(BUTTON))
    assert on_button is not None and on_button.label == "stay"


def test_pads_show_the_figurine_of_their_seat_and_the_tray_what_is_its_own() -> None:
    state = set_up(Seated("o p . . / . . . . / . . . . / . . . .", BARE, "b"), Seated(BARE, BARE, "t", (3, 4)))
    play(state, "fox", "*bd4", "hedgehog")
    own, other = offers_of(state), GzhelOffers(state, 0, NAMES, board=1)
    assert own.pads(None, None).named == FIGURINES.index("hedgehog")
    assert other.pads(None, None).named == FIGURINES.index("fox")
    assert [item.name for item in own.items] == ["orchid", "poppy"]
    assert [item.name for item in other.items] == ["tulip stamp"]


def test_tab_visits_every_figurine_once_and_the_empty_spaces() -> None:
    here = offers_of(set_up(MATE))
    assert here.targets() == list(FIGURINE_PLACES[0])
    state = painting(Seated("o . . . / p p p p / p r r r / r r t t", "t t t . / b b b b / b o o o / o . . .", ""), "r")
    assert offers_of(state).targets() == [space(name) for name in ["b1", "c1", "d1", "h1", "f4", "g4", "h4"]] + [BUTTON]


def test_e_is_what_goes_on() -> None:
    state = set_up(Seated("o p . . / . . . . / . . . . / . . . .", BARE, "bb"))
    told = {}
    for notation in ("fox", "*ba2", "horse", "lift", "*ba3", "-", "done"):
        here = offers_of(state)
        offer = here.shortcut("e", here.start(None))
        told[state.phase] = offer.label if offer else here.refusal("e", None)
        play(state, notation)
    assert told == {
        CHOOSE: "First name a figurine.",
        BEFORE: "lift",
        CHANGE: "stay",
        PAINT: "end turn",
        PICK: "let it lie",
    }


@pytest.mark.parametrize("phase", [TURN_PADS, CHOOSE, SHIFT])
def test_where_nothing_goes_on_e_says_why(phase: int) -> None:
    state = next(state for state in random_positions(3) if state.phase == phase)
    here = offers_of(state)
    assert all(here.shortcut("e", place) is None for place in (None, *here.places()))
    assert here.refusal("e", here.start(None)).startswith("First ")


def test_escape_takes_back_what_only_began_something() -> None:
    undone = {state.phase for state in random_positions(3) if offers_of(state).escape_undoes}
    assert undone == {CHANGE, PICK, SHIFT}


def test_a_cursor_that_was_left_anywhere_can_be_asked_about() -> None:
    """Whatever is asked next, the cursor may still be where something else was pointed at."""
    left_at = [*FIGURINE_PLACES[0], *FIGURINE_PLACES[1], *SPACE_PLACES, BUTTON, *(Place(TOKEN, n) for n in range(10))]
    for state in random_positions(4)[::9]:
        for seat in (None, 0, 1):
            here = GzhelOffers(state, seat, NAMES)
            for place in left_at:
                here.says(place)
                here.pads(place, here.picked(place, here.natural(place)))
                start = here.start(place)
                assert start in here.places() or not here.places(), "before the tokens are dealt there are none"
                assert here.choices(start) or not here.deciding


# A token in hand


def test_a_token_is_taken_from_the_tray_and_laid() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "r"), lifted="pt")
    here = offers_of(state)
    assert [(item.name, item.many) for item in here.items] == [("poppy", 1), ("tulip", 1), ("rose stamp", 1)]
    token = Place(TOKEN, 2)
    taking = here.picked(token, here.natural(token))
    assert taking is not None and taking.begins == Held(2, True) == here.taken(token)
    assert taking.brings() == "take the rose stamp in hand"
    held = offers_of(state, begun=taking.begins)
    place = held.start(token)
    assert place is not None and held.in_hand(place) == 2
    laying = held.picked(place, held.natural(place))
    assert laying is not None and laying.moves[0].notation == f"*r{SPACE_NAMES[place.number]}"
    assert held.back() is None


def test_on_a_space_that_is_taken_a_token_is_only_taken_in_hand() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE), lifted="pt")
    taking = offers_of(state).at(space("a1"))[1]
    assert (taking.moves, taking.begins) == ((), Held(3, False))
    assert taking.brings() == f"{offers_of(state).says(space('a1'))}. The tulip needs an empty space"
    held = offers_of(state, begun=taking.begins)
    assert held.start(space("a1")) == space("a1")
    assert held.natural(space("a1")) == 1
    assert "something lies here already" in held.at(space("a1"))[1].brings()


def test_nothing_is_taken_while_a_figurine_is_named_or_by_who_looks_on() -> None:
    state = painting(Seated(BARE, BARE, "r"), lifted="o")
    assert offers_of(state).taken(Place(TOKEN, 0)) == Held(0, False)
    assert GzhelOffers(state, None, NAMES).taken(Place(TOKEN, 0)) is None
    assert offers_of(set_up(Seated(BARE, BARE, "r"))).items == []


def test_the_cursor_starts_at_the_nearest_empty_space() -> None:
    # Pad 1, diamond side: the swan stands in the middle, between b2 and c3.
    full = "o . o o / o o p p / p p p r / . r r r"
    state = painting(Seated(full, full, ""), lifted="t", figurine="swan")
    here = offers_of(state)
    assert here.start(None) == space("b1")
    assert here.start(space("a3")) == space("a4")
    assert here.start(space("f1")) == space("f1")
    assert here.start(space("h4")) == space("e4")


def test_a_flower_that_is_held_is_shown_where_it_brings_most() -> None:
    # Card 26 on the diamond pad: two points for each flower of the longest chain.
    pad = "r r . . / . . . . / . . . t / r . . ."
    state = painting(Seated(pad, BARE, "b"), goals=(26, 16, 14), icon="ring")
    play(state, "*bh4", "a4")
    here = offers_of(state)
    # The chain can grow at a2, b2 or c1; a2 is nearest to a4.
    assert here.start(None) == here.start(space("d4")) == space("a2")


# In words


def test_laying_tells_what_it_brings_now_and_next() -> None:
    state = painting(Seated("r r . . / . . . . / . . . . / . . . .", BARE, "b"), "r", goals=(26, 16, 14), icon="ring")
    here = offers_of(state)
    # Card 26 is the circle goal of the next round: a chain of one there pays two points.
    assert here.words(move(state, "rc1")) == "put a rose on c1 (floral): now 6 (+2) · next 0"
    assert here.words(move(state, "re1")) == "put a rose on e1 (floral): now 4 · next 2 (+2)"
    stamp = here.words(move(state, "*bc1"))
    assert stamp.startswith("lay a bellflower stamp on c1 (floral), then move or swap: now 4 · next ")
    assert here.words(move(state, "done")) == "end the turn, keep 1 rose as a stamp: this round pays 4 points"


def test_naming_tells_what_everybody_lifts() -> None:
    # Pad 1, diamond side: the hedgehog stands top left, the swan in the middle.
    state = set_up(Seated("o o . . / r P . . / . . . . / . . . .", BARE), Seated(BARE, BARE, pads=(3, 4)))
    here = offers_of(state)
    assert here.words(move(state, "hedgehog")) == "name the hedgehog: lift 3 (oo r), turn 1 stamp · Boris 0"
    alone = set_up(Seated("o o . . / r P . . / . . . . / . . . .", BARE, "b"), figurine="fox", phase=BEFORE)
    play(alone, "*bd4")
    assert offers_of(alone).words(move(alone, "hedgehog")) == "take the hedgehog: lift 3 (oo r), turn 1 stamp"
    assert offers_of(alone).words(move(alone, "horse")).startswith("take the horse: lift nothing")


def test_in_the_last_round_a_stamp_tells_of_its_points() -> None:
    state = painting(Seated(BARE, BARE, "b"), number=8)
    assert offers_of(state).words(move(state, "*ba1")).endswith(" · 2 more for the stamp at the end")


def test_a_bystander_is_told_of_pads_and_goals_but_asked_nothing() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE), lifted="p")
    looking = GzhelOffers(state, None, NAMES)
    assert looking.question() == state.prompt.sentence
    assert looking.says(space("a1")).endswith(": orchid")
    assert looking.says(space("b1")).endswith(": empty")
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
    assert paying_spaces(CARDS[number - 1], PADS[0][0], read_pad(pad)[0]) == spaces(paying_now)


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
                    lit, points = paying_spaces(card, face, pad), card_points(card, face, pad)
                    assert bool(lit) == bool(points)
                    assert (lit & filled == 0) if card.kind == "enclosed_empty" else (lit & ~filled == 0)
                    if card.kind in _EACH:
                        assert lit.bit_count() * _EACH[card.kind] == points


def test_paying_spaces_of_the_whole_table() -> None:
    # Diamond card 21: hedgehog a1 b1 a2; circle card 30: e1; pattern grid: poppies on c2, f1 and g2.
    state = set_up(Seated("o o . . / o . p . / . . . . / . . . .", ". p . . / t . p . / . . . . / . . . ."))
    assert paying(state, 0, state.flowers) == (spaces("a1 b1 a2"), spaces("e1"), spaces("c2 f1 g2"))
    assert goal_points(state, 0) == (3, 1, 2)
    state.flowers[1] ^= spaces("g2")
    assert paying(state, 0, state.flowers)[2] == 0


def test_a_kind_stays_in_hand_as_long_as_there_is_one_on_the_tray() -> None:
    """Laying three roses takes the rose in hand once."""
    for seed in range(30):
        match = Match.new(GAME, [Seat("Anna")], {}, seed)
        luck = Chance(seed)
        while not match.over:
            here = GzhelOffers(match.state, 0, match.names)
            kinds = [Held(item.kind, item.stamp) for item in here.items] if here.laying else []
            for held in kinds:
                assert here.carried(held) == held
            assert here.carried(Held(99, False)) is None
            if not here.laying:
                assert here.carried(Held(0, False)) is None
            match.play(luck.pick(list(match.state.moves())))


# Where nothing can be done, and where it is explained


def test_where_nothing_can_be_done_it_is_said_why() -> None:
    """On every place but the button, where the turn goes on."""
    asked = set()
    for state in [*random_positions(3), *random_positions(4, 1)]:
        here = offers_of(state)
        for place in here.places():
            if place != BUTTON and not here.at(place):
                assert here.why_not(place), (state.phase, place)
                asked.add((state.phase, place.kind))
    assert {(PICK, "space"), (PICK, TOKEN), (SHIFT, "space"), (SHIFT, TOKEN)} <= asked


def test_reasons_fit_what_lies_there() -> None:
    state = painting(Seated("r t . B / r . . . / . . . . / . . . .", BARE, "bo"))
    play(state, "*bd2")
    here = offers_of(state)
    assert here.why_not(space("c1")) == "no flower lies here"
    assert here.why_not(space("d1")) == "a bellflower stamp lies here, and stamps are never moved"
    assert here.why_not(Place(TOKEN, 0)) == "only flowers on the pads are moved or swapped"
    play(state, "a1")
    here = offers_of(state)
    assert here.why_not(space("a1")) == "this is the flower that you are moving"
    assert here.why_not(space("a2")) == "to swap two roses would change nothing"
    assert here.why_not(Place(TOKEN, 0)) == "first choose where the rose goes"
    laid = set_up(Seated(BARE, BARE), MATE, phase=PAINT, figurine="fox", active=1)
    assert offers_of(laid).why_not(space("a1")) == "nothing is left to lay"


def test_every_decision_is_explained_in_the_rules() -> None:
    headings = {line.lstrip("# ") for line in GAME.rules().splitlines() if line.startswith(("## ", "### "))}
    found = {state.phase: offers_of(state).chapter() for state in random_positions(3)}
    assert set(found) == {TURN_PADS, CHOOSE, BEFORE, CHANGE, PAINT, PICK, SHIFT}
    over = set_up(MATE, number=8, phase=PAINT, figurine="fox")
    play(over, "done")
    assert {*found.values(), offers_of(over).chapter()} <= headings


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
    assert here.says(FIGURINE_PLACES[0][2]) == "the fish, with a3, b3, a4, b4, g3, h3, g4 and h4 around it"


def test_the_last_token_tells_that_the_turn_ends() -> None:
    state = painting(Seated(BARE, BARE, ""), lifted="r")
    assert offers_of(state).words(move(state, "ra1")).endswith(" · ends the turn")
    assert "ends the turn" not in offers_of(painting(Seated(BARE, BARE, "b"), "r")).words(move(state, "ra1"))


def test_titles_of_goals_fit_beside_the_pads() -> None:
    titles = [goal_title(card) for card in CARDS]
    assert max(map(len, titles)) <= 30
    assert len(set(titles)) == len(titles)
