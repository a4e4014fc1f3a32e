"""What every game offers: complete, playable, and the same whatever is hidden."""

from collections.abc import Iterator

import pytest

from core.game import Event, Game, Move, State
from core.rng import Chance
from core.view import Offer, Offers, Place
from tests.core.games.pebbles import GAME as PEBBLES
from tests.core.test_contract import ALL, EACH, GAMES, Table, states, table_name

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dasha")


def offers_of(game: Game, state: State, seat: int | None, **more: object) -> Offers[State]:
    return game.offers(state, seat, NAMES[: len(state.scores())], **more)  # type: ignore[arg-type]


def everything(table: Offers[State]) -> list[object]:
    """All that can be read from the offers of a position."""
    told: list[object] = [table.question(), table.targets(), table.start(None), table.explain(None), table.chapter()]
    for place in (None, *table.places()):
        told.append((place, table.natural(place)))
        if place is not None:
            told.append((table.says(place), table.explain(place)))
            if table.deciding and not table.at(place):
                told.append(table.why_not(place))
        told += [(o.label, o.key, o.begins, [m.notation for m in o.moves], o.brings()) for o in table.choices(place)]
    return [*told, [table.words(move) for move in table.legal]]


@pytest.mark.parametrize("table", ALL, ids=table_name)
def test_offers_tell_nothing_that_the_seat_cannot_know(table: Table) -> None:
    """On positions that look alike to a seat, or to a bystander, everything that can be read is the same."""
    game, players, _ = table
    for number, state in enumerate(states(table)):
        if number % 23:
            continue
        for seat in (None, *range(players)):
            alike = state.imagine(seat, Chance(99))
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
            assert not any(looking.choices(place) for place in (None, *looking.places()))
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
        for move in state.moves():
            shown = here.shown([move])
            chosen = offers_of(game, state, state.actor, begun=shown.begun).picked(shown.place, shown.pick)
            assert chosen is not None, move
            assert chosen.move == move or (chosen.move is None and chosen.begins is not None), move
            assert here.words(move)


@pytest.mark.parametrize("table", EACH, ids=table_name)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_can_be_played_by_nothing_but_offers(table: Table, seed: int) -> None:
    """As a person does who picks any choice at any place, sometimes stepping back."""
    game, players, options = table
    state = game.start(game.setup(players, options, seed))
    luck = Chance(seed)
    steps = 0
    while state.actor is not None:
        for move in moves_of(game, state, luck):
            assert move in state.moves()
            state.play(move)
        steps += 1
        assert steps < 5000


def moves_of(game: Game, state: State, luck: Chance) -> tuple[Move, ...]:
    """The moves of one choice, made through as many begun steps as it takes."""
    begun = None
    for step in range(200):
        here = offers_of(game, state, state.actor, begun=begun)
        offered = list(choices_by_place(here, begun is None or step < 100))
        assert offered, (state.prompt.kind, begun)
        assert all(offer.label and offer.brings() for offer in offered)
        assert not any(offer.moves and offer.begins is not None for offer in offered)
        if luck.below(20) == 0 and begun is not None:
            begun = here.back()
            continue
        chosen = luck.pick([offer for offer in offered if not offer.is_spent])
        if chosen.moves:
            return chosen.moves
        begun = chosen.begins
    raise AssertionError(f"a choice of {state.prompt.kind} is never made")


def choices_by_place(here: Offers[State], everywhere: bool) -> Iterator[Offer]:
    """What can be chosen: at the targets, and what Enter means where the cursor starts."""
    places: list[Place | None] = [*here.targets()] or [None]
    if not everywhere:
        places = [here.start(None)]
    for place in places:
        yield from here.choices(place)


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_enter_and_tab_always_lead_somewhere(table: Table) -> None:
    game = table[0]
    for number, state in enumerate(states(table)):
        if number % 5 or state.actor is None:
            continue
        here = offers_of(game, state, state.actor)
        start = here.start(None)
        assert here.choices(start), state.prompt.kind
        assert set(here.targets()) <= set(here.places())
        assert start is None or start in here.places()
        for place in (start, *here.targets()):
            assert 0 <= here.natural(place) < len(here.choices(place))


class Shore(Offers[State]):
    """A place where nothing can be done between two at which all can, unless nothing can be done at all."""

    LEFT, MIDDLE, RIGHT = Place("left"), Place("middle"), Place("right")
    is_closed = False

    def places(self) -> list[Place]:
        return [self.LEFT, self.MIDDLE, self.RIGHT]

    def at(self, place: Place) -> list[Offer]:
        return [] if place == self.MIDDLE or self.is_closed else [self.offer("go", move) for move in self.legal]


