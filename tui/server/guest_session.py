"""What the server knows of each guest who is here, by SSH or in a browser."""

from typing import Protocol


class AdmissionError(Exception):
    """A guest cannot be admitted now; its text is a sentence."""


class GuestSession(Protocol):
    """One terminal of a guest, or the pipes of one command."""

    #: The member, once it is known.
    member: str

    @property
    def key(self) -> str:
        """The key with which the guest has signed in."""

    @property
    def is_member(self) -> bool:
        """Whether the key is a member's."""

    @property
    def pid(self) -> int:
        """The guest's process; 0 when there is none now."""

    def notify(self, sentence: str) -> None:
        """Tell the guest something."""

    def end(self, sentence: str) -> None:
        """End this session from outside, with the reason."""


def stay_text(seconds: float) -> str:
    """Return for how long somebody was here, for the log."""
    return f"{seconds / 60:.0f} min" if seconds >= 60 else f"{seconds:.0f} s"
