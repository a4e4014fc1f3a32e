"""Random tables: people and bots who play, prepare, take back, leave and come back, and forgers who try everything."""

from core.bots import LEVELS
from core.game import Game
from core.rng import Chance
from saves.club import events as lines
from saves.club.events import Line, new_id
from tests.saves.club.tables import Log, terms

NAMES = ("anna", "boris", "vera", "gleb", "dina")
STRANGER = "eve"
#: After so many seconds a seat may be handed to a bot, and now and then everybody thinks for longer.
LIMIT = 50.0


class Evening:
    """One table from beginning to end, out of chance."""

    def __init__(self, game: Game, seed: int, forgery: float = 0.4, regret: float = 0.1) -> None:
        self.luck = Chance(seed)
        self.forgery, self.regret = forgery, regret
        players = max(2, self.luck.pick(list(game.seats)))
        people = max(1, self.luck.below(players + 1))
        places = [*NAMES[:people], *[":novice"] * (players - people)]
        self.log = Log(terms(game.name, *places, limit=LIMIT), seed)
        self.names = NAMES[:people]
        self.ids: list[str] = [new_id()]

    def play(self, most: int) -> Log:
        """Until the match is over, or so many lines are written."""
        for seat, name in enumerate(self.names[1:], 1):
            self.write(name, lines.SatDown(new_id(), seat, self._habits()))
        while self.log.table.state != "over" and len(self.log.entries) < most:
            if self.luck.unit() < self.forgery:
                self.write(self.luck.pick([*self.names, STRANGER]), self._anything())
            else:
                self._move()
        return self.log

    def write(self, author: str, line: Line | None) -> None:
        if line is not None:
            self.ids.append(line.id)
        thinks_long = self.luck.unit() < 0.1
        self.log.add(author, line, after=LIMIT * 2 if thinks_long else self.luck.unit() * 10)

    def _habits(self) -> dict[str, bool | int | str]:
        return {habit.name: self.luck.pick(habit.choices) for habit in self.log.table.game.habits}

    def _move(self) -> None:
        """What an honest terminal would write."""
        table = self.log.table
        seat = self.luck.pick(table.turn)
        ahead = table.ahead(seat)
        kind = lines.Chosen if ahead is None else lines.Prepared
        move = self.luck.pick(list((ahead or self.log.match).legal)).notation
        last = table.last_of(seat)
        if last is not None and self.luck.unit() < self.regret:
            self.write(self.log.name(seat), lines.TakenBack(new_id(), seat, last))
        else:
            self.write(self.log.name(seat), kind(new_id(), seat, move))

    def _anything(self) -> Line | None:
        """Any kind of line: some possible, most not."""
        luck = self.luck
        seat = luck.below(len(self.log.table.chairs) + 1)
        level = luck.pick([*LEVELS, "genius"])
        old = luck.pick(self.ids[-12:])
        fresh = old if luck.unit() < 0.1 else new_id()
        choices: list[Line | None] = [
            None,
            lines.Chosen(fresh, seat, self._some_move()),
            lines.Prepared(fresh, seat, self._some_move()),
            lines.TakenBack(fresh, seat, old),
            lines.SatDown(fresh, seat, self._habits()),
            lines.SatDown(fresh, seat, {"lift": "what"}),
            lines.GotUp(fresh, seat, level),
            lines.Filled(fresh, seat, level),
            lines.HandedOver(fresh, seat, level),
            lines.CalledOff(fresh),
            lines.Ending(fresh, luck.unit() < 0.1),
        ]
        return luck.pick(choices)

    def _some_move(self) -> str:
        """A move of somebody, somewhere."""
        legal = list(self.log.match.legal)
        for seat in range(len(self.log.table.chairs)):
            if ahead := self.log.table.ahead(seat):
                legal += ahead.legal
        return self.luck.pick(legal).notation if self.luck.unit() < 0.8 else "xyzzy"


def effective(log: Log) -> list[lines.Entry]:
    """Only those lines of a log that changed something, numbered anew."""
    table = log.fresh()
    kept = table.fold(log.entries)
    return [lines.Entry(number, entry.author, entry.at, entry.line) for number, entry in enumerate(kept)]
