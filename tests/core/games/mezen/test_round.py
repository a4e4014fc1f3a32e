"""Setup, the ten rounds and the end: who decides when, and what is counted."""

from collections import Counter

import pytest

from core.errors import GameError
from core.game import GameEvent
from core.games.mezen import GAME
from core.games.mezen.components import GOALS, ICONS, SETS
from core.games.mezen.state import MezenState
from core.games.mezen.text import points_text
from core.match import Match, Seat
from core.rng import Rng
from tests.core.games.mezen.drawn_paintings import PLAIN, finish_round, lay, legal, play, table


def start(players: int, seed: int = 1, **options: str | bool) -> MezenState:
    state = GAME.start(GAME.setup(players, dict(options), seed))
    assert isinstance(state, MezenState)
    return state


def kinds(told: list[GameEvent]) -> list[str]:
    return [event.kind for event in told]


# Setup


@pytest.mark.parametrize(("players", "each", "pool"), [(1, 2, 69), (2, 5, 65), (3, 5, 60), (4, 5, 55), (5, 5, 50)])
def test_setup(players: int, each: int, pool: int) -> None:
    """Game setup; alone 2 amulets, and four wait on goal cards: 75 - 2 - 4."""
    state = start(players)
    assert state.amulets == [each] * players
    assert state.pool == pool
    assert state.scores() == [0] * players
    for painting in state.paintings:
        assert sorted(painting) == list(range(0, 50, 2)), "25 tiles, light side up"
    assert len({tuple(painting) for painting in state.paintings}) == players, "each is shuffled by itself"
    assert state.round == 1 and state.actor == state.active


def test_the_set_of_cards_is_chosen_or_random() -> None:
    for icon in ICONS:
        assert sorted(start(2, cards=icon).deck) == list(SETS[icon])
    assert {start(1, seed).icon for seed in range(60)} == set(ICONS)


def test_the_first_active_player_and_the_order_of_cards_are_random() -> None:
    assert {start(3, seed).active for seed in range(40)} == {0, 1, 2}
    assert len({tuple(start(1, seed, cards="sun").deck) for seed in range(20)}) == 20


# The round


def test_a_round_goes_from_the_active_player_clockwise() -> None:
    """Announce; the others choose; all lift and place in turn; all score in turn; the piece goes left."""
    state = table(*[PLAIN] * 3)
    state.active = state.actor = 1
    order: list[tuple[int | None, str]] = []
    while state.round == 1:
        if not order or order[-1] != (state.actor, state.prompt.kind):
            order.append((state.actor, state.prompt.kind))
        play(state, legal(state)[0])
    assert order == [
        (1, "announce"),
        *((2, "pay"), (0, "pay")),
        *((1, "lift"), (1, "place"), (2, "lift"), (2, "place"), (0, "lift"), (0, "place")),
        *((1, "score"), (2, "score"), (0, "score")),
    ]
    assert state.active == state.actor == 2
    finish_round(state)
    assert state.active == 0


def test_alone_nobody_is_asked_to_pay() -> None:
    state = table(PLAIN)
    play(state, "fox")
    assert state.prompt.kind == "lift"


def test_the_one_who_paid_lifts_the_other_animal() -> None:
    state = table(PLAIN, PLAIN)
    play(state, "horse pay-fox")
    while state.actor == 0:
        play(state, legal(state)[0])
    foxes = {f"x{cell}" for cell in ("e1", "d2", "c3", "b4", "a5")}
    assert {move for move in legal(state) if move[0] == "x"} == foxes


# Payments


def test_nobody_hears_of_a_payment_before_all_have_chosen() -> None:
    state = table(*[PLAIN] * 4)
    play(state, "horse")
    boards = [state.board_text(seat) for seat in range(4)]
    assert play(state, "pay-fox") == []
    assert [state.board_text(seat) for seat in range(4)] == boards
    assert state.amulets == [5, 5, 5, 5]
    assert play(state, "keep") == []
    assert state.amulets == [5, 5, 5, 5]
    told = play(state, "pay-bird")
    assert kinds(told) == ["pay", "pay"]
    assert [(event.seat, event.facts) for event in told] == [(1, (0, 4)), (3, (0, 2))]
    assert state.amulets == [7, 4, 5, 4]


