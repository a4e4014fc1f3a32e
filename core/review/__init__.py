"""Reviews: a master's assessment of a finished match, turn by turn.

turns.py        a match cut into the turns of a seat, each reviewed as a whole
comparison.py   a turn that was played, compared with the one that the master would have played
luck.py         what came after a turn, compared with what comes on average
expectation.py  the result that a seat could expect when a turn began
record.py       the review of a match as it is made and stored
report.py       grades, the turns that cost most, and figures that can be compared between games

A review of a seat uses only what that seat could know when it decided: every world is determinized.
"""
