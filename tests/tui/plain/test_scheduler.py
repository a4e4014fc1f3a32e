"""Time in plain mode: everything in its order, and nothing waits."""

from tui.plain.scheduler import LineScheduler


def test_calls_are_made_in_the_order_in_which_they_are_due() -> None:
    scheduler, made = LineScheduler(), list[str]()
    scheduler.call_later(9999.0, lambda: made.append("last"))
    scheduler.call_later(0.0, lambda: made.append("first"))
    scheduler.call_from_thread(lambda: made.append("second"))

    def call_again() -> None:
        scheduler.call_later(5.0, lambda: made.append("third"))

    scheduler.call_later(1.0, call_again)
    for _ in range(5):
        scheduler.run_once()
    assert made == ["first", "second", "third", "last"]


def test_what_is_cancelled_is_not_called() -> None:
    scheduler, made = LineScheduler(), list[str]()
    cancelled = scheduler.call_later(0.0, lambda: made.append("cancelled"))
    scheduler.call_later(1.0, lambda: made.append("called"))
    cancelled.cancel()
    scheduler.run_once()
    assert made == ["called"]