def test_choices_are_secret_only_where_somebody_else_chooses_too() -> None:
    for players, secret in ((2, False), (3, True), (5, True)):
        state = table(*[PLAIN] * players)
        play(state, "horse")
        assert state.prompt.secret is secret
        told = play(state, *["pay-fox"] * (players - 1))
        assert [event.reveals for event in told] == [secret] * (players - 1)


def test_that_nobody_pays_is_told_and_shown() -> None:
    state = table(*[PLAIN] * 3)
    told = play(state, "horse keep keep")
    assert kinds(told) == ["announce", "unpaid"]
    assert told[-1].reveals
    assert GAME.describe_event(told[-1], ["A", "B", "C"]) == "Everyone keeps the animal that was called."


def test_no_amulet_no_choice() -> None:
    state = table(PLAIN, PLAIN, amulets=[5, 0])
    play(state, "horse")
    assert legal(state) == ["keep"]


def test_the_last_to_choose_cannot_take_it_back_after_the_others_came_to_light() -> None:
    """Boris announces, a bot chooses, then Anna: nobody moved since, but she has seen the bot's choice."""
    seats = [Seat("Anna"), Seat("Boris"), Seat("Bot", "bot", "random")]
    match = next(m for m in (Match.new(GAME, seats, seed=seed) for seed in range(20)) if m.state.actor == 1)
    match.play("horse")
    match.play("keep")
    match.play("pay-fox")
    with pytest.raises(GameError, match="something hidden was revealed"):
        match.undo(by=0)


def test_a_payment_cannot_be_taken_back_though_another_could_not_pay() -> None:
    """The bot has no Horse and no amulet, which hides nothing; what Boris pays comes to light with it."""
    seats = [Seat("Anna"), Seat("Bot", "bot", "random"), Seat("Boris")]
    first = table(PLAIN, "I B G F S / i b g f i / b g f i b / g f i b g / f i b g f", PLAIN, amulets=[5, 0, 5])
    match = Match.resume_from(GAME, GAME.setup(3, {}, 1), seats, first, [])
    match.play("horse")
    match.play("pay-fox")
    assert [(event.kind, event.reveals) for event in match.log[-1].events] == [("stay", False), ("pay", True)]
    with pytest.raises(GameError, match="something hidden was revealed"):
        match.undo(by=2)


# Goals, dark tiles, the end


def test_dark_tiles_count_after_the_fifth_round_and_only_then() -> None:
    state = start(2, seed=8)
    rng = Rng(8)
    dark_points: list[list[int]] = []
    while state.actor is not None:
        now = state.round
        state.play(rng.choice(list(state.legal_moves())))
        if state.round != now or state.actor is None:
            dark_points.append(state.breakdown()["dark-tiles"])
            if now == 5:
                expected = [sum(code % 2 for code in painting) for painting in state.paintings]
    assert dark_points == [[0, 0]] * 4 + [expected] * 6
    assert min(expected) > 0


def test_the_end_counts_light_tiles_amulets_and_one_group() -> None:
    state = table(PLAIN, PLAIN, round=10, amulets=[3, 0], goals=(33,))
    finish_round(state, "points")
    light = [sum(code % 2 == 0 for code in painting) for painting in state.paintings]
    assert light == [24, 24], "each lifted a single Horse"
    assert state.breakdown()["light-tiles"] == light
    assert state.breakdown()["amulets"] == [3, 0]
    assert state.round == 10 and state.actor is None and list(state.legal_moves()) == []


