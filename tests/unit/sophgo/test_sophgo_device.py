"""The reference device alone: kernels, queues and their ids, races, what stops them, what registers show."""

import numpy as np
import pytest

from models.memory.footprint import FailedAnswer, StreamId
from models.memory.sparse import SparseMemory
from models.sophgo.config import CONFIGS
from models.sophgo.config.hardware import DDR
from models.sophgo.device import SophgoDevice
from models.sophgo.words.word import Word
from sequences.model_host import ModelHost, run
from sequences.sophgo.draw.transfers import address_members
from sequences.sophgo.kernels import KernelTable, one_behind_another

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
        self.table = KernelTable(self.host, config, one_behind_another(config.ddr_base + 0x10000))
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
    def broken(self):
        return [(item.rule, item.message) for happened in self.happened for item in happened.broken]

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


def test_what_a_word_left_is_not_written_again_when_others_wait_for_it(bench, config):
    bench.data(0x100)
    y = bench.data(0x200)
    bench.play(
        copy(config, 0x100, (0,), 1),
        add(0, 0, 128, 1, after=1),
        copy(config, 0x200, (128,), 2, after=1),
        copy(config, (128,), 0x300, 3, after=1),
    )
    assert bench.numpy(0x300).tolist() == y.tolist()


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


@pytest.mark.parametrize(
    ("words", "rule", "said"),
    [
        (lambda _: [add(0, 68, 128, 1)], "operand-aligned", "TIU word 1: opd1_addr is 0x44: a multiple of"),
        (
            lambda _: [add(0, 64, 128, 7)],
            "ids-in-order",
            "MAILBOX launch 1 of kernel 1: TIU word 1: cmd_id is 0x7: ids",
        ),
        (
            lambda _: [add(0, 64, 128, 1, after=3)],
            "waits-end",
            "MAILBOX launch 1 of kernel 1: TIU word 1: cmd_id_dep is 0x3: of GDMA only 0 words end",
        ),
        (lambda _: [add(0, 64, 128, 1, res0_str=3)], "elements-apart", "TIU word 1: res0_addr is 0x80: two of its"),
        (
            lambda c: [copy(c, 0x100, (0,), 1).changed(stride_enable=1, dst_wstride=1)],
            "column-stride",
            "GDMA word 1: src_wstride is 0: a step of 0 bytes",
        ),
    ],
)
def test_an_illegal_kernel_breaks_a_rule_that_says_where(bench, config, words, rule, said):
    bench.data(0x100)
    bench.play(*words(config))
    assert any(name == rule and message.startswith(said) for name, message in bench.broken), bench.broken


@pytest.mark.parametrize(
    ("members", "rule"),
    [({"res0_n": 0xFFFF, "res0_c": 0xFFFF}, "computable"), ({"res0_addr": 0xFFFF_FFC0}, "operand-in-memory")],
)
def test_a_word_beyond_all_bounds_breaks_a_rule_and_nothing_else(bench, members, rule):
    bench.table.add("huge", add(0, 64, 128, 1).changed(**members))
    run(bench.table.announce())
    run(bench.table.launch("huge"))
    assert rule in {name for name, _ in bench.broken}


def test_a_kernel_that_no_entry_has_breaks_a_rule(bench):
    launch = bench.table.registers.MAILBOX.LAUNCH
    bench.device.write(launch.address, launch.encode(KERNEL=77))
    assert [rule for rule, _ in bench.broken] == ["kernel-in-table"]


def begun(bench, word):
    """The layer of the only word of a kernel."""
    bench.table.add("one", word)
    run(bench.table.announce())
    run(bench.table.launch("one"))
    while not (found := [layer for item in bench.happened for layer in item.started if layer.stage == "GDMA"]):
        assert bench.device.advance()
    return found[0]


def fail(bench, at, size_bytes):
    """Reads of data are answered with errors and zeros."""
    came = SparseMemory()
    came.write(bench.config.ddr_base + at, np.zeros(size_bytes, np.uint8))
    bench.device.failed(FailedAnswer(StreamId(DDR, 1), False, came))


def test_errors_of_memory_change_how_much_is_chosen(bench, config):
    """What comes with an error is held against 0 too: fewer elements are written than was foreseen."""
    bench.data(0x100)
    sides = address_members("src", config.ddr_base + 0x100) | address_members("mask", config.ddr_base + 0x100)
    sizes = {f"src_{side}size": size for side, size in SHAPE.items()}
    select = Word.of(
        "DMA_masked_select", "select", cmd_id=1, **sides, **address_members("dst", config.l2_base), **sizes
    )
    layer = begun(bench, select)
    chosen = len(layer.writes[0].data)
    fail(bench, 0x100, COUNT // 2)
    assert len(layer.writes[0].data) < chosen
    assert layer.reads_on
    run(bench.table.finished())
    assert bench.field("RESULT", "OUTCOME") == 3


def test_errors_of_memory_change_which_lines_are_gathered(bench, config):
    """An index that comes with an error is 0; what came with an error of a line stays, though others are read now."""
    lines, width, index_at = 6, 4, 0x200
    data = bench.data(0x100).reshape(lines, width)
    bench.host.load(DDR, config.ddr_base + index_at, np.array([5, 3, 1], np.uint32).view(np.uint8))
    places = {"src": config.ddr_base + 0x100, "index": config.ddr_base + index_at, "dst": config.l2_base}
    members = {name: value for side, at in places.items() for name, value in address_members(side, at).items()}
    sizes = {"src_csize": 1, "src_hsize": lines, "src_wsize": width, "dst_csize": 1, "dst_hsize": 3, "dst_wsize": width}
    layer = begun(bench, Word.of("DMA_gather", "gather", cmd_id=1, **members, **sizes))
    assert not layer.reads_on
    fail(bench, 0x100 + 3 * width, width)
    fail(bench, index_at, 4)
    fail(bench, index_at, 4)
    expected = [data[0], np.zeros(width, np.int8), data[1]]
    assert layer.writes[0].data.ravel().view(np.int8).tolist() == np.concatenate(expected).tolist()
    addresses = layer.lead.fetched[1].where.addresses
    assert addresses.tolist() == [
        config.ddr_base + 0x100 + line * width + at for line in (0, 1, 3) for at in range(width)
    ]
    run(bench.table.finished())
    assert bench.field("RESULT", "OUTCOME") == 3
