"""Puzzles: states in which one turn is clearly better than all others.

book.py       the puzzles of a game as they are shipped: `core/games/GAME/puzzles.jsonl`
best_turn.py  whether one turn stands out in a state, and by how much
attempt.py    an attempt at a puzzle, and the worth of a turn compared with the answer
progress.py   how far a player has come with the puzzles of a game
find.py       `python -m core.puzzles.find GAME` looks for more

Like a review, a puzzle uses only what the seat to move could know: every world is determinized.
"""