def test_alone_amulets_are_found_on_cards_4_6_8_and_10() -> None:
    """Singleplayer mode: card 4 is opened at the end of round 2, and so on."""
    state = start(1)
    found = []
    while state.actor is not None:
        now, before = state.round, state.amulets[0]
        told = finish_round(state, "points")
        opened = [event.facts[0] for event in told if event.kind == "goal"]
        assert opened == ([state.deck[now + 1]] if now < 9 else [])
        if "find" in kinds(told):
            found.append(now)
            assert state.amulets[0] == before + 1
        else:
            assert state.amulets[0] == before
    assert found == [2, 4, 6, 8]
    assert state.amulets == [6]


def test_with_others_no_amulets_lie_on_cards() -> None:
    state = start(2)
    while state.actor is not None:
        assert "find" not in kinds(finish_round(state, "points"))


# Who won


def over(points: list[int], amulets: list[int]) -> MezenState:
    """A finished game with these goal points and amulets."""
    state = table(*[PLAIN] * len(points), amulets=amulets, round=10)
    state.points = [[each, 0, 0, 0, 0] for each in points]
    state.actor = None
    return state


@pytest.mark.parametrize(
    ("points", "amulets", "ranking", "word"),
    [
        ([80, 90, 85], [0, 0, 9], [[1], [2], [0]], "highest score"),
        ([90, 90, 85], [2, 3, 9], [[1], [0], [2]], "more amulets"),
        ([90, 85, 90], [2, 3, 2], [[0, 2], [1]], "shared"),
        ([90, 70, 70], [1, 4, 2], [[0], [1], [2]], "highest score"),
    ],
)
def test_ties_go_to_amulets_then_victory_is_shared(
    points: list[int], amulets: list[int], ranking: list[list[int]], word: str
) -> None:
    """End of game and victory."""
    state = over(points, amulets)
    assert state.ranking() == ranking
    assert word in state.outcome_text()


def test_alone_the_verdict_is_a_title() -> None:
    assert over([117], [2]).outcome_text() == "117 points: Artisan."


# Words


def test_a_turn_in_sentences() -> None:
    """Every step of a turn is told, with names."""
    board = "h . h . . / . . . . . / . . . . . / . . . . . / . . . . ."
    state = table(board, PLAIN, goals=(1, 11))
    told = play(state, "horse pay-fox +b1 xa1 a1 c1")
    said = [GAME.describe_event(event, ["Anna", "Boris"]) for event in told]
    assert said[:3] == [
        "Anna calls the horse.",
        "Boris pays 1 amulet to Anna and lifts foxes instead.",
        "Anna places an amulet on b1 as a bridge.",
    ]
    assert said[3].startswith("Anna lifts 2 horses (a1 c1); the backs show ")
    assert [sentence.split(" the ")[0] for sentence in said[4:]] == ["Anna places", "Anna places"]
    assert said[4].endswith(" on a1.") and said[5].endswith(" on c1.")


def test_moves_are_described_from_what_lies_there() -> None:
    state = table("h h S . . / . . . . . / . . . h . / . . . . . / . . . . .", PLAIN)
    described = {move.notation: state.describe(move) for move in state.legal_moves()}
    assert described["horse"] == "call the horse: groups of 3 (1 spruce) and 1"
    play(state, "horse keep")
    described = {move.notation: state.describe(move) for move in state.legal_moves()}
    assert described["xa1"] == "lift 2 horses and 1 spruce: a1 b1 c1"
    assert described["-c1"] == "place an amulet to exclude the dark spruce"
    assert described["+b1"] == "place an amulet on the light horse as a bridge"


def test_the_prompt_offers_no_amulet_to_those_who_have_none() -> None:
    state = table(PLAIN, PLAIN, amulets=[1, 0])
    play(state, "horse keep")
    assert state.prompt.sentence == "Lift a group of horses, or place an amulet first."
    play(state, "+b1")
    assert state.prompt.sentence == "Lift a group of horses."


