"""Programs that fit and measure the bots' weights; nothing here runs while a match is played."""
