"""Processes that try faults side by side, and that end with whoever started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from tb.runner.errors import UserError

POLL_S = 0.2
Task = TypeVar("Task")
Result = TypeVar("Result")
Work = Callable[[Task, Callable[[], None]], Result]


class OrphanedError(BaseException):
    """The process that wants the results is gone."""


class WorkFailedError(UserError):
    """A worker ended with an error; its text tells which."""


def work_through(
    tasks: Iterable[Task], work: Work[Task, Result], *, jobs: int, tick: Callable[[], None]
) -> Iterator[Result]:
    """Do tasks in processes, and yield each result as it comes.

    Args:
        tasks: what is to be done.
        work: does one, in another process; it calls its second argument several times a second.
        jobs: how many processes.
        tick: called here several times a second.

    Raises:
        WorkFailedError: `work` raised something.
    """
    left = iter(tasks)
    with _processes(work, jobs) as connections:
        busy = [connection for connection in connections if _give(connection, left)]
        while busy:
            for ready in wait(busy, POLL_S):
                assert isinstance(ready, Connection)
                try:
                    done, result = ready.recv()
                except EOFError:
                    raise WorkFailedError("a process that tries faults was killed") from None
                if not done:
                    raise WorkFailedError(result)
                yield result
                if not _give(ready, left):
                    busy.remove(ready)
            tick()


def _give(connection: Connection, left: Iterator[object]) -> bool:
    """Give a process its next task, if there is one."""
    for task in left:
        connection.send(task)
        return True
    return False


@contextmanager
def _processes(work: Work[Task, Result], jobs: int) -> Iterator[list[Connection]]:
    """Processes that wait for tasks; at the end they are told to end, and what they simulate ends with them."""
    context = multiprocessing.get_context("fork")
    started = []
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, work, os.getpid()), daemon=True)
            # while it is forked, what a signal raises would be lost: it waits until the process listens
            before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM,))
            process.start()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()
            started.append((process, ours))
        yield [ours for _, ours in started]
    finally:
        for process, _ in started:
            process.terminate()
        for process, _ in started:
            process.join()


def _serve(connection: Connection, work: Work[Task, Result], parent: int) -> None:
    def check_parent() -> None:
        if os.getppid() != parent:
            raise OrphanedError

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started us hears it too, and ends us
    signal.signal(signal.SIGTERM, _end)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM,))
        while True:
            while not connection.poll(POLL_S):
                check_parent()
            task = connection.recv()
            try:
                connection.send((True, work(task, check_parent)))
            except Exception as error:  # whatever it is, it is told where it can be seen
                connection.send((False, f"{type(error).__name__}: {error}"))
    except (OrphanedError, EOFError, BrokenPipeError, SystemExit):
        return


def _end(_number: int, _frame: object) -> None:
    raise SystemExit
