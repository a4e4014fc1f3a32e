"""A position as a picture on its own: painted by the game's screen, which nobody has to open for it."""

from typing import TYPE_CHECKING, Any

from textual.geometry import Region, Size

from core.game import Game
from core.lessons.diagrams import Scene, places
from tui.features.lessons.spotlight import spotlight
from tui.widgets.canvas import Picture

if TYPE_CHECKING:
    from tui.match.screen import Frame

#: The screen that the picture is cut out of: there every game draws small.
_SCREEN = Size(80, 24)


def scene_picture(game: Game, scene: Scene) -> Picture:
    """What a scene shows, as the game draws it."""
    from tui.app import game_screen

    match = scene.match(game)
    still: Frame[Any, Any] = _still(game_screen(match))(match, [scene.seat])
    whole = _table(still)
    areas = still.areas()
    if bright := [areas[place] for place in places(scene, match, scene.points) if place in areas]:
        spotlight(whole, bright, still.look, few_colours=still.house.few_colours)
    shown = [areas[place] for place in places(scene, match, scene.shows) if place in areas]
    cut = Region.from_union(shown) if shown else Region(0, 0, *still.room_for("board"))
    picture = Picture(cut.width, cut.height, still.look.style())
    picture.put(-cut.x, -cut.y, whole)
    return picture.ascii() if still.house.ascii else picture


def _table(still: "Frame[Any, Any]") -> Picture:
    """The board and what stands beside it, as far apart as the areas of their places say."""
    board, side = (Picture(*still.room_for(panel), still.look.style()) for panel in ("board", "side"))
    still.paint_board(board)
    still.paint_side(side)
    whole = Picture(board.width + side.width, board.height, still.look.style())
    whole.put(0, 0, board)
    whole.put(board.width, 0, side)
    return whole


def _still(kind: "type[Frame[Any, Any]]") -> "type[Frame[Any, Any]]":
    """A game's screen that was never opened, as if it had the smallest size, nobody a cursor, and nothing were new."""
    return type(f"Still{kind.__name__}", (kind,), {"size": _SCREEN, "marks": {}})
