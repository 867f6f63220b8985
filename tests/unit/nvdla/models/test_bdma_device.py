"""The BDMA of the reference device, driven by its registers alone."""

import numpy as np
import pytest

from tests.unit.nvdla.models.copies import atoms_of, copy, fill, random_copy, routes, start, words
from tests.unit.nvdla.models.heard import HeardDevice


def bytes_of(device, transfer, side):
    port = device.config.port(side.ram).name
    return [device.dump(port, at, device.config.atom_bytes).tolist() for at in atoms_of(device.config, transfer, side)]


def raised(device):
    status = device.registers.GLB.S_INTR_STATUS
    word = device.read(status.address)
    return [name for name, item in status.fields.items() if item.get(word)]


def status(device):
    register = device.registers.BDMA.STATUS
    return register.decode(device.read(register.address))


@pytest.mark.parametrize("seed", range(12))
def test_copies_what_loops_copy_and_nothing_else(config, seed):
    device, rng = HeardDevice(config), np.random.default_rng(seed)
    count = int(rng.integers(1, config.bdma_slots + 1))
    transfers = [random_copy(config, rng, at=slot << 14) for slot in range(count)]
    for transfer in transfers:
        fill(device, transfer, rng)
    sources = [bytes_of(device, transfer, transfer.source) for transfer in transfers]
    layer = start(device, transfers, group=seed % 2)
    assert device.advance().claim.layer is layer
    for transfer, expected in zip(transfers, sources, strict=True):
        assert bytes_of(device, transfer, transfer.destination) == expected
    known = sum(int(flags.sum()) for memory in device.memories.values() for _, _, flags in memory.pages())
    assert (
        known == 2 * sum(len(atoms_of(config, transfer, transfer.source)) for transfer in transfers) * config.atom_bytes
    )
    assert layer.races == []
    assert layer.unknown_reads == 0
    assert raised(device) == [f"BDMA_DONE_STATUS{seed % 2}"]


def test_every_route_is_drawn(config):
    copies = [random_copy(config, np.random.default_rng(seed)) for seed in range(12)]
    drawn = {(one.source.ram, one.destination.ram) for one in copies}
    assert drawn == set(routes(config))


def test_groups_end_in_the_order_of_their_launch(device, rng):
    layers = []
    for number, group in enumerate((1, 0)):
        transfer = copy(device.config, at=number << 16)
        fill(device, transfer, rng)
        layers.append(start(device, [transfer], group))
    assert [str(layer) for layer in layers] == ["BDMA group 1 (layer 0)", "BDMA group 0 (layer 1)"]
    assert device.advance().claim.layer is layers[0]
    assert raised(device) == ["BDMA_DONE_STATUS1"]
    assert device.advance().claim.layer is layers[1]
    assert raised(device) == ["BDMA_DONE_STATUS0", "BDMA_DONE_STATUS1"]
    assert device.advance() is None


def test_one_operation_more_than_slots_is_kept_and_the_next_dropped(config, rng):
    device = HeardDevice(config)
    kept = config.bdma_slots + 1
    transfers = [copy(config, at=slot << 12) for slot in range(kept + 1)]
    for transfer in transfers:
        fill(device, transfer, rng)
    layer = start(device, transfers)
    assert len(layer.writes) == kept
    warnings = device.take_happened().warnings
    (warning,) = [text for text in warnings if "[bdma-slots:" in text]
    assert f"{kept + 1} operations in one group, at most {kept - 1}, 1 of them found no slot" in warning
    device.advance()
    assert (
        not device.memories[layer.writes[0].where.port]
        .known(transfers[-1].destination.address, config.atom_bytes)
        .any()
    )


def test_slots_leave_with_their_launch(device, rng):
    first, second = copy(device.config), copy(device.config, at=1 << 16)
    for transfer in (first, second):
        fill(device, transfer, rng)
    assert len(start(device, [first], 0).writes) == 1
    assert len(start(device, [second], 1).writes) == 1


def test_an_empty_launch_leaves_the_group_busy_and_raises_nothing(device, rng):
    assert start(device, [], group=1) is None
    assert device.advance() is None
    assert raised(device) == []
    assert "[bdma-empty-launch:" in device.take_happened().warnings[0]
    device.write(device.registers.BDMA.CFG_LAUNCH1.address, 1)
    assert status(device)["GRP1_BUSY"] == 1
    fill(device, copy(device.config), rng)
    start(device, [copy(device.config)], group=1)
    device.advance()
    assert status(device)["GRP1_BUSY"] == 0


