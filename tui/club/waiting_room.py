"""The screen of a table that waits for its players: seats, terms and messages; the match begins when it is full."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.text import list_text
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent
from saves.guest import typed_command
from tui import commands
from tui.club import requests, text
from tui.club.client import EventRequest, TableClient
from tui.club.connection import TableConnection
from tui.club.dialogs import ask_level, ask_message, ask_mute
from tui.club.match_feature import NEXT_TABLE
from tui.screens.list_screen import ListRow, ListScreen
from tui.widgets.key_bar import KeyLabel

if TYPE_CHECKING:
    from tui.club.navigation import ClubNavigation


class WaitingScreen(ListScreen):
    """The seats of a table before its match begins."""

    own_commands = commands.WAITING
    has_editable_values = False

    def __init__(self, navigation: "ClubNavigation", connection: TableConnection) -> None:
        super().__init__()
        self.navigation, self.connection = navigation, connection
        self._said: list[str] = []

    @property
    def client(self) -> TableClient:
        return self.connection.client

    @property
    def palette_scope(self) -> str:  # type: ignore[override]
        return self.client.table.game.name

    @property
    def title_text(self) -> str:  # type: ignore[override]
        return f"{self.client.table.game.title}: table {self.client.name}"

    def on_mount(self) -> None:
        self.cursor = "seat0"
        if self.client.table.is_newer:
            self.status = text.other_samovar(self.client.table)
        self.connection.attach(self)

    def on_unmount(self) -> None:
        if self.connection.listener is self:  # else the match has begun
            self.samovar_app.exit_message = text.exit_message(self.client.name, self.client.seat)
            self.connection.close()

    # What comes in

    def table_changed(self) -> None:
        sat = self.client.seat is not None
        while (effect := self.connection.take()) is not None:
            if effect.changed and (sentence := text.event_text(effect, self.client.table)):
                self.announce(sentence)
        self.connection.go_on()
        table = self.client.table
        if self.client.match is not None or table.ended or (sat and self.client.seat is None):
            self._move_on()
        elif self.connection.connection_error:
            self.status = self.connection.connection_error
        self.repaint()

    def action_leave(self) -> None:
        self.navigation.show_lobby()

    def _move_on(self) -> None:
        """Go to the match when it begins, or to the lobby when the table was cleared or the member got up."""
        if self.client.match is None:
            self.navigation.show_lobby()
            if self.client.table.ended:
                self.samovar_app.show_message(
                    f"Table {self.client.name}", "\n".join(text.ended_lines(self.client.table))
                )
            return
        self.connection.listener = None
        begins = f"The match begins: {list_text(self.client.match.names)}."
        self.samovar_app.close_to_home()
        self.navigation.show_connection(self.connection, begins)

    def announce(self, sentence: str) -> None:
        self._said.append(sentence)
        self.status = sentence
        self.repaint()

    def on_settled(self, played: bool) -> None:
        """Do nothing, because the seats show what was requested."""

    # The rows

    def rows(self) -> list[ListRow]:
        table = self.client.table
        seats = [
            ListRow(f"Seat {number}", text.seat_text(club_seat), self._help(number - 1), f"seat{number - 1}")
            for number, club_seat in enumerate(table.seats, 1)
        ]
        agreed = [ListRow("", line) for line in text.terms_lines(table.terms, self.client.public_seed)]
        said = [ListRow(""), ListRow("Chat")] + [ListRow("", line) for line in self._said[-8:]] if self._said else []
        waits = ListRow(
            f"Waiting for {text.awaited_text(table)}; here now: {list_text(self.connection.present_members, 'nobody')}"
        )
        join = typed_command(f"club join {self.client.name}")
        how = ListRow("", f"Others can join in the lobby, or with: {join}")
        lines = self.navigation.friend_lines.get(self.client.name, ())
        heading = [ListRow("Send this to a friend: one seat, once, within a day")] if lines else []
        sent = [*heading, *(ListRow("", line if line is lines[0] else f"or {line}") for line in lines)]
        return [waits, how, *sent, ListRow(""), *seats, ListRow(""), ListRow("Terms of this table"), *agreed, *said]

    def _help(self, seat: int) -> str:
        club_seat = self.client.table.seats[seat]
        if requests.is_waiting_host(self.client) and self._can_remove(seat):
            return "x removes whoever sits here, or is invited; they do not sit down here again."
        if club_seat.is_taken:
            return "This seat is taken. The match begins when all seats are."
        if requests.is_waiting_host(self.client):
            return "This seat is free. Enter gives it to a bot."
        return "This seat is free. The match begins when all seats are taken."

    def keys(self) -> list[KeyLabel]:
        laying = requests.is_waiting_host(self.client)
        elsewhere = bool(self.connection.awaited_elsewhere)
        return [
            *([NEXT_TABLE] if elsewhere else []),
            *([KeyLabel("i", "line for a friend", "invite")] if laying and self._can_invite else []),
            *([KeyLabel("b", "give a seat to a bot", "fill")] if laying else []),
            *([KeyLabel("x", "remove", "remove")] if laying and self._can_remove(self._seat) else []),
            KeyLabel("/", "talk", "talk"),
            KeyLabel("L", "cancel the table" if laying else "leave the table", "get_up"),
            KeyLabel("Esc", "lobby", "leave"),
        ]

    @property
    def _can_invite(self) -> bool:
        """Whether a line can be made for the seat under the cursor."""
        club_seat = self.client.table.seats[self._seat]
        return bool(self.samovar_app.services.friend_forms) and not club_seat.is_taken and not club_seat.member

    # What can be done

    def action_choose(self) -> None:
        """Give the free seat under the cursor to a bot."""
        if self.client.table.seats[self._seat].is_taken:
            self.status = "This seat is taken."
            self.repaint()
        else:
            self.action_fill()

    @property
    def _seat(self) -> int:
        """The seat under the cursor."""
        return int(self.cursor.removeprefix("seat") or 0)

    def action_fill(self) -> None:
        seat = self._seat
        if requests.is_waiting_host(self.client):
            ask_level(self.samovar_app, lambda level: self._request(lambda: requests.fill(self.client, level, seat)))
        else:
            self._request(lambda: requests.fill(self.client, "", seat))

    def _can_remove(self, seat: int) -> bool:
        club_seat = self.client.table.seats[seat]
        return bool(club_seat.member) and not club_seat.belongs_to(self.client.member)

    def action_remove(self) -> None:
        seat = self._seat
        self._request(lambda: requests.remove(self.client, seat))

    def action_invite(self) -> None:
        """Make a line to send to a friend, for the seat under the cursor."""
        self.navigation.invite_friend(self.client, self._seat, self.repaint)

    def action_get_up(self) -> None:
        self._request(lambda: requests.get_up(self.client, ""))

    def _request(self, make: Callable[[], ClubEvent]) -> None:
        try:
            self.connection.submit(EventRequest.always(make()))
        except ClubRefusedError as error:
            self.status = str(error)
        self.repaint()

    def action_talk(self) -> None:
        ask_message(self.samovar_app, self.client, self.connection.send_message)

    def action_mute(self) -> None:
        ask_mute(self.samovar_app, self.connection)
