"""Lessons as data, a guide that leads through them, and diagrams for the rules.

    course = load(game)                            # read from `core/games/GAME/lessons/`; empty where there is nothing
    guide = Guide.start(game, course.lessons[0], "Anna")
    while (request := guide.next()) is not DONE:   # a Page to read, a ScriptedMove to play, or ASK
        ...

The screen and plain mode use the same guide, so a lesson is the same in both. CONTRIBUTING.md explains how to write a
lesson; `python -m core.lessons.check GAME` lists what is wrong with the lessons of a game.
"""
