"""Register behaviour of every block, from the description: reset, masks, groups, what is not there."""

import pytest

from models.blocks.register_block import RegisterBlock
from models.nvdla.blocks.ping_pong import PingPongBlock
from models.nvdla.config import CONFIGS, NV_FULL
from models.nvdla.device import UNITS
from models.nvdla.registers import registers as read_registers
from models.registers import Behaviour, ReadKind

GROUPED = {
    (config.name, name)
    for config in CONFIGS.values()
    for name, block in read_registers(config).blocks.items()
    if any(register.grouped for register in block)
}
"""Blocks with two groups, of each configuration."""
ALL_ONES = 0xFFFF_FFFF


def reads(device, register):
    return device.predict(register.address).example()


def select(device, block, group):
    device.write(block.S_POINTER.address, block.S_POINTER.encode(PRODUCER=group))


def enable(device, block, group):
    select(device, block, group)
    device.write(block.D_OP_ENABLE.address, block.D_OP_ENABLE.encode(OP_EN="ENABLE"))


def plain_grouped(block):
    return next(item for item in block if item.grouped and item.behaviour is Behaviour.PLAIN and item.write_mask)


def test_every_register_reads_its_reset_value_after_reset(device):
    for register in device.registers:
        if register.implemented and device.predict(register.address).known:
            expected = register.reset & register.read_mask
            assert device.predict(register.address).mismatch(expected) is None, register.full_name


def test_plain_registers_keep_what_their_write_mask_takes(device):
    written = 0
    for register in device.registers:
        if register.behaviour is Behaviour.PLAIN and register.read is ReadKind.STATIC and register.implemented:
            device.write(register.address, ALL_ONES)
            kept = (register.reset & ~register.write_mask | register.write_mask) & register.read_mask
            assert device.predict(register.address).mismatch(kept) is None, register.full_name
            written += 1
    assert written > 100


def test_read_only_registers_ignore_writes(device):
    for register in device.registers:
        if register.behaviour is Behaviour.READ_ONLY:
            before = reads(device, register)
            device.write(register.address, ~before & ALL_ONES)
            assert reads(device, register) == before, register.full_name


def test_a_write_outside_the_mask_keeps_the_reset_bits_of_a_group(device):
    for block in device.registers.blocks.values():
        for register in block:
            if register.grouped and not register.write_mask and register.read is not ReadKind.ONE_OF:
                device.write(register.address, ALL_ONES)
                assert reads(device, register) == register.reset & register.read_mask, register.full_name


def test_where_nothing_is_zero_is_read_and_writes_do_nothing(device):
    unmapped = device.registers.GLB.base + device.registers.GLB.size - 4
    assert device.registers.at(unmapped) is None
    device.write(unmapped, ALL_ONES)
    assert device.predict(unmapped).mismatch(0) is None
    assert device.predict(unmapped).mismatch(1) == "nothing is there: expected 0, got 0x1"


@pytest.mark.parametrize("config", [NV_FULL])
def test_registers_that_the_part_lacks_read_zero(device):
    for register in device.registers.GEC:
        device.write(register.address, ALL_ONES)
        assert device.predict(register.address).mismatch(0) is None
        assert device.predict(register.address).mismatch(1)


@pytest.mark.parametrize(
    ("config", "name"),
    [
        pytest.param(CONFIGS[config], name, id=f"{config}-{name}")
        for config, name in sorted(GROUPED)
        if name not in UNITS
    ],
)
class TestGroups:
    def test_the_producer_selects_the_group_that_is_reached(self, device, name):
        block = device.registers.blocks[name]
        register = plain_grouped(block)
        low = register.write_mask & -register.write_mask
        select(device, block, 1)
        device.write(register.address, register.reset ^ low)
        select(device, block, 0)
        assert reads(device, register) == register.reset
        select(device, block, 1)
        assert reads(device, register) == register.reset ^ low
        assert reads(device, block.S_POINTER) == block.S_POINTER.encode(PRODUCER=1)

    def test_group_0_runs_and_group_1_waits_for_it(self, device, name):
        block = device.registers.blocks[name]
        enable(device, block, 1)
        assert reads(device, block.S_STATUS) == block.S_STATUS.encode(STATUS_1="PENDING")
        enable(device, block, 0)
        assert reads(device, block.S_STATUS) == block.S_STATUS.encode(STATUS_0="RUNNING", STATUS_1="PENDING")

    def test_an_enabled_group_ignores_writes_and_the_other_does_not(self, device, name):
        block = device.registers.blocks[name]
        register = plain_grouped(block)
        low = register.write_mask & -register.write_mask
        for group in (0, 1):  # running, then pending
            enable(device, block, group)
            device.write(register.address, register.reset ^ low)
            device.write(block.D_OP_ENABLE.address, 0)
            assert reads(device, register) == register.reset
            assert reads(device, block.D_OP_ENABLE) == block.D_OP_ENABLE.encode(OP_EN="ENABLE")
            if group == 0:
                select(device, block, 1)
                device.write(register.address, register.reset ^ low)
                assert reads(device, register) == register.reset ^ low
                device.write(register.address, register.reset)

    def test_a_start_without_a_data_path_is_told_once(self, device, name):
        block = device.registers.blocks[name]
        enable(device, block, 1)
        assert device.take_happened().refused == []
        enable(device, block, 0)
        enable(device, block, 0)
        device.write(block.D_OP_ENABLE.address, 0)
        assert device.take_happened().refused == [f"{name} was started, but its data path is not there yet"]

    def test_a_reset_takes_everything_back(self, device, name):
        block = device.registers.blocks[name]
        enable(device, block, 0)
        enable(device, block, 1)
        device.reset()
        assert reads(device, block.S_POINTER) == block.S_POINTER.reset
        assert reads(device, block.S_STATUS) == block.S_STATUS.reset
        assert reads(device, block.D_OP_ENABLE) == block.D_OP_ENABLE.reset


def test_a_grouped_read_only_bit_survives_a_write(registers):
    """No block has such a register; the rule is the same."""
    block = registers.CDMA
    register = plain_grouped(block)
    grouped, single = PingPongBlock(block), RegisterBlock(block)
    fixed = type(register)(
        **{name: getattr(register, name) for name in register.__slots__} | {"reset": ALL_ONES, "write_mask": 0xFF}
    )
    for values in (grouped.groups[0], single.values):
        values[fixed.name] = ALL_ONES
    for target in (grouped, single):
        target.write(fixed, 0x12, 1)
    assert grouped.groups[0][fixed.name] == single.values[fixed.name] == 0xFFFF_FF12
