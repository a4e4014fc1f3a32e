"""The view of every game: complete, playable, and independent of what is hidden."""

from collections.abc import Iterator

import pytest

from core.game import Game, GameEvent, Move, State
from core.rng import Rng
from core.view import Choice, SeatView, Target
from tests.core.games.pebbles import GAME as PEBBLES
from tests.core.test_contract import ALL, EACH, GAMES, Table, states, table_name

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dasha")


def offers_of(game: Game, state: State, seat: int | None, **more: object) -> SeatView[State]:
    return game.view(state, seat, NAMES[: len(state.scores())], **more)  # type: ignore[arg-type]


def everything(table: SeatView[State]) -> list[object]:
    """All that can be read from the offers of a position."""
    told: list[object] = [
        table.question(),
        table.tab_stops(),
        table.initial_target(None),
        table.explain(None),
        table.rules_heading(),
    ]
    for target in (None, *table.targets()):
        told.append((target, table.default_index(target)))
        told.append([(item.key, item.label, item.target) for item in table.prompt_items(target)])
        if target is not None:
            told.append((table.caption(target), table.explain(target)))
            if table.is_deciding and not table.choices_at(target):
                told.append(table.unavailable_reason(target))
        told += [(item.key, item.label, item.target, item.is_disabled) for item in table.prompt_items(target)]
        told += [
            (o.label, o.key, o.next_draft, [m.notation for m in o.moves], o.preview()) for o in table.choices(target)
        ]
    return [*told, [table.describe_move(move) for move in table.legal_moves]]


@pytest.mark.parametrize("table", ALL, ids=table_name)
def test_offers_tell_nothing_that_the_seat_cannot_know(table: Table) -> None:
    """On positions that look alike to a seat, or to a bystander, everything that can be read is the same."""
    game, players, _ = table
    for number, state in enumerate(states(table)):
        if number % 23:
            continue
        for seat in (None, *range(players)):
            alike = state.determinize(seat, Rng(99))
            for board in (None, (number + 1) % players):
                true, other = (offers_of(game, each, seat, board=board) for each in (state, alike))
                assert everything(true) == everything(other), (number, seat)


@pytest.mark.parametrize("table", ALL, ids=table_name)
def test_a_bystander_is_offered_nothing(table: Table) -> None:
    game = table[0]
    for number, state in enumerate(states(table)):
        if number % 40:
            continue
        for seat in (None, *(other for other in range(table[1]) if other != state.actor)):
            looking = offers_of(game, state, seat)
            assert not any(looking.choices(target) for target in (None, *looking.targets()))
        if state.actor is not None:
            assert not any(offers_of(game, state, state.actor, deciding=False).choices(None))


@pytest.mark.parametrize("table", ALL, ids=table_name)
def test_every_legal_move_can_be_shown_where_it_is_made(table: Table) -> None:
    """A tip, a lesson or a review can point at any move: one choice makes it, or begins it."""
    game = table[0]
    for number, state in enumerate(states(table)):
        if number % 7 or state.actor is None:
            continue
        here = offers_of(game, state, state.actor)
        for move in state.legal_moves():
            shown = here.locate([move])
            chosen = offers_of(game, state, state.actor, draft=shown.draft).choice_at(shown.target, shown.choice_index)
            assert chosen is not None, move
            assert chosen.first_move == move or (chosen.first_move is None and chosen.next_draft is not None), move
            assert here.describe_move(move)


@pytest.mark.parametrize("table", EACH, ids=table_name)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_can_be_played_by_nothing_but_offers(table: Table, seed: int) -> None:
    """As a person does who picks any choice at any place, sometimes stepping back."""
    game, players, options = table
    state = game.start(game.setup(players, options, seed))
    rng = Rng(seed)
    steps = 0
    while state.actor is not None:
        for move in moves_of(game, state, rng):
            assert move in state.legal_moves()
            state.play(move)
        steps += 1
        assert steps < 5000


