"""Learning a game here: lessons as data, one engine that leads through them, and pictures for the rules.

    course = load(game)                            # what `core/games/GAME/lessons/` holds; empty where there is nothing
    guide = Guide.begin(game, course.lessons[0], "Anna")
    while (wish := guide.next()) is not DONE:          # a Page to read, a Play of somebody else, or ASK
        ...

Screen and plain mode ask the same guide, so a lesson is the same in both. How a lesson is written stands in
CONTRIBUTING.md, `python -m core.lessons.check GAME` tells what is wrong with one.
"""
