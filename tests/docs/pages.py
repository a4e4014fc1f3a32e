"""What README and site show of the program, written by the program: tables between marks, and the games' pages.

A table stands between `<!-- NAME -->` and `<!-- /NAME -->`; everything else in those files is written by hand.
"""

import re
from collections.abc import Callable
from functools import partial

import msgspec

import themes
from core import registry
from core.game import Game
from core.lessons.diagrams import FENCE, load_diagrams
from tests.bench.ladder import DATA, Pairing
from tests.conftest import ROOT
from tests.docs.screens import TITLES, picture_name
from tests.docs.terminal_svg import picture, rows_of
from tests.tui.pilots import LARGE, SMALL
from tui import commands
from tui.cli.main import COMMAND_GROUPS
from tui.match.diagram import paint_diagram

DOCS = ROOT / "docs"
PICTURES = "pictures"


# Tables


def games_table() -> str:
    """Return the games in a table, with a small picture of each that leads to its page."""
    rows = ["| | game | players | minutes | what it is |", "|---|---|---|---|---|"]
    for game in registry.all_games():
        small = f'<img src="docs/{PICTURES}/{picture_name(game.name, SMALL)}" width="260" alt="{TITLES[game.name]}">'
        link = f"docs/games/{game.name}.md"
        rows.append(
            f"| [{small}](docs/{PICTURES}/{picture_name(game.name, LARGE)}) | [**{game.title}**]({link}) | "
            f"{_players(game)} | {game.minutes} | {game.tagline} |"
        )
    return "\n".join(rows)


def _players(game: Game) -> str:
    return f"{min(game.player_counts)}-{max(game.player_counts)}"


def commands_table() -> str:
    """Return every command of `samovar` with its line in the help."""
    rows = ["| | command | what it does |", "|---|---|---|"]
    for title, group in COMMAND_GROUPS.items():
        rows += [
            f"| {title if at == 0 else ''} | `samovar {name}` | {told} |"
            for at, (name, (_, told)) in enumerate(group.items())
        ]
    return "\n".join(rows)


def keys_table() -> str:
    return commands.markdown_table(commands.PLAY + commands.APP)


class Ladder(msgspec.Struct):
    """The figures of `make ladder`."""

    pairings: list[Pairing]


def ladder_table() -> str:
    """Return how often each level wins, with the interval of 95 %, how many games, and when and on what."""
    measured = msgspec.json.decode(DATA.read_bytes(), type=Ladder).pairings
    met = [each for each in measured if each.against]
    order = {name: at for at, name in enumerate(registry.GAME_NAMES)}
    rows = [
        "| game | who wins | of | first places | games | a master's turn | measured |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in sorted(met, key=lambda each: (order[each.game], each.players)):
        low, high = each.interval
        against = each.against if each.players == 2 else f"{each.players - 1} of {each.against}"
        thinks = f"{each.budget:g} s" if "master" in (each.level, each.against) else "-"
        rows.append(
            f"| {registry.get_game(each.game).title} | {each.level} over {against} | {each.players} | "
            f"{each.share:.0%} ({low:.0%} to {high:.0%}) | {each.games} | {thinks} | {each.date}, {each.commit} |"
        )
    return "\n".join(rows)


TABLES: dict[str, Callable[[], str]] = {
    "games": games_table,
    "commands": commands_table,
    "keys": keys_table,
    "ladder": ladder_table,
}
#: The files with tables between marks; the keys of settings.md and the limits of hosting.md have tests of their own.
WITH_TABLES = ("README.md", "docs/keys.md")
_BLOCK = re.compile(r"<!-- (\w+) -->\n.*?<!-- /\1 -->", re.DOTALL)


def with_tables(text: str) -> str:
    """Return a file with every table between marks written anew."""
    return _BLOCK.sub(lambda found: f"<!-- {found[1]} -->\n{TABLES[found[1]]()}\n<!-- /{found[1]} -->", text)


# The games


def diagram_picture(game: Game, name: str, caption: str) -> str:
    """Return a diagram of the rules as the game paints it."""
    canvas = paint_diagram(game, load_diagrams(game)[name], themes.load_palette(game.name))
    return picture(rows_of(canvas.strip(y) for y in range(canvas.height)), caption)


def diagram_file(game: Game, name: str) -> str:
    return f"{PICTURES}/rules/{game.name}-{name}.svg"


def diagrams(game: Game) -> dict[str, Callable[[], str]]:
    """Return what draws each diagram of a game's rules, by the name of the file in docs."""
    return {
        diagram_file(game, name): partial(diagram_picture, game, name, caption.strip())
        for name, caption in FENCE.findall(game.rules())
    }


def game_page(game: Game) -> str:
    """Return the rules of a game as a page, with its pictures."""
    title, _, rules = game.rules().partition("\n")

    def shown(found: re.Match[str]) -> str:
        caption = " ".join(found[2].split())
        return f"![{caption}](../{diagram_file(game, found[1])})\n\n*{caption}*"

    return (
        f"{title}\n\n{game.tagline}. A game {game.credits}; {_players(game)} players, about {game.minutes} minutes with"
        f" bots.\n\n![{TITLES[game.name]}](../{PICTURES}/{picture_name(game.name, LARGE)})\n\n"
        f"    samovar learn {game.name}     # a guided first game\n    samovar play {game.name}\n"
        f"{FENCE.sub(shown, rules)}"
    )
