"""The rules of five board games, pure: no clock, no files, no screen."""
