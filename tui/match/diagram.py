"""A position as a picture on its own: painted by the game's screen, which nobody has to open for it."""

from typing import TYPE_CHECKING, Any

from textual.geometry import Region, Size

from core.game import Game
from core.lessons.diagrams import Diagram, diagram_targets
from tui.features.lessons.spotlight import spotlight
from tui.widgets.canvas import Canvas

if TYPE_CHECKING:
    from tui.match.screen import MatchScreen

#: The screen that the picture is cut out of: there every game draws small.
_SCREEN = Size(80, 24)


def paint_diagram(game: Game, scene: Diagram) -> Canvas:
    """What a scene shows, as the game draws it."""
    from tui.app import game_screen

    match = scene.match(game)
    still: MatchScreen[Any, Any] = _still(game_screen(match))(match, [scene.seat])
    whole = _table(still)
    areas = still.target_regions()
    if bright := [areas[target] for target in diagram_targets(scene, match, scene.points) if target in areas]:
        spotlight(whole, bright, still.palette, few_colours=still.samovar_app.few_colours)
    shown = [areas[target] for target in diagram_targets(scene, match, scene.shows) if target in areas]
    cut = Region.from_union(shown) if shown else Region(0, 0, *still.size_of("board"))
    canvas = Canvas(cut.width, cut.height, still.palette.style())
    canvas.paste(-cut.x, -cut.y, whole)
    return canvas.ascii() if still.samovar_app.ascii else canvas


def _table(still: "MatchScreen[Any, Any]") -> Canvas:
    """The board and what stands beside it, as far apart as the areas of their places say."""
    board, side = (Canvas(*still.size_of(panel), still.palette.style()) for panel in ("board", "side"))
    still.paint_board(board)
    still.paint_side(side)
    whole = Canvas(board.width + side.width, board.height, still.palette.style())
    whole.paste(0, 0, board)
    whole.paste(board.width, 0, side)
    return whole


def _still(kind: "type[MatchScreen[Any, Any]]") -> "type[MatchScreen[Any, Any]]":
    """A game's screen that was never opened, as if it had the smallest size, nobody a cursor, and nothing were new."""
    return type(f"Still{kind.__name__}", (kind,), {"size": _SCREEN, "marks": {}})
