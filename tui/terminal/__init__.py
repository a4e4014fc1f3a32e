"""The way to the terminal and back: driver, input, output and shutdown."""
