"""Each rule is broken by its own breaker; legal jobs break none."""

from dataclasses import replace

import numpy as np
import pytest

from models.pipeline.plain_rulebook import PlainRulebook
from models.rules import Case, RuleContext
from models.vipnano.blocks.queue import QueueWrite
from models.vipnano.coefficients.buffer import split
from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.coefficients.write import Kernels, write_coefficients
from models.vipnano.config import CONFIGS
from models.vipnano.jobs.nn_job import NnJob
from models.vipnano.jobs.tiling import interleave, misfit
from models.vipnano.jobs.tp_job import TpJob
from models.vipnano.rules import EVERY_RULE
from models.vipnano.rules.writes import REGISTERS
from models.vipnano.structures.description import NN, TP
from models.vipnano.structures.structure import Structure


def nn_job(config):
    structure = Structure.of(
        NN,
        kernel_x_size=3,
        kernel_y_size=3,
        kernel_z_size=2,
        kernels_per_core=1,
        in_x_size=8,
        in_y_size=8,
        in_x_stride=8,
        in_y_stride=8,
        in_address=0x2000,
        out_x_size=6,
        out_y_size=6,
        out_z_size=2,
        out_x_stride=6,
        out_address=0x3000,
        out_tile_x_size=6,
        out_tile_y_size=2,
        kernel_address=0x1000 // 64,
    )
    shape = KernelShape.of(structure, config)
    kernels = Kernels(np.ones((2, 2, 3, 3), np.uint8), np.zeros(2, np.int32), np.array([0, 36], np.uint32))
    data = write_coefficients(kernels, shape, config, 0)
    return NnJob(config, 0x800, structure, data[: config.header_bytes], tuple(split(data, shape, config)))


def tp_job(config):
    numbers = {"in_x_size": 4, "in_y_size": 4, "in_z_size": 1, "in_stride": 4, "in_slice": 16, "in_window_x_end": 3}
    loops = {"out_loop_0_count": 16, "in_window_y_end": 3, "in_address": 0x2000, "out_address": 0x3000}
    return TpJob(config, 0x800, Structure.of(TP, **numbers, **loops))


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
@pytest.mark.parametrize("rule", EVERY_RULE, ids=[rule.name for rule in EVERY_RULE])
@pytest.mark.parametrize("seed", range(6))
def test_a_breaker_breaks_its_rule(config, rule, seed):
    legal = {NnJob: nn_job, TpJob: tp_job, QueueWrite: lambda _: QueueWrite("NN_INST_ADDR")}[rule.of](config)
    rulebook = PlainRulebook(EVERY_RULE, config, REGISTERS)
    assert rulebook.check(legal) == []
    broken = rule.break_it(Case(legal, RuleContext(config)), np.random.default_rng(seed))
    assert rule.name in {violation.rule for violation in rulebook.check(broken.subject)}


@pytest.mark.parametrize(
    ("tile", "kernel", "lines"),
    [
        (64, 1, 1),
        (34, 3, 1),
        (33, 3, 1),
        (32, 3, 2),
        (17, 2, 2),
        (17, 3, 2),
        (16, 3, 2),
        (12, 8, 4),
        (8, 12, 4),
        (4, 3, 2),
    ],
)
def test_lines_side_by_side(tile, kernel, lines):
    assert interleave(tile, kernel) == lines


def test_tiles_that_do_not_fit_say_why():
    config = CONFIGS["vipnano_qi"]
    assert misfit((1, 65), (3, 3), 1, config) == "65 columns: at most 64 fit"
    assert misfit((65, 64), (1, 1), 1, config) == "65 lines of 64 columns: at most 64 fit into the accumulators"
    said = "11 lines under a kernel of 3: at most 12 lines fit into the input buffer"
    assert misfit((11, 64), (3, 3), 1, config) == said
    said = "10 lines for each of 7 kernels: at most 64 in all fit into the accumulators"
    assert misfit((10, 64), (3, 3), 7, config) == said
    assert misfit((10, 64), (3, 3), 6, config) == ""


def test_a_broken_stream_names_core_and_bit():
    config = CONFIGS["vipnano_qi"]
    job = nn_job(config)
    cut = replace(job, streams=(job.streams[0], job.streams[1][:20]))
    (violation,) = PlainRulebook(EVERY_RULE, config, REGISTERS).check(cut)
    said = "the stream ends before weight [plane 1, line 1, column 1] of kernel 0: 5 weight(s) are missing"
    assert violation.message == f"the job hangs: core 1, bit 160: {said}"
