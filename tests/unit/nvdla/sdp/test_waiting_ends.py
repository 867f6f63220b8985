"""When a bench may expect the interrupt of a layer that compares: it writes nothing that memory answers."""

from dataclasses import replace

import pytest

from models.layer import EndKind
from models.nvdla.cells import AspectCell
from models.nvdla.config import CONFIGS
from models.nvdla.groups import group_of
from models.nvdla.sdp.descriptor import READER, UNIT, Sdp
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, YSettings
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


@pytest.mark.parametrize(("width", "soon"), [(3, True), (12, False)])
def test_a_comparison_alone_interrupts_soon_after_its_last_read_if_it_is_short(width, soon):
    bench, claims = model_bench(CONFIGS["nv_full"]), []
    bench.host.device.listeners.append(lambda happened: claims.extend(happened.claimed))
    y = YSettings(bypass=False, alu_bypass=False, alu_algo=EQUAL)
    sdp = Sdp.of(bench.config, "INT16", (16, 1, width), reading="INT16", y=y)
    (job,) = jobs_of([sdp], bench.config)
    run(Firmware(bench, FirmwareKnobs()).start(job))
    assert prompt(claims) is soon


def test_one_behind_a_layer_may_have_been_read_long_before_its_turn(start):
    claims = start(FLYING, COMPARES)
    assert [group_of(claim) for claim in claims if claim.block == UNIT] == [0, 1]
    assert not prompt(claims)


def test_sdp_rdma_is_at_work_until_sdp_has_taken_what_it_read(start):
    reader = next(claim for claim in start(FLYING) if claim.block == READER)
    assert not reader.free.prompt


@pytest.mark.parametrize(
    ("surfaces", "height", "width", "shown"),
    [(1, 2, 1, False), (1, 3, 1, True), (1, 2, 2, True), (2, 1, 1, True), (2, 1, 3, True), (2, 3, 1, False)],
)
@pytest.mark.parametrize("operands", [False, True])
def test_all_is_there_if_the_last_line_ends_in_a_beat_of_its_own(surfaces, height, width, shown, operands):
    nv_full, size = CONFIGS["nv_full"], (height, width)
    lanes = nv_full.atom_bytes // 2
    y = YSettings(bypass=False, alu_bypass=False, alu_algo=EQUAL, alu_source=MEMORY)
    y = replace(y, operands=Operands.of(nv_full, "ALU", "INT16", size))
    sdp = Sdp.of(nv_full, "INT16", (surfaces * lanes, *size), reading="" if operands else "INT16")
    sdp = replace(sdp, y=y) if operands else sdp
    assert sdp.reading.shows_all(nv_full) is shown


@pytest.mark.parametrize(("width", "shown"), [(1, True), (2, False)])
def test_of_int16_for_int8_parts_of_lines_are_open(width, shown):
    nv_full = CONFIGS["nv_full"]
    sdp = Sdp.of(nv_full, "INT8", (nv_full.atom_bytes, 2, width), reading="INT16")
    source = replace(sdp.source.side, line_stride_bytes=4 * nv_full.atom_bytes, surface_stride_bytes=1 << 10)
    sdp = replace(sdp, source=replace(sdp.source, side=source))
    assert sdp.reading.shows_all(nv_full) is shown
