"""Open home, every game and a club once, on no screen, before the first fork, so that children share the caches."""

import asyncio
import os
import tempfile
import threading

from core import registry
from core.match import Match, Seat
from saves.club.store import Club
from tui.app import SamovarApp

_SIZE = (80, 24)


def warm_up() -> None:
    """Open everything, and leave no files and no threads: a process that forks must have no other thread."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SAMOVAR_HOME"] = folder
        asyncio.run(_open_all())
        _open_club(folder)
        for thread in set(threading.enumerate()) - {threading.main_thread()}:
            thread.join()
    os.environ.clear()


async def _open_all() -> None:
    app = SamovarApp()
    async with app.run_test(size=_SIZE) as pilot:
        await pilot.pause()
        for game in registry.all_games():
            match = Match.new(game, [Seat(name) for name in ("One", "Two", "Three")], {}, 1)
            app.show_match(match, None)
            await pilot.pause()
            app.go_home()
            await pilot.pause()


def _open_club(folder: str) -> None:
    """Open a club, so that what its setup reads is read once."""
    Club.open(f"sqlite:///{folder}/club.db").close()
