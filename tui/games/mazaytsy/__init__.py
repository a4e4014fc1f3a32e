"""The board of Mazaytsy.

`board_view` lays everything out; `board` paints the flood and `side` what stands beside it, both with the drawings of
`art`.
"""
