"""Words of a queue: each is a claim and a layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from models.arrays.flags import Flags
from models.layer import Cause, Claim, Layer, Result
from models.memory.footprint import ExpectedWrites, Fetched, Footprint
from models.pipeline.stage import Stage
from models.sophgo.blocks.mailbox import Mailbox
from models.sophgo.blocks.running import Turn
from models.sophgo.config.hardware import DDR
from models.sophgo.kernels.footprints import read_by, values_of, written_by
from models.sophgo.kernels.hazards import Race
from models.sophgo.kernels.program import Step
from models.sophgo.operations.gdma.choices import Nonzero, Select
from models.sophgo.operations.operand import Operand
from models.sophgo.operations.operation import Operation, Values
from models.sophgo.words.description import Queue


class WordStage(Stage):
    """The words of a queue.

    Args:
        mailbox: is told of errors of memory.
    """

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox
        super().__init__()

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """What a word reads, and what lets it end.

        Raises:
            ValueError: nobody knows what it does.
        """
        operation = _operation(claim)
        if any(item.memory == DDR and item.addresses.size for item in operation.outputs):
            claim.free.cause = Cause.ANSWERED
        elif any(item.memory == DDR and item.addresses.size for item in (*operation.inputs, *operation.reach)):
            claim.free.cause = Cause.FETCHED
        return [read_by(item) for item in operation.inputs]

    def claimed_next(self, claim: Claim, fetched: Sequence[Fetched]) -> Sequence[Footprint]:
        """What the data that were read say is to be read.

        Raises:
            ValueError: nobody knows what these are.
        """
        operation = _operation(claim)
        if not operation.reach or len(claim.fetched) > len(operation.inputs):
            return ()
        values = [values_of(*pair) for pair in zip(operation.inputs, fetched, strict=True)]
        if not all(known.all() for _, known in values):
            raise ValueError("nobody knows what its index holds")
        return [read_by(item) for item in operation.more_inputs(*(data for data, _ in values))]

    def failed(self, claim: Claim) -> Result | None:
        """Memory answered with an error: data are taken as they came, and the kernel fails."""
        if self._mailbox.running is not None:
            self._mailbox.running.failed = True
        return None if claim.layer is None else self.compute(claim.layer)

    def describe(self, claims: Mapping[str, Claim]) -> Step:
        """The word."""
        return turn_of(claims[self.name]).step

    def compute(self, layer: Layer) -> Result:
        """What a word writes."""
        claim, turn = layer.lead, turn_of(layer.lead)
        operation = _operation(claim)
        operands = list(operation.inputs)
        read = [values_of(*pair) for pair in zip(operands, claim.fetched, strict=False)]
        more = operation.more_inputs(*(data for data, _ in read)) if operation.reach else ()
        read += [values_of(*pair) for pair in zip(more, claim.fetched[len(operands) :], strict=True)]
        values, flags = [data for data, _ in read], [known for _, known in read]
        me = (Queue(self.name), turn.step.number)
        layer.races += [race.text for race in turn.races if race.text not in layer.races]
        if any(me in race.reads for race in turn.races):
            flags = [np.zeros_like(known) for known in flags]
        results, known = operation.compute(*values), _known(operation, values, flags)
        pairs = zip(operation.outputs, results, known, strict=True)
        writes = tuple(written_by(*item) for item in pairs if item[1].size)
        for stream in writes:
            _ignore_contested(stream, turn.races)
        if not writes and claim.free.cause is Cause.ANSWERED:
            claim.free.cause = Cause.FETCHED if _reads_ddr(operands) else Cause.STARTED
        return Result(writes, last_write=len(writes) - 1 if writes else None, in_place=True)


class TiuStage(WordStage):
    """The words of the TIU."""

    name: ClassVar[str] = Queue.TIU
    blocks: ClassVar[tuple[str, ...]] = (Queue.TIU,)
    lead: ClassVar[str] = Queue.TIU


class GdmaStage(WordStage):
    """The words of the GDMA."""

    name: ClassVar[str] = Queue.GDMA
    blocks: ClassVar[tuple[str, ...]] = (Queue.GDMA,)
    lead: ClassVar[str] = Queue.GDMA


def turn_of(claim: Claim) -> Turn:
    """The word whose turn a claim is."""
    assert isinstance(claim.settings, Turn)
    return claim.settings


def _operation(claim: Claim) -> Operation:
    step = turn_of(claim).step
    if step.operation is None:
        raise ValueError(f"nobody knows what it does: {step.undefined}")
    return step.operation


def _known(operation: Operation, values: Sequence[Values], flags: Sequence[Flags]) -> Sequence[Flags]:
    """Which results are known; where the input says how many there are, all of it decides.

    Raises:
        ValueError: nobody knows how many there are.
    """
    if isinstance(operation, Select | Nonzero):
        if not all(flag.all() for flag in flags):
            raise ValueError("nobody knows how many elements it chooses")
        return [np.ones(len(values[0].ravel()), np.bool_)]
    return operation.known(*flags)


def _reads_ddr(operands: Sequence[Operand]) -> bool:
    return any(item.memory == DDR and item.addresses.size for item in operands)


def _ignore_contested(stream: ExpectedWrites, races: Sequence[Race]) -> None:
    """Compare nothing of what another word writes too."""
    where = stream.where
    for race in races:
        if race.memory == where.port and not race.reads:
            offsets = np.arange(where.chunk_bytes)
            met = np.isin(where.addresses.astype(np.int64)[:, np.newaxis] + offsets, race.contested)
            if met.any():
                stream.ignore(met)
