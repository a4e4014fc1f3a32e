"""Lessons, puzzles, daily deals, reviews, statistics and positions: each with its screens, texts and command."""
