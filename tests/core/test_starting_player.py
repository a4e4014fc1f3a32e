"""The starting player: drawn, or the seat that was agreed on; nothing else of the deal depends on it."""

import re
from typing import Any

import msgspec
import pytest

from core import registry
from core.errors import InvalidMatchError
from core.game import STARTER, Game, OptionValue, State, digest_of
from core.rng import Rng
from core.starting_player import named_seat, seed_of_rematch

#: The first positions of three seeds for two players as the code before this option dealt them.
DEALT_BEFORE = {
    "mezen": ["eff122e6accef524", "254424714d80f95f", "472ae878929c832a"],
    "gzhel": ["7fb51bf91611027e", "734db435bf9866ac", "d2f5ce415eeaa96e"],
    "mazaytsy": ["6c49d99f5c76a48f", "a39577f25ec1ae5f", "cca9e69a0b11de80"],
    "novgorod": ["5a72e1086c69647a", "f087c9a596ba7946", "dd53acca8c4ffe7a"],
    "mezo": ["03b4d1cfc29deaba", "f733bb84fade6a5f", "e00194b2bf9c3d9d"],
}


#: The games with that option: those above, and whichever came later with it.
GAMES = [
    game
    for game in registry.all_games()
    if game.name in DEALT_BEFORE or any(option.name == STARTER for option in game.options)
]
TABLES = [(game, players) for game in GAMES for players in game.player_counts if players > 1]
IDS = [f"{game.name}-{players}" for game, players in TABLES]


def dealt(game: Game, players: int, seed: int, **options: OptionValue) -> Any:
    return game.start(game.setup(players, options, seed))


def facts(state: State) -> dict[str, Any]:
    return msgspec.to_builtins(state)


def starter(game: Game, players: int, seed: int, **options: OptionValue) -> int | None:
    return game.starter(game.setup(players, options, seed))


@pytest.mark.parametrize("game", map(registry.get_game, DEALT_BEFORE), ids=lambda game: game.name)
def test_a_setup_of_an_older_edition_is_dealt_as_it_was(game: Game) -> None:
    """Mazaytsy's first seat began; in the other games chance has always decided."""
    for seed, digest in enumerate(DEALT_BEFORE[game.name], 1):
        state = game.start(game.setup(2, {}, seed, edition=1))
        # What came later has a default, for the positions that were stored without it.
        known = [field.name for field in msgspec.structs.fields(state) if field.default is msgspec.NODEFAULT]
        found = facts(state)
        assert digest_of(msgspec.json.encode({name: found[name] for name in known})) == digest


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_each_seat_is_drawn_now_and_then(game: Game, players: int) -> None:
    assert {starter(game, players, seed) for seed in range(60)} == set(range(players))


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_a_named_seat_begins_whatever_the_luck(game: Game, players: int) -> None:
    for seat in range(players):
        assert {starter(game, players, seed, starter=seat + 1) for seed in range(5)} == {seat}


#: What hangs on who begins, by game; all else is dealt alike.
OF_THE_STARTER = {
    "mezen": {"actor", "active"},
    "gzhel": {"actor", "active"},
    "mazaytsy": {"actor", "first"},
    "novgorod": {"actor", "first", "careers"},
    "mezo": {"actor", "order", "vp", "sources"},
}


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_a_named_seat_changes_nothing_else(game: Game, players: int) -> None:
    for seed in range(10):
        drawn = dealt(game, players, seed)
        first = starter(game, players, seed)
        assert first is not None
        for seat in range(players):
            named = dealt(game, players, seed, starter=seat + 1)
            other = {name for name, value in facts(named).items() if value != facts(drawn)[name]}
            if game.name == "mazaytsy":  # the draw asked luck once, after the deal
                other.remove("chance")
                assert (named.chance.seed, named.chance.drawn + 1) == (drawn.chance.seed, drawn.chance.drawn)
            assert other <= OF_THE_STARTER.get(game.name, {"actor"}) if seat != first else not other


def test_novgorods_starter_gets_the_lowest_of_the_career_cards_that_were_dealt() -> None:
    game = registry.get_game("novgorod")
    for seed in range(10):
        drawn = dealt(game, 4, seed)
        for seat in range(4):
            named = dealt(game, 4, seed, starter=seat + 1)
            assert sorted(named.careers) == sorted(drawn.careers)
            assert named.careers[seat] == min(named.careers)
            assert named.actor == (seat - 1) % 4, "whoever sits right of the starter picks first"
            moved = sum(one != other for one, other in zip(named.careers, drawn.careers, strict=True))
            assert moved in (0, 2), "all others keep their cards"


def test_mezos_starter_has_5_points_and_those_after_it_fewer_and_fewer() -> None:
    for seat in range(4):
        state = dealt(registry.get_game("mezo"), 4, 3, starter=seat + 1)
        assert [state.vp[(seat + step) % 4] for step in range(4)] == [5, 4, 3, 2]
        assert state.actor == (seat + 3) % 4, "whoever has the fewest points chooses a god first"


@pytest.mark.parametrize("name", ["mezen", "gzhel"])
def test_alone_nobody_else_can_begin(name: str) -> None:
    game = registry.get_game(name)
    option = next(option for option in game.options if option.name == "starter")
    assert len(game.choices(option, 1)) == 1
    assert starter(game, 1, 5) is None
    assert dealt(game, 1, 5, starter=1).digest() == dealt(game, 1, 5).digest()
    with pytest.raises(InvalidMatchError, match="Seat 2 cannot begin: it is empty"):
        game.setup(1, {"starter": 2}, 5)


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_only_seats_at_the_table_can_be_named(game: Game, players: int) -> None:
    option = next(option for option in game.options if option.name == "starter")
    assert game.choices(option, players) == ("drawn", *range(1, players + 1))
    for seat in option.choices[players + 1 :]:
        with pytest.raises(InvalidMatchError, match=f"Seat {seat} cannot begin"):
            game.setup(players, {"starter": seat}, 1)
    assert named_seat(game.setup(players, {"starter": option.parse(str(players))}, 1)) == players - 1


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_in_a_rematch_the_next_seat_begins_and_then_the_next(game: Game, players: int) -> None:
    rng = Rng(8)
    setup = game.setup(players, {}, 4)
    order: list[Any] = [game.starter(setup)]
    for _ in range(players):
        setup = game.setup(players, setup.options, seed_of_rematch(game, setup, lambda: rng.randrange(10**9)))
        order.append(game.starter(setup))
    assert order == [(order[0] + step) % players for step in range(players + 1)]
    assert setup.options["starter"] == "drawn"


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_a_rematch_takes_the_first_seed_where_a_starter_was_named(game: Game, players: int) -> None:
    seeds = iter(range(100, 200))
    assert seed_of_rematch(game, game.setup(players, {"starter": 2}, 4), lambda: next(seeds)) == 100


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_tell_who_begins(game: Game) -> None:
    text = " ".join(game.rules().split())
    assert re.search(r"\bdrawn\b|[Cc]hance says|lowest career number", text)
    assert "starter" in text and "rematch keeps" in text
