"""A cluster of Dask's: it places batches on workers, and tells when they have ended. All else is on disk."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from tb.regression.batch.batch_file import BatchJob
from tb.regression.batch.process import Ended
from tb.regression.engines.engine import POLL_S
from tb.regression.engines.placed import LOST_WORKER, play_placed
from tb.regression.engines.sign_of_life import SignOfLife
from tb.runner.errors import printable

LOOK_EACH_S = 2.0
SCALE_EACH_S = 30.0
PATIENCE_S = 60.0
END_S = 15.0
"""How long workers may take to end what they play."""


class DaskEngine:
    """Plays batches on the workers of a cluster, one on each of their threads.

    Args:
        client: of `distributed`.
        name: the engine, as the user names it.
        cluster: that was started for it, which ends with it; None: the scheduler is somebody else's.
        workers: how many that cluster is to have.
    """

    def __init__(self, client: Any, name: str, cluster: Any = None, workers: int = 0) -> None:  # noqa: ANN401
        self._client, self._name, self._cluster, self._workers = client, name, cluster, workers
        self._futures: dict[str, Any] = {}
        self._sign: SignOfLife | None = None
        self._threads, self._reached = 0, True
        now_s = time.monotonic()
        self._next_look_s, self._next_scale_s, self._patient_until_s = 0.0, now_s + SCALE_EACH_S, now_s + PATIENCE_S
        self._news: list[str] = []
        self._closed = False

    @property
    def free(self) -> int:
        """How many more it can play now; one waits where no worker has come yet."""
        self._look()
        return max(self._threads, 1) - len(self._futures)

    def start(self, job: BatchJob) -> None:
        """Begin a batch."""
        if self._sign is None:
            self._sign = SignOfLife(job.folder.parent)
        name = job.batch.name
        key = f"{self._sign.path.stem}-{name}"  # no other regression's on the same scheduler
        self._futures[name] = self._client.submit(play_placed, job, self._sign.path, key=key, pure=False)

    def wait(self) -> Sequence[Ended]:
        """Wait a moment.

        Returns:
            The batches that have ended since.
        """
        time.sleep(POLL_S)
        self._look()
        done = [name for name, future in self._futures.items() if future.done() or not self._reached]
        return [self._ended(name, self._futures.pop(name)) for name in done]

    def news(self) -> Sequence[str]:
        """That no worker comes."""
        news, self._news = self._news, []
        return news

    def stop(self) -> None:
        """End all batches, and the cluster if it was started for them."""
        if self._closed:
            return
        self._closed = True
        try:
            if self._sign is not None:
                self._sign.end()
            end_s = time.monotonic() + END_S
            while self._threads and time.monotonic() < end_s and not all(map(_is_done, self._futures.values())):
                time.sleep(POLL_S)
        finally:
            self._futures.clear()
            self._client.close(timeout=END_S)
            if self._cluster is not None:
                self._cluster.close(timeout=END_S)

    def _look(self) -> None:
        """See how many workers there are, and have those replaced that went."""
        now_s = time.monotonic()
        if now_s < self._next_look_s:
            return
        self._next_look_s = now_s + LOOK_EACH_S
        try:
            self._threads = sum(self._client.nthreads().values())
        except (OSError, TimeoutError):
            self._reached = False
            return
        if self._cluster is not None and now_s > self._next_scale_s:
            self._next_scale_s = now_s + SCALE_EACH_S
            self._cluster.scale(self._workers)
        if self._threads:
            self._patient_until_s = now_s + PATIENCE_S
        elif now_s > self._patient_until_s:
            self._patient_until_s = now_s + 10 * PATIENCE_S
            self._news.append(f"{self._name}: no worker is there; what was begun waits until one comes")

    def _ended(self, name: str, future: Any) -> Ended:  # noqa: ANN401
        """What a task that is done says of its batch, or what its end says of the cluster."""
        from distributed import KilledWorker

        if not self._reached or future.status in ("cancelled", "lost"):
            return Ended(
                name, f"{self._name}: the scheduler is gone; call it again, it goes on where it was", fatal=True
            )
        try:
            ended = future.result(timeout=END_S)
        except (KilledWorker, TimeoutError):  # or its worker died when it had ended
            return Ended(name, LOST_WORKER, lost=True)
        except Exception as error:
            what = printable(f"{type(error).__name__}: {error}")
            remedy = "start workers with this checkout's Python: docs/regressions.md, 'Engines'"
            return Ended(name, f"{self._name}: a worker cannot play a batch: {what}; {remedy}", fatal=True)
        if not isinstance(ended, Ended):
            raise TypeError(f"a task returned {ended!r}")
        return ended


def _is_done(future: Any) -> bool:  # noqa: ANN401
    return bool(future.done())
