"""The phases of a round."""

ANNOUNCING, PAYING, LIFTING, PLACING, SCORING, OVER = range(6)
