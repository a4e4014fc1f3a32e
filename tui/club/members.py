"""Who belongs to the club: games, victories and ratings; the bots as well. Enter decides whom one hears."""

from typing import TYPE_CHECKING

from saves.club.member_names import folded
from saves.club.ratings import Standing
from tui import commands
from tui.club import text as words
from tui.club.table_lists import everybody
from tui.screens.base import Key
from tui.screens.list_screen import Row, RowsScreen

if TYPE_CHECKING:
    from tui.club.navigation import Visit


class MembersScreen(RowsScreen):
    """Everybody, as they are when the screen is opened."""

    own_commands = commands.MEMBERS
    values_change = False
    title_words = "Members of the club"

    def __init__(self, visit: "Visit") -> None:
        super().__init__()
        self.visit = visit
        self._found: list[Standing] | None = None
        self._muted: frozenset[str] = frozenset()

    def on_mount(self) -> None:
        club, me = self.visit.club, self.visit.me
        self.visit.errands.do(lambda: (*everybody(club), club.muted(me)), self._seen)

    def _seen(self, found: tuple[list[Standing], str, frozenset[str]]) -> None:
        self._found, self.remark, self._muted = found
        self.at = next(filter(None, self.row_names()), "")
        self.repaint()

    def rows(self) -> list[Row]:
        if self._found is None:
            return [Row("Counting…")]
        people = [self._row(each) for each in self._found if not each.is_bot]
        bots = [self._row(each) for each in self._found if each.is_bot]
        return [Row("People"), *people, *([Row(""), Row("Bots"), *bots] if bots else [])]

    def _row(self, standing: Standing) -> Row:
        room = max(20, self.size.width - 36)
        muted = ["not heard"] if self._is_muted(standing) else []
        rated = words.points_words(standing)
        facts = words.fitting([*muted, *words.standing_facts(standing), *rated], room)
        points = ", ".join(rated) or "No rating yet: that takes a finished game against somebody else."
        return Row(standing.name, facts, points, f"{'bot' if standing.is_bot else 'member'} {standing.name}")

    def _is_muted(self, standing: Standing) -> bool:
        return not standing.is_bot and folded(standing.name) in self._muted

    def keys(self) -> list[Key]:
        return [Key("⏎", "hear, or not", "mute"), Key("↑↓", "row", "step(1)"), Key("Esc", "back", "leave")]

    def action_choose(self) -> None:
        self.action_mute()

    def action_mute(self) -> None:
        kind, _, name = self.at.partition(" ")
        if kind != "member" or folded(name) == folded(self.visit.me):
            self.remark = "Bots do not talk." if kind == "bot" else "That is you."
            self.repaint()
            return
        club, me, on = self.visit.club, self.visit.me, folded(name) not in self._muted

        def muted() -> frozenset[str]:
            club.mute(me, name, on)
            return club.muted(me)

        self.visit.errands.do(muted, lambda now: self._changed(now, words.muted(name, on)))

    def _changed(self, muted: frozenset[str], remark: str) -> None:
        self._muted, self.remark = muted, remark
        self.repaint()
