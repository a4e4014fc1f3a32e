"""What more than one screen uses."""
