"""Mezen on the screen: whole games by keys, by clicks, against bots and at a shared keyboard."""

import itertools
import re

import pytest
from textual.geometry import Region

from core.games.mezen import rules
from core.games.mezen.components import CELL_NAMES, FACE, FACES, GOALS, SETS, SYMBOLS
from core.games.mezen.text import goal_card_text
from core.games.mezen.view import ANIMAL, CELL, GOAL
from core.match import Match, Seat
from core.view import Moment, Target
from saves.match_store import MatchStore
from tests.tui.pilots import (
    BOT,
    BOT2,
    FRIEND,
    LARGE,
    SMALL,
    YOU,
    Table,
    choice_areas,
    mezen,
    mezen_until,
    saved,
    show_moment,
    table,
)
from tui.games.mezen.board import tile_area
from tui.games.mezen.side import GOALS_HEIGHT, goal_pattern
from tui.match.board_view import SEAT_TARGET
from tui.match.screen import MatchScreen
from tui.screens.pass_keyboard import PassKeyboardDialog
from tui.screens.result import ResultScreen
from tui.sessions.mode import Confirming, settled
from tui.widgets.blocks import QUARTERS


async def play_by_keys(at: Table, limit: int = 600) -> None:
    """Do what the prompt says, again and again: place with f, everything else with Enter."""
    for _ in range(limit):
        await at.settle()
        if isinstance(at.screen, ResultScreen):
            return
        if isinstance(at.screen, MatchScreen) and at.screen.board.view.is_placing:
            await at.press("f")
        await at.press("enter")
    raise AssertionError(f"no end in sight:\n{at.text()}")


async def test_a_solo_game_by_keys() -> None:
    match = mezen()
    async with table(match) as at:
        assert at.shows("Mezen · round 1 of 10 · Anna")
        await play_by_keys(at)
        assert at.match.is_over
        assert at.shows("Mezen · the result")
        assert at.shows(at.match.state.outcome_text()[:40])
        sources = ("goals", "dark tiles", "light tiles", "amulets", "best group", "points")
        *parts, total = (
            int(row.split()[-1]) for name in sources for row in at.rows() if re.search(rf" {name} +\d+$", row)
        )
        assert sum(parts) == total == match.state.scores()[0] and len(parts) == 5
    (entry,) = MatchStore().entries()
    assert not entry.is_unfinished
    assert saved().state.digest() == match.state.digest()
    (finished,) = MatchStore().finished()
    assert finished.game == "mezen"


async def test_a_game_against_bots_by_keys() -> None:
    async with table(mezen((YOU, BOT, BOT2))) as at:
        await play_by_keys(at)
        assert at.match.is_over
        seats = {entry.seat for entry in at.match.log if entry.origin == "chosen"}
        assert seats == {0, 1, 2}
        assert all(name in at.rows()[0] for name in ("Anna", "Gleb", "Vera"))
    assert saved().is_over


async def test_bots_alone_play_to_the_end() -> None:
    async with table(mezen((BOT, BOT2))) as at:
        await at.wait(lambda: isinstance(at.screen, ResultScreen))
        assert at.match.is_over


def confirming_seat(at: Table) -> int | None:
    """The seat whose finished turn waits for confirmation."""
    mode = settled(at.session.mode)
    return mode.seat if isinstance(mode, Confirming) else None


async def test_two_people_with_curtain_and_confirmation() -> None:
    """Every turn that passes to the other person is confirmed; secret payments are made behind the curtain."""
    async with table(mezen((YOU, FRIEND, BOT2))) as at:
        curtains, confirmed = set(), 0
        for _ in range(700):
            await at.settle()
            if isinstance(at.screen, ResultScreen):
                break
            if isinstance(at.screen, PassKeyboardDialog):
                curtains.add(next(name for name in ("Anna", "Boris") if at.shows(f"Pass the keyboard to {name}")))
                assert not at.shows("Do you keep")
            elif confirming_seat(at) is not None:
                confirmed += 1
                assert at.shows("turn is done. Enter confirms it")
            elif at.board.view.is_placing:
                await at.press("f")
            else:
                assert at.shows(f"{at.match.seats[at.match.state.actor].name}: ")
            await at.press("enter")
        assert at.match.is_over
        assert curtains == {"Anna", "Boris"}
        assert confirmed > 20
    assert saved().is_over