def test_free_slots_count_what_is_gathered(config):
    device = HeardDevice(config)
    register = device.registers.BDMA.STATUS
    slots = config.bdma_slots
    assert device.predict(register.address).allowed("FREE_SLOT") == {slots}
    for waiting in range(1, slots + 1):
        for item, data in words(device, [copy(config, at=waiting << 12)]):
            device.write(item.address, data)
        late = device.predict(register.address)
        assert set(late.allowed("FREE_SLOT")) == {slots - max(waiting - uncounted, 0) for uncounted in (0, 1, 2)}
        assert 0 in late.allowed("IDLE")
        device.read(device.registers.BDMA.CFG_OP.address)
        settled = device.predict(register.address)
        assert settled.allowed("FREE_SLOT") == {slots - (waiting - 1)}
        assert settled.allowed("IDLE") == settled.allowed("GRP0_BUSY") == {0}


def test_status_while_a_group_runs_and_after(device, rng):
    fill(device, copy(device.config), rng)
    start(device, [copy(device.config)], group=1)
    flags = ("IDLE", "GRP0_BUSY", "GRP1_BUSY")
    prediction = device.predict(device.registers.BDMA.STATUS.address)
    assert [prediction.allowed(name) for name in flags] == [{0, 1}, {0}, {0, 1}]
    device.observe(device.registers.BDMA.STATUS.address, prediction.example())
    prediction = device.predict(device.registers.BDMA.STATUS.address)
    assert [prediction.allowed(name) for name in flags] == [{0}, {0}, {1}], "a read has followed the launch"
    assert (status(device)["IDLE"], status(device)["GRP1_BUSY"]) == (0, 1), "alone, the device has not finished it yet"
    (layer,) = device.layers_in_flight
    device.answered(layer, 100)
    prediction = device.predict(device.registers.BDMA.STATUS.address)
    assert [prediction.allowed(name) for name in flags] == [{0, 1}, {0}, {0, 1}], "it may be done at any time"
    device.advance()
    register = device.registers.BDMA.STATUS
    assert device.predict(register.address).mismatch(register.reset) is None
    assert status(device) == register.decode(register.reset)


def test_an_earlier_launch_of_the_group_clears_the_busy_flag_of_the_next(device, rng):
    register, first, second = device.registers.BDMA.STATUS, copy(device.config), copy(device.config, at=1 << 16)
    fill(device, first, rng)
    fill(device, second, rng)
    layers = [start(device, [item]) for item in (first, second)]
    device.read(register.address)
    assert device.predict(register.address).allowed("GRP0_BUSY") == {1}
    device.answered(layers[0])
    device.complete(layers[0])
    device.came(layers[0])
    prediction = device.predict(register.address)
    assert (prediction.allowed("GRP0_BUSY"), prediction.allowed("IDLE")) == ({0}, {0})


def test_a_launch_that_crosses_an_end_leaves_the_busy_flag_open(device, rng):
    register, first, second = device.registers.BDMA.STATUS, copy(device.config), copy(device.config, at=1 << 16)
    fill(device, first, rng)
    fill(device, second, rng)
    layer = start(device, [first])
    device.answered(layer)
    device.complete(layer)
    start(device, [second])
    device.came(layer)
    device.read(register.address)
    assert device.predict(register.address).allowed("GRP0_BUSY") == {0, 1}


