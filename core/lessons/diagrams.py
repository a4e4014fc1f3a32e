"""Pictures in the rules: positions by name, painted where the rules are read.

In `rules.md` a fence names one, with a caption for whoever reads the file as it is:

    ```position two-groups
    Two groups of hedgehogs: three tiles, and one.
    ```

`core/games/GAME/lessons/diagrams.toml` tells how each position comes about, so a picture is never wrong.
"""

import re
from functools import lru_cache

import msgspec

from core.game import Game, OptionValue
from core.lessons.course import lessons_folder, load
from core.match import Match, Seat
from core.view import Target

#: A picture in Markdown: its name, and its caption.
FENCE = re.compile(r"^```position (\S+)\n(.*?)\n?^```$", re.DOTALL | re.MULTILINE)


class Diagram(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal, the moves that lead to the position, who looks at it, and where to look."""

    seed: int
    players: int = 1
    #: What the players are called; without them, by their number.
    names: tuple[str, ...] = ()
    #: Through whose eyes it is seen.
    seat: int = 0
    options: dict[str, OptionValue] = {}
    before: str = ""
    #: The corners of what is shown; all of the board without them.
    shows: tuple[str, ...] = ()
    #: What stays bright; everything without them.
    points: tuple[str, ...] = ()

    def match(self, game: Game) -> Match:
        """The position, as a match in which everybody is a person."""
        seats = [Seat(name) for name in self.names or [""] * self.players]
        match = Match.new(game, seats, self.options, self.seed, load(game).edition)
        for notation in self.before.split():
            match.play(notation)
        return match


@lru_cache(maxsize=16)
def load_diagrams(game: Game) -> dict[str, Diagram]:
    """The pictures of a game's rules by name."""
    room = lessons_folder(game)
    if room is None or not (found := room.joinpath("diagrams.toml")).is_file():
        return {}
    return msgspec.toml.decode(found.read_bytes(), type=dict[str, Diagram])


def diagram_names(rules: str) -> list[str]:
    """The pictures that a text of rules names."""
    return [name for name, _ in FENCE.findall(rules)]


def diagram_targets(scene: Diagram, match: Match, words: tuple[str, ...]) -> list[Target]:
    """The places of a picture that are called so."""
    view = match.game.view(match.state, scene.seat, match.names)
    return [target for word in words if (target := view.target_named(word)) is not None]


def rules_text(game: Game) -> str:
    """The rules with each picture told: its caption, and what lies where it points."""
    return FENCE.sub(lambda fence: _told(game, fence[1], fence[2].strip()), game.rules())


def _told(game: Game, name: str, caption: str) -> str:
    scene = load_diagrams(game).get(name)
    if scene is None:
        return caption
    match = scene.match(game)
    view = match.game.view(match.state, scene.seat, match.names)
    pointed = [f"- {view.caption(target)}" for target in diagram_targets(scene, match, scene.points)]
    return "\n".join([caption, "", *(pointed or match.state.board_text(scene.seat).splitlines())])
