"""The reference device alone: kernels, queues and their ids, races, what stops them, what registers show."""

import numpy as np
import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.config.hardware import DDR
from models.sophgo.device import SophgoDevice
from models.sophgo.words.word import Word
from sequences.model_host import ModelHost, run
from sequences.sophgo.draw.transfers import address_members
from sequences.sophgo.kernels import KernelTable

COUNT = 24
SHAPE = {"n": 1, "c": 3, "h": 2, "w": 4}


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def config(request):
    return request.param


class Bench:
    """A device, a table of kernels behind the data."""

    def __init__(self, config):
        self.config, self.device = config, SophgoDevice(config)
        self.host, self.happened = ModelHost(self.device), []
        self.device.listeners.append(self.happened.append)
        self.table = KernelTable(self.host, config, config.ddr_base + 0x10000)
        self.rng = np.random.default_rng(5)

    def data(self, at):
        values = self.rng.integers(-128, 128, COUNT, np.int8)
        self.host.load(DDR, self.config.ddr_base + at, values.view(np.uint8))
        return values

    def numpy(self, at):
        return self.host.dump(DDR, self.config.ddr_base + at, COUNT).view(np.int8)

    def read(self, name, block="MAILBOX"):
        register = self.table.registers.blocks[block].registers[name]
        return register, self.device.read(register.address)

    def field(self, name, field, block="MAILBOX"):
        register, word = self.read(name, block)
        return register.fields[field].get(word)

    def play(self, *words, ends=True):
        name = f"k{len(self.table.kernels)}"
        self.table.add(name, *words, ends=ends)
        run(self.table.announce())
        run(self.table.run(name))

    @property
    def races(self):
        return [race for item in self.happened for layer in item.started for race in layer.races]


@pytest.fixture
def bench(config):
    return Bench(config)


def copy(config, source, destination, cmd_id, after=0):
    """A copy between DDR (an offset) and local memory (a tuple with one), continuous and aligned."""
    sides = {}
    for side, place in (("src", source), ("dst", destination)):
        base = config.local_base + place[0] if isinstance(place, tuple) else config.ddr_base + place
        sides |= address_members(side, base)
    sizes = {f"src_{side}size": size for side, size in SHAPE.items()}
    lanes = {"localmem_mask_l32": 0xFFFF_FFFF, "localmem_mask_h32": 0xFFFF_FFFF}
    return Word.of("DMA_tensor", "copy", cmd_id=cmd_id, cmd_id_dep=after, nchw_copy=1, **sides, **sizes, **lanes)


def add(one, other, result, cmd_id, after=0, **members):
    places = {"opd0_addr": one, "opd1_addr": other, "res0_addr": result}
    signs = {"opd0_sign": 1, "opd1_sign": 1, "tsk_opd_num": 2}
    sizes = {f"res0_{side}": size for side, size in SHAPE.items()}
    return Word.of("sAR", "add_saturate", cmd_id=cmd_id, cmd_id_dep=after, **places, **signs, **sizes, **members)


def sums(x, y):
    return np.clip(x.astype(int) + y, -128, 127)


def test_words_of_both_queues_wait_for_each_other(bench, config):
    x, y = bench.data(0x100), bench.data(0x200)
    bench.play(
        copy(config, 0x100, (0,), 1),
        copy(config, 0x200, (64,), 2),
        add(0, 64, 128, 1, after=2),
        copy(config, (128,), 0x300, 3, after=1),
    )
    assert bench.numpy(0x300).tolist() == sums(x, y).tolist()
    assert bench.races == []
    assert bench.field("RESULT", "OUTCOME") == 0
    assert bench.field("COMPLETED", "COUNT") == 1
    assert [bench.field("FINISHED", "ID", queue) for queue in ("TIU", "GDMA")] == [1, 3]


