"""The exit codes of the command line."""

FAILED = 1
USAGE_ERROR = 2
INTERRUPTED = 130