def moves_of(game: Game, state: State, rng: Rng) -> tuple[Move, ...]:
    """The moves of one choice, made through as many begun steps as it takes."""
    draft = None
    for step in range(200):
        here = offers_of(game, state, state.actor, draft=draft)
        choices = list(choices_by_place(here, draft is None or step < 100))
        assert choices, (state.prompt.kind, draft)
        assert all(choice.label and choice.preview() for choice in choices)
        for target in (None, *here.targets()):  # wherever the cursor is, the row of choices can be shown
            keys = [item.key for item in here.prompt_items(target) if item.key]
            assert len(set(keys)) == len(keys), (state.prompt.kind, target, keys)
        assert not any(choice.moves and choice.next_draft is not None for choice in choices)
        if rng.randrange(20) == 0 and draft is not None:
            draft = here.step_back()
            continue
        chosen = rng.choice([choice for choice in choices if not choice.is_disabled])
        if chosen.moves:
            return chosen.moves
        draft = chosen.next_draft
    raise AssertionError(f"a choice of {state.prompt.kind} is never made")


def choices_by_place(here: SeatView[State], everywhere: bool) -> Iterator[Choice]:
    """What can be chosen: at the targets, and what Enter means where the cursor starts."""
    targets: list[Target | None] = [*here.tab_stops()] or [None]
    if not everywhere:
        targets = [here.initial_target(None)]
    for target in targets:
        yield from here.choices(target)


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_enter_and_tab_always_lead_somewhere(table: Table) -> None:
    game = table[0]
    for number, state in enumerate(states(table)):
        if number % 5 or state.actor is None:
            continue
        here = offers_of(game, state, state.actor)
        start = here.initial_target(None)
        assert here.choices(start), state.prompt.kind
        assert set(here.tab_stops()) <= set(here.targets())
        assert start is None or start in here.targets()
        for target in (start, *here.tab_stops()):
            assert 0 <= here.default_index(target) < len(here.choices(target))


class Shore(SeatView[State]):
    """A place where nothing can be done between two at which all can, unless nothing can be done at all."""

    LEFT, MIDDLE, RIGHT = Target("left"), Target("middle"), Target("right")
    is_closed = False

    def targets(self) -> list[Target]:
        return [self.LEFT, self.MIDDLE, self.RIGHT]

    def choices_at(self, target: Target) -> list[Choice]:
        return (
            []
            if target == self.MIDDLE or self.is_closed
            else [self.choice_for("go", move) for move in self.legal_moves]
        )


def test_the_cursor_stays_where_something_can_be_done_and_else_goes_to_the_first_such_place() -> None:
    """Unless a game has it otherwise."""
    state = PEBBLES.start(PEBBLES.setup(2, {}, 1))
    deciding, looking = Shore(state, 0, NAMES), Shore(state, 1, NAMES)
    assert deciding.tab_stops() == [Shore.LEFT, Shore.RIGHT]
    for target in deciding.tab_stops():
        assert deciding.initial_target(target) == target
    for elsewhere in (None, Shore.MIDDLE, Target("gone")):
        assert deciding.initial_target(elsewhere) == Shore.LEFT
    for target in looking.targets():
        assert looking.initial_target(target) == target, "whoever looks on can look anywhere"
    assert looking.initial_target(Target("gone")) == Shore.LEFT


def test_the_cursor_stays_where_it_is_when_nothing_can_be_done_at_any_place() -> None:
    here = Shore(PEBBLES.start(PEBBLES.setup(2, {}, 1)), 0, NAMES)
    here.is_closed = True
    assert here.choices(None), "something can be done, but nowhere"
    for target in (None, *here.targets()):
        assert here.initial_target(target) == target


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_words_are_made_only_when_they_are_read(game: Game) -> None:
    """Listing what can be done asks for no words: `describe`, the dearest of them, is not called."""
    state = game.start(game.setup(max(game.player_counts), {}, 3))
    rng = Rng(3)

    class Mute(type(state)):  # type: ignore[misc]
        def describe(self, move: Move) -> str:
            raise AssertionError("words were made that nobody reads")

    for _ in range(60):
        if state.actor is None:
            break
        mute = Mute(**{name: getattr(state, name) for name in state.__struct_fields__})
        here = offers_of(game, mute, mute.actor)
        for target in (None, *here.targets()):
            here.choices(target)
        here.tab_stops()
        state.play(rng.choice(list(state.legal_moves())))


