"""How far a round has come."""

ANNOUNCING, PAYING, LIFTING, PLACING, SCORING, OVER = range(6)