def test_the_board_in_letters() -> None:
    """The mark, a tile that was seen, and a back that can be worked out: the other Horses lie face down."""
    board = "h(B) h(S) I(H) G(H) F(H) / i b g f i / b g f i b / g f i b g / f i b g f"
    state = table(board, goals=(12,), amulets=[2])
    play(state, "horse -b1")
    lines = state.board_text(0).splitlines()
    assert lines[0] == "Goal: 2 points for each fish in the middle row or column."
    row = next(line for line in lines if line.startswith("1 "))
    assert row.split()[1:] == ["h(B)", "-h(S)", "I(h)", "G(h)", "F(h)"]
    assert "Player 1: 0 points, 1 amulet." in lines


def test_the_board_names_who_is_active_what_is_announced_and_who_has_paid() -> None:
    state = table(PLAIN, PLAIN, PLAIN)
    assert "The active player, Player 1, is about to call an animal." in state.board_text(0).splitlines()
    play(state, "horse pay-fox")
    assert "Player 2: 0 points, 5 amulets." in state.board_text(2).splitlines(), (
        "nobody sees a payment before all are made"
    )
    play(state, "keep")
    lines = state.board_text(0).splitlines()
    assert "The active player, Player 1, called the horse." in lines
    assert "Player 2: 0 points, 4 amulets, has paid for the fox." in lines
    assert "Player 3: 0 points, 5 amulets." in lines


def test_the_board_shows_amulets_that_wait_and_the_token() -> None:
    state = table(PLAIN)
    assert "Amulets on goal cards to come: 4, on cards 4, 6, 8 and 10." in state.board_text(0).splitlines()
    state.round = 7
    assert "Amulets on goal cards to come: 1, on card 10." in state.board_text(0).splitlines()
    state.round = 10
    assert "to come" not in state.board_text(0)
    for points, text in ((49, "49 points"), (57, "57 points (50 token, marker on 7)")):
        state.points[0][0] = points
        assert f"Player 1: {text}, 2 amulets." in state.board_text(0).splitlines()
    assert points_text(100) == "100 points (100 token, marker on 0)"
    assert points_text(157) == "157 points (100 token, marker on 7)"


def test_the_goals_of_two_rounds_are_told_before_the_first_question() -> None:
    """To whoever announces and to those who pay, until the first round has been lifted; later ones the log tells."""
    goals = "Round 1's goal: 3 points for each fox in the corners and the centre. "
    goals += "Round 2's: 2 points for each tile of your biggest group, spruces included. "
    state = table(PLAIN, PLAIN, goals=(5, 36))
    assert state.prompt.sentence == f"{goals}Call an animal: everyone must use it."
    play(state, "horse")
    assert state.prompt.sentence == f"{goals}Horse was called. Keep it, or pay 1 amulet for another animal?"
    play(state, "keep")
    assert "goal" not in state.prompt.sentence
    finish_round(state)
    assert state.prompt.sentence == "Call an animal: everyone must use it."


def test_every_animal_can_be_announced_somewhere_in_random_games() -> None:
    announced: Counter[str] = Counter()
    for seed in range(6):
        match = Match.new(GAME, [Seat("A")], seed=seed)
        rng = Rng(seed)
        while not match.is_over:
            move = rng.choice(list(match.state.legal_moves()))
            if match.state.prompt.kind == "announce":
                announced[move.notation] += 1
            match.play(move)
    assert set(announced) == {"horse", "fish", "bird", "hedgehog", "fox"}
    assert sum(announced.values()) == 60


def test_goals_read_empty_cells_as_nothing() -> None:
    """While tiles are being placed the board and the goals can be asked."""
    state = table(PLAIN)
    play(state, "horse xa1")
    assert ".   " in state.board_text(0)
    assert state.hand and "To place:" in state.board_text(0)
    assert GOALS[state.deck[0]] is state.goal
    assert lay(PLAIN) != state.paintings[0]
