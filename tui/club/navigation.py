"""A member's way through the club's screens, from the lobby to a table and back.

    navigation = ClubNavigation(app, club, "anna")
    navigation.show_lobby()
    navigation.join(table)          # sit down, or come back, and play
    navigation.close()              # when the app has ended

Everything that calls the club is a task in a thread, so that no screen waits for it.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from core.game import OptionValue
from core.match import Match
from saves.club.awaited import awaited_tables, next_table
from saves.club.errors import ClubError
from saves.club.store import Club
from saves.club.terms import Terms
from tui.club import requests, text
from tui.club.client import TableClient, join_table, require_open
from tui.club.connection import TableConnection
from tui.club.friend_line import first_friend_lines, new_friend_lines
from tui.club.lobby import LobbyScreen
from tui.club.match_feature import ClubFeature
from tui.club.session import ClubSession
from tui.club.table_setup import create_rematch
from tui.club.tasks import TaskThread
from tui.club.waiting_room import WaitingScreen
from tui.match.screen import MatchScreen
from tui.screens.result import ResultScreen
from tui.sessions.scheduler import AsyncioScheduler

if TYPE_CHECKING:
    from tui.app import SamovarApp


class ClubNavigation:
    """The club's screens for one member of one club."""

    def __init__(self, app: "SamovarApp", club: Club, me: str) -> None:
        self.app, self.club, self.member = app, club, me
        self._scheduler = AsyncioScheduler()
        self.tasks = TaskThread(self._scheduler, self._failed)
        self._connections: list[TableConnection] = []
        #: The lines to send to friends, by table.
        self.friend_lines: dict[str, tuple[str, ...]] = {}

    def _failed(self, error: ClubError) -> None:
        self.app.show_message("The club", str(error))

    def close(self) -> None:
        """Close the club; tasks on their way get a moment to finish."""
        self.tasks.close()
        self.tasks.wait()
        for connection in self._connections:
            connection.wait()
        self.club.close()

    # The lobby

    def show_lobby(self) -> None:
        """Show the lobby, right above home."""
        self.app.close_to_home()
        self.app.push_screen(LobbyScreen(self))

    # To a table

    def create_table(self, terms: Terms) -> None:
        """Make a table, and go there."""
        self._go(lambda: self._with_line(join_table(self.club, self.club.new_table(terms), self.member)))

    def show_created(self, client: TableClient) -> None:
        """Show a table that has just been made."""
        self._go(lambda: self._with_line(client))

    def _with_line(self, client: TableClient) -> TableClient:
        """Make the line that the host sends to a friend; it is known only here, and until the app ends."""
        if lines := first_friend_lines(client, self.app.services.friend_forms):
            self.friend_lines[client.name] = lines
        return client

    def invite_friend(self, client: TableClient, seat: int, then: Callable[[], None]) -> None:
        """Make another line, for this seat; the one before it for this seat leads nowhere any more."""

        def made(lines: tuple[str, ...]) -> None:
            self.friend_lines[client.name] = lines
            then()

        self.tasks.submit(lambda: new_friend_lines(client, self.app.services.friend_forms, seat), made)

    def join(self, table: str) -> None:
        """Sit down at a table, or come back to it."""

        def sat_down() -> TableClient:
            client = join_table(self.club, table, self.member)
            if not (client.table.ended and client.table.has_place(self.member)):
                client.sit_down(self.habits(client))
            return client

        self._go(sat_down)

    def join_next(self) -> None:
        """Go to the next table where it is the member's turn, or say that there is no other one."""
        here = next((connection.client.name for connection in self._connections if connection.is_open), "")

        def find() -> str:
            return next_table(awaited_tables(self.club, self.club.directory.key_of(self.member)), here)

        self.tasks.submit(find, self._join_found)

    def _join_found(self, table: str) -> None:
        if table:
            self.join(table)
        else:
            self.app.show_message("The club", text.NO_TABLE_WAITS)

    def watch(self, table: str) -> None:
        """Watch a table."""
        self._go(lambda: self.open_table(table))

    def open_table(self, table: str) -> TableClient:
        """Return a watching client of a table, if it is open to the member."""
        client = join_table(self.club, table, self.member, plays=False)
        require_open(client)
        return client

    def rematch(self, table: str) -> None:
        """Play once more with the players of a finished table."""

        def again() -> TableClient:
            client = join_table(
                self.club,
                create_rematch(self.club, join_table(self.club, table, self.member, plays=False)),
                self.member,
            )
            client.sit_down(self.habits(client))
            return client

        self._go(again)

    def habits(self, client: TableClient) -> dict[str, OptionValue]:
        """Return the member's habits, as they were set for the last match of this game."""
        return requests.last_habits(self.app.settings, client.table.game)

    def _go(self, task: Callable[[], TableClient]) -> None:
        self.tasks.submit(task, self.show_table)

    def show_table(self, client: TableClient) -> None:
        """Show a table on the screen for its state."""
        if client.table.ended:
            self.show_result(client)
            return
        if client.match is None and client.table.state == "running":
            self.app.show_message("Another edition", text.cannot_be_shown(client.name, client.table))
            return
        self._connections = [connection for connection in self._connections if connection.is_open]
        start_tasks = partial(TaskThread, self._scheduler)
        connection = TableConnection(client, self._scheduler, start_tasks, self.app.services.paths.cores)
        self._connections.append(connection)
        self.app.close_to_home()  # the lobby is opened again when needed: kept below a table it only costs time
        self.show_connection(connection)

    def show_connection(self, connection: TableConnection, remark: str = "") -> None:
        """Show the waiting screen of a table, or its match."""
        if connection.client.match is None:
            self.app.push_screen(WaitingScreen(self, connection))
        else:
            session = ClubSession(connection, self.app.session_services)
            self.app.push_screen(MatchScreen(session, ClubFeature(self), remark or session.remark))

    # The end

    def show_result(self, client: TableClient) -> None:
        """Show the result of a match, and do what the player chooses there."""
        match = client.table.match
        if match is None or client.table.ended != "played":
            self.app.show_message(f"Table {client.name}", "\n".join(text.ended_lines(client.table)))
            return
        self.app.push_screen(ResultScreen(match, way_out="lobby"), lambda wish: self._after_result(client, match, wish))

    def _after_result(self, client: TableClient, match: Match, wish: str | None) -> None:
        if wish == "again":
            self.rematch(client.name)
        elif wish == "home":
            self.show_lobby()
        else:
            self.app.navigation.after_result(match, None, "", wish)
