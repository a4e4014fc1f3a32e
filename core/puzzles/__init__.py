"""Positions in which one turn is clearly better than all others.

book.py      the puzzles of a game as they are shipped: `core/games/GAME/puzzles.jsonl`
weighing.py  whether one turn stands out, by how much, and who finds it
attempt.py   a puzzle being tried, and what a turn is worth against the answer
find.py      `python -m core.puzzles.find GAME` looks for more

Like a review, a puzzle knows only what the seat to move could know: every world is an imagined one.
"""