@pytest.mark.parametrize("key", ["u", "U"])
async def test_a_turn_is_taken_back_before_it_is_confirmed(key: str) -> None:
    match = mezen_until("announce", (YOU, FRIEND, BOT2))
    begin = len(match.log)
    async with table(match) as at:
        await at.press("enter")
        assert confirming_seat(at) == 0
        assert at.board.viewer == at.board.board_seat == 0, "Boris does not sit there yet"
        assert not isinstance(at.screen, PassKeyboardDialog)
        await at.press(key)
        assert len(at.match.log) == begin
        assert confirming_seat(at) is None
        assert at.shows("Anna: ")
        await at.press("enter", "enter")
        assert isinstance(at.screen, PassKeyboardDialog)
        assert at.shows("Pass the keyboard to Boris")


async def test_without_confirmation_the_turn_passes_at_once() -> None:
    match = mezen_until("announce", (YOU, FRIEND, BOT2))
    async with table(match) as at:
        at.app.change_settings(lambda settings: setattr(settings, "confirm_turn", False))
        await at.press("enter")
        assert confirming_seat(at) is None
        assert isinstance(at.screen, PassKeyboardDialog)


# By clicks alone


async def click_cell(at: Table, cell: int) -> None:
    region = at.board.target_regions()[CELL[cell]]
    await at.click_panel("board", region.x + region.width // 2, region.y + region.height // 2)


async def click_choice(at: Table, number: int) -> None:
    place = choice_areas(at.play)[number]
    await at.click_panel("prompt", place.x + 1, place.y)


async def play_by_clicks(at: Table) -> None:
    """Cells are clicked twice, tiles and answers in the choice bar, keys in the key bar."""
    for step in range(600):
        await at.settle()
        if isinstance(at.screen, ResultScreen):
            return
        if isinstance(at.screen, PassKeyboardDialog):
            await at.click_words("Pass the keyboard")
            continue
        kind = at.match.state.prompt.kind
        if confirming_seat(at) is not None:
            await at.click_panel("prompt", 5, 0)
        elif at.board.view.is_placing:
            if step % 2:
                await at.click_words("f fill in")
            while gaps := [cell for cell in at.board.view.free if cell not in at.board.view.placement.tiles]:
                if at.board.cursor != CELL[gaps[-1]]:
                    await click_cell(at, gaps[-1])
                free = [number for number, item in enumerate(at.board.prompt_items) if not item.is_disabled]
                await click_choice(at, free[0])
            await click_choice(at, 0)
        elif kind == "lift":
            target = at.board.view.tab_stops()[-1]
            if at.board.cursor != target:
                await click_cell(at, target.number)
            await click_cell(at, target.number)
        elif kind == "score":
            await click_choice(at, len(choice_areas(at.play)) - 1)
        else:
            target = at.board.view.tab_stops()[-1]
            if at.board.cursor != target:
                await click_choice(at, target.number)
            await at.click_words("Enter choose")
    raise AssertionError(f"no end in sight:\n{at.text()}")


async def test_a_solo_game_by_clicks() -> None:
    async with table(mezen(seed=11), size=LARGE) as at:
        await play_by_clicks(at)
        assert at.match.is_over
        await at.click_words("Esc home")
        assert at.shows("board games, well brewed")


async def test_a_shared_game_by_clicks() -> None:
    async with table(mezen((YOU, FRIEND, BOT), seed=3)) as at:
        await play_by_clicks(at)
        assert at.match.is_over


async def test_small_paintings_are_clicked_to_be_seen_large() -> None:
    async with table(mezen_until("lift", (YOU, BOT, BOT2, FRIEND), seat=0)) as at:
        for name, seat in (("Vera", 1), ("Gleb", 2), ("Boris", 3)):
            await at.click_words(name, 1)
            assert at.board.board_seat == seat
            assert at.shows(f"{name}'s board.")
            await at.press("escape")
            assert at.board.board_seat == 0


async def test_a_click_on_each_key_of_the_bar() -> None:
    async with table(mezen_until("announce", (YOU, BOT), seat=0)) as at:
        before = at.board.cursor
        await at.click_words("Tab next")
        assert at.board.cursor != before
        await at.click_words("o others")
        assert at.board.viewed_seat == 1
        await at.press("escape")
        await at.click_words("i inspect")
        assert at.shows("Goal now:")
        await at.press("escape")
        await at.click_words("? rules")
        assert at.shows("The rules of Mezen")
        await at.click_words("Esc back")
        await at.click_words("Esc menu")
        assert at.shows("Continue playing")
        await at.click_words("Continue playing")
        await at.click_words("t tip")
        await at.settle()
        assert at.shows("Tip: ")
        done = len(at.match.log)
        await at.click_words("Enter choose")
        await at.settle()
        assert len(at.match.log) > done
        await at.click_words("u undo")
        assert len(at.match.log) == done
        await at.click_words("r redo")
        await at.settle()
        assert len(at.match.log) > done


# Without colour


def tile(at: Table, cell: int) -> list[list[tuple[str, bool, bool]]]:
    """What is seen of a tile without colour, with the columns beside it: sign, bold, reversed."""
    picture, region = at.play.query_one("#board").canvas, at.board.target_regions()[CELL[cell]]
    return [
        [
            (picture.chars[y][x], bool(picture.styles[y][x].bold), bool(picture.styles[y][x].reverse))
            for x in range(region.x - 1, region.right + 1)
        ]
        for y in range(region.y, region.bottom)
    ]


@pytest.mark.parametrize("ascii", [False, True])
async def test_tiles_cursor_and_marks_are_told_apart_without_colour(
    ascii: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    match = mezen_until("lift", round_=4)
    painting = match.state.paintings[0]
    async with table(match, ascii=ascii) as at:
        assert at.app.mode == "mono"
        colours = {style.color for row in at.play.query_one("#board").canvas.styles for style in row}
        assert colours == {None}
        light = next(c for c in range(25) if not painting[c] & 1 and CELL[c] != at.board.cursor)
        dark = next(c for c in range(25) if painting[c] & 1 and CELL[c] != at.board.cursor)
        assert not any(reverse for row in tile(at, light) for _, _, reverse in row)
        assert all(row[2][2] for row in tile(at, dark))
        for cell in (light, dark):
            elsewhere = [c for c in range(25) if c not in (light, dark) and not at.board.view.group(c)]
            at.board.cursor = CELL[elsewhere[0]]
            at.play.paint()
            away = tile(at, cell)
            at.board.cursor = CELL[cell]
            at.play.paint()
            under = tile(at, cell)
            assert [(row[0][0], row[-2][0]) for row in under[1:]] == [("[", "]")] * 2
            assert [row[1:-2] for row in under] == [row[1:-2] for row in away]
        group = max((at.board.view.group(c) for c in range(25)), key=int.bit_count)
        first, *others = [c for c in range(25) if group >> c & 1]
        assert others
        at.board.cursor = CELL[first]
        at.play.paint()
        for cell in others:
            beside = cell == first + 1 and cell % 5  # the cursor's own sign stands between them
            assert {row[0][0] for row in tile(at, cell)[1:]} == {"]" if beside else "|" if ascii else "│"}


@pytest.mark.parametrize("colours", ["truecolor", ""])
async def test_the_cursor_keeps_the_ground_of_its_tile_and_lights_its_sides(
    colours: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", colours)
    monkeypatch.setenv("TERM", "xterm")
    match = mezen_until("lift", round_=4)
    painting = match.state.paintings[0]
    async with table(match) as at:
        palette = at.play.palette
        for is_dark, ground in enumerate(("light_tile", "dark_tile")):
            cell = next(c for c in range(25) if painting[c] & 1 == is_dark)
            at.board.cursor = CELL[cell]
            at.play.paint()
            styles, area = at.play.query_one("#board").canvas.styles, at.board.target_regions()[CELL[cell]]
            rows = range(area.y, area.bottom)
            inner = {styles[y][x].bgcolor for y in rows for x in range(area.x, area.right - 1)}
            lit = {palette.style("ink", f"{side}_cursor").bgcolor for side in ("light", "dark")}
            assert palette.style("ink", ground).bgcolor in inner and not inner & lit
            lower = rows if colours else rows[1:]  # beside brackets, the first row is for the signs of the neighbour
            sides = {styles[y][x].bgcolor for y in lower for x in (area.x - 1, area.right - 1)}
            assert sides == {palette.style("cursor_ink", "cursor").bgcolor}


@pytest.mark.parametrize(("colours", "few"), [("truecolor", ""), ("", "few_")])
async def test_tiles_to_place_stand_in_the_row_of_choices_in_their_colours(
    colours: str, few: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", colours)
    monkeypatch.setenv("TERM", "xterm")
    match = mezen_until("place", hand=3)
    async with table(match) as at:
        for key, code in zip("123", match.state.hand, strict=False):
            item = at.board.item_for(key)
            side = "dark" if code & 1 else "light"
            assert at.board.item_roles(item) == (f"{few}{side}_{FACES[FACE[code]]}", f"{side}_tile")
        await at.press("1")
        placed = at.board.item_for("1")
        assert at.board.item_roles(placed) == ("ink", "choice"), "what is placed is no choice any more"


async def test_a_small_window_says_what_was_called_and_what_the_end_would_bring() -> None:
    match = mezen_until("lift", (YOU, BOT, BOT2, FRIEND))
    async with table(match, size=SMALL) as at:
        state = match.state
        assert at.shows(f"Called: {SYMBOLS[state.announced]}, by {match.seats[state.active].name}")
        told = re.search(r"End: light (\d+).* amulets (\d+).* group (\d+) = (\d+)", at.text())
        assert told is not None
        *parts, total = map(int, told.groups())
        assert sum(parts) == total


async def test_each_animal_has_a_shape_and_a_letter_of_its_own() -> None:
    from tui.games.mezen import art

    for scale in (*art.SCALES, *art.SMALL_SCALES):
        shapes = {tuple((cell.x, cell.y, cell.shape) for cell in drawing.cells) for drawing in scale.drawings}
        assert len(shapes) == 6
        for drawing in scale.drawings:
            assert (drawing.width, drawing.height) == (scale.width - scale.margin, scale.height)
    assert len(set(art.LETTERS)) == 6


def test_horse_and_bird_differ_at_a_glance_where_tiles_are_smallest() -> None:
    """The bird is of another colour and has no legs: at the bottom it is one body, the horse four legs."""
    from tui.games.mezen import art

    def strokes(face: int) -> int:
        """How many strokes there are side by side in the last row of the drawing."""
        drawing = art.SCALES[-1].drawings[face]
        last = {cell.x: QUARTERS.index(cell.shape) for cell in drawing.cells if cell.y == drawing.height - 1}
        columns = [last.get(x, 0) & half for x in range(drawing.width) for half in (0b0101, 0b1010)]
        return sum(1 for before, column in itertools.pairwise([0, *columns]) if column and not before)

    assert (strokes(0), strokes(2)) == (4, 1)


def test_an_animal_keeps_eyes_and_paler_parts_in_one_ink_and_in_all_its_colours() -> None:
    """In colours the fox has all its parts; in one ink its eyes are holes in its face."""
    from tui.games.mezen import art

    scale, fox = art.SCALES[0], 4
    coloured, flat = scale.runs(fox, in_one_ink=False), scale.runs(fox, in_one_ink=True)
    assert {part for run in coloured for part in (run.ink, run.behind)} == {".", art.BODY, art.TINT, art.EYE}
    assert {(run.ink, run.behind) for run in flat} == {(art.BODY, ".")}
    dots = {(cell.x, cell.y) for cell in scale.drawings[fox].cells}
    assert {(run.x + step, run.y) for run in flat for step in range(len(run.text))} == dots


# Nothing costly by the way


async def test_neither_enter_nor_a_second_click_on_a_wrong_tile_spends_an_amulet() -> None:
    match = mezen_until("lift", (YOU, BOT), seat=0)
    async with table(match) as at:
        assert at.board.current_choice.label.startswith("lift "), "the cursor begins on a group"
        legal = {move.notation for move in match.state.legal_moves()}
        takes = rules.take_moves(match.state)
        wrong = next(t for t in CELL if f"+{CELL_NAMES[t.number]}" in legal and t.number not in takes)
        before, amulets = len(match.log), match.state.amulets[0]
        await click_cell(at, wrong.number)
        assert at.board.cursor == wrong and at.shows("b: a bridge here")
        await click_cell(at, wrong.number)
        await at.press("enter")
        assert (len(match.log), match.state.amulets[0]) == (before, amulets)
        await at.press("b")
        assert (len(match.log), match.state.amulets[0]) == (before, amulets), "the key only holds it"
        assert at.shows(f"{amulets} amulet") and at.shows(f"▸ {amulets - 1}"), "what is left is told before"
        await at.press("escape")
        await click_cell(at, wrong.number)
        await at.press("b", "enter")
        assert (len(match.log), match.state.amulets[0]) == (before + 1, amulets - 1)
        assert at.board.cursor == wrong and at.board.current_choice.label.startswith("lift "), (
            "what it joins can be lifted at once"
        )


async def test_digits_and_arrows_walk_the_animals_and_enter_pays() -> None:
    match = mezen_until("pay", (YOU, BOT), seat=0)
    announced, amulets = match.state.announced, match.state.amulets[0]
    other = next(animal for animal in range(5) if animal != announced and f"pay-{SYMBOLS[animal]}" in notations(match))
    async with table(match) as at:
        before = len(match.log)
        assert at.board.cursor == ANIMAL[announced], "it begins with what costs nothing"
        assert at.shows(f"keep the {SYMBOLS[announced]} (free)")
        await at.press(str(other + 1))
        assert at.board.cursor == ANIMAL[other] and len(match.log) == before
        assert at.shows(f"pay 1 amulet for the {SYMBOLS[other]}: ")
        gold = (
            at.play.palette.style("light_horse", "light_cursor").bgcolor,
            at.play.palette.style("dark_horse", "dark_cursor").bgcolor,
        )
        board = at.play.query_one("#board").canvas
        lit = at.board.view.touched(ANIMAL[other])
        for cell in range(25):
            area = at.board.target_regions()[CELL[cell]]
            assert (board.styles[area.y][area.right - 2].bgcolor in gold) == bool(lit.bright >> cell & 1)
        await at.press("right", "left")
        assert at.board.cursor == ANIMAL[other]
        await at.press("enter")
        assert match.log[before].notation == f"pay-{SYMBOLS[other]}"
        assert match.log[before].seat == 0 and amulets > 0


def notations(match: Match) -> set[str]:
    return {move.notation for move in match.state.legal_moves()}


async def test_a_click_on_a_tile_points_at_its_animal() -> None:
    match = mezen_until("announce", (YOU, BOT), seat=0)
    async with table(match) as at:
        cell = next(c for c in range(25) if FACE[match.state.paintings[0][c]] == 4)
        await click_cell(at, cell)
        assert at.board.cursor == ANIMAL[4]
        before = len(match.log)
        await click_cell(at, cell)
        await at.settle()
        assert match.log[before].notation == "fox"


async def test_the_legend_has_every_sign_of_the_board() -> None:
    async with table(mezen_until("lift", (YOU, BOT), seat=0, round_=6)) as at:
        rows = at.board.legend()
        text, signs = " ".join(row.text for row in rows), "".join(row.sign for row in rows)
        assert set("hibgfS▲◈+-↓▍▎■×○●") <= set(signs)
        for name in ("horse", "fish", "bird", "hedgehog", "fox", "spruce"):
            assert name in text
        assert f"Amulets left in the pool: {at.match.state.pool}." in text
        assert "After round 5: 1 point for each dark tile" in text
        await at.press("f2")
        assert at.shows("Mezen: signs and reference")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("round_", [2, 6])
@pytest.mark.parametrize("ascii", [False, True])
async def test_below_the_painting_stand_the_signs_of_corners_in_words(
    size: tuple[int, int], round_: int, ascii: bool
) -> None:
    """In every round: those that are not the first letter of their animal."""
    async with table(mezen_until("lift", (YOU, BOT), seat=0, round_=round_), size=size, ascii=ascii) as at:
        below = at.panel("board").split("\n")[tile_area(24, at.board.scale).bottom]
        assert "corner" in below and "g hedgehog" in below and "i fish" in below and "spruce" in below


# Every size of the window

WIDE, WIDEST = (160, 45), (200, 50)
FIVE = (YOU, BOT, BOT2, FRIEND, Seat("Darya", "bot", "random"))


@pytest.mark.parametrize("size", [SMALL, (100, 30), LARGE, WIDE, WIDEST, (160, 60)])
@pytest.mark.parametrize("seats", [FIVE[:1], FIVE[:2], FIVE[:3], FIVE[:4], FIVE])
async def test_nothing_lies_upon_another_thing_or_outside(size: tuple[int, int], seats: tuple[Seat, ...]) -> None:
    """Tiles, goals and other paintings."""
    match = mezen_until("lift", seats)
    async with table(match, size=size) as at:
        areas = list(at.board.target_regions().values())
        assert len(areas) == 25 + 2 + len(seats) - 1  # cells, goals, others
        width, height = at.board.board_columns + at.board.side_columns, at.board.board_rows
        assert all(Region(0, 0, width, height).contains_region(area) for area in areas)
        assert not any(a.overlaps(b) for a, b in itertools.combinations(areas, 2))
        side = at.play.query_one("#side").canvas.to_text()
        assert at.board.is_wide or "STILL TO COME" not in side


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_every_goal_is_told_to_its_last_word_beside_its_picture(size: tuple[int, int]) -> None:
    """No word runs under the picture, and none below the card."""
    match = mezen_until("lift")
    async with table(match, size=size) as at:
        for card in range(36):
            match.state.deck[0] = card
            at.session.version += 1
            at.play.paint()
            side = at.play.query_one("#side").canvas
            area = at.board.target_regions()[GOAL[0]].translate((-at.board.board_columns, 0))
            rows = ["".join(row[area.x : area.right]) for row in side.chars[area.y : area.bottom]]
            step = 2 if size == LARGE else 1
            words = " ".join(row[2 + 5 * step :].strip() for row in rows[1:])
            assert words.strip() == goal_card_text(GOALS[card])
            pictured = ["".join(row[1 : 1 + 5 * step : step]) for row in rows[1:6]]
            assert pictured == goal_pattern(GOALS[card])
            assert not rows[6][: 1 + 5 * step].strip()
    assert GOALS_HEIGHT == 7


@pytest.mark.parametrize("seats", [FIVE[:1], FIVE[:2], FIVE])
async def test_goals_that_may_still_come_are_listed_or_counted(seats: tuple[Seat, ...]) -> None:
    match = mezen_until("lift", seats)
    state = match.state
    closed = set(SETS[state.icon]) - set(state.deck[:2])
    async with table(match, size=WIDEST) as at:
        side = at.play.query_one("#side").canvas.to_text()
        _, listed = side.split("STILL TO COME: 8 of these 10\n")
        numbers = [int(number) for number in re.findall(r"^#(\d+)", listed, flags=re.MULTILINE)]
        assert numbers and set(numbers) <= {card + 1 for card in closed}
        more = re.search(r"… and (\d+) more", listed)
        assert len(numbers) + (int(more[1]) if more else 0) == 10


@pytest.mark.parametrize("size", [SMALL, LARGE, WIDE, WIDEST])
async def test_a_click_on_a_small_painting_in_any_size(size: tuple[int, int]) -> None:
    async with table(mezen_until("lift", FIVE), size=size) as at:
        for seat in (1, 2, 3, 4):
            area = at.board.target_regions()[Target(SEAT_TARGET, seat)]
            await at.click_panel("side", area.x - at.board.board_columns + 2, area.bottom - 1)
            assert at.board.board_seat == seat
            await at.press("escape")


@pytest.mark.parametrize("ascii", [False, True])
async def test_what_others_changed_is_marked_on_their_paintings(ascii: bool) -> None:
    """On the small picture and on the large one: the tiles that another has lifted, dropped and placed."""
    match = mezen_until("announce", (YOU, BOT2))
    async with table(match, size=LARGE, ascii=ascii) as at:
        await at.press("enter")
        await at.settle()
        while at.match.state.actor != 0 or at.match.state.prompt.kind != "score":
            await at.press(*(["f", "enter"] if at.board.view.is_placing else ["enter"]))
            await at.settle()
        marked = {place.number for place in at.board.marks if place.kind == "painting 2"}
        assert marked and not any(place.kind == "cell" for place in at.board.marks), "nobody touches one's own painting"
        area = at.board.target_regions()[Target(SEAT_TARGET, 1)].translate((-at.board.board_columns, 1))
        signs = "!:" if ascii else "▍▎"
        side = at.play.query_one("#side").canvas
        shown = {cell for cell in range(25) if side.chars[area.y + cell // 5 * 3][area.x + cell % 5 * 7 + 6] in signs}
        assert shown == marked
        await at.press("o")
        board = at.play.query_one("#board").canvas
        large = [tile_area(cell, at.board.scale) for cell in range(25)]
        shown = {cell for cell, tile in enumerate(large) if board.chars[tile.y + 1][tile.right - 1] in signs}
        assert shown == marked


async def test_tiles_that_counted_are_lit_on_either_painting() -> None:
    async with table(mezen_until("lift", (YOU, BOT)), size=LARGE) as at:
        for board, panel in ((0, "board"), (1, "side")):
            show_moment(at.play, Moment("+4", (CELL[3], CELL[7]), board))
            lit = at.play.palette.style("light_horse", "light_cursor").bgcolor
            picture = at.play.query_one(f"#{panel}").canvas
            assert lit in [style.bgcolor for row in picture.styles for style in row]
            other = at.play.query_one("#side" if panel == "board" else "#board").canvas
            assert lit not in [style.bgcolor for row in other.styles for style in row]
