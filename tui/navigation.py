"""The way from one screen to another. The app loads this module, and all screens with it, when it leaves the first."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from core.game import Game
from core.lessons.course import Lesson
from core.lessons.guide import Bookmark, Guide
from core.match import Match
from core.puzzles.book import Grade
from core.review.comparison import Depth
from core.rng import Rng
from core.starting_player import seed_of_rematch
from tui.features.daily.screen import DailyScreen
from tui.features.lessons.match_feature import LessonFeature
from tui.features.lessons.screen import LessonsScreen
from tui.features.lessons.session import LessonSession
from tui.features.position.screen import PositionScreen
from tui.features.puzzles.practice import PuzzlePool, PuzzlePractice
from tui.features.puzzles.screen import PuzzlesScreen, show_next
from tui.features.review.screen import ReviewScreen
from tui.features.statistics.screen import StatisticsScreen
from tui.match.replay import ReplayFeature
from tui.match.screen import MatchScreen
from tui.screens.matches import MatchesScreen
from tui.screens.play_again import play_from
from tui.screens.result import ResultScreen
from tui.screens.settings import SettingsScreen
from tui.screens.setup import SetupScreen
from tui.sessions.replay import ReplaySession
from tui.startup import name_of_player

if TYPE_CHECKING:
    from tui.app import SamovarApp


class Navigation:
    """Open the screens of an app, above the one that is shown."""

    def __init__(self, app: "SamovarApp") -> None:
        self._app = app

    # From home

    def show_setup(self, game: Game) -> None:
        """Ask who plays a new match, and with which options."""
        self._app.push_screen(SetupScreen(game))

    def show_matches(self) -> None:
        self._app.push_screen(MatchesScreen())

    def show_settings(self) -> None:
        if not isinstance(self._app.screen, SettingsScreen):
            self._app.push_screen(SettingsScreen())

    def show_rules(self, game: Game, chapter: str = "") -> None:
        # The parser of Markdown takes as long to load as all other screens.
        from tui.screens.rules import RulesScreen

        self._app.push_screen(RulesScreen(game, chapter))

    def show_daily(self, game: Game | None = None, practice: bool = False) -> None:
        """Open the daily deals; with a game, its deal is played if it is open, or once more for practice."""
        screen = DailyScreen(game)
        self._app.push_screen(screen)
        if practice:
            self._app.call_later(screen.action_practise)
        elif game is not None and screen.is_open:
            self._app.call_later(screen.action_choose)

    def show_statistics(self, game: Game | None = None) -> None:
        """Open the statistics of a game, or of the first one with any."""
        self._app.push_screen(StatisticsScreen(game))

    def show_puzzles(self, game: Game | None = None, grade: Grade | None = None) -> None:
        """Open the list of puzzles and, if a game is named, its next puzzle above it."""
        screen = PuzzlesScreen()
        screen.point_at(game, grade)
        self._app.push_screen(screen)
        if game is not None:
            practice = PuzzlePractice(self._app.store.paths, name_of_player(self._app.services))
            show_next(self._app, practice, PuzzlePool(game, grade), screen.say)

    def show_position(self, game: Game) -> None:
        """Open the screen on which a position is set up."""
        self._app.push_screen(PositionScreen(game))

    # Lessons

    def show_lessons(self, *games: Game) -> None:
        self._app.push_screen(LessonsScreen(list(games)))

    def start_lesson(self, game: Game, lesson: Lesson, anew: bool = False) -> None:
        """Begin a lesson, or go on with it where it was left, above the list of lessons."""
        app = self._app
        reached = app.lesson_store.progress_of(game.name, lesson.name)
        mark = Bookmark(0, []) if anew else Bookmark(reached.step, reached.moves)
        guide = Guide.resume(game, lesson, name_of_player(app.services), mark)
        app.close_to_home()
        self.show_lessons(game)
        session = LessonSession(guide, app.lesson_store, app.session_services)
        app.push_screen(MatchScreen(session, LessonFeature()))

    # Matches that are over

    def show_replay(self, match: Match, slug: str = "") -> None:
        """Push the replay of a match; `slug` is its name on disk."""
        self._app.push_screen(
            MatchScreen(ReplaySession(match, self._app.session_services.scheduler), ReplayFeature(slug))
        )

    def show_review(self, match: Match, slug: str = "", seat: int | None = None, depth: Depth | None = None) -> None:
        """Push the review of a match: what a master thinks of its turns."""
        self._app.push_screen(ReviewScreen(match, slug, seat, depth))

    def show_result(self, match: Match, undo: Callable[[], None] | None = None, slug: str = "") -> None:
        """Push the result of a match, and do what the player chooses there."""
        after = partial(self.after_result, match, undo, slug)
        self._app.push_screen(ResultScreen(match, undo is not None), after)

    def after_result(self, match: Match, undo: Callable[[], None] | None, slug: str, wish: str | None) -> None:
        """Do what the player chose on the result of a match."""
        if wish == "undo" and undo is not None:
            undo()
        elif wish == "replay":
            self.show_replay(match, slug)
        elif wish == "review":
            self.show_review(match, slug)
        elif wish == "again":
            self.play_again(match)
        elif wish == "same":
            self.play_from(match, 0)
        elif wish == "home":
            self._app.go_home()

    def play_again(self, match: Match) -> None:
        """Begin a match with the same seats and a new seed; where no starter was named, the next seat begins."""
        rng = Rng(match.setup.seed)
        seed = seed_of_rematch(match.game, match.setup, lambda: rng.randrange(10**9))
        self._app.new_match(Match.new(match.game, match.seats, dict(match.setup.options), seed))

    def play_from(self, match: Match, at: int) -> None:
        """Begin a match with the first `at` moves of another; with none, it is the same deal."""
        if match.is_counted_daily and not match.is_over:
            self._app.show_message("Play from here", "This attempt counts. You can practise its deal when it is over.")
            return
        play_from(self._app, match, at)
