"""Words that the vendor's model has played: the device does the same, byte for byte."""

import numpy as np
import pytest

from models.sophgo.config import BM1684X
from models.sophgo.config.hardware import DDR, LOCAL
from models.sophgo.device import SophgoDevice
from models.sophgo.words.description import KINDS
from sequences.model_host import ModelHost, run
from sequences.sophgo.kernels import KernelTable, one_behind_another
from sequences.sophgo.recorded import FILL, read_recorded
from tests.unit.sophgo import VECTORS

CASES = read_recorded(VECTORS / "words.npz")
TABLE = BM1684X.ddr_base + (1 << 20)
PART = 50


def as_bytes(runs):
    """Addresses and bytes of runs, ascending."""
    starts = [start + np.arange(len(data)) for start, data in runs]
    return (np.concatenate(starts), np.concatenate([data for _, data in runs])) if starts else (np.zeros(0, int),) * 2


def written(layer):
    """The same of what a layer writes, as the GDMA counts."""
    addresses, data = [np.zeros(0, int)], [np.zeros(0, np.uint8)]
    for stream in layer.writes:
        assert stream.care.all()
        base = BM1684X.local_base if stream.where.port == LOCAL else 0
        chunks = stream.where.addresses[:, None].astype(int) + np.arange(stream.where.chunk_bytes)
        addresses.append(chunks.ravel() + base)
        data.append(stream.data.ravel())
    order = np.argsort(np.concatenate(addresses))
    return np.concatenate(addresses)[order], np.concatenate(data)[order]


def after(case, addresses):
    """What memory holds at addresses behind the word."""
    held = np.full(len(addresses), FILL, np.uint8)
    for runs in (case.before, case.changed):
        at, data = as_bytes(runs)
        _, mine, theirs = np.intersect1d(addresses, at, return_indices=True)
        held[mine] = data[theirs]
    return held


@pytest.mark.parametrize("first", range(0, len(CASES), PART))
def test_words_change_what_they_changed(first):
    device = SophgoDevice(BM1684X)
    table = KernelTable(ModelHost(device), BM1684X, one_behind_another(TABLE), entries=PART)
    layers = []
    device.listeners.append(lambda happened: layers.extend(happened.started))
    for number, case in enumerate(CASES[first : first + PART], first):
        for address, data in case.before:
            memory = DDR if address >= BM1684X.ddr_base else LOCAL
            device.load(memory, address if memory == DDR else address - BM1684X.local_base, data)
        table.add(str(number), case.word)
        run(table.announce())
        run(table.run(str(number)))
        addresses, data = written(next(item for item in layers if item.stage == case.word.queue))
        layers.clear()
        wrong = addresses[data != after(case, addresses)]
        assert not len(wrong), f"case {number}, {case.word.disassemble()}: {len(wrong)} bytes, from {wrong[0]:#x} on"
        assert np.isin(as_bytes(case.changed)[0], addresses).all(), f"case {number}: more was changed"


def test_every_function_that_is_executed_was_recorded():
    seen = {(case.word.kind.name, case.word.function) for case in CASES}
    executed = {(kind.name, function) for kind in KINDS.values() for function in kind.executed}
    assert executed - seen == {("SYS", "end"), ("DMA_sys", "end")}
    assert len(CASES) == 300
