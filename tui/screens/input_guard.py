"""A screen that listens only while it is in front, and is done with one key before it hears the next.

Keys often come several in one packet. Textual hands all of them to the screen that is on top at that moment. When the
first one closes it, or opens another above it, the rest still waits in its queue: carried out there, a second "close"
would take away the screen below, and a second "open" would open twice. And what a key is bound to is done by the app,
some time later, when keys behind it may have been heard already.
"""

from typing import Any, ClassVar, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import Screen

from tui.commands import KeyCommands, bindings
from tui.widgets.canvas import CanvasView

T = TypeVar("T")

#: What a player's hand does, and what a panel makes of it.
INPUT_EVENTS = (events.InputEvent, events.Paste, CanvasView.Clicked)


class InputGuardScreen(Screen[T]):
    """A screen that ignores keys, clicks and its own closing as soon as it is covered or left."""

    #: What this screen's keys do: its bindings, its help and its part of the palette are made of them.
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
        """Do at once what the key is bound to, here or in the app; a screen with another use for it prevents this."""
        event.stop()
        await self.app._check_bindings(event.key)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close this screen, not whichever is on top."""
        return super().dismiss(result) if self._accepts_input else AwaitComplete()
