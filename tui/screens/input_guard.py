"""A screen that handles input only while it is in front, and finishes one key before it takes the next.

Keys often come several in one packet. Textual hands all of them to the screen that is on top at that moment. When the
first one closes it, or opens another above it, the rest still waits in its queue: carried out there, a second "close"
would close the screen below, and a second "open" would open twice. Also, Textual has the app run the action of a key
some time later, when keys after it may have been handled already.
"""

from typing import Any, ClassVar, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import Screen

from tui.commands import KeyCommands, bindings
from tui.widgets.canvas_view import CanvasView

T = TypeVar("T")

#: The events of keyboard and mouse, and the click that a panel makes of them.
INPUT_EVENTS = (events.InputEvent, events.Paste, CanvasView.Clicked)


class InputGuardScreen(Screen[T]):
    """A screen that ignores keys, clicks and its own closing as soon as it is covered or closed."""

    #: The commands of this screen, from which its bindings, its help and its part of the command palette are made.
    own_commands: ClassVar[KeyCommands] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if "own_commands" in vars(cls):
            cls.BINDINGS = [*bindings(cls.own_commands)]
        super().__init_subclass__(**kwargs)

    @property
    def _accepts_input(self) -> bool:
        return self.is_active and not self.app._exit

    async def on_event(self, event: events.Event) -> None:
        if self._accepts_input or not isinstance(event, INPUT_EVENTS):
            await super().on_event(event)

    async def _on_key(self, event: events.Key) -> None:
        """Run at once what the key is bound to, here or in the app, unless a screen has prevented that."""
        event.stop()
        await self.app._check_bindings(event.key)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close this screen if it is on top; never close another one."""
        return super().dismiss(result) if self._accepts_input else AwaitComplete()
