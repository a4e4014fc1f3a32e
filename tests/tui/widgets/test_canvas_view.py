"""What of a canvas is sent again when another one is shown."""

from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import changed_span

WIDTH = 12
STYLES = [Style(color="red"), Style(color="green")]
TEXTS = st.lists(st.tuples(st.sampled_from(["a", "b", "─", "汉", "字"]), st.sampled_from(STYLES)), max_size=WIDTH)


def row(drawn: list[tuple[str, Style]]) -> Canvas:
    canvas = Canvas(WIDTH, 1, STYLES[0])
    x = 0
    for text, style in drawn:
        x = canvas.draw_text(x, 0, text, style)
    return canvas


@given(TEXTS, TEXTS)
def test_the_changed_columns_make_the_old_row_the_new_one_and_halve_no_wide_character(
    before: list[tuple[str, Style]], after: list[tuple[str, Style]]
) -> None:
    old, new = row(before), row(after)
    if (old.chars, old.styles) == (new.chars, new.styles):
        return
    start, end = changed_span(old, new, 0)
    for was, now in ((old.chars[0], new.chars[0]), (old.styles[0], new.styles[0])):
        assert [*was[:start], *now[start:end], *was[end:]] == now
    assert new.chars[0][start] and (end == WIDTH or new.chars[0][end])
    shorter = old.chars[0][start] == new.chars[0][start] and old.styles[0][start] is new.styles[0][start]
    assert not shorter or not new.chars[0][start + 1], "nothing is sent that has not changed"
