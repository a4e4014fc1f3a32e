"""Paint a diagram of the rules with the game's screen, without opening that screen."""

from typing import TYPE_CHECKING, Any

from textual.geometry import Region, Size

from core.game import Game
from core.lessons.diagrams import Diagram, diagram_targets
from tui.features.lessons.spotlight import spotlight
from tui.widgets.canvas import Canvas

if TYPE_CHECKING:
    from tui.match.screen import MatchScreen

#: The size of the screen that the diagram is cut out of: the one at which every game draws small.
_SCREEN = Size(80, 24)


def paint_diagram(game: Game, scene: Diagram) -> Canvas:
    """Paint a diagram as the game draws it, cut to what it shows, with a spotlight on what it points at."""
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
    """Paint the board and the side next to each other, as far apart as the regions of their targets are."""
    board, side = (Canvas(*still.size_of(panel), still.palette.style()) for panel in ("board", "side"))
    still.paint_board(board)
    still.paint_side(side)
    whole = Canvas(board.width + side.width, board.height, still.palette.style())
    whole.paste(0, 0, board)
    whole.paste(board.width, 0, side)
    return whole


def _still(kind: "type[MatchScreen[Any, Any]]") -> "type[MatchScreen[Any, Any]]":
    """Return a game's screen class with the smallest size, no cursor and no marks; it is painted but never opened."""
    return type(f"Still{kind.__name__}", (kind,), {"size": _SCREEN, "marks": {}})
