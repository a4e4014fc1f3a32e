"""The board of Gzhel: the pads, the tray, the goals and the other players."""
