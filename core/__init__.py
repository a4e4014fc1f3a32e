"""Rules, views and bots of five board games. Pure: no clock, no files, no screen."""

__version__ = "0.2.0.dev0"
