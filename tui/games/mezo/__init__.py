"""The screen of Mezo: the map, the conflict, the tribes and the rows beside them."""
