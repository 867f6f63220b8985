"""A family of two units and a link between them: LOADER reads bytes, ADDER adds 1 to each and writes it."""

from functools import partial

import numpy as np

from tb.borders.carriers.wires import Wire, wires
from tb.borders.comparison.border import Between, Border
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.divergence.subjects import Subjects
from tb.borders.payload import Member, array
from tb.borders.tapped import TappedUnits

LOADED = (3, 5, 8)
WIDTH = 9
LAST = 1 << 8


def transfers(values):
    rows = np.array([[value, row == len(values) - 1] for row, value in enumerate(values)], np.uint64)
    return ExpectedTransfers(rows, np.ones(rows.shape, np.bool_), lambda row: f"byte {row}")


PAYLOAD = Member("last", 1, ("last",)), array("data", "data", 8, 1)
LOAD_ADD = Border(
    "load_add",
    "LOADER to ADDER",
    lambda layer: transfers(layer.descriptor),
    block="LOADER",
    giver="LOADER",
    taker="ADDER",
    payload=PAYLOAD,
)
ADD_WRITE = Border(
    "add_write",
    "ADDER to memory",
    lambda layer: transfers([value + 1 for value in layer.descriptor]),
    block="ADDER",
    giver="ADDER",
    taker="memory",
    payload=PAYLOAD,
    behind=("load_add",),
    beside=Between("FIFO", ("fifo",)),
)
WIRE = Wire("load_add", "LOADER", "ADDER", ("load_add",), ("load_add_taken",))
SUBJECTS = Subjects(
    units={"LOADER", "ADDER"},
    interfaces={"RAM": "MEMORY"},
    kinds={"bus-hang": "REGISTERS"},
    pins=[("irq", "REGISTERS")],
    raised={"DONE": "ADDER"},
    readers={1: "LOADER"},
    writers={2: "ADDER"},
)
UNITS = TappedUnits(
    borders=(LOAD_ADD, ADD_WRITE),
    carriers=(partial(wires, links=(WIRE,)),),
    subjects=SUBJECTS,
    begins=lambda c: c.settings,
)
