"""Diagrams in the rules: positions by name, painted where the rules are shown.

In `rules.md` a fence names one, with a caption for readers of the file itself:

    ```position two-groups
    Two groups of hedgehogs: three tiles, and one.
    ```

`core/games/GAME/lessons/diagrams.toml` holds the moves that lead to each position, so a diagram always follows the
rules.
"""

import re
from functools import lru_cache

import msgspec

from core.game import Game, OptionValue
from core.lessons.course import lessons_folder, load
from core.match import Match, Seat
from core.view import Target

#: A diagram in Markdown: its name and its caption.
FENCE = re.compile(r"^```position (\S+)\n(.*?)\n?^```$", re.DOTALL | re.MULTILINE)
#: A line that does not go on with the paragraph before it: a heading, a row of a table, an item of a list.
_BEGINS = re.compile(r"#|\||\s*([-*]|\d+\.) ")


class Diagram(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position painted in the rules: a setup, the moves that lead to it, the seat that sees it, and where to look."""

    seed: int
    players: int = 1
    #: The names of the players; by default their numbers.
    names: tuple[str, ...] = ()
    #: The seat that sees it.
    seat: int = 0
    options: dict[str, OptionValue] = {}
    before: str = ""
    #: The corners of what is shown; by default the whole board.
    shows: tuple[str, ...] = ()
    #: The targets that stay bright; by default all.
    points: tuple[str, ...] = ()

    def match(self, game: Game) -> Match:
        """Return the position as a match of humans."""
        seats = [Seat(name) for name in self.names or [""] * self.players]
        match = Match.new(game, seats, self.options, self.seed, load(game).edition)
        for notation in self.before.split():
            match.play(notation)
        return match


@lru_cache(maxsize=16)
def load_diagrams(game: Game) -> dict[str, Diagram]:
    """Return the diagrams of a game's rules by name."""
    room = lessons_folder(game)
    if room is None or not (found := room.joinpath("diagrams.toml")).is_file():
        return {}
    return msgspec.toml.decode(found.read_bytes(), type=dict[str, Diagram])


def diagram_names(rules: str) -> list[str]:
    """Return the names of the diagrams in a text of rules."""
    return [name for name, _ in FENCE.findall(rules)]


def diagram_targets(scene: Diagram, match: Match, words: tuple[str, ...]) -> list[Target]:
    """Return the targets of a diagram that have these names."""
    view = match.game.view(match.state, scene.seat, match.names)
    return [target for word in words if (target := view.target_named(word)) is not None]


def rules_text(game: Game) -> str:
    """Return the rules with each diagram in words: its caption, and what lies at the targets it points at.

    A paragraph is one line, so that a terminal of any width breaks it between words.
    """
    return FENCE.sub(lambda fence: _told(game, fence[1], fence[2].strip()), _paragraphs(game.rules()))


def _paragraphs(markdown: str) -> str:
    """Join the lines of each paragraph and of each item of a list; tables, headings and fences stay."""
    found: list[str] = []
    goes_on = in_fence = False
    for line in markdown.splitlines():
        fence = line.startswith("```")
        if goes_on and not in_fence and not fence and line.strip() and not _BEGINS.match(line):
            found[-1] += f" {line.strip()}"
            continue
        found.append(line)
        in_fence ^= fence
        goes_on = bool(line.strip()) and not in_fence and not fence and not line.startswith(("#", "|"))
    return "\n".join([*found, ""])


def _told(game: Game, name: str, caption: str) -> str:
    scene = load_diagrams(game).get(name)
    if scene is None:
        return caption
    match = scene.match(game)
    view = match.game.view(match.state, scene.seat, match.names)
    pointed = [f"- {view.caption(target)}" for target in diagram_targets(scene, match, scene.points)]
    return "\n".join([caption, "", *(pointed or match.state.board_text(scene.seat).splitlines())])
