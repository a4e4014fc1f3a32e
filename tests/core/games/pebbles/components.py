"""The components of Pebbles, read once from components.toml."""

import tomllib
from importlib import resources

_BOX = tomllib.loads(resources.files(__package__).joinpath("components.toml").read_text("utf-8"))

OMENS: int = _BOX["omens"]
BELL_AFTER: int = _BOX["bell_after"]
