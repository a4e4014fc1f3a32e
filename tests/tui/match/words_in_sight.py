"""Whatever the prompt, the choices and the news of a match say fits into a window of 80x24, with long names.

`python -m tests.tui.match.words_in_sight [GAME]…` looks at three games each and prints what is cut.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from textual.geometry import Size

import themes
from core import bots, registry
from core.game import Game
from core.match import Match, Seat
from core.rng import Rng
from saves.settings import Settings
from tests.tui.sessions.fake_time import FakeScheduler
from tui.match.board_view import BoardLook, BoardView, load_board_view
from tui.match.layout import MatchLayout
from tui.match.panels import ChoicePrompt, NewsPrompt
from tui.match.prompt import choice_prompt, news_prompt
from tui.sessions.bots import InProcessBots
from tui.sessions.local import LocalSession
from tui.sessions.session import SessionServices
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import cell_width

WINDOW = Size(80, 24)
#: The first is the viewer. Twelve letters each, and two that begin alike.
NAMES = ("Konstantin I", "Alexandrinka", "Alexandrinus", "Bartholomaus", "Christabella")
#: The games that are looked at, by seed.
SEEDS = (1, 2, 3)


def cut_texts(game: Game, seed: int) -> Iterator[str]:
    """Yield what is cut in a game: at every decision of the viewer, every target there and every choice."""
    palette = themes.load_palette(game.name, "dark")
    for session, board in decisions(game, seed):
        where = f"{game.name} {seed}, {session.match.state.prompt.kind}"
        yield from (f"{where}: {text}" for text in _cut_news(news_prompt(session, WINDOW.width, palette)))
        board.begin_decision(same_seat=False)
        for target in board.view.tab_stops() or [board.view.initial_target(None)]:
            board.move_cursor_to(target)
            for index in range(max(1, len(board.choices))):
                board.choice_index = index
                shown = choice_prompt(session, board, WINDOW.width, palette)
                yield from (f"{where} at {target}, choice {index + 1}: {text}" for text in _cut_prompt(shown))


def cut_rows(game: Game, seed: int) -> Iterator[str]:
    """Yield the rows of the board and of its side in which something is cut, at every decision of the viewer."""
    for session, board in decisions(game, seed):
        board.begin_decision(same_seat=False)
        left, right = (Canvas(width, board.board_rows) for width in (board.board_columns, board.side_columns))
        board.paint_board(left)
        board.paint_side(right)
        rows = [row for canvas in (left, right) for row in canvas.to_text().split("\n")]
        yield from (f"{session.match.state.prompt.kind}: {row.strip()}" for row in rows if "…" in row)


def decisions(game: Game, seed: int) -> Iterator[tuple[LocalSession, BoardView[Any, Any]]]:
    """Yield the session and the board at every decision of the viewer, in a game of as many as can play.

    The cheap rule plays for everybody.
    """
    palette = themes.load_palette(game.name, "dark")
    players = max(game.player_counts)
    match = Match.new(game, [Seat(name) for name in NAMES[:players]], {}, seed)
    services = SessionServices(InProcessBots(), FakeScheduler(), Settings(payoff=False))
    session = LocalSession(match, None, services, seats={0})
    board = load_board_view(game.name)(session)
    board.look = BoardLook(MatchLayout(WINDOW), palette)
    rng = Rng(seed)
    while not match.is_over:
        if match.state.actor == 0:
            session.version += 1
            session.update_mode()
            board.reset()
            yield session, board
        match.play(bots.choose(game, match.state, "greedy", rng))


def _cut_prompt(prompt: ChoicePrompt) -> Iterator[str]:
    rows = prompt.size.height - bool(prompt.choices)
    if len(prompt.lines()) > rows:
        yield f"{prompt.question} | {prompt.preview}"
    for choice in prompt.choices:
        if cell_width(choice.text) > prompt.size.width - 10 or "…" in choice.text:
            yield f"choice {choice.text}"
    if "…" in prompt.question + prompt.preview:
        yield f"ellipsis: {prompt.question} | {prompt.preview}"


def _cut_news(news: NewsPrompt) -> Iterator[str]:
    if len(news.news) > 6:
        yield f"{len(news.news)} lines of news"
    for y, line in enumerate(news.news):
        if line.facts and not news.text(y).startswith(line.facts[0]):
            yield f"news: {line.name}: {line.facts[0]}"
        elif "…" in news.text(y):
            yield f"ellipsis in the news: {news.text(y)}"


def main(words: list[str]) -> int:
    games = [registry.get_game(word) for word in words] or registry.all_games()
    found = Counter(text for game in games for seed in SEEDS for text in cut_texts(game, seed))
    for text in found:
        print(text)
    print(f"{len(found)} texts are cut.")
    return min(1, len(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
