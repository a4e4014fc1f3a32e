"""The board of Mezen: the painting, the goals and the other paintings."""
