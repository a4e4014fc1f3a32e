"""The rooms of the house: home, setup, saves, rules, settings, result."""
