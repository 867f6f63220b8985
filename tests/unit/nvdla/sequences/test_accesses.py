"""Several register accesses in one call."""

import numpy as np
import pytest

from models.nvdla.device import Device
from sequences.host import Access
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from sequences.nvdla.registers.bursts import random_bursts
from sequences.nvdla.registers.sweep import is_plain
from sequences.recording import RecordingHost


@pytest.mark.parametrize("recorded", [False, True])
def test_reads_give_what_they_read_and_writes_nothing(config, recorded):
    device = Device(config)
    register, host = device.registers.BDMA.CFG_LINE, ModelHost(device)
    host = RecordingHost(host) if recorded else host
    accesses = [Access(register), Access(register, 7), Access(register.address), Access(register, 9, posted=False)]
    assert run(host.access([*accesses, Access(register)])) == [0, 0, 7, 0, 9]
    assert not recorded or len(host.commands) == 5


def test_bursts_visit_all_blocks_and_leave_what_resets_left(config):
    device = Device(config)
    bench = make_bench(ModelHost(device), config, np.random.default_rng(1))
    blocks = set()
    bench.host.listeners.append(lambda event: blocks.add(device.registers.at(event.address).block))
    run(random_bursts(bench, 60))
    assert len(blocks) > len(device.registers.blocks) // 2
    plain = [register for register in device.registers if is_plain(register)]
    assert all(device.read(register.address) == register.reset for register in plain)
