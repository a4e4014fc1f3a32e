"""The rules of five board games, pure: no clock, no files, no screen."""

__version__ = "0.2.0.dev0"
