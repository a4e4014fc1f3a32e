"""A moving picture of twenty seconds: home, and then a part of a recorded match as `samovar replay` shows it.

It is one SVG: every half of a row that ever occurs is drawn once, every frame is a list of them, and a style sheet
shows one frame after the other. Viewers that are asked for less motion show the first frame of the match.
"""

import asyncio

from tests.docs.screens import calm, cells, recorded
from tests.docs.terminal_svg import BAR, HIGH, MARGIN, WIDE, Row, document, paint
from tests.tui.pilots import SMALL, table

#: The match, and the moves of it that are shown.
GAME, FIRST_MOVE, MOVES = "mezen", 66, 40
#: Seconds for which home is shown, and a move, and the film as a whole.
HOME, WHOLE = 1.6, 20.0
#: Less than so many bytes.
MOST_BYTES = 500_000
TITLE = "Samovar's home, and some turns of Mezen in a terminal of 80 by 24"

#: So many columns of a row are drawn as one piece.
PIECE = 40

Screen = list[Row]


async def _frames() -> list[Screen]:
    async with table(size=SMALL) as at:
        frames = [cells(at)]
    async with table(recorded(GAME).branch(FIRST_MOVE + MOVES), size=SMALL, replay=True) as at:
        at.session.go(FIRST_MOVE)
        at.screen.paint()
        for _ in range(MOVES):
            await at.press("right")
            frames.append(cells(at))
    return frames


def _use(number: int, x: int, y: int) -> str:
    left = f' x="{x * WIDE}"' if x else ""
    top = f' y="{y * HIGH}"' if y else ""
    return f'<use href="#p{number}"{left}{top}/>'


def film() -> str:
    """Return the moving picture as SVG."""
    with calm():
        frames = asyncio.run(_frames())
    shown = [frame for at, frame in enumerate(frames) if at == 0 or frame != frames[at - 1]]
    each = (WHOLE - HOME) / (len(shown) - 1)
    starts = [0.0, *(HOME + at * each for at in range(len(shown) - 1))]
    pieces: dict[Row, int] = {}
    bodies = []
    for frame in shown:
        uses = [
            (x, y, pieces.setdefault(row[x : x + PIECE], len(pieces)))
            for y, row in enumerate(frame)
            for x in range(0, len(row), PIECE)
        ]
        bodies.append("".join(_use(number, x, y) for x, y, number in uses))
    drawn = "".join(f'<g id="p{number}">{paint([piece])}</g>' for piece, number in pieces.items())
    high = len(shown[0]) * HIGH
    strip = "".join(f'<g transform="translate(0 {at * high})">{body}</g>' for at, body in enumerate(bodies))
    steps = "".join(
        f"{100 * start / WHOLE:.3f}%{{transform:translateY(-{at * high}px)}}" for at, start in enumerate(starts)
    )
    style = (
        f"@keyframes f{{{steps}}}#f{{animation:f {WHOLE:g}s step-end infinite}}"
        f"@media(prefers-reduced-motion:reduce){{#f{{animation:none;transform:translateY(-{high}px)}}}}"
    )
    columns, lines = len(shown[0][0]), len(shown[0])
    clip = f'<svg x="{MARGIN}" y="{BAR}" width="{columns * WIDE}" height="{high}"><g id="f">{strip}</g></svg>'
    return document(columns, lines, TITLE, f"<defs>{drawn}</defs>{clip}", style)