class TestStallCounters:
    @pytest.fixture
    def counter(self, device):
        return device.registers.BDMA.STATUS_GRP0_READ_STALL

    def run(self, device, rng, elapsed_cycles, group=0):
        fill(device, copy(device.config), rng)
        layer = start(device, [copy(device.config)], group)
        device.answered(layer, elapsed_cycles)
        device.complete(layer)
        device.came(layer)

    def enable(self, device):
        device.write(device.registers.BDMA.CFG_STATUS.address, 1)

    def test_are_zero_while_off(self, device, rng, counter):
        self.run(device, rng, 100)
        assert device.predict(counter.address).mismatch(0) is None
        assert device.predict(counter.address).mismatch(1)

    def test_are_at_most_the_cycles_that_the_layer_took(self, device, rng, counter):
        self.enable(device)
        self.run(device, rng, 100)
        assert device.predict(counter.address).mismatch(100) is None
        assert device.predict(counter.address).mismatch(101) == "COUNT: expected 0 to 100, got 101"
        other = device.registers.BDMA.STATUS_GRP1_READ_STALL
        assert device.predict(other.address).mismatch(1), "the other group has not run"

    def test_are_bounded_although_the_status_read_ends_the_layer(self, device, rng, counter):
        self.enable(device)
        fill(device, copy(device.config), rng)
        layer = start(device, [copy(device.config)])
        device.answered(layer, 100)
        device.complete(layer)
        device.observe(
            device.registers.GLB.S_INTR_STATUS.address, device.registers.GLB.S_INTR_STATUS.encode(BDMA_DONE_STATUS0=1)
        )
        assert device.layers_in_flight == []
        assert device.predict(counter.address).mismatch(101)

    def test_are_frozen_once_read_at_rest(self, device, rng, counter):
        self.enable(device)
        self.run(device, rng, 100)
        device.observe(counter.address, 42)
        assert device.predict(counter.address).mismatch(42) is None
        assert device.predict(counter.address).mismatch(41)
        self.run(device, rng, 100)
        assert device.predict(counter.address).mismatch(41) is None, "the next launch clears it"


def test_registers_stay_writable_and_do_not_disturb_what_runs(device, rng):
    transfer = copy(device.config, extent=(1, 2, 3))
    fill(device, transfer, rng)
    layer = start(device, [transfer])
    for register, data in words(device, [copy(device.config, ("CVSRAM", "DBB"), (2, 1, 1), at=1 << 16)]):
        device.write(register.address, data)
        assert device.predict(register.address).mismatch(data) is None
    assert layer.writes[0].where.port == transfer.destination.ram
    device.advance()
    assert bytes_of(device, transfer, transfer.destination) == bytes_of(device, transfer, transfer.source)


def test_memory_may_be_read_that_a_finished_layer_wrote(device, rng):
    first = copy(device.config, ("DBB", "CVSRAM"), (1, 1, 4))
    second = copy(device.config, ("CVSRAM", "DBB"), (1, 1, 4), at=8192, source_address=first.destination.address)
    fill(device, first, rng)
    layer = start(device, [first])
    device.answered(layer)
    device.complete(layer)  # all is in memory, but nothing has said yet that the interrupt came
    after = start(device, [second])
    assert after.races == []
    assert after.unknown_reads == 0
    assert after.writes[0].care.all()


def test_what_a_reset_cuts_off_is_unknown(device, rng):
    transfer = copy(device.config, extent=(1, 1, 2))
    fill(device, transfer, rng)
    port, written_bytes = transfer.destination.ram, 2 * device.config.atom_bytes
    device.load(port, transfer.destination.address, np.zeros(written_bytes + 32, np.uint8))
    start(device, [transfer])
    device.reset()
    assert device.layers_in_flight == []
    assert raised(device) == []
    known = device.memories[port].known(transfer.destination.address, written_bytes + 32)
    assert not known[:written_bytes].any()
    assert known[written_bytes:].all()
    assert device.memories["DBB"].known(transfer.source.address, written_bytes).all(), "memory survives a reset"
    assert all(device.predict(item.address).mismatch(item.reset) is None for item in device.registers.BDMA)


def test_an_operation_too_large_to_compute_is_refused(device):
    block = device.registers.BDMA
    device.write(block.CFG_CMD.address, block.CFG_CMD.encode(SRC_RAM_TYPE="MC", DST_RAM_TYPE="MC"))
    for register in (block.CFG_LINE_REPEAT, block.CFG_SURF_REPEAT):
        device.write(register.address, register.encode(NUMBER=register.NUMBER.limit))
    device.write(block.CFG_OP.address, block.CFG_OP.encode(EN="ENABLE"))
    device.write(block.CFG_LAUNCH0.address, block.CFG_LAUNCH0.encode(GRP0_LAUNCH="YES"))
    happened = device.take_happened()
    assert happened.started == []
    assert happened.refused == [
        "BDMA group 0 was started, but it reads atoms of memory: 281474976710656, at most 1048576 can be computed; "
        "see docs/nvdla/traces.md, 'Limits'"
    ]
