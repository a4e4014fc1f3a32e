"""The way to the terminal and back: drivers, input, output, streams and shutdown."""
