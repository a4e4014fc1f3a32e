"""Drawing tools that several screens use."""
