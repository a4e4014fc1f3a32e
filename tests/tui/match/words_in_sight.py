"""Whatever a match asks and tells fits into a window of 80x24, with long names.

`python -m tests.tui.match.words_in_sight [GAME]…` looks at three games each and prints what is cut, and how much was
looked at. `make soak` looks at more games, and follows more of what begins at each decision.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from textual.geometry import Size

import themes
from core import bots, registry
from core.game import Game, OptionValue
from core.match import Match, Seat
from core.rng import Rng
from core.view import Draft
from saves.settings import Settings
from tests.core.playthroughs import variants
from tests.tui.sessions.fake_time import FakeScheduler
from tui.match.board_view import BoardLook, BoardView, load_board_view
from tui.match.layout import PROMPT_ROWS, MatchLayout
from tui.match.panels import ChoicePrompt, NewsPrompt, TopLine, seat_scores
from tui.match.play import PlayFeature
from tui.match.prompt import choice_prompt, news_prompt
from tui.sessions.bots import InProcessBots
from tui.sessions.local import LocalSession
from tui.sessions.session import SessionServices
from tui.sessions.texts import turn_text
from tui.widgets.canvas import Canvas
from tui.widgets.key_bar import KeyBar
from tui.widgets.text_layout import cell_width, wrap

WINDOW = Size(80, 24)
#: Twelve letters each, and two that begin alike.
NAMES = ("Konstantin I", "Alexandrinka", "Alexandrinus", "Bartholomaus", "Christabella")
#: The games that still cut explanations beside their boards; `i` has the whole.
CUT_ROWS = ("mazaytsy",)
#: How many drafts are followed from a decision: half-made choices, each with targets and choices of its own.
DRAFTS = 2


class RecordedGame(NamedTuple):
    """A game whose moves are settled: what its players choose depends on nothing but the seed."""

    game: Game
    players: int
    options: dict[str, OptionValue]
    seed: int
    #: Whether every move is drawn by lot; else the cheap rule plays.
    is_random: bool

    @property
    def name(self) -> str:
        return f"{self.game.name} {'by lot' if self.is_random else 'cheap rule'} {self.seed}"

    def choose(self, match: Match, rng: Rng) -> str:
        if self.is_random:
            return rng.choice(list(match.legal_moves)).notation
        return bots.choose(self.game, match.state, "greedy", rng)


def recorded_games(game: Game, seed: int = 1) -> list[RecordedGame]:
    """Return two games with as many players as there can be: a sensible one, and one by lot with every option."""
    most = max(game.player_counts)
    _, players, turned = next(each for each in variants(game) if each[0].endswith("-options"))
    return [
        RecordedGame(game, most, {}, seed, is_random=False),
        RecordedGame(game, players, turned, seed + 1, is_random=True),
    ]


class Chair:
    """One player's screen: a session that sees the match from a seat, the board, and what belongs to them."""

    def __init__(self, match: Match, seat: int, palette: themes.Palette) -> None:
        self.palette = palette
        services = SessionServices(InProcessBots(), FakeScheduler(), Settings(payoff=False))
        self.session = LocalSession(match, None, services, seats={seat})
        self.board: BoardView[Any, Any] = load_board_view(match.game.name)(self.session)
        self.board.look = BoardLook(MatchLayout(WINDOW), palette)
        self.feature = PlayFeature()
        screen = SimpleNamespace(board=self.board, session=self.session, news_in_sight=False, showing_news=False)
        self.feature.screen = cast(Any, screen)

    def follow(self) -> None:
        """See the position of now, with the cursor where the decision begins."""
        self.session.version += 1
        self.session.update_mode()
        self.board.reset()
        self.board.begin_decision(same_seat=False)