def test_words_that_nothing_orders_race(bench, config):
    bench.data(0x100)
    bench.play(copy(config, 0x100, (0,), 1), add(0, 0, 128, 1))
    (text, *_) = bench.races
    assert "software race: GDMA word 1 (DMA_tensor.copy) and TIU word 1 (sAR.add_saturate): the former writes" in text
    assert not bench.device.memories["LOCAL"].known(128, 4).any()


def test_two_writers_of_the_same_bytes_race(bench, config):
    bench.data(0x100)
    bench.play(
        copy(config, 0x100, (0,), 1), copy(config, 0x100, (256,), 2), add(0, 0, 256, 1, after=1), add(0, 0, 512, 2)
    )
    assert any("GDMA word 2" in race and "TIU word 1" in race for race in bench.races)
    assert not bench.device.memories["LOCAL"].known(256, 4).any()
    assert bench.device.memories["LOCAL"].known(512, 4).all()


@pytest.mark.parametrize(
    ("words", "queue", "stopped"),
    [
        (lambda _: [add(0, 64, 128, 1, after=1)], "TIU", (1, "WAITS")),
        (lambda c: [add(0, 0, 64, 1, after=1), copy(c, 0x100, (0,), 1, after=1)], "GDMA", (1, "WAITS")),
        (lambda _: [add(0, 64, 128, 7)], "TIU", (1, "ID")),
        (lambda c: [copy(c, 0x100, (0,), 1)], "GDMA", (2, "CUT")),
        (lambda _: [add(0, 64, 128, 1, res0_prec=1)], "TIU", (1, "MEMBER")),
        (lambda _: [Word.of("sSFU", "taylor", cmd_id=1)], "TIU", (1, "NOT_EXECUTED")),
    ],
)
def test_a_queue_that_stops_says_where_and_why(bench, config, words, queue, stopped):
    bench.data(0x100)
    bench.play(*words(config), ends=stopped[1] != "CUT")
    assert bench.field("RESULT", "OUTCOME") == 2
    reasons = bench.table.registers.blocks[queue].registers["STOPPED"].fields["REASON"].enum
    assert bench.field("STOPPED", "WORD", queue) == stopped[0]
    assert bench.field("STOPPED", "REASON", queue) == reasons[stopped[1]]


def test_the_other_queue_goes_on(bench, config):
    x = bench.data(0x100)
    bench.play(add(0, 64, 128, 9), copy(config, 0x100, (0,), 1), copy(config, (0,), 0x300, 2))
    assert bench.numpy(0x300).tolist() == x.tolist()
    assert bench.field("STOPPED", "WORD", "GDMA") == 0


def test_a_kernel_that_the_table_does_not_have_fails(bench):
    launch = bench.table.registers.MAILBOX.LAUNCH
    bench.device.write(launch.address, launch.encode(KERNEL=77))
    run(bench.table.finished())
    assert (bench.field("RESULT", "KERNEL"), bench.field("RESULT", "OUTCOME")) == (77, 1)


def test_launches_wait_for_each_other(bench, config):
    x = bench.data(0x100)
    bench.table.add("in", copy(config, 0x100, (0,), 1))
    bench.table.add("out", copy(config, (0,), 0x300, 1))
    run(bench.table.announce())
    run(bench.table.launch("in", notify=False))
    run(bench.table.launch("out"))
    run(bench.table.finished())
    assert bench.numpy(0x300).tolist() == x.tolist()
    assert bench.field("COMPLETED", "COUNT") == 2
    assert bench.field("SLOTS", "FREE") == config.launch_slots
    assert bench.field("STATUS", "BUSY") == 0


def test_a_launch_without_room_breaks_a_rule(bench, config):
    bench.data(0x100)
    bench.table.add("in", copy(config, 0x100, (0,), 1))
    run(bench.table.announce())
    for _ in range(config.launch_slots + 1):
        run(bench.table.launch("in"))
    assert [item.broken for item in bench.happened if item.broken] == []
    run(bench.table.launch("in"))
    assert [item.rule for happened in bench.happened for item in happened.broken] == ["mailbox-full"]
