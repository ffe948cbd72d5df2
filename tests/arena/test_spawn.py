"""A process that is started for bots ignores Ctrl-C, and its parent does not."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from multiprocessing.connection import Connection

import pytest

from huefall.arena.spawn import start_ignoring_sigint

pytestmark = pytest.mark.usefixtures("keyboard")


def tell_blocked(connection: Connection) -> None:
    connection.send(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))


@pytest.mark.process
def test_a_started_process_does_not_hear_the_keyboard_from_its_first_moment_on() -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=tell_blocked, args=(theirs,), daemon=True)
    start_ignoring_sigint(process)
    assert ours.recv() is True
    process.join()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ()), "the parent receives it again"


def test_an_interrupt_while_a_process_is_started_is_heard_when_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    class Interrupting:
        def start(self) -> None:
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # another thread might hear it otherwise
            done.append("started")

    monkeypatch.setattr("multiprocessing.resource_tracker.ensure_running", lambda: None)
    with pytest.raises(KeyboardInterrupt):
        start_ignoring_sigint(Interrupting())
    assert done == ["started"]
