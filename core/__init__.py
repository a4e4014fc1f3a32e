"""Rules, views and bots of five board games. Pure: no clock, no files, no screen."""

#: The one place where the version is written; the metadata of the packages are made from it.
__version__ = "1.0.0"
