"""Run the operator's program for each notice, and confirm those for which it has ended well.

What is not confirmed is told again some minutes later: a server that is killed loses no notice.
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from saves.club.notices import SENDING_SECONDS
from tui.server.bot_player import TurnNotice

#: The seconds that the program may take, and how many of them run at once.
_NOTIFYING, _NOTIFIERS = 60.0, 4
#: What the program finds in its environment, besides SAMOVAR_KIND.
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(Path.home())}

#: Confirms what has been sent.
Confirm = Callable[[Sequence[str]], Awaitable[None]]


class Notifier:
    """The operator's program, of which a few run at once."""

    def __init__(self, program: str, confirm: Confirm, write: Callable[[str], None]) -> None:
        self._program, self._confirm, self._write = program, confirm, write
        self._places = asyncio.Semaphore(_NOTIFIERS)
        self._waiting: set[asyncio.Task[None]] = set()
        self._running: set[asyncio.Task[None]] = set()
        self._is_open = True

    def send(self, notice: TurnNotice) -> None:
        """Run the program for a notice when there is room."""
        task = asyncio.create_task(self._run_in_turn(notice))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def close(self, seconds: float) -> None:
        """Begin no program any more, and give those that run so many seconds."""
        self._is_open = False
        for task in self._waiting - self._running:
            task.cancel()
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)

    async def _run_in_turn(self, notice: TurnNotice) -> None:
        begun = time.monotonic()
        async with self._places:
            if not self._is_open or time.monotonic() - begun > SENDING_SECONDS - _NOTIFYING:
                return  # it will be told again
            task = asyncio.current_task()
            assert task is not None
            self._running.add(task)
            task.add_done_callback(self._running.discard)
            if await self._run(notice):
                await self._confirm(notice.occasions)

    async def _run(self, notice: TurnNotice) -> bool:
        """Run the program; return whether it has ended well."""
        nothing = asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                self._program, notice.member, notice.sentence, stdin=nothing, stdout=nothing, stderr=nothing,
                env={**_ENVIRONMENT, "SAMOVAR_KIND": notice.kind},
            )  # fmt: skip
        except OSError as error:
            self._write(f"{self._program} cannot be run: {error.strerror}")
            return False
        try:
            code = await asyncio.wait_for(process.wait(), _NOTIFYING)
        except TimeoutError:
            process.kill()
            code = await process.wait()
        if code:
            self._write(f"{self._program} for {notice.member} ended with code {code}")
        return code == os.EX_OK