def steps(table: Table, seed: int = 5) -> Iterator[tuple[State, State, list[GameEvent]]]:
    """A game by chance: the position before each move, the one after it, and what happened between them."""
    game, players, options = table
    state = game.start(game.setup(players, options, seed))
    rng = Rng(seed)
    while state.actor is not None:
        before = state.copy()
        events: list[GameEvent] = []
        state.play(rng.choice(list(state.legal_moves())), events.append)
        yield before, state.copy(), events


def news(game: Game, before: State, after: State, events: list[GameEvent], seat: int | None) -> list[object]:
    here = offers_of(game, after, seat)
    heard = [event for event in events if event.visible_to in (None, seat)]
    return [here.changed_targets(before), here.change_texts(before), here.moments(before, heard)]


@pytest.mark.parametrize("table", ALL, ids=table_name)
def test_news_tell_nothing_that_the_seat_cannot_know(table: Table) -> None:
    game, players, _ = table
    earlier = None
    for number, (before, after, events) in enumerate(steps(table)):
        if number % 17 == 0:
            earlier = before
        if number % 17 not in (0, 9):
            continue
        for seat in (None, *range(players)):
            for then in filter(None, (before, earlier)):
                true = news(game, then, after, events, seat)
                alike, later = (each.determinize(seat, Rng(98)) for each in (then, after))
                assert news(game, alike, later, events, seat) == true, (number, seat)


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_news_are_of_places_and_in_words(table: Table) -> None:
    """Something is marked and something counts in every game; a position has no news of itself."""
    game, players, _ = table
    marked, counted = 0, 0
    for before, after, events in steps(table):
        for seat in range(players):
            here = offers_of(game, after, seat)
            marked += bool(here.changed_targets(before))
            assert not here.changed_targets(after)
            assert all(sentence[-1] in ".!" for sentence in here.change_texts(before))
            for moment in here.moments(before, [event for event in events if event.visible_to in (None, seat)]):
                counted += 1
                assert moment.text
                assert moment.board is None or 0 <= moment.board < players
    assert marked and counted


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_whoever_cannot_do_something_is_told_why(table: Table) -> None:
    game = table[0]
    for number, (before, _, _) in enumerate(steps(table)):
        if number % 3:
            continue
        here = offers_of(game, before, before.actor)
        for target in here.targets():
            if not here.choices_at(target):
                assert here.choices(target) or here.unavailable_reason(target), (before.prompt.kind, target)


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_every_decision_has_its_chapter_in_the_rules(table: Table) -> None:
    game = table[0]
    headings = {line.lstrip("#").strip() for line in game.rules().split("\n") if line.startswith("#")}
    for before, _, _ in steps(table):
        assert offers_of(game, before, before.actor).rules_heading() in headings, before.prompt.kind


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_words_of_a_game_are_explained(game: Game) -> None:
    glossary = game.glossary()
    assert len(glossary) > 5
    assert all(text.endswith(".") and term.strip() == term for term, text in glossary.items())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_pick_beyond_the_last_choice_means_the_last(game: Game) -> None:
    """Where fewer things can be done than a moment ago."""
    state = game.start(game.setup(max(game.player_counts), {}, 3))
    here = offers_of(game, state, state.actor)
    target = here.initial_target(None)
    choices = here.choices(target)
    assert [here.choice_at(target, pick) for pick in (0, len(choices) - 1, len(choices), 99)] == [
        choices[0], choices[-1], choices[-1], choices[-1],
    ]  # fmt: skip
