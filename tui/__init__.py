"""The user interfaces: the command line, plain mode, the SSH server, and the app with its screens."""
