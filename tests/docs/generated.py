"""Every file of README and docs that is made by the program: `make pictures` writes them, a test compares them."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.conftest import ROOT
from tests.docs.film import film
from tests.docs.pages import DOCS, PICTURES, WITH_TABLES, diagrams, game_page, with_tables
from tests.docs.screens import PICTURES as SCREENS
from tests.docs.screens import SIZES, picture_name, shown_games, take

#: The moving picture.
FILM = DOCS / PICTURES / "film.svg"
#: How many bytes all pictures together may have.
MOST_BYTES = 1_500_000


def files() -> Iterator[tuple[Path, Callable[[], str]]]:
    """Yield every file that is made, and what makes it."""
    for name in SCREENS:
        for size in SIZES:
            yield DOCS / PICTURES / picture_name(name, size), partial(take, name, size)
    yield FILM, film
    for game in shown_games():
        for name, draw in diagrams(game).items():
            yield DOCS / name, draw
        yield DOCS / "games" / f"{game.name}.md", partial(game_page, game)
    for text in WITH_TABLES:
        path = ROOT / text
        yield path, partial(with_tables, path.read_text("utf-8"))


def pictures() -> list[Path]:
    """Return the pictures that are there."""
    return sorted((DOCS / PICTURES).rglob("*.svg"))
