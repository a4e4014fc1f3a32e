"""Finished games, and what is computed from them: ratings, statistics and summaries."""
