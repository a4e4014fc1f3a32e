"""The settings of a player, as this version saves them."""

from typing import Any

import msgspec

from core import registry
from saves import settings
from saves.paths import DataPaths
from saves.settings import LastSetup, Settings


def write_settings(paths: DataPaths) -> dict[str, Any]:
    """Everything other than by default; what this version reads of it."""
    last = {name: LastSetup(["you:Anna", "novice"], {}) for name in registry.GAME_NAMES}
    last["mezen"].options["cards"] = "sun"
    chosen = Settings(theme="gzhel", confirm_turn=False, ascii=True, bot_seconds=1.5, last_setup=last)
    assert not settings.save(paths.settings, chosen)
    return dict(msgspec.to_builtins(settings.load(paths.settings)[0]))
