"""What passes between mini's units, for taps (docs/mini/README.md, 'Blocks')."""

from __future__ import annotations

import numpy as np

from models.arrays.flags import all_set
from models.layer import Layer
from models.memory.footprint import ExpectedWrites
from models.mini.config import MEMORY, SCRATCH, MiniConfig
from models.mini.descriptor import Opcode, Operation
from models.mini.entry import FETCH_ID, LOAD_ID, STATUS_ID, STORE_ID, Entry
from models.mini.ring import LINES, RING
from tb.borders.comparison.border import Border
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.divergence.subjects import Subjects
from tb.borders.payload import Member, Payload
from tb.borders.tapped import TappedUnits

MOVE, VECTOR, PORT = "MOVE", "VECTOR", "MEMORY"

COMMAND: Payload = (
    Member("opcode", 2, ("opcode",)),
    Member("length", 16, ("length",)),
    Member("address", 40, ("address", "address high")),
    *(Member(name, 16, (name,)) for name in ("a", "b", "c", "out")),
    Member("scale", 16, ("scale",)),
    Member("shift", 5, ("shift",)),
)
BYTE: Payload = (Member("place", 16, ("place",)), Member("value", 8, ("value",)))


def tapped_units(_config: MiniConfig) -> TappedUnits:
    """The units of a configuration, and what passes between them."""
    return TappedUnits(
        borders=(
            Border(
                "ring_command",
                "RING to MOVE and VECTOR",
                command,
                block=RING,
                giver=RING,
                taker=VECTOR,
                payload=COMMAND,
            ),
            _to_scratch("move_scratch", MOVE, Opcode.LOAD),
            _to_scratch("vector_scratch", VECTOR, Opcode.MULTIPLY_ADD),
        ),
        carriers=(),
        subjects=Subjects(
            units=frozenset((RING, MOVE, VECTOR, PORT)),
            interfaces={MEMORY: PORT},
            kinds={},
            pins=(("s_axil", RING), ("irq", RING), ("m_axi", PORT)),
            raised={name: RING for names in LINES.values() for name in names},
            readers={FETCH_ID: RING, LOAD_ID: MOVE},
            writers={STORE_ID: MOVE, STATUS_ID: RING},
        ),
    )


def command(layer: Layer) -> ExpectedTransfers | None:
    """The descriptor, where it is not faulty: elements from the lowest bits on."""
    if len(layer.lead.fetched) == 1:
        return None
    it = _operation(layer)
    low, high = it.address & 0xFFFFFFFF, it.address >> 32
    row = [it.shift, it.scale & 0xFFFF, it.out, it.c, it.b, it.a, low, high, it.length, it.opcode]
    values = np.array([row], np.uint64)
    return ExpectedTransfers(values, all_set(values.shape), lambda _: "descriptor")


def _to_scratch(tap: str, unit: str, opcode: Opcode) -> Border:
    """A unit writes bytes into the scratch memory, for one kind of descriptor."""

    def expected(layer: Layer) -> ExpectedTransfers | None:
        mine = [item for item in layer.writes if item.where.port == SCRATCH and _operation(layer).opcode == opcode]
        return _bytes_of(mine[0]) if mine else None

    text = f"{unit} to the scratch memory"
    return Border(tap, text, expected, block=RING, giver=unit, taker=unit, payload=BYTE, behind=("ring_command",))


def _bytes_of(written: ExpectedWrites) -> ExpectedTransfers:
    """Each byte with its place, in the order of the places."""
    values = np.stack([written.data[:, 0].astype(np.uint64), written.where.addresses], axis=1)
    known = np.stack([written.care[:, 0], np.ones(len(values), bool)], axis=1)
    return ExpectedTransfers(values, known, lambda number: f"byte {number}")


def _operation(layer: Layer) -> Operation:
    assert isinstance(layer.descriptor, Entry)
    return layer.descriptor.operation
