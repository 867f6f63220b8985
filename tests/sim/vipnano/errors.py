"""Errors of memory on VIPNano: read data are taken as they came, and nothing tells of them."""

from dataclasses import replace

import numpy as np
import pyuvm

from models.reference import Happened
from models.vipnano.config.hardware import MEMORY
from models.vipnano.device import VipnanoDevice
from models.vipnano.plain.tp import PlainTpJob
from sequences.vipnano.draw.jobs import draw_job
from tb.memory.axi import Response
from tb.memory.profile import HARSH, TYPICAL, ErrorRange
from tb.vipnano.env import VipnanoBaseTest, VipnanoEnv, VipnanoEnvFamily

JOBS = 6
PAGE_BYTES = 4096
"""No burst goes from one page into the next: what is read of a page comes with errors each time, or never."""
INPUTS, OUTPUTS = 0x60_0000, 0x70_0000
"""Two fields in which each second page fails; structures and coefficients are elsewhere."""
PAGES = 8
FIELD_BYTES, SPARE_BYTES = PAGES * PAGE_BYTES, 1 << 17
BAD = tuple(
    ErrorRange(field + page * PAGE_BYTES, field + (page + 1) * PAGE_BYTES, response)
    for field in (INPUTS, OUTPUTS)
    for page, response in zip(range(1, PAGES, 2), (Response.SLVERR, Response.DECERR) * 2, strict=True)
)


def put_fields(bench):
    """Keep the fields from others."""
    for field in (INPUTS, OUTPUTS):
        bench.plan.allocate(MEMORY, FIELD_BYTES + SPARE_BYTES, PAGE_BYTES, at=field)


def in_fields(bench, job):
    """A job whose input, or output, or both lie in the fields."""
    rng, structure, ((_, image), *loads) = bench.rng, job.structure, job.loads
    source, target = (field + int(rng.integers(FIELD_BYTES)) for field in (INPUTS, OUTPUTS))
    either = int(rng.integers(1, 4))
    moved = {"in_address": source} if either & 1 else {}
    moved |= {"out_address": target} if either & 2 else {}
    structure = structure.with_(**moved)
    return replace(job, structure=structure, loads=[(structure["in_address"], image), *loads])


@pyuvm.test()
class RandomVipnanoErrorsTest(VipnanoBaseTest):
    """Random jobs whose input or output lies where parts of memory fail."""

    profile = TYPICAL

    def configure(self):
        config = super().configure()
        return replace(config, profiles={MEMORY: replace(self.profile, error_ranges=BAD)})

    async def stimulus(self, bench):
        put_fields(bench)
        for _ in range(JOBS):
            job = bench.job(lambda base: in_fields(bench, draw_job(bench.rng, bench.config, base)))
            await bench.play(job)


@pyuvm.test()
class RandomHarshVipnanoErrorsTest(RandomVipnanoErrorsTest):
    """The same where memory answers late and out of order."""

    profile = HARSH


class DeafVipnanoDevice(VipnanoDevice):
    """A reference that takes no notice of errors of memory."""

    def failed(self, _answer):
        return Happened()


class DeafVipnanoFamily(VipnanoEnvFamily):
    """Has it."""

    def device(self, config):
        return DeafVipnanoDevice(config.hw)


class DeafVipnanoEnv(VipnanoEnv):
    """Has it."""

    family = DeafVipnanoFamily


@pyuvm.test()
class DeafReferenceVipnanoErrorsTest(VipnanoBaseTest):
    """Memory answers with errors of which the reference does not hear: written data and memory tell that."""

    env_type = DeafVipnanoEnv
    provokes = ("wrong-data", "memory-differs")

    def configure(self):
        config = super().configure()
        return replace(config, profiles={MEMORY: replace(TYPICAL, error_ranges=BAD)})

    async def stimulus(self, bench):
        put_fields(bench)
        good, bad, away = INPUTS, INPUTS + PAGE_BYTES, OUTPUTS + PAGE_BYTES
        room, size = bench.room(), {"columns": 64, "tile_columns": 64}
        for field in (good, bad):
            bench.host.load(MEMORY, field, np.full(64, 7, np.uint8))
        await bench.play(
            PlainTpJob(in_address=bad, out_address=OUTPUTS, structure=room, **size),
            PlainTpJob(in_address=good, out_address=away, structure=room + 128, **size),
        )