def test_the_cursor_stays_where_something_can_be_done_and_else_goes_to_the_first_such_place() -> None:
    """Unless a game has it otherwise."""
    state = PEBBLES.start(PEBBLES.setup(2, {}, 1))
    deciding, looking = Shore(state, 0, NAMES), Shore(state, 1, NAMES)
    assert deciding.targets() == [Shore.LEFT, Shore.RIGHT]
    for place in deciding.targets():
        assert deciding.start(place) == place
    for elsewhere in (None, Shore.MIDDLE, Place("gone")):
        assert deciding.start(elsewhere) == Shore.LEFT
    for place in looking.places():
        assert looking.start(place) == place, "whoever looks on can look anywhere"
    assert looking.start(Place("gone")) == Shore.LEFT


def test_the_cursor_stays_where_it_is_when_nothing_can_be_done_at_any_place() -> None:
    here = Shore(PEBBLES.start(PEBBLES.setup(2, {}, 1)), 0, NAMES)
    here.is_closed = True
    assert here.choices(None), "something can be done, but nowhere"
    for place in (None, *here.places()):
        assert here.start(place) == place


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_words_are_made_only_when_they_are_read(game: Game) -> None:
    """Listing what can be done asks for no words: `describe`, the dearest of them, is not called."""
    state = game.start(game.setup(max(game.seats), {}, 3))
    luck = Chance(3)

    class Mute(type(state)):  # type: ignore[misc]
        def describe(self, move: Move) -> str:
            raise AssertionError("words were made that nobody reads")

    for _ in range(60):
        if state.actor is None:
            break
        mute = Mute(**{name: getattr(state, name) for name in state.__struct_fields__})
        here = offers_of(game, mute, mute.actor)
        for place in (None, *here.places()):
            here.choices(place)
        here.targets()
        state.play(luck.pick(list(state.moves())))


def steps(table: Table, seed: int = 5) -> Iterator[tuple[State, State, list[Event]]]:
    """A game by chance: the position before each move, the one after it, and what happened between them."""
    game, players, options = table
    state = game.start(game.setup(players, options, seed))
    luck = Chance(seed)
    while state.actor is not None:
        before = state.copy()
        events: list[Event] = []
        state.play(luck.pick(list(state.moves())), events.append)
        yield before, state.copy(), events


def news(game: Game, before: State, after: State, events: list[Event], seat: int | None) -> list[object]:
    here = offers_of(game, after, seat)
    heard = [event for event in events if event.to in (None, seat)]
    return [here.altered(before), here.changed(before), here.moments(before, heard)]


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
                alike, later = (each.imagine(seat, Chance(98)) for each in (then, after))
                assert news(game, alike, later, events, seat) == true, (number, seat)


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_news_are_of_places_and_in_words(table: Table) -> None:
    """Something is marked and something counts in every game; a position has no news of itself."""
    game, players, _ = table
    marked, counted = 0, 0
    for before, after, events in steps(table):
        for seat in range(players):
            here = offers_of(game, after, seat)
            marked += bool(here.altered(before))
            assert not here.altered(after)
            assert all(sentence[-1] in ".!" for sentence in here.changed(before))
            for moment in here.moments(before, [event for event in events if event.to in (None, seat)]):
                counted += 1
                assert moment.words
                assert moment.board is None or 0 <= moment.board < players
    assert marked and counted


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_whoever_cannot_do_something_is_told_why(table: Table) -> None:
    game = table[0]
    for number, (before, _, _) in enumerate(steps(table)):
        if number % 3:
            continue
        here = offers_of(game, before, before.actor)
        for place in here.places():
            if not here.at(place):
                assert here.choices(place) or here.why_not(place), (before.prompt.kind, place)


@pytest.mark.parametrize("table", EACH, ids=table_name)
def test_every_decision_has_its_chapter_in_the_rules(table: Table) -> None:
    game = table[0]
    headings = {line.lstrip("#").strip() for line in game.rules().split("\n") if line.startswith("#")}
    for before, _, _ in steps(table):
        assert offers_of(game, before, before.actor).chapter() in headings, before.prompt.kind


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_words_of_a_game_are_explained(game: Game) -> None:
    glossary = game.glossary()
    assert len(glossary) > 5
    assert all(words.endswith(".") and term.strip() == term for term, words in glossary.items())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_pick_beyond_the_last_choice_means_the_last(game: Game) -> None:
    """Where fewer things can be done than a moment ago."""
    state = game.start(game.setup(max(game.seats), {}, 3))
    here = offers_of(game, state, state.actor)
    place = here.start(None)
    choices = here.choices(place)
    assert [here.picked(place, pick) for pick in (0, len(choices) - 1, len(choices), 99)] == [
        choices[0], choices[-1], choices[-1], choices[-1],
    ]  # fmt: skip
