"""Recorded layers, as the jobs that the driver makes of them: what comes out of the RTL."""

import os
from pathlib import Path

import cocotb
import numpy as np
from cocotb.triggers import SimTimeoutError

from models.vipnano.config import find_config
from sequences.vipnano.layers import Add
from sequences.vipnano.lowering.lower import lower
from sequences.vipnano.lowering.places import Places
from sequences.vipnano.recorded import read_recorded
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.vipnano.judge.play import played
from tests.sim.vipnano.units.npu_bench import HOST, Npu

VECTORS = Path(__file__).parents[3] / "vectors" / "vipnano" / "layers.npz"
CONFIG = find_config(os.environ[CONFIG_VARIABLE])
EVERY = {"vipnano_qi": 5, "mini_vip": 40}
"""Of so many cases one is played."""


async def output_of(npu, case):
    """What the device makes of a case."""
    places = Places(0x1000)
    lowered = lower(case.layer, places, CONFIG)
    for address, tensor in zip(lowered.inputs, case.tensors, strict=True):
        npu.put(address, np.ascontiguousarray(tensor).tobytes())
    jobs = [(job, places.take(128)) for jobs in lowered.operations for job in jobs]
    for address, data in places.loads:
        npu.put(address, np.asarray(data).tobytes())
    await npu.play(jobs)
    return npu.get(lowered.output, case.output.size).reshape(case.output.shape)


def wrong(case, got) -> str:
    """What is wrong with an output: what was recorded may be off by what the multiplier of 16 bits leaves out."""
    want = played(case.layer, case.tensors, CONFIG)
    most = int(np.abs(got.astype(int) - case.output).max())
    if not np.array_equal(got, want):
        return f"{(got != want).sum()} of {got.size} bytes are not the model's"
    return f"off by {most} from what was recorded" if most > (2 if isinstance(case.layer, Add) else 1) else ""


@cocotb.test()
async def recorded_layers(dut):
    npu = await Npu.start(dut)
    failures = []
    for number, case in enumerate(read_recorded(VECTORS)[:: EVERY[CONFIG.name]]):
        try:
            found = wrong(case, await output_of(npu, case))
        except SimTimeoutError:
            failures.append(f"{number}: hangs, {await npu.read(HOST.ENDED.address)} ended: {case.layer}")
            break
        if found:
            failures.append(f"{number}: {found}: {type(case.layer).__name__}")
    assert not failures, f"{len(failures)} layers:\n" + "\n".join(failures)
