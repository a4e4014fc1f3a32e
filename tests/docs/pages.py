"""What README and site show of the program, written by the program: tables between marks, and the games' pages.

A table stands between `<!-- NAME -->` and `<!-- /NAME -->`; everything else in those files is written by hand.
"""

import re
from collections.abc import Callable
from functools import partial

import msgspec

import themes
from core import registry
from core.bots import PLAYABLE_LEVELS
from core.game import Game
from core.lessons.diagrams import FENCE, load_diagrams
from tests.bench.ladder import DATA, Ladder, Pairing
from tests.conftest import ROOT
from tests.docs.screens import TITLES, picture_name, shown_games
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
    for game in shown_games():
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


def _met() -> list[Pairing]:
    """Return what was measured of levels against each other, by game and from the weakest level to the strongest."""
    measured = msgspec.json.decode(DATA.read_bytes(), type=Ladder).pairings

    def order(each: Pairing) -> tuple[int, int, int, int]:
        level, against = PLAYABLE_LEVELS.index(each.level), PLAYABLE_LEVELS.index(each.against)
        return registry.GAME_NAMES.index(each.game), each.players, level, against

    return sorted((each for each in measured if each.against), key=order)


def ladder_table() -> str:
    """Return how often each level takes the first place of two, in short; what was not measured is left open."""
    shares = {(each.game, each.level, each.against): each.share for each in _met() if each.players == 2}
    pairs = sorted(
        {(level, against) for _, level, against in shares},
        key=lambda pair: [PLAYABLE_LEVELS.index(level) for level in pair],
    )
    rows = [
        f"| game | {' | '.join(f'{level} over {against}' for level, against in pairs)} |",
        f"|---|{'---|' * len(pairs)}",
    ]
    for game in shown_games():
        found = [shares.get((game.name, *pair)) for pair in pairs]
        shown = ["" if share is None else f"{share:.0%}" for share in found]
        rows.append(f"| {game.title} | {' | '.join(shown)} |")
    return "\n".join(rows)


def measured_table() -> str:
    """Return everything that was measured, with the interval of 95 %, how many games, when, and on which commit."""
    rows = [
        "| game | level | of | first places | games | a master's turn | measured |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in _met():
        low, high = each.interval
        against = each.against if each.players == 2 else f"{each.players - 1} of {each.against}"
        thinks = f"{each.budget:g} s" if "master" in (each.level, each.against) else ""
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
    "measured": measured_table,
}
#: The files with tables between marks; the keys of settings.md and the limits of hosting.md have tests of their own.
WITH_TABLES = ("README.md", "docs/keys.md", "docs/bots.md")
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
