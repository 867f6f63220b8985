"""The reference device alone: the queue, events, what registers show, jobs that hang."""

import numpy as np
import pytest

from models.blocks.interrupts import HIGH, LOW
from models.vipnano.config import CONFIGS
from models.vipnano.config.hardware import MEMORY
from models.vipnano.device import VipnanoDevice
from models.vipnano.structures.description import TP
from models.vipnano.structures.structure import Structure
from sequences.model_host import ModelHost, run
from sequences.vipnano.draw.jobs import draw_job, draw_nn_job
from sequences.vipnano.driver import Driver

AT = 0x800
DATA = np.arange(16, dtype=np.uint8)


def copy(source, target):
    """A job that copies 16 bytes."""
    sizes = {"in_x_size": 16, "in_y_size": 1, "in_z_size": 1, "in_window_x_end": 15, "out_loop_0_count": 16}
    return Structure.of(TP, in_address=source, out_address=target, **sizes)


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def device(request):
    device = VipnanoDevice(request.param)
    device.load(MEMORY, 0x2000, DATA)
    for number in range(32):
        structure = copy(0x2000 + 0x100 * number, 0x2100 + 0x100 * number)
        device.load(MEMORY, AT + 128 * number, structure.encode())
    return device


def start(device, number):
    return device.write(device.registers.PS.TP_INST_ADDR.address, AT + 128 * number | number % 32)


def shown(device, name, field):
    return device.predict(device.registers.HOST.registers[name].address).allowed(field)


def test_a_job_reads_what_the_one_before_it_wrote(device):
    room = device.config.queue_slots
    for number in range(room):
        assert not start(device, number).broken
    device.write(device.registers.PS.SEQUENCE_END.address, 5)
    while device.advance():
        pass
    assert np.array_equal(device.dump(MEMORY, 0x2000 + 0x100 * room, 16), DATA)
    assert device.read(device.registers.HOST.INTR_STATUS.address) == 1 << 5
    assert device.read(device.registers.HOST.ENDED.address) == room


def test_a_full_queue_takes_nothing(device):
    room = device.config.queue_slots
    for number in range(room + 1):
        assert shown(device, "SLOTS", "FREE") == {room - max(number - 1, 0)}
        assert not start(device, number).broken
    assert shown(device, "SLOTS", "FREE") == {0}
    assert [item.rule for item in start(device, 30).broken] == ["queue-full"]
    while device.advance():
        pass
    assert device.read(device.registers.HOST.ENDED.address) == room + 1


def test_registers_show_what_may_have_ended(device):
    start(device, 0)
    device.write(device.registers.PS.SEQUENCE_END.address, 0)
    (layer,) = device.layers_in_flight
    assert (shown(device, "STATUS", "BUSY"), shown(device, "ENDED", "COUNT")) == ({1}, {0})
    device.complete(layer)
    device.allow(layer.lead.free)
    assert (shown(device, "STATUS", "BUSY"), shown(device, "ENDED", "COUNT")) == ({0, 1}, {0, 1})
    device.observe(device.registers.HOST.ENDED.address, 1)
    assert shown(device, "ENDED", "COUNT") == {1}


def test_an_event_is_acknowledged_and_masked(device):
    host, ps = device.registers.HOST, device.registers.PS
    device.write(host.INTR_MASK.address, 1 << 3)
    device.write(ps.SEQUENCE_END.address, 3)
    device.advance()
    assert device.levels == {"irq": LOW}
    device.write(host.INTR_MASK.address, 0)
    assert device.levels == {"irq": HIGH}
    device.write(host.INTR_STATUS.address, 1 << 3)
    assert device.levels == {"irq": LOW}


def happened(device):
    seen = []
    device.listeners.append(seen.append)
    return seen


def test_a_job_with_an_unknown_structure_is_refused(device):
    seen = happened(device)
    device.write(device.registers.PS.NN_INST_ADDR.address, 0x9000)
    assert [item.refused for item in seen if item.refused] == [
        ["NN job 1 was started, but nobody knows what its structure holds"]
    ]


