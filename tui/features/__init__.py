"""Where people get better: what is practised, on the screen and in plain lines."""
