"""The puzzles that games are shipped with. A game may have none."""

from importlib import resources

from core import registry
from core.game import Game
from core.puzzles.book import FILE, Book, load_book

#: The games that have some, by name.
PUZZLED = [
    game.name for game in registry.all_games() if resources.files(type(game).__module__).joinpath(FILE).is_file()
]


def shipped(name: str) -> tuple[Game, Book]:
    """A game that has puzzles, and those: they are for its edition."""
    game = registry.get_game(name)
    found = load_book(game)
    assert found is not None
    return game, found
