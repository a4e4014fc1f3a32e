"""Random commands to a session, with laws that must hold after each: it is never stuck and never inconsistent.

`tests/soak/sessions.py` lets it loose for longer than the tests do.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from core.game import Game, Move, OptionValue
from core.match import Match, Seat
from core.rng import Rng
from saves.match_store import MatchStore, read_record
from tests.tui.sessions.tables import local
from tui.sessions.changes import TakenBack
from tui.sessions.local import LocalSession
from tui.sessions.mode import Confirming, Deciding, Over, PassKeyboard, Showing, Thinking, settled

#: How many commands one monkey gives.
COMMANDS = 900
#: Commands by how often they are given.
_COMMANDS = (
    ["wait"] * 70 + ["submit"] * 65 + ["skip"] * 20 + ["confirm"] * 10 + ["keyboard_passed"] * 10
    + ["undo"] * 6 + ["redo"] * 3 + ["restart_turn"] * 2 + ["undo_to"] + ["fail"] * 4
)  # fmt: skip
#: What lets only time pass, or ends what is shown.
_PASSING = ("wait", "skip", "confirm", "keyboard_passed", "fail")


class Monkey:
    """Somebody who presses keys at random at one match, while its bots are late and sometimes fail."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        seed: int,
        pace: str,
        options: Mapping[str, OptionValue] | None = None,
    ) -> None:
        self._rng = Rng(seed)
        self._file = MatchStore().new_file()
        late = self._rng.choice([0.0, 0.1, 2.0])
        self._table = local(Match.new(game, seats, dict(options or {}), seed), self._file, late=late, pace=pace)
        self._path = MatchStore().find(self._file.slug).path
        #: How often each mode was met, those behind a show apart.
        self.modes: Counter[str] = Counter()

    def play(self, commands: int = COMMANDS) -> None:
        for _ in range(commands):
            self._check()
            before, moves = settled(self._session.mode), self._table.moves
            self._table.changes.clear()
            command = self._do_something()
            if command in _PASSING and not isinstance(before, Thinking):
                assert self._table.moves == moves, "nobody moves for a person"
            if self._table.told(TakenBack):
                assert not isinstance(self._session.mode, Showing | Confirming), "what was taken back is forgotten"
        self._leave()

    @property
    def _session(self) -> LocalSession:
        return self._table.session

    def _do_something(self) -> str:
        """Give a random command; return its name."""
        session, rng = self._session, self._rng
        command = rng.choice(_COMMANDS)
        match command:
            case "wait":
                self._table.scheduler.step()
            case "submit":
                session.submit([rng.choice([Move("nonsense"), *session.match.legal_moves])])
            case "undo_to":
                session.undo_to(rng.randrange(1 + len(session.match.log)))
            case "fail":
                self._table.bots.errors = ["MemoryError"]
            case _:
                getattr(session, command)()
        return command

    def _check(self) -> None:
        session, mode = self._session, self._session.mode
        now = settled(mode)
        self.modes[f"{type(now).__name__}{' shown over' if isinstance(mode, Showing) else ''}"] += 1
        assert mode == session.compute_mode(), "the mode is what the match and the session's facts make it"
        assert not (isinstance(mode, Showing) and isinstance(now, PassKeyboard)), "nothing is shown over a secret"
        if isinstance(mode, Thinking) or (isinstance(mode, Showing) and not mode.waits):
            assert not self._table.scheduler.is_idle, f"stuck: {mode}"
        match now:
            case Deciding(seat) | PassKeyboard(seat):
                assert seat == session.match.state.actor and session.viewer == seat
            case Thinking(seat):
                assert seat == session.match.state.actor and seat not in session.seats
            case Confirming(seat):
                assert seat in session.seats and session.viewer == seat
            case Over():
                assert session.match.is_over
        assert read_record(self._path).moves == self._table.moves, "everything is on disk"

    def _leave(self) -> None:
        """Close the session, rather while a bot thinks: nothing moves or is told any more, and all of it is on disk."""
        for _ in range(COMMANDS):
            if isinstance(settled(self._session.mode), Thinking):
                break
            self._do_something()
        moves = self._table.moves
        self._session.close()
        self._table.changes.clear()
        self._table.scheduler.run_dry()
        assert self._table.moves == moves and self._table.changes == [], "something came after the end"
        opened = MatchStore().open(self._file.slug)
        opened.file.close()
        assert not opened.file.read_only
        assert [entry.notation for entry in opened.match.log] == moves
