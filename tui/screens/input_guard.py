"""Input that reaches a screen only while it is in front, one key after the other.

Keys often come several in one packet. Textual hands all of them to the screen that is on top at that moment. When the
first one closes it, or opens another above it, the rest still waits in its queue: carried out there, a second "close"
would close the screen below, and a second "open" would open twice. Also, Textual has the app run the action of a key
some time later, when keys after it may have been handled already.
"""

from typing import Any

from textual import events
from textual.screen import Screen

from tui.commands import APP, KeyCommands
from tui.own_keys import OwnKeys
from tui.terminal.keyboard_layout import latin_key
from tui.terminal.textual_compat import TextualApp, is_exiting
from tui.widgets.canvas_view import CanvasView

#: The events of keyboard and mouse, and the click that a panel makes of them.
INPUT_EVENTS = (events.InputEvent, events.Paste, CanvasView.Clicked)


def accepts_input(screen: Screen[Any]) -> bool:
    """Whether a screen is in front, and the app goes on."""
    return screen.is_active and not is_exiting(screen.app)


def as_bound(event: events.Event, commands: KeyCommands, own: OwnKeys) -> events.Event:
    """Return a key as the bindings of these commands and the app's know it: by its position, and the player's own keys.

    A key that none of them means is the Latin key at its position.
    """
    if not isinstance(event, events.Key):
        return event
    meant = {key for command in (*commands, *APP) for key in own.keys_of(command)}
    pressed = event if event.key in meant else latin_key(event) or event
    usual = own.usual_key(pressed.key, commands)
    return pressed if usual == pressed.key else events.Key(usual, pressed.character)


def is_refused(screen: Screen[Any], event: events.Event) -> bool:
    """Whether an event is input for a screen that is covered or closed."""
    return isinstance(event, INPUT_EVENTS) and not accepts_input(screen)


async def run_bound_key(app: TextualApp, event: events.Key) -> None:
    """Run at once what a key is bound to, in the screen in front or in the app."""
    if await app.run_bound_key(event.key):
        event.stop()
