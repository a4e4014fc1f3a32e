"""What every game offers: complete, playable, and the same whatever is hidden."""

from collections.abc import Iterator

import pytest

from core.chance import Chance
from core.game import Game, Move, State
from core.offers import Offer, Offers
from tests.core.test_contract import ALL, EACH, GAMES, Table, states, table_name

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dasha")


def offers_of(game: Game, state: State, seat: int | None, **more: object) -> Offers[State]:
    return game.offers(state, seat, NAMES[: len(state.scores())], **more)  # type: ignore[arg-type]


def everything(table: Offers[State]) -> list[object]:
    """All that can be read from the offers of a position."""
    told: list[object] = [table.question(), table.targets(), table.start(None), table.explain(None)]
    for place in (None, *table.places()):
        told.append((place, table.natural(place)))
        if place is not None:
            told.append((table.says(place), table.explain(place)))
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
        assert all(bool(offer.moves) != (offer.begins is not None) for offer in offered)
        if luck.below(20) == 0 and begun is not None:
            begun = here.back()
            continue
        chosen = luck.pick(offered)
        if chosen.moves:
            return chosen.moves
        begun = chosen.begins
    raise AssertionError(f"a choice of {state.prompt.kind} is never made")


def choices_by_place(here: Offers[State], everywhere: bool) -> Iterator[Offer]:
    """What can be chosen: at the targets, and what Enter means where the cursor starts."""
    places = here.targets() or [None]
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
