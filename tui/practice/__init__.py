"""Getting better: what a master thinks of a match, the same deal again, and any position."""
