"""The one stage of mini: a descriptor is a claim and a layer, from its fetch to its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from models.arrays.flags import Flags
from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import ExpectedWrites, Fetched, Footprint
from models.memory.sparse import Bytes
from models.mini.arithmetic import multiply_add
from models.mini.config import MiniConfig
from models.mini.descriptor import WORD_BYTES, Opcode, status_word
from models.mini.entry import STATUS_ID, Entry, entry_of, fetch
from models.mini.ring import RING, SATURATED, slot_of
from models.mini.rules import partly_overlapped
from models.pipeline.stage import Stage


class RingStage(Stage):
    """Descriptors of the ring.

    Args:
        config: the hardware configuration.
    """

    name = RING
    blocks = (RING,)
    lead = RING

    def __init__(self, config: MiniConfig) -> None:
        self._config = config
        super().__init__()

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """A descriptor is fetched."""
        return (fetch(slot_of(claim).address),)

    def claimed_next(self, claim: Claim, fetched: Sequence[Fetched]) -> Sequence[Footprint]:
        """What the descriptor says is read, and how it ends."""
        if len(claim.fetched) > 1:
            return ()
        entry = entry_of(claim, fetched)
        operation, faulty = entry.operation, any(entry.operation.faults(self._config))
        writes = operation.write_status or (operation.opcode == Opcode.STORE and not faulty)
        claim.free.cause = Cause.ANSWERED if writes else Cause.FETCHED
        for bit, raised in (("DONE", operation.interrupt), ("ERROR", faulty)):
            if raised:
                claim.raises(bit, claim.free.cause, frees=True)
        return entry.inputs(self._config)

    def failed(self, claim: Claim) -> Result | None:
        """An error of memory is raised; a descriptor whose fetch met one does nothing else."""
        if claim.fetched[0].failed is not None:
            claim.fetched, claim.free.cause = claim.fetched[:1], Cause.FETCHED
            del claim.ends[1:]
        if not any(end.bit == "ERROR" for end in claim.ends):
            claim.raises("ERROR", claim.free.cause, frees=True)
        return None if claim.layer is None else self.compute(claim.layer)

    def describe(self, claims: Mapping[str, Claim]) -> Entry:
        """The descriptor that was fetched."""
        return entry_of(claims[RING], claims[RING].fetched)

    def compute(self, layer: Layer) -> Result:
        """What it moves or computes, and its status."""
        entry: Descriptor = layer.descriptor
        assert isinstance(entry, Entry)
        if layer.lead.fetched[0].failed is not None:
            return Result()
        inputs, known = ([getattr(item, name)[:, 0] for item in layer.lead.fetched[1:]] for name in ("data", "known"))
        data, care, saturated = self._worked(entry, inputs, known)
        where, status = entry.output(self._config), entry.status()
        writes = [] if where is None else [ExpectedWrites(where, data[:, np.newaxis], care[:, np.newaxis])]
        if status is not None:
            moved = [item for item in layer.writes if item.where.axi_id != STATUS_ID]
            met: list[Fetched | ExpectedWrites] = [*layer.lead.fetched, *moved]
            failed = any(entry.operation.faults(self._config)) or any(item.failed is not None for item in met)
            word = status_word(entry.operation, failed=failed, saturated=saturated or 0)
            told = np.frombuffer(word.to_bytes(WORD_BYTES, "little"), np.uint8)
            care = np.array([True, True, *[saturated is not None] * 2])
            writes.append(ExpectedWrites(status, told[:, np.newaxis], care[:, np.newaxis]))
        counted = entry.operation.opcode == Opcode.MULTIPLY_ADD
        statuses = {(RING, SATURATED): saturated} if counted and saturated is not None else {}
        last_write = len(writes) - 1 if writes else None
        return Result(tuple(writes), last_write=last_write, statuses=statuses, in_place=True)

    def _worked(self, entry: Entry, inputs: Sequence[Bytes], known: Sequence[Flags]) -> tuple[Bytes, Flags, int | None]:
        """What a descriptor writes, which of it is known, and how many elements were saturated; None: nobody knows."""
        operation = entry.operation
        if not inputs:
            return np.zeros(0, np.uint8), np.zeros(0, bool), 0
        if operation.opcode != Opcode.MULTIPLY_ADD:
            return inputs[0], known[0], 0
        a, b, c = (item.view(np.int8) for item in inputs)
        elements, saturated = multiply_add(a, b, c, operation.scale, operation.shift)
        care = np.logical_and.reduce(known) & (not partly_overlapped(operation))
        return elements.view(np.uint8), care, int(saturated.sum()) if care.all() else None
