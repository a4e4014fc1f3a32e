"""Random tables: people and bots who play, prepare, undo, leave and come back, and forgers who try everything."""

from core.bots import LEVELS
from core.game import Game
from core.rng import Rng
from saves.club import events
from saves.club.events import ClubEvent, new_id
from tests.saves.club.tables import Log, terms

NAMES = ("anna", "boris", "vera", "gleb", "dina")
STRANGER = "eve"
#: After so many seconds a seat may be handed to a bot, and now and then everybody thinks for longer.
LIMIT = 50.0


class Evening:
    """One table from beginning to end, out of chance."""

    def __init__(self, game: Game, seed: int, forgery: float = 0.4, regret: float = 0.1) -> None:
        self.luck = Rng(seed)
        self.forgery, self.regret = forgery, regret
        players = max(2, self.luck.choice(list(game.player_counts)))
        people = max(1, self.luck.randrange(players + 1))
        places = [*NAMES[:people], *[":novice"] * (players - people)]
        self.log = Log(terms(game.name, *places, limit=LIMIT), seed)
        self.names = NAMES[:people]
        self.ids: list[str] = [new_id()]

    def play(self, most: int) -> Log:
        """Play until the match is over, or so many events are written."""
        for seat, name in enumerate(self.names[1:], 1):
            self.write(name, events.MemberSatDown(new_id(), seat, self._habits()))
        while self.log.table.state != "over" and len(self.log.entries) < most:
            if self.luck.random() < self.forgery:
                self.write(self.luck.choice([*self.names, STRANGER]), self._anything())
            else:
                self._move()
        return self.log

    def write(self, author: str, event: ClubEvent | None) -> None:
        if event is not None:
            self.ids.append(event.id)
        thinks_long = self.luck.random() < 0.1
        self.log.add(author, event, after=LIMIT * 2 if thinks_long else self.luck.random() * 10)

    def _habits(self) -> dict[str, bool | int | str]:
        return {habit.name: self.luck.choice(habit.choices) for habit in self.log.table.game.habits}

    def _move(self) -> None:
        """What an honest terminal would write."""
        table = self.log.table
        seat = self.luck.choice(table.turn)
        ahead = table.early_match(seat)
        kind = events.MoveChosen if ahead is None else events.MovePrepared
        move = self.luck.choice(list((ahead or self.log.match).legal_moves)).notation
        last = table.last_of(seat)
        if last is not None and self.luck.random() < self.regret:
            self.write(self.log.name(seat), events.MoveTakenBack(new_id(), seat, last))
        else:
            self.write(self.log.name(seat), kind(new_id(), seat, move))

    def _anything(self) -> ClubEvent | None:
        """Return any kind of event: some are possible, most are not."""
        rng = self.luck
        seat = rng.randrange(len(self.log.table.seats) + 1)
        level = rng.choice([*LEVELS, "genius"])
        old = rng.choice(self.ids[-12:])
        fresh = old if rng.random() < 0.1 else new_id()
        choices: list[ClubEvent | None] = [
            None,
            events.MoveChosen(fresh, seat, self._some_move()),
            events.MovePrepared(fresh, seat, self._some_move()),
            events.MoveTakenBack(fresh, seat, old),
            events.MemberSatDown(fresh, seat, self._habits()),
            events.MemberSatDown(fresh, seat, {"lift": "what"}),
            events.MemberGotUp(fresh, seat, level),
            events.SeatFilled(fresh, seat, level),
            events.SeatHandedOver(fresh, seat, level),
            events.TableCalledOff(fresh),
            events.EndingProposed(fresh, rng.random() < 0.1),
        ]
        return rng.choice(choices)

    def _some_move(self) -> str:
        """A move of somebody, somewhere."""
        legal = list(self.log.match.legal_moves)
        for seat in range(len(self.log.table.seats)):
            if ahead := self.log.table.early_match(seat):
                legal += ahead.legal_moves
        return self.luck.choice(legal).notation if self.luck.random() < 0.8 else "xyzzy"


def effective(log: Log) -> list[events.StoredEvent]:
    """Return only those events of a log that changed something, renumbered."""
    table = log.fresh()
    kept = table.fold(log.entries)
    return [events.StoredEvent(number, entry.author, entry.at, entry.line) for number, entry in enumerate(kept)]
