"""Words of a queue: each is a claim and a layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from models.arrays.distinct import contained
from models.arrays.flags import Flags
from models.layer import Cause, Claim, Descriptor, Layer, Result
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

CHOOSING = (Select, Nonzero)
"""Words whose input says how many elements they write."""


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
        return _reached(operation, fetched)

    def misled(self, claim: Claim) -> Sequence[Footprint]:
        """Other lines, where the index came otherwise than memory has it."""
        operation = _operation(claim)
        inputs, lines = claim.fetched[: len(operation.inputs)], claim.fetched[len(operation.inputs) :]
        if not operation.reach or all(item.failed is None for item in inputs):
            return ()
        pairs = list(zip(_reached(operation, inputs), lines, strict=True))
        same = all(np.array_equal(now.addresses, before.where.addresses) for now, before in pairs)
        return () if same else [now for now, _ in pairs]

    def failed(self, claim: Claim) -> Result | None:
        """Memory answered with an error: data are taken as they came, and the kernel fails."""
        if self._mailbox.running is not None:
            self._mailbox.running.failed = True
        return None if claim.layer is None else self.compute(claim.layer)

    def describe(self, claims: Mapping[str, Claim]) -> Step:
        """The word."""
        return turn_of(claims[self.name]).step

    def need_computable(self, descriptor: Descriptor, claims: Mapping[str, Claim]) -> None:  # noqa: ARG002 - the claim says it
        """Make sure that it is known how many elements a word chooses.

        Raises:
            ValueError: nobody knows that.
        """
        claim = claims[self.name]
        if isinstance(_operation(claim), CHOOSING) and not all(flag.all() for flag in self._read(claim)[1]):
            raise ValueError("nobody knows how many elements it chooses")

    def _read(self, claim: Claim) -> tuple[list[Values], list[Flags]]:
        """The operands that a word reads, and what is known of each: nothing where it races with what writes it."""
        operation, turn = _operation(claim), turn_of(claim)
        operands = list(operation.inputs)
        read = [values_of(*pair) for pair in zip(operands, claim.fetched, strict=False)]
        more = operation.more_inputs(*(data for data, _ in read)) if operation.reach else ()
        read += [values_of(*pair) for pair in zip(more, claim.fetched[len(operands) :], strict=True)]
        values, flags = [data for data, _ in read], [known for _, known in read]
        if any((Queue(self.name), turn.step.number) in race.reads for race in turn.races):
            flags = [np.zeros_like(known) for known in flags]
        return values, flags

    def compute(self, layer: Layer) -> Result:
        """What a word writes."""
        claim, turn = layer.lead, turn_of(layer.lead)
        operation, (values, flags) = _operation(claim), self._read(claim)
        layer.races += [race.text for race in turn.races if race.text not in layer.races]
        results, known = operation.compute(*values), _known(operation, values, flags)
        pairs = zip(operation.outputs, results, known, strict=True)
        writes = tuple(written_by(*item) for item in pairs if item[1].size)
        for stream in writes:
            _ignore_contested(stream, turn.races)
        if not writes and claim.free.cause is Cause.ANSWERED:
            claim.free.cause = Cause.FETCHED if _reads_ddr(operation.inputs) else Cause.STARTED
        chooses = isinstance(operation, CHOOSING)  # it looks at what is behind the last element that it writes
        return Result(writes, last_write=len(writes) - 1 if writes else None, in_place=True, reads_on=chooses)


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


def _reached(operation: Operation, inputs: Sequence[Fetched]) -> list[Footprint]:
    """What the inputs say is to be read.

    Raises:
        ValueError: nobody knows what these are.
    """
    values = [values_of(*pair) for pair in zip(operation.inputs, inputs, strict=True)]
    if not all(known.all() for _, known in values):
        raise ValueError("nobody knows what its index holds")
    return [read_by(item) for item in operation.more_inputs(*(data for data, _ in values))]


def _known(operation: Operation, values: Sequence[Values], flags: Sequence[Flags]) -> Sequence[Flags]:
    """Which results are known; where the input says how many there are, all of it is."""
    if isinstance(operation, CHOOSING):
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
            every = where.addresses.astype(np.int64)[:, np.newaxis] + offsets
            met = contained(every.ravel(), race.contested).reshape(every.shape)
            if met.any():
                stream.ignore(met)
