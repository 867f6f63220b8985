"""Plays traces on the reference device alone."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from models.layer import Claim, Layer
from models.pipeline.device import EventDevice
from models.reference import Happened
from sequences.host import Host, RefusedError
from sequences.model_host import ModelHost, run
from sequences.traces.result import PlayResult, TraceVerdict, verdict_of

PlayOnHost = Callable[[Host], Coroutine[Any, Any, PlayResult]]
"""Plays a trace against a host: `sequences.traces.player.play` with all of its other arguments, or a family's own."""


def play_on_device(device: EventDevice, play: PlayOnHost) -> PlayResult:
    """Play a trace to its end on a device that somebody else listens to.

    Args:
        device: a new one.
        play: plays the trace.
    """
    return run(play(ModelHost(device, announces=None)))


def judge_on_device(name: str, device: EventDevice, play: PlayOnHost) -> TraceVerdict:
    """Play a trace to its end: what became of it, and what is to be warned of.

    Args:
        name: what reports call it.
        device: a new one.
        play: plays the trace.
    """
    noted = _Noted()
    device.listeners += [noted.notify, _end_where_refused]
    try:
        result = play_on_device(device, play)
    except MemoryError:
        result = PlayResult(failures=["the machine has too little memory for what the trace plays"])
    return verdict_of(name, result, noted.warnings)


class _Noted:
    """What is to be warned of. Layers are forgotten when they are through: what they moved takes memory."""

    def __init__(self) -> None:
        self._broken: dict[str, None] = {}
        self._unwritten: dict[str, None] = {}
        self._races: dict[str, None] = {}  # both layers of a race name it
        self._layers: list[Layer] = []
        self._claims: list[Claim] = []

    def notify(self, happened: Happened) -> None:
        """Something happened."""
        self._broken |= dict.fromkeys(map(str, happened.broken))
        self._claims += [claim for claim in happened.claimed if claim.unknown_reads]
        self._layers += happened.started
        self._take(happened.finished)

    @property
    def warnings(self) -> tuple[str, ...]:
        """One line each."""
        self._take(list(self._layers))
        self._unwritten |= dict.fromkeys(map(_unwritten, self._claims))
        return (*self._broken, *self._unwritten, *self._races)

    def _take(self, layers: Sequence[Layer]) -> None:
        for layer in layers:
            self._races |= dict.fromkeys(layer.races)
            self._unwritten |= dict.fromkeys(_unwritten(claim) for claim in self._claims if claim.layer is layer)
        self._claims = [claim for claim in self._claims if claim.layer not in layers]
        self._layers = [layer for layer in self._layers if layer not in layers]


def _unwritten(claim: Claim) -> str:
    return f"uninitialised-read: {claim.unknown_reads_text}"


def _end_where_refused(happened: Happened) -> None:
    """End the trace.

    Raises:
        RefusedError: something cannot be computed.
    """
    if happened.refused:
        raise RefusedError(happened.refused[0])
