"""What people see: the command line, plain mode, and the app with its screens."""
