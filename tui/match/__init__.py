"""The screens on which a match is seen and played."""
