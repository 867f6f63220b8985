"""The reference device of mini alone: descriptors run in order, retire, interrupt; what registers do."""

import numpy as np
import pytest

from models.blocks.interrupts import HIGH, LOW
from models.mini.config import CONFIGS, MEMORY
from models.mini.descriptor import DESCRIPTOR_BYTES, Opcode, Operation
from models.mini.device import MiniDevice
from sequences.mini.bench import MiniBench, MultiplyAdd
from sequences.mini.random import MiniKnobs, draw_operations
from sequences.mini.ring import RingKnobs
from sequences.model_host import ModelHost, run
from tests.unit.mini.test_mini_descriptor import plain

RING_AT = 0x1000


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def config(request):
    return request.param


def bench_of(config, *, seed=1, announces=(), **knobs):
    rng = np.random.default_rng(seed)
    return MiniBench(ModelHost(MiniDevice(config), announces), config, rng, RingKnobs(**knobs))


@pytest.mark.parametrize("length", [1, 3, 341, 342, 5000])
def test_a_multiply_add_of_arrays_of_any_length(config, length):
    bench = bench_of(config)
    a, b, c = (bench.rng.integers(-128, 128, length) for _ in range(3))
    out = bench.empty(length)
    run(bench.play(MultiplyAdd(a=bench.array(a), b=bench.array(b), c=bench.array(c), out=out, scale=-77, shift=9)))
    assert out.numpy().tolist() == [plain(*map(int, item), -77, 9)[0] for item in zip(a, b, c, strict=True)]


def test_random_descriptors_break_no_rule_and_race_with_nothing(config):
    bench = bench_of(config, last=3, poll=0.5, late=0.5)
    layers = []
    bench.host.device.listeners.append(lambda happened: layers.extend(happened.started))
    run(bench.play(*draw_operations(bench, 200)))
    assert len(layers) == 201
    assert [layer.races for layer in layers if layer.races] == []
    assert {layer.descriptor.operation.opcode for layer in layers} == {0, 1, 2}


def test_faulty_descriptors_write_nothing_and_raise_an_error(config):
    bench = bench_of(config, announces=("faulty-descriptor",))
    run(bench.play(*draw_operations(bench, 100, MiniKnobs(faulty=0.3))))
    with_rules = bench_of(config)
    with pytest.raises(Exception, match="faulty-descriptor"):
        run(with_rules.play(*draw_operations(with_rules, 100, MiniKnobs(faulty=0.3))))


class TestRing:
    """Registers, written one by one."""

    @pytest.fixture
    def device(self, config):
        device = MiniDevice(config)
        ring = device.registers.RING
        for register, value in ((ring.RING_BASE_LOW, RING_AT), (ring.RING_SIZE, 3), (ring.CONTROL, 1)):
            device.write(register.address, value)
        return device

    @staticmethod
    def put(device, index, **members):
        operation = Operation(opcode=Opcode.LOAD, length=16, address=0x9000, **members)
        device.load(MEMORY, 0x9000, np.arange(16, dtype=np.uint8))
        device.load(MEMORY, RING_AT + DESCRIPTOR_BYTES * index, operation.encode())

    def test_head_may_be_read_before_and_after_a_descriptor_that_may_have_retired(self, device):
        ring = device.registers.RING
        self.put(device, 0, interrupt=1)
        device.write(ring.TAIL.address, 1)
        (layer,) = device.layers_in_flight
        assert device.predict(ring.HEAD.address).allowed("INDEX") == {0}
        assert device.predict(ring.STATUS.address).allowed("BUSY") == {1}
        for end in layer.ends:
            device.allow(end)
        assert device.predict(ring.HEAD.address).allowed("INDEX") == {0, 1}
        assert device.predict(ring.STATUS.address).allowed("BUSY") == {0, 1}
        device.observe(ring.HEAD.address, 1)
        assert device.predict(ring.STATUS.address).allowed("BUSY") == {0}

    def test_each_line_shows_its_own_bit(self, device):
        ring = device.registers.RING
        self.put(device, 0, interrupt=1)
        device.write(ring.TAIL.address, 1)
        device.advance()
        assert device.levels == {"irq_done": HIGH, "irq_error": LOW}
        device.write(ring.INTR_MASK.address, 1)
        assert device.levels["irq_done"] == LOW
        device.write(ring.INTR_MASK.address, 0)
        device.write(ring.INTR_STATUS.address, 1)
        assert device.levels["irq_done"] == LOW

    @pytest.mark.parametrize("name", ["RING_BASE_LOW", "RING_BASE_HIGH", "RING_SIZE"])
    def test_the_ring_does_not_move_while_it_is_enabled(self, device, name):
        register = device.registers.RING.registers[name]
        before = device.read(register.address)
        broken = device.write(register.address, 0xE0).broken
        assert [(item.rule, item.write) for item in broken] == [("ring-moved", 4)], "the fourth write"
        assert device.read(register.address) == before

    def test_a_tail_beyond_the_ring_changes_nothing(self, device):
        tail = device.registers.RING.TAIL
        assert [item.rule for item in device.write(tail.address, 4).broken] == ["tail-in-ring"]
        assert device.read(tail.address) == 0
        assert not device.layers_in_flight

    def test_a_write_of_the_size_empties_the_ring(self, device):
        ring = device.registers.RING
        self.put(device, 0)
        device.write(ring.TAIL.address, 1)
        while device.advance():
            pass
        assert device.read(ring.HEAD.address) == 1
        device.write(ring.CONTROL.address, 0)
        assert not device.write(ring.RING_SIZE.address, 7).broken
        assert (device.read(ring.HEAD.address), device.read(ring.TAIL.address)) == (0, 0)

    def test_a_write_between_registers_is_told(self, device):
        assert [item.rule for item in device.write(0xFF0, 1).broken] == ["unmapped-register"]
