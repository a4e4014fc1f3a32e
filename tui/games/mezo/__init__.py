"""The board of Mezo: the map, the conflict, the tribes and the rows beside them."""