class Sweep:
    """Walk through a recorded game, and what was found on the way: texts that are cut, and how many were looked at."""

    def __init__(self, recorded: RecordedGame, drafts: int = DRAFTS) -> None:
        self.recorded = recorded
        self.drafts = drafts
        self.counts: Counter[str] = Counter()
        self.cut: Counter[str] = Counter()
        self._where = ""

    def run(self) -> "Sweep":
        recorded = self.recorded
        game = recorded.game
        palette = themes.load_palette(game.name, "dark")
        match = Match.new(game, [Seat(name) for name in NAMES[: recorded.players]], recorded.options, recorded.seed)
        chairs = [Chair(match, seat, palette) for seat in range(recorded.players)]
        rng = Rng(recorded.seed + 1000)
        before = None
        while not match.is_over:
            actor = match.state.actor
            assert actor is not None
            self._where = f"{recorded.name}, {match.state.prompt.kind}"
            if actor != before:
                self._look_at_turn(chairs, actor, before)
            self._look_at_decision(chairs[actor])
            before = actor
            match.play(recorded.choose(match, rng))
        return self

    def _found(self, text: str) -> None:
        self.cut[f"{self._where}: {text}"] += 1

    def _look_at_turn(self, chairs: list[Chair], actor: int, before: int | None) -> None:
        """Look at the news of who moves now, and at the line in which the turn before was shown to that player."""
        chair = chairs[actor]
        chair.session.version += 1
        chair.session.update_mode()
        self.counts["news"] += 1
        news = news_prompt(chair.session, WINDOW.width, chair.palette)
        self.counts["lines of news"] += len(news.news)
        for text in cut_news(news):
            self._found(text)
        told = chair.session.last_turn() if before is not None else None
        if told is not None and told.facts:
            self.counts["turns told while a bot moves"] += 1
            line = turn_text(told, lambda sentence: len(wrap(sentence, WINDOW.width - 2)) < PROMPT_ROWS)
            shown = ChoicePrompt(line, "", "", (), Size(WINDOW.width, PROMPT_ROWS - 1), chair.palette)
            for text in cut_prompt(shown):
                self._found(f"turn told: {text}")

    def _look_at_decision(self, chair: Chair) -> None:
        """Look at a decision with every target, every choice, and what begins there."""
        chair.follow()
        self.counts["decisions"] += 1
        for text in (*cut_top_line(chair), *cut_rows(chair.board)):
            self._found(text)
        board, drafts, at = chair.board, [chair.board.draft], 0
        while at < len(drafts):
            board.set_draft(drafts[at])
            at += 1
            self.counts["positions"] += 1
            for draft in self._look_at_position(chair):
                if draft not in drafts and len(drafts) <= self.drafts:
                    drafts.append(draft)

    def _look_at_position(self, chair: Chair) -> Iterator[Draft]:
        """Look at every target and choice of a position; yield the drafts that begin there."""
        board = chair.board
        self._look_at_bar(chair)
        for target in board.view.tab_stops() or [board.view.initial_target(None)]:
            board.move_cursor_to(target)
            choices = board.choices
            for index in range(max(1, len(choices))):
                board.choice_index = index
                shown = choice_prompt(chair.session, board, WINDOW.width, chair.palette)
                self.counts["prompts"] += 1
                self.counts["previews that need the whole prompt"] += shown.question not in text_of(shown)
                if not index:
                    self.counts["choices"] += len(shown.choices)
                for text in cut_prompt(shown):
                    self._found(f"at {target}, choice {index + 1}: {text}")
            yield from (choice.next_draft for choice in choices if choice.next_draft is not None)

    def _look_at_bar(self, chair: Chair) -> None:
        keys = chair.feature.keys()
        bar = KeyBar.fitting(keys, WINDOW.width, chair.palette, False, chair.feature.bar_right(), "news")
        self.counts["key-bar entries"] += len(bar.keys)
        needed = [*chair.feature.enter_key(), *chair.feature.tab_key(), *chair.feature.game_keys(), keys[-1]]
        painted = bar.paint().to_text()
        for key in needed:
            if f"{key.key_text} {key.label}" not in painted:
                self._found(f"key {key.key_text} {key.label}: {painted.strip()}")


def text_of(prompt: ChoicePrompt) -> str:
    """Return what a prompt says, on however many lines."""
    return " ".join("".join(text for text, _ in line) for line in prompt.lines())


def cut_prompt(prompt: ChoicePrompt) -> Iterator[str]:
    """Yield the question with its preview, or the choices, for which a prompt has no room."""
    rows = prompt.size.height - bool(prompt.choices)
    said = f"{prompt.question} | {prompt.preview}"
    if len(prompt.lines()) > rows or any(cell_width(word) > prompt.size.width - 2 for word in said.split()):
        yield said
    elif "…" in said:
        yield f"ellipsis: {said}"
    for choice in prompt.choices:
        if cell_width(choice.text) > prompt.size.width - 10 or "…" in choice.text:
            yield f"choice {choice.text}"


def cut_news(news: NewsPrompt) -> Iterator[str]:
    """Yield the lines of the news that do not show what is most important in them, whole."""
    if len(news.news) > 1 + len(NAMES):
        yield f"{len(news.news)} lines of news"
    for y, line in enumerate(news.news):
        if line.facts and not news.text(y).startswith(line.facts[0]):
            yield f"news: {line.name}: {line.facts[0]}"
        elif "…" in news.text(y):
            yield f"ellipsis in the news: {news.text(y)}"


def cut_rows(board: BoardView[Any, Any]) -> Iterator[str]:
    """Yield the rows of the board and of its side in which something is cut."""
    if board.position.match.game.name in CUT_ROWS:
        return
    left, right = (Canvas(width, board.board_rows) for width in (board.board_columns, board.side_columns))
    board.paint_board(left)
    board.paint_side(right)
    for row in (*left.to_text().split("\n"), *right.to_text().split("\n")):
        if "…" in row:
            yield f"row: {row.strip()}"


def cut_top_line(chair: Chair) -> Iterator[str]:
    """Yield a top line in which words overlap, or in which two players have the same name."""
    match, state = chair.session.match, chair.session.match.state
    scores = seat_scores(match, state, chair.session.viewer or 0)
    actor = next(score for score in scores if score.seat == state.actor)
    top = TopLine(match.game.title, state.progress_text(), actor, scores, WINDOW.width, chair.palette)
    says = f" {top.title} · {top.progress} · {actor.name}  "
    names = top.score_names(WINDOW.width - 1 - cell_width(says))
    scored = "  ".join(f"{name} {score.points}" for name, score in zip(names, scores, strict=True))
    painted = top.paint().to_text().rstrip()
    if len(set(names)) < len(names) or not (painted.startswith(says) and painted.endswith(scored)):
        yield f"top line: {painted}"


def main(words: list[str]) -> int:
    games = [registry.get_game(word) for word in words] or registry.all_games()
    cut: Counter[str] = Counter()
    for game in games:
        sweeps = [Sweep(recorded).run() for recorded in recorded_games(game)]
        counts = sum((sweep.counts for sweep in sweeps), Counter())
        found = sum((sweep.cut for sweep in sweeps), Counter())
        print(f"{game.title}: {', '.join(f'{number} {what}' for what, number in counts.items())}; {len(found)} cut")
        cut += found
    for text, times in cut.items():
        print(f"{times} x {text}")
    return min(1, len(cut))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
