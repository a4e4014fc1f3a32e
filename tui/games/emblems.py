"""A small drawing for each game on the shelf, five columns by two rows."""

EMBLEMS: dict[str, tuple[str, str]] = {
    "mezen": ("▟▙▟▙ ", "▌▐▌▐ "),
    "gzhel": (" ╲│╱ ", "─╴◉╶─"),
    "mazaytsy": ("  ╱│ ", "╲▁▁▁╱"),
    "novgorod": ("◖▲◗▲ ", "▐█▌█▌"),
    "mezo": (" ▄█▄ ", "▟███▙"),
}
ASCII_EMBLEMS: dict[str, tuple[str, str]] = {
    "mezen": ("/\\/\\ ", "|||| "),
    "gzhel": (" \\|/ ", "--o--"),
    "mazaytsy": ("  /| ", "\\___/"),
    "novgorod": (" A A ", "|#|#|"),
    "mezo": (" _#_ ", "/###\\"),
}
