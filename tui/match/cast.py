"""A replay as an asciinema recording: the screen of a match, move by move, for whoever has no Samovar."""

from collections.abc import Iterator
from typing import Any

import msgspec
from rich.color import ColorSystem
from textual.geometry import Size

import themes
from core.match import Match
from tui.match.board_view import BoardLook, BoardView, load_board_view
from tui.match.layout import PROMPT_ROWS, MatchLayout
from tui.match.panels import ChoicePrompt, TopLine, seat_scores
from tui.sessions.replay import ReplaySession
from tui.sessions.scheduler import Action, Handle
from tui.terminal.screen_diff import ScreenDiff
from tui.widgets.canvas import Canvas

#: The size of a recording.
SIZE = Size(80, 24)
#: The seconds for which a move is shown, the last move of a turn, and the end.
_MOVE, _TURN, _END = 0.5, 1.2, 3.0


def cast_lines(match: Match, size: Size, palette: themes.Palette, ascii: bool) -> Iterator[str]:
    """Yield the lines of a recording in asciinema's format, version 2: a header, then what appears when."""
    header = {"version": 2, "width": size.width, "height": size.height, "title": f"Samovar: {match.game.title}"}
    yield msgspec.json.encode(header).decode()
    screen, diff, now = ReplayPicture(match, size, palette, ascii), ScreenDiff(size.width, size.height), 0.0
    log = match.log
    for log_index in range(len(log) + 1):
        output = diff.feed(_written(screen.paint(log_index)))
        yield msgspec.json.encode((round(now, 2), "o", output)).decode()
        ends_turn = 0 < log_index < len(log) and log[log_index].seat != log[log_index - 1].seat
        now += _TURN if ends_turn else _MOVE
    yield msgspec.json.encode((round(now + _END, 2), "o", "")).decode()


class ReplayPicture:
    """The screen of a match that is walked through, painted without an app."""

    def __init__(self, match: Match, size: Size, palette: themes.Palette, ascii: bool) -> None:
        self._session = ReplaySession(match, NoScheduler())
        self._board: BoardView[Any, Any] = load_board_view(match.game.name)(self._session)
        self._board.look = BoardLook(MatchLayout(size), palette, ascii)
        self._size, self._palette, self._ascii = size, palette, ascii

    def paint(self, log_index: int) -> Canvas:
        """Return the screen after so many moves."""
        self._session.go(log_index)
        width, rows = self._size.width, self._board.board_rows
        canvas = Canvas(*self._size, self._palette.style())
        canvas.paste(0, 0, self._top_line())
        board, side = self._board.pictures()
        canvas.paste(0, 1, board)
        canvas.paste(board.width, 1, side)
        told = self._board.in_signs(self._session.last_move_text)
        prompt = ChoicePrompt("", told, "", (), Size(width, PROMPT_ROWS), self._palette)
        canvas.paste(0, 1 + rows, prompt.paint())
        return canvas.ascii() if self._ascii else canvas

    def _top_line(self) -> Canvas:
        match, state = self._session.match, self._board.state
        scores = seat_scores(match, state)
        line = TopLine(match.game.title, state.progress_text(), None, scores, self._size.width, self._palette)
        return line.paint()


class NoScheduler:
    """The scheduler of a session in which nothing happens by itself."""

    def call_later(self, seconds: float, do: Action) -> Handle:
        raise AssertionError("nothing is called later here")

    def call_from_thread(self, do: Action) -> None:
        raise AssertionError("there is no other thread here")


def _written(canvas: Canvas) -> str:
    """Return a canvas as output for a terminal."""
    rows = []
    for y in range(canvas.height):
        segments = "".join(
            segment.style.render(segment.text, color_system=ColorSystem.TRUECOLOR) if segment.style else segment.text
            for segment in canvas.strip(y)
        )
        rows.append(f"\x1b[{y + 1};1H{segments}")
    return "".join(rows)
