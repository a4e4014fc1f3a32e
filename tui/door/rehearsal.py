"""Home is opened once, on no screen, before the first guest comes: what that fills and caches, all of them share."""

import asyncio
import os
import tempfile


def rehearse() -> None:
    from tui.app import SamovarApp

    async def open_home() -> None:
        async with SamovarApp().run_test(size=(80, 24)) as pilot:
            await pilot.pause()

    with tempfile.TemporaryDirectory() as folder:
        os.environ["SAMOVAR_HOME"] = folder
        asyncio.run(open_home())
    os.environ.clear()
