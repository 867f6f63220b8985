"""What is known of the lanes, of static memory and of L2 is copied out, all of it and no more."""

import numpy as np
import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.config.hardware import L2, LOCAL, STATIC
from models.sophgo.device import SophgoDevice
from sequences.model_host import ModelHost, run
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.last_copies import copy_out, known_runs
from sequences.sophgo.random.program import RandomProgram


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def device(request):
    return SophgoDevice(request.param)


def bench_of(device):
    return SophgoBench(ModelHost(device), device.config, np.random.default_rng(3))


def test_equal_stretches_of_lanes_side_by_side_are_one(device):
    config, ones = device.config, np.ones(6, np.uint8)
    for lane in (0, 1, 3):
        device.memories[LOCAL].write(lane * config.lane_bytes + 8, ones)
    device.memories[STATIC].write(config.static_base + 3, ones)
    device.memories[L2].write(config.l2_base, ones)
    runs = {(item.address, item.size_bytes, item.lanes) for item in known_runs(config, device.memories)}
    lanes = {(config.local_base + 8, 6, 2), (config.local_base + 3 * config.lane_bytes + 8, 6, 1)}
    assert runs == lanes | {(config.static_base + 3, 6, 1), (config.l2_base, 6, 1)}


def test_all_that_is_known_comes_out(device):
    bench, read = bench_of(device), []
    run(bench.play_words(*RandomProgram(bench).words()))
    known = sum(
        int(np.asarray(flags).sum()) for name in (LOCAL, STATIC, L2) for *_, flags in device.memories[name].pages()
    )
    device.listeners.append(lambda happened: read.extend(layer for layer in happened.started if layer.stage == "GDMA"))
    run(copy_out(bench, device.memories))
    assert sum(layer.writes[0].data.size for layer in read) == known
    assert not any(layer.races for layer in read)
    assert not any(claim.unknown_reads for layer in read for claim in layer.claims)


def test_nothing_is_launched_where_nothing_is_known(device):
    bench = bench_of(device)
    run(copy_out(bench, device.memories))
    assert run(bench.host.read(bench.registers.MAILBOX.COMPLETED)) == 0
