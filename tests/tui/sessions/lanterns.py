"""A small game in which players choose themselves what there is to be seen, for tests of sessions."""

from collections.abc import Sequence
from typing import Any

from core.bots.evaluator import Evaluator
from core.game import EventSink, Game, GameEvent, GameOption, Move, Prompt, Setup, State
from core.labels import Labels
from core.match import Match, Seat
from core.rng import Rng
from core.view import Moment, SeatView

#: Nothing to be seen; a light for a short while; one that is looked at until a key is pressed; the same, but for
#: nobody else's eyes; and something hidden that is shown, so that several people cannot take it back.
DARK, GLOW, OMEN, WHISPER, SHOW = "dark", "glow", "omen", "whisper", "show"
#: The decisions of a turn.
A_TURN = 2


class Lanterns(State):
    """Everybody lights two lanterns in each turn."""

    actor: int | None
    players: int
    turns: int
    secret: bool
    lit: list[str]

    @property
    def prompt(self) -> Prompt:
        return Prompt("light", "Which lantern?", secret=self.secret)

    @property
    def round(self) -> int:
        return 1 + len(self.lit) // (A_TURN * self.players)

    def progress_text(self) -> str:
        return f"lantern {len(self.lit)}"

    def legal_moves(self) -> Sequence[Move]:
        return [] if self.actor is None else [Move(name) for name in (DARK, GLOW, OMEN, WHISPER, SHOW)]

    def play(self, move: Move, emit: EventSink | None = None) -> None:
        if emit:
            alone = self.actor if move.notation == WHISPER else None
            emit(GameEvent(move.notation, self.actor, (len(self.lit),), move.notation == SHOW, alone))
        self.lit.append(move.notation)
        ended = len(self.lit) == self.turns * A_TURN
        self.actor = None if ended else len(self.lit) // A_TURN % self.players

    def describe(self, move: Move) -> str:
        return f"light the {move.notation} lantern"

    def copy(self) -> "Lanterns":
        return Lanterns(self.actor, self.players, self.turns, self.secret, self.lit.copy())

    def scores(self) -> list[int]:
        return [sum(at // A_TURN % self.players == seat for at in range(len(self.lit))) for seat in range(self.players)]

    def breakdown(self) -> dict[str, list[int]]:
        return {"lanterns": self.scores()}

    def ranking(self) -> list[list[int]]:
        return [list(range(self.players))]

    def outcome_text(self) -> str:
        return "It is night."

    def determinize(self, seat: int | None, rng: Rng) -> "Lanterns":
        return self.copy()

    def board_text(self, seat: int | None = None) -> str:
        return " ".join(self.lit)

    def violations(self) -> list[str]:
        return []


class LanternsView(SeatView[Lanterns]):
    """What is to be seen of the lanterns."""

    def moments(self, before: Lanterns, events: Sequence[GameEvent]) -> list[Moment]:
        shown = [event for event in events if event.kind in (GLOW, OMEN, WHISPER)]
        return [Moment(f"{event.kind} {event.facts[0]}", waits_for_key=event.kind != GLOW) for event in shown]


class LanternsGame(Game):
    """The game of lanterns; `secret`: nobody may see what another decides."""

    name, title, tagline, credits = "lanterns", "Lanterns", "", ""
    player_counts, minutes, edition, notation = range(1, 5), 1, 1, "dark|glow|omen|whisper|show"
    options = (GameOption("secret", "Everybody looks away."), GameOption("turns", "", 6, tuple(range(1, 99))))

    def start(self, setup: Setup) -> State:
        return Lanterns(0, setup.players, int(setup.options["turns"]), bool(setup.options["secret"]), [])

    def state_type(self) -> type[State]:
        return Lanterns

    def evaluator(self) -> Evaluator:
        return Evaluator()

    def view(self, *args: Any, **more: Any) -> SeatView[Any]:
        return LanternsView(*args, **more)

    def labels(self) -> Labels:
        return Labels()

    def describe_event(self, event: GameEvent, names: Sequence[str]) -> str:
        assert event.seat is not None
        return f"{names[event.seat]} lights the {event.kind} lantern."


GAME = LanternsGame()
ANNA, BORIS, VERA, GLEB = Seat("Anna"), Seat("Boris"), Seat("Vera", "bot", "random"), Seat("Gleb", "bot", "random")


def lanterns(*seats: Seat, secret: bool = False, turns: int = 6) -> Match:
    """A match of lanterns."""
    return Match.new(GAME, seats, {"secret": secret, "turns": turns}, 3)
