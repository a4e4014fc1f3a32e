"""Two people at one keyboard."""

from tests.tui.pilots import FRIEND, YOU, mezen_after, mezen_until, table
from tui.screens.result import ResultScreen


async def test_everybody_keeps_their_place_among_the_scores() -> None:
    for seat in (0, 1):
        match = mezen_until("announce", (YOU, FRIEND), round_=3, seat=seat)
        anna, boris = match.state.scores()
        async with table(match) as at:
            assert at.rows()[0].endswith(f"Anna {anna}  Boris {boris}")


async def test_after_the_last_move_there_is_nothing_to_let_stand() -> None:
    match = mezen_after(10_000, (YOU, FRIEND))
    last = match.log[-1]
    match.undo(last.seat)
    async with table(match) as at:
        assert at.app.settings.confirm_turn and at.board.is_deciding
        await at.press("enter")
        assert match.is_over and isinstance(at.screen, ResultScreen)
        await at.press("v", "escape")
        assert at.shows("The game is over.")
        assert at.shows("Enter result") and not at.shows("confirm")
