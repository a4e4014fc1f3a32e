"""A parent process that has loaded everything and forks a child for each guest."""
