"""Mazaytsy on the screen.

`screen` says where everything lies; `board` paints the flood, `side` what stands beside it, both with the drawings of
`art`.
"""
