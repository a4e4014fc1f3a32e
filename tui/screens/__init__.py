"""The screens that belong to no single feature: home, setup, matches, rules, settings, result, and dialogs."""
