"""The five games, the same files in each."""