@pytest.mark.parametrize(
    ("change", "rule", "said"),
    [
        (
            {"depthwise": 1},
            "nn-executed",
            "word 22, bits 17: depthwise is 0x1, 0 is executed (a structure of V8",
        ),
        ({"out_z_size": 0}, "nn-sizes", "word 4, bits 13:0: out_z_size is 0, at least 1 is executed"),
    ],
)
def test_a_job_that_hangs_stays_busy_and_lets_nothing_pass(device, change, rule, said):
    drawn = draw_nn_job(np.random.default_rng(1), device.config)
    for address, data in [*drawn.loads, (0x9000, drawn.structure.with_(**change).encode())]:
        device.load(MEMORY, address, data)
    seen = happened(device)
    device.write(device.registers.PS.NN_INST_ADDR.address, 0x9000)
    start(device, 0)
    assert not any(item.refused for item in seen)
    (violation,) = (violation for item in seen for violation in item.broken if violation.rule == rule)
    assert violation.message.startswith(f"NN job 1: the job hangs: {said}")
    word = 22 if "depthwise" in change else 4
    assert violation.places == ((MEMORY, 0x9000 + 4 * word),)
    assert not device.advance()
    assert shown(device, "STATUS", "BUSY") == {1}
    assert shown(device, "ENDED", "COUNT") == {0}
    device.reset()
    assert shown(device, "STATUS", "BUSY") == {0}


def test_a_broken_stream_hangs_with_core_and_bit(device):
    drawn = draw_nn_job(np.random.default_rng(1), device.config)
    for address, data in [*drawn.loads, (0x9000, drawn.structure.encode())]:
        device.load(MEMORY, address, data)
    coefficients = drawn.structure["kernel_address"] * 64
    device.load(MEMORY, coefficients + device.config.header_bytes, np.array([99], np.uint8))
    seen = happened(device)
    device.write(device.registers.PS.NN_INST_ADDR.address, 0x9000)
    most = device.config.zrl_bits
    assert [violation.message for item in seen for violation in item.broken] == [
        f"NN job 1: the job hangs: core 0, bit 0: the length of a run has 99 bits: at most {most} are read"
    ]


def test_damaged_structures_bring_nothing_down(device):
    hung = 0
    for number in range(20):
        rng = np.random.default_rng([38, number])
        drawn = draw_job(rng, device.config)
        structure = drawn.structure.encode().copy()
        for byte in rng.integers(len(structure), size=3):
            structure[byte] ^= 1 << int(rng.integers(8))
        other, ps = VipnanoDevice(device.config, zeroed_memory=True), device.registers.PS
        seen = happened(other)
        for address, data in [*drawn.loads, (0x9000, structure)]:
            other.load(MEMORY, address, data)
        other.write((ps.TP_INST_ADDR if drawn.structure.kind is TP else ps.NN_INST_ADDR).address, 0x9000)
        hung += any("the job hangs: " in violation.message for item in seen for violation in item.broken)
        assert all("at most " in text for item in seen for text in item.refused)
    assert 3 < hung < 17


def test_what_nobody_knows_of_the_input_is_not_compared(device):
    drawn = draw_nn_job(np.random.default_rng(3), device.config)
    structure = drawn.structure.with_(in_x_offset=0, in_y_offset=0)
    layers = []
    device.listeners.append(lambda happened: layers.extend(happened.started))
    for address, data in [*drawn.loads, (0x9000, structure.encode())]:
        device.load(MEMORY, address, data)
    device.memories[MEMORY].forget(np.array([structure["in_address"]], np.uint64), 1)
    device.write(device.registers.PS.NN_INST_ADDR.address, 0x9000)
    (stream,) = layers[0].writes
    first = stream.where.addresses.reshape(structure["out_z_size"], -1)[:, 0]
    assert stream.where.addresses[~stream.care[:, 0]].tolist() == first.tolist()


def test_a_job_that_writes_into_its_input_is_told_and_not_compared(device):
    device.load(MEMORY, 0x9000, copy(0x2000, 0x2008).encode())
    layers, seen = [], happened(device)
    device.listeners.append(lambda happened: layers.extend(happened.started))
    device.write(device.registers.PS.TP_INST_ADDR.address, 0x9000)
    assert {item.rule for happened in seen for item in happened.broken} == {"tp-output"}
    assert not layers[0].writes[0].care.any()


def test_the_driver_serves_events(device):
    host = ModelHost(device)
    driver = Driver(host, device.config)
    run(driver.start(copy(0x2000, 0x5000), AT))
    run(driver.finish(7))
    assert np.array_equal(host.dump(MEMORY, 0x2100, 16), DATA)
    assert device.read(device.registers.HOST.INTR_STATUS.address) == 0
