"""What the reference device of mini makes of errors of memory (docs/mini/README.md)."""

import numpy as np
import pytest

from models.memory.footprint import FailedAnswer, StreamId
from models.memory.sparse import SparseMemory
from models.mini.config import CONFIGS, MEMORY, SCRATCH
from models.mini.descriptor import DESCRIPTOR_BYTES, STATUS_WORD, WORD_BYTES, Opcode, Operation, status_word
from models.mini.device import MiniDevice
from models.mini.entry import FETCH_ID, LOAD_ID, STATUS_ID, STORE_ID

RING_AT, SOURCE, DESTINATION, LENGTH = 0x1000, 0x9000, 0xA000, 24
DONE, ERROR = 1, 2
FLAGS = {"interrupt": 1, "write_status": 1, "tag": 0xBEEF}
BEFORE = np.full(LENGTH, 0x77, np.uint8)


class Driver:
    """Puts operations into the ring, one at a time, and says what memory answers."""

    def __init__(self, config):
        self.device, self.count = MiniDevice(config), 0
        self.ring = self.device.registers.RING
        self.data = np.arange(1, LENGTH + 1, dtype=np.uint8)
        self.device.load(MEMORY, SOURCE, self.data)
        self.device.load(MEMORY, DESTINATION, BEFORE)
        for register, value in ((self.ring.RING_BASE_LOW, RING_AT), (self.ring.RING_SIZE, 9), (self.ring.CONTROL, 1)):
            self.device.write(register.address, value)

    def run(self, operation, *errors):
        """Play an operation; each error is an id, an address, how many bytes, and whether it was a write."""
        self.device.load(MEMORY, RING_AT + DESCRIPTOR_BYTES * self.count, operation.encode())
        self.count += 1
        self.device.write(self.ring.TAIL.address, self.count)
        for axi_id, address, size_bytes, written in errors:
            came = SparseMemory()
            came.write(address, np.zeros(size_bytes, np.uint8))
            self.device.failed(FailedAnswer(StreamId(MEMORY, axi_id), written, came))
        while self.device.advance():
            pass
        assert self.read("HEAD") == self.count
        return self.raised()

    def read(self, name):
        return self.device.read(self.ring.registers[name].address)

    def raised(self):
        raised = self.read("INTR_STATUS")
        self.device.write(self.ring.INTR_STATUS.address, raised)
        return raised

    def status(self):
        at = RING_AT + DESCRIPTOR_BYTES * (self.count - 1) + STATUS_WORD * WORD_BYTES
        return int.from_bytes(self.device.dump(MEMORY, at, WORD_BYTES).tobytes(), "little")


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def driver(request):
    return Driver(request.param)


def load(**members):
    return Operation(opcode=Opcode.LOAD, **{"length": LENGTH, "address": SOURCE, **FLAGS, **members})


def store(**members):
    return Operation(opcode=Opcode.STORE, **{"length": LENGTH, "address": DESTINATION, **FLAGS, **members})


def add(**members):
    return Operation(opcode=Opcode.MULTIPLY_ADD, length=4, c=8, out=16, scale=1 << 14, **{**FLAGS, **members})


@pytest.mark.parametrize("operation", [load(), store(), add(), add(write_status=0), load(length=0)])
def test_a_descriptor_whose_fetch_met_an_error_raises_it_and_does_nothing(driver, operation):
    assert driver.run(load()) == DONE
    assert driver.run(add()) == DONE
    saturated, scratch = driver.read("SATURATED"), driver.device.dump(SCRATCH, 0, LENGTH)
    assert saturated
    assert driver.run(operation, (FETCH_ID, RING_AT + 2 * DESCRIPTOR_BYTES + 8, 8, False)) == ERROR
    assert driver.status() == operation.tag, "what software wrote"
    assert driver.read("SATURATED") == saturated
    assert (driver.device.dump(SCRATCH, 0, LENGTH) == scratch).all()
    assert (driver.device.dump(MEMORY, DESTINATION, LENGTH) == BEFORE).all()


def test_what_comes_with_an_error_is_loaded(driver):
    assert driver.run(load(), (LOAD_ID, SOURCE + 8, 8, False), (LOAD_ID, SOURCE + 16, 4, False)) == DONE | ERROR
    assert driver.status() == status_word(load(), failed=True, saturated=0)
    loaded = driver.device.dump(SCRATCH, 0, LENGTH)
    assert loaded.tolist() == [*driver.data[:8], *[0] * 12, *driver.data[20:]]
    assert driver.run(store()) == DONE
    assert (driver.device.dump(MEMORY, DESTINATION, LENGTH) == loaded).all()


def test_memory_keeps_what_it_answers_with_an_error(driver):
    driver.run(load())
    assert driver.run(store(), (STORE_ID, DESTINATION, 16, True)) == DONE | ERROR
    assert driver.status() == status_word(store(), failed=True, saturated=0)
    assert driver.device.dump(MEMORY, DESTINATION, LENGTH).tolist() == [*BEFORE[:16], *driver.data[16:]]


def test_an_error_of_the_status_word_is_raised(driver):
    status_at = RING_AT + STATUS_WORD * WORD_BYTES
    assert driver.run(load(interrupt=0), (STATUS_ID, status_at, WORD_BYTES, True)) == ERROR
    assert driver.status() == load().tag, "what software wrote"
    assert driver.run(load(interrupt=0)) == 0


def test_a_faulty_descriptor_raises_one_error(driver):
    status_at = RING_AT + STATUS_WORD * WORD_BYTES
    assert driver.run(load(length=0), (STATUS_ID, status_at, WORD_BYTES, True)) == DONE | ERROR


@pytest.mark.parametrize(
    "error",
    [(LOAD_ID, SOURCE + LENGTH, 8, False), (STORE_ID, SOURCE, 8, False), (LOAD_ID, SOURCE, 8, True)],
    ids=["beside", "another id", "a write"],
)
def test_an_error_of_nobody_changes_nothing(driver, error):
    assert driver.run(load(), error) == DONE
    assert driver.status() == status_word(load(), failed=False, saturated=0)
    assert (driver.device.dump(SCRATCH, 0, LENGTH) == driver.data).all()
