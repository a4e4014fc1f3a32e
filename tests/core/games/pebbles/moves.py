"""The moves, each made once."""

from core.game import Move

ONE, TWO, END, PEEK, PASS, BELL = (Move(word) for word in ("one", "two", "end", "peek", "pass", "bell"))
