"""What monitors see of errors of memory reaches the descriptor that met them, however transfers are reported."""

import numpy as np
import pytest

from models.mini.config import CONFIGS, MEMORY
from models.mini.descriptor import DESCRIPTOR_BYTES, Opcode, Operation
from models.mini.device import MiniDevice
from models.mini.entry import FETCH_ID, LOAD_ID, STATUS_ID
from tb.memory.axi import WHOLE_BEATS, Response
from tb.memory.traffic import TrafficKind
from tests.unit.scoreboard.checker_bench import CheckerBench

RING_AT, SOURCE, DESTINATION, LENGTH = 0x1000, 0x9000, 0xA000, 64
LOAD = Operation(opcode=Opcode.LOAD, length=LENGTH, address=SOURCE)
STORE = Operation(opcode=Opcode.STORE, length=LENGTH, address=DESTINATION, write_status=1)


class MiniCheckerBench(CheckerBench):
    """Drives the checker of mini as its design would."""

    def __init__(self, config, batch):
        super().__init__(MiniDevice(config), batch, {MEMORY: config.data_bytes}, 1, chained=True)
        self.ring = self.device.registers.RING
        self.load(MEMORY, SOURCE, np.arange(LENGTH, dtype=np.uint8))
        for register, data in ((self.ring.RING_BASE_LOW, RING_AT), (self.ring.RING_SIZE, 9), (self.ring.CONTROL, 1)):
            self.write(register, data)

    def put(self, *operations):
        for index, operation in enumerate(operations):
            self.load(MEMORY, RING_AT + DESCRIPTOR_BYTES * index, operation.encode())
        self.write(self.ring.TAIL, len(operations))

    def beats(self, axi_id, address, size_bytes, failed=None):
        """Read beats, all of one response, or one of them with an error and zeros."""
        step = self.checker.config.beat_bytes[MEMORY]
        addresses = np.arange(address, address + size_bytes, step, dtype=np.uint64)
        beats = self._beats(MEMORY, TrafficKind.READ, axi_id, addresses)
        beats["shape"], beats["strobe"] = WHOLE_BEATS.code, True
        if failed is not None:
            beats["resp"][failed] = Response.SLVERR
        return beats

    def fetch(self, index, failed=None):
        return self.beats(FETCH_ID, RING_AT + DESCRIPTOR_BYTES * index, DESCRIPTOR_BYTES, failed)

    def raised(self):
        """The bits that descriptors may have raised, in their order."""
        ends = [end for layer in self.device.layers_in_flight for end in layer.ends]
        return [(end.claim.instance, end.bit) for end in ends if end.bit]


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def config(request):
    return request.param


@pytest.fixture(params=[1, 3, 4096], ids=lambda size: f"batch{size}")
def bench(request, config):
    return MiniCheckerBench(config, request.param)


@pytest.mark.parametrize("failed", [0, 3, -1])
def test_an_error_is_that_of_the_descriptor_whose_turn_it_is(bench, failed):
    bench.put(LOAD, LOAD, LOAD)
    bad, good = bench.beats(LOAD_ID, SOURCE, LENGTH, failed), bench.beats(LOAD_ID, SOURCE, LENGTH)
    bench.send(MEMORY, np.concatenate([bench.fetch(0), good, bench.fetch(1), bad, bench.fetch(2), good]))
    assert bench.raised() == [("descriptor 1", "ERROR")]
    assert bench.errors == {}


@pytest.mark.parametrize("failed", [0, 1, -1])
def test_what_is_not_read_behind_a_failed_fetch_is_not_missed(bench, failed):
    bench.put(LOAD, STORE, LOAD)
    good = bench.beats(LOAD_ID, SOURCE, LENGTH)
    bench.send(MEMORY, np.concatenate([bench.fetch(0), good, bench.fetch(1, failed), bench.fetch(2), good]))
    assert bench.raised() == [("descriptor 1", "ERROR")]
    bench.pin(1, "irq_error")
    bench.read(bench.ring.HEAD, 3)
    bench.read(bench.ring.INTR_STATUS, 2)
    bench.write(bench.ring.INTR_STATUS, 2)
    bench.wait(14)
    bench.pin(0, "irq_error")
    bench.finish()
    assert bench.errors == {}


def test_what_is_read_behind_a_failed_fetch_is_stray(bench):
    bench.put(LOAD)
    bench.send(MEMORY, np.concatenate([bench.fetch(0, 1), bench.beats(LOAD_ID, SOURCE, 8)]))
    assert set(bench.errors) == {"stray-read"}


@pytest.mark.parametrize("told", [True, False])
def test_a_status_word_tells_of_a_failed_write(bench, told):
    bench.put(LOAD, STORE)
    bench.send(MEMORY, np.concatenate([bench.fetch(0), bench.beats(LOAD_ID, SOURCE, LENGTH), bench.fetch(1)]))
    (layer,) = [item for item in bench.device.layers_in_flight if item.instance == "descriptor 1"]
    moved, without = bench.writes(layer)
    bench.send(*moved)
    responses = bench.responses(*moved)
    responses["shape"], responses["resp"][5] = WHOLE_BEATS.code, Response.DECERR
    bench.send(MEMORY, responses)
    (told_of,) = (item for item in bench.writes(layer) if (item[1]["axi_id"] == STATUS_ID).all())
    assert told_of[1]["data"].max() == 0xC0
    bench.send(*(told_of if told else without))
    assert bench.errors == ({} if told else {"wrong-data": 1})
