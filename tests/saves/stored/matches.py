"""Matches as a player's folder has them: at every kind of decision, in every variant, and all that can be peculiar."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from core import registry as shelf
from core.bots import choose
from core.errors import ImpossibleMatch
from core.game import Game, OptionValue
from core.match import Match, Seat
from core.rng import Chance
from saves.match_store import Keeper, Store
from saves.paths import Folders

_NAMES = ("Anna", "Boris", "Vera", "Gleb", "Darya")
_LEVELS = ("novice", "adept", "master")
#: A variant is played so often, with other luck, to find a kind of decision.
_TRIES = 6


class Table(NamedTuple):
    """Who plays which variant."""

    game: Game
    seats: Sequence[Seat]
    options: dict[str, OptionValue]
    seed: int

    def match(self) -> Match:
        return Match.new(self.game, self.seats, self.options, self.seed)

    def __str__(self) -> str:
        chosen = [f"{name}-{str(value).lower()}" for name, value in self.options.items()]
        return "-".join([f"{len(self.seats)}p", *chosen]).replace("_", "")


def tables(game: Game) -> list[Table]:
    """A table for each number of players, and for each choice of each option; people, bots and habits by turns."""
    variants: list[tuple[int, dict[str, OptionValue]]] = [(players, {}) for players in game.seats]
    for option in game.options:
        for choice in option.choices:
            if choice != option.default:
                variants.append((game.seats[len(variants) % len(game.seats)], {option.name: choice}))
    found = []
    for number, (players, options) in enumerate(variants):
        try:
            game.setup(players, options, 0)
        except ImpossibleMatch:  # "teams" are two against two
            players = game.seats[-1]
        found.append(Table(game, _seats(game, players, number), options, 100 + number))
    return found


def _seats(game: Game, players: int, number: int) -> list[Seat]:
    """All people, one person among bots, or two."""
    people = (players, 1, 2)[number % 3]
    habits = {habit.name: habit.choices[-1] for habit in game.habits} if number % 2 else {}
    persons = [Seat(name, habits=habits) for name in _NAMES[:people]]
    bots = [Seat(level.capitalize(), "bot", level) for level in _LEVELS * 2]
    return [*persons, *bots][:players]


def positions(table: Table, seed: int) -> Iterator[Match]:
    """A match at every decision that somebody has, up to its end."""
    match, luck = table._replace(seed=seed).match(), Chance(seed)
    while not match.over:
        yield match
        match.play(luck.pick(list(match.legal)))
    yield match


class Writer:
    """Writes matches through the store of this version, and remembers them."""

    def __init__(self, home: Path) -> None:
        self.folders = Folders.under(home)
        self.store = Store(self.folders)
        self.written: dict[str, Match] = {}

    def save(self, slug: str, match: Match, name: str = "") -> Match:
        with Keeper._of(self.folders, self.folders.matches / f"{slug}.json") as keeper:
            assert not keeper.save(match)
            if name:
                keeper.rename(match, name)
        self.written[slug] = match
        return match

    def write(self) -> None:
        for game in map(shelf.game, shelf.NAMES):
            self._decisions(game)
            self._finished(game)
            self._undone(game)
            self._gone_on(game)

    def _decisions(self, game: Game) -> None:
        """For each kind of decision a match, each at another table; and one for each table that is left."""
        laid = tables(game)
        kinds = {number: set(self._kinds(table)) for number, table in enumerate(laid)}
        used = Counter[int]()
        for kind in sorted(set().union(*kinds.values())):
            where = [number for number in kinds if kind in kinds[number]]
            number = min(where, key=lambda number: used[number])
            used[number] += 1
            self._at(laid[number], kind)
        for number in sorted(set(kinds) - set(used)):
            self._at(laid[number], sorted(kinds[number])[number % len(kinds[number])])

    def _kinds(self, table: Table) -> Iterator[str]:
        for seed in range(table.seed, table.seed + _TRIES):
            yield from (match.state.prompt.kind for match in positions(table, seed) if not match.over)

    def _at(self, table: Table, kind: str) -> None:
        """The first match at such a decision that is well under way, if there is one; of a person before a bot."""
        found = [
            (not (match.waits_for_person and len(match.log) > 20), not match.waits_for_person, seed, number)
            for seed in range(table.seed, table.seed + _TRIES)
            for number, match in enumerate(positions(table, seed))
            if not match.over and match.state.prompt.kind == kind
        ]
        _, _, seed, number = min(found)
        self.save(f"{table.game.name}-{kind}-{table}", next(islice(positions(table, seed), number, None)))

    def _finished(self, game: Game) -> None:
        """Played to the end by what looks best, with each number of players."""
        for players in game.seats:
            table = Table(game, _seats(game, players, players), {}, 200 + players)
            match, luck = table.match(), Chance(players)
            while not match.over:
                match.play(choose(game, match.state, "greedy", luck.fork()))
            self.save(f"{game.name}-finished-{table}", match)

    def _undone(self, game: Game) -> None:
        """Somebody took back a move after something hidden was shown; and the match has a name."""
        table = Table(game, _seats(game, min(3, game.seats[-1]), 1), {}, 300)
        match, luck = table.match(), Chance(3)
        while not match.notes or len(match.log) < 30:
            mine = [at for at, line in enumerate(match.log) if line.seat == 0 and line.how == "chosen"]
            shown = any(line.reveals for line in match.log[max(mine, default=0) :])
            if len(match.log) > 20 and shown and mine and not match.notes:
                match.undo()
            match.play(luck.pick(list(match.legal)))
        self.save(f"{game.name}-undone-{table}", match, f"{game.title} by the stove")

    def _gone_on(self, game: Game) -> None:
        """A log that leads elsewhere, as after a change of rules: the match has gone on from its stored position."""
        table = tables(game)[1]
        match, slug = self._begun(table), f"{game.name}-gone-on-{table}"
        self.save(slug, match)
        path = self.folders.matches / f"{slug}.json"
        content = msgspec.json.decode(path.read_bytes())
        path.write_bytes(msgspec.json.encode({**content, "seed": content["seed"] + 1}))
        opened = self.store.open(slug)
        opened.keeper.close()
        assert opened.match.past and opened.match.notes
        self.save(slug, on(opened.match))

    def _begun(self, table: Table) -> Match:
        return on(table.match(), 25)


def on(match: Match, moves: int = 6, seed: int = 5) -> Match:
    """So many moves further."""
    luck = Chance(seed)
    for _ in range(moves):
        if not match.over:
            match.play(luck.pick(list(match.legal)))
    return match


def play_to_end(match: Match, seed: int = 5) -> Match:
    luck = Chance(seed)
    while not match.over:
        match.play(luck.pick(list(match.legal)))
    return match
