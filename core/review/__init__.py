"""What a master thinks of a finished match, turn by turn.

turns.py    a match cut into the turns of a seat, each judged as a whole
judging.py  a turn that was played against the one that the master would have played
luck.py     what came after a turn against what comes on average
outlook.py  what a seat could expect when a turn began
record.py   the review of a match as it is made and kept
report.py   grades, the turns that cost most, and figures that can be compared between games

A review of a seat sees what that seat could know when it decided, and nothing else: every world is an imagined one.
"""
