"""Matches as a player's folder has them: at every kind of decision, in every variant, and all that can be peculiar."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from core import registry
from core.bots import choose
from core.errors import InvalidMatchError
from core.game import Game, OptionValue
from core.match import Match, Seat
from core.rng import Rng
from saves.match_store import MatchFile, MatchStore
from saves.paths import DataPaths

_NAMES = ("Anna", "Boris", "Vera", "Gleb", "Darya")
_LEVELS = ("novice", "adept", "master")
#: A variant is played so often, with other seeds, to find a kind of decision.
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
    variants: list[tuple[int, dict[str, OptionValue]]] = [(players, {}) for players in game.player_counts]
    for option in game.options:
        for choice in option.choices:
            if choice != option.default:
                variants.append((game.player_counts[len(variants) % len(game.player_counts)], {option.name: choice}))
    found = []
    for number, (players, options) in enumerate(variants):
        try:
            game.setup(players, options, 0)
        except InvalidMatchError:  # "teams" are two against two
            players = game.player_counts[-1]
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
    match, rng = table._replace(seed=seed).match(), Rng(seed)
    while not match.is_over:
        yield match
        match.play(rng.choice(list(match.legal_moves)))
    yield match


class Writer:
    """Writes matches through the store of this version, and remembers them."""

    def __init__(self, home: Path) -> None:
        self.folders = DataPaths.under(home)
        self.store = MatchStore(self.folders)
        self.written: dict[str, Match] = {}

    def save(self, slug: str, match: Match, name: str = "") -> Match:
        with MatchFile._of(self.folders, self.folders.matches / f"{slug}.json") as match_file:
            assert not match_file.save(match)
            if name:
                match_file.rename(match, name)
        self.written[slug] = match
        return match

    def write(self) -> None:
        for game in map(registry.get_game, registry.GAME_NAMES):
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
            yield from (match.state.prompt.kind for match in positions(table, seed) if not match.is_over)

    def _at(self, table: Table, kind: str) -> None:
        """The first match at such a decision that is well under way, if there is one; of a person before a bot."""
        found = [
            (not (match.waits_for_human and len(match.log) > 20), not match.waits_for_human, seed, number)
            for seed in range(table.seed, table.seed + _TRIES)
            for number, match in enumerate(positions(table, seed))
            if not match.is_over and match.state.prompt.kind == kind
        ]
        _, _, seed, number = min(found)
        self.save(f"{table.game.name}-{kind}-{table}", next(islice(positions(table, seed), number, None)))

    def _finished(self, game: Game) -> None:
        """Played to the end by what looks best, with each number of players."""
        for players in game.player_counts:
            table = Table(game, _seats(game, players, players), {}, 200 + players)
            match, rng = table.match(), Rng(players)
            while not match.is_over:
                match.play(choose(game, match.state, "greedy", rng.spawn()))
            self.save(f"{game.name}-finished-{table}", match)

    def _undone(self, game: Game) -> None:
        """Somebody took back a move after something hidden was shown; and the match has a name."""
        table = Table(game, _seats(game, min(3, game.player_counts[-1]), 1), {}, 300)
        match, rng = table.match(), Rng(3)
        while not match.notes or len(match.log) < 30:
            mine = [at for at, entry in enumerate(match.log) if entry.seat == 0 and entry.origin == "chosen"]
            shown = any(entry.reveals for entry in match.log[max(mine, default=0) :])
            if len(match.log) > 20 and shown and mine and not match.notes:
                match.undo()
            match.play(rng.choice(list(match.legal_moves)))
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
        opened.file.close()
        assert opened.match.archived_moves and opened.match.notes
        self.save(slug, on(opened.match))

    def _begun(self, table: Table) -> Match:
        return on(table.match(), 25)


def on(match: Match, moves: int = 6, seed: int = 5) -> Match:
    """So many moves further."""
    rng = Rng(seed)
    for _ in range(moves):
        if not match.is_over:
            match.play(rng.choice(list(match.legal_moves)))
    return match


def play_to_end(match: Match, seed: int = 5) -> Match:
    rng = Rng(seed)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    return match
