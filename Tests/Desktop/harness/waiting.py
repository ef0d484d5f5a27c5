"""Waiting for things to become true, which is what replaces sleeping in tests."""
import time


class Failure(AssertionError):
    """Something that a test expected is not so."""


def wait(condition, what, seconds=10.0, pause=0.03):
    """Returns the first true value of condition(); fails with `what` when there is none in time."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failure(f"waited {seconds:g} s for {what}")
        time.sleep(pause)


def stays(condition, what, seconds=0.5, pause=0.05):
    """Fails with `what` when condition() is not true all the time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not condition():
            raise Failure(what)
        time.sleep(pause)
