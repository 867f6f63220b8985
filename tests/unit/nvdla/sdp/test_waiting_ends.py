"""When a bench may expect the interrupt of a layer that compares: it writes nothing that memory answers."""

import pytest

from models.layer import EndKind
from models.nvdla.cells import AspectCell
from models.nvdla.groups import group_of
from models.nvdla.sdp.descriptor import READER, UNIT
from sequences.model_host import run
from sequences.nvdla.firmware.firmware import Firmware, FirmwareKnobs
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.sdp.random import SdpKind
from tests.unit.nvdla.sequences.model_bench import model_bench

FLYING = AspectCell({"way": "flying", "x1": "sum", "x1-source": "element", "y": "off"})
COMPARES = AspectCell({"way": "offline", "y": "equal", "y-source": "element"})


@pytest.fixture
def start(config):
    """Starts layers of some cells; returns SDP's and SDP_RDMA's claims, those of later groups as soon as may be."""

    def started(*cells):
        bench, claims = model_bench(config), []
        bench.host.device.listeners.append(lambda happened: claims.extend(happened.claimed))
        kind, firmware = SdpKind(bench), Firmware(bench, FirmwareKnobs())
        for job in jobs_of((LayerChain(kind.allocate(kind.in_cell(cell))) for cell in cells), config):
            run(firmware.start(job))
        for claim in [claim for claim in claims if claim.block in (READER, UNIT)]:
            bench.host.device.allow(claim.free)
        return claims

    return started


def prompt(claims):
    *_, last = (claim for claim in claims if claim.block == UNIT)
    (end,) = (end for end in last.ends if end.kind is EndKind.RAISE)
    return end.prompt


def test_a_comparison_alone_interrupts_soon_after_its_last_read(start):
    assert prompt(start(COMPARES))


def test_one_behind_a_layer_may_have_been_read_long_before_its_turn(start):
    claims = start(FLYING, COMPARES)
    assert [group_of(claim) for claim in claims if claim.block == UNIT] == [0, 1]
    assert not prompt(claims)


def test_sdp_rdma_is_at_work_until_sdp_has_taken_what_it_read(start):
    reader = next(claim for claim in start(FLYING) if claim.block == READER)
    assert not reader.free.prompt
