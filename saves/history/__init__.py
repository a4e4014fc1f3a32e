"""Finished games and what is computed from them: results, ratings, statistics and summaries."""
