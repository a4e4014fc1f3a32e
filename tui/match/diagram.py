"""Paint a diagram of the rules with the game's own board."""

from textual.geometry import Region

import themes
from core.game import Game
from core.lessons.diagrams import Diagram, diagram_targets
from tui.match.board_picture import SIZES, BoardPicture, FixedPosition
from tui.match.spotlight import spotlight
from tui.widgets.canvas import Canvas


def paint_diagram(
    game: Game, diagram: Diagram, palette: themes.Palette, ascii: bool = False, few_colours: bool = False
) -> Canvas:
    """Paint a diagram as the game draws it, cut to what it shows, with a spotlight on what it points at."""
    match = diagram.match(game)
    # The smallest window, in which every game draws small.
    picture = BoardPicture(FixedPosition(match, diagram.seat, match.state), SIZES[-1], palette, ascii)
    whole, areas = picture.beside_each_other(), picture.board_view.target_regions()
    if bright := [areas[target] for target in diagram_targets(diagram, match, diagram.points) if target in areas]:
        spotlight(whole, bright, palette, few_colours=few_colours)
    shown = [areas[target] for target in diagram_targets(diagram, match, diagram.shows) if target in areas]
    cut = Region.from_union(shown) if shown else Region(0, 0, picture.board.width, picture.board.height)
    canvas = Canvas(cut.width, cut.height, palette.style())
    canvas.paste(-cut.x, -cut.y, whole)
    return canvas.ascii() if ascii else canvas
