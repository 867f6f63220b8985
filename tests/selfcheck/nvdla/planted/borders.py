"""Faults of single units, and which border a report must name for each."""

from dataclasses import dataclass

from models.nvdla.config import find_config
from tb.mutation.faults.elaborated import elaborate_correct
from tb.mutation.faults.find import find_faults
from tb.mutation.faults.plant import plant
from tb.nvdla.design import behavioural
from tb.runner.link_taps import with_taps
from tests.nvdla.designs import answered

LAYERS, POOLING = "EveryUnitTest", "PoolAndNormaliseTest"
"""Tests of `tests.sim.nvdla.borders.border_cases`."""


@dataclass(frozen=True)
class UnitFault:
    """A fault, as `find_faults` names it, and what the report must say.

    Attributes:
        unit: with which the line begins that names it.
        border: the tap that is named; empty: the fault shows at none.
        file: where it is; `original` and `changed` its text, the latter from its beginning on.
        test: what it is planted for.
        short: it is met in 'make test'; the others are left to 'make long'.
    """

    unit: str
    border: str
    file: str
    original: str
    changed: str
    test: str = LAYERS
    short: bool = False

    def __str__(self):
        return f"{self.unit}-{self.border}" if self.border else f"{self.unit}-{self.file}"


FAULTS = (
    UnitFault(
        "BDMA", "bdma_read", "nvdla_bdma_side.sv", "ADDRESS_BITS'(address)", "(ADDRESS_BITS'(address)) & ~40'h1000"
    ),
    UnitFault("RBK", "rbk_write", "nvdla_rbk_buffer.sv", "plane[8*i +: 8] = atoms[i][first +: 8];", "plane[7*i +: 8]"),
    UnitFault(
        "CDMA",
        "cdma_cbuf_data",
        "nvdla_cdma_pack.sv",
        "pixel <= piece_end ? '0 : pixel + PIXEL_BITS'(BEAT_ATOMS);",
        "pixel <= (piece_end ? '0 : pixel + PIXEL_BITS'(BEAT_ATOMS)) | 2'h1",
    ),
    UnitFault(
        "CSC",
        "csc_cmac_data",
        "nvdla_csc_walk.sv",
        "!next || !pixel_end ? x : line_end ? -job.pad_left : x + job.stride_x",
        "!next || !pixel_end ? x : line_end ? -job.pad_left : (x - job.stride_x)",
    ),
    UnitFault("CSC", "csc_cmac_data", "nvdla_csc_cell.sv", "index < CELLS", "1'b1"),
    UnitFault(
        "CMAC_A",
        "cmac_cacc_a",
        "nvdla_cmac_integers.sv",
        "datum[lane] = TOTAL_BITS'($signed(data[ELEMENT_BITS * lane +: 8]));",
        "datum[lane] = TOTAL_BITS'($signed(data[(ELEMENT_BITS - 2'sd1) * lane +: 8]));",
    ),
    UnitFault(
        "CACC",
        "cacc_sdp",
        "nvdla_cacc_sums.sv",
        "sum = sums[kernel + part] + term;",
        "sum = ((sums[kernel + part]) - term);",
    ),
    UnitFault("SDP_RDMA", "rdma_sdp", "nvdla_walk.sv", "last_column && line == lines", "1'b1 && line == lines"),
    UnitFault(
        "SDP",
        "sdp_write",
        "nvdla_sdp_convert.sv",
        "product = (WIDE_BITS'(word) - WIDE_BITS'(less)) * WIDE_BITS'(times);",
        "product = ((WIDE_BITS'(word) - WIDE_BITS'(less)) + WIDE_BITS'(times));",
    ),
    UnitFault("SDP", "sdp_write", "nvdla_sdp_input.sv", "take || give || layer_done", "1'b0", short=True),
    UnitFault(
        "CACC",
        "cacc_sdp",
        "nvdla_cacc_sums.sv",
        "sum = sums[kernel + part] + term;",
        "sum = ((sums[kernel + part]) - term);",
        test=POOLING,
    ),
    UnitFault(
        "SDP",
        "sdp_pdp",
        "nvdla_sdp_fly.sv",
        "sdp_pdp.atom <= second ? codes[2*ATOM_BITS-1:ATOM_BITS] : codes[ATOM_BITS-1:0];",
        "sdp_pdp.atom <= (!(second))",
        test=POOLING,
    ),
    UnitFault("SDP", "sdp_pdp", "nvdla_sdp_fly.sv", "take || give || finished", "1'b0", test=POOLING),
    UnitFault(
        "PDP_RDMA",
        "rdma_atom_pdp",
        "nvdla_pdp_rdma_plan.sv",
        "input_columns_of(width, fields, part, mode.split_num, overlap)",
        "(input_columns_of(width, fields, part, mode.split_num, overlap)) & ~14'h1",
        test=POOLING,
    ),
    UnitFault(
        "PDP_RDMA",
        "rdma_atom_pdp",
        "nvdla_pdp_rdma_atoms.sv",
        "in_valid && (!rdma_atom_valid || rdma_atom_ready)",
        "1'b0",
        test=POOLING,
    ),
    UnitFault(
        "PDP", "pdp_write", "nvdla_pdp_pool_pkg.sv", "pooled_byte = a + b;", "pooled_byte = (a - b);", test=POOLING
    ),
    UnitFault("PDP", "pdp_write", "nvdla_pdp_columns.sv", "wanted && room", "1'b0", test=POOLING),
    UnitFault(
        "CDP_RDMA",
        "rdma_cdp_cube",
        "nvdla_cdp_rdma.sv",
        "layer.d_data_cube_height.height",
        "(layer.d_data_cube_height.height) & ~13'h1",
        test=POOLING,
    ),
    UnitFault(
        "CDP_RDMA",
        "rdma_cdp",
        "nvdla_cdp_rdma.sv",
        "rdma_atom.atom <= atom;",
        "rdma_atom.atom <= (atom) | 64'h1;",
        test=POOLING,
        short=True,
    ),
    UnitFault(
        "CDP",
        "cdp_write",
        "nvdla_cdp_convert.sv",
        "product = (product - WIDE_BITS'(less)) * WIDE_BITS'(times);",
        "product = ((product - WIDE_BITS'(less)) * WIDE_BITS'(times)) | 64'h100000000;",
        test=POOLING,
    ),
)


def with_faults(config, faults, folder):
    """The design with its taps and faults, of which a simulation chooses one by its number, from 1."""
    design = with_taps(behavioural(find_config(config)))
    found = find_faults(elaborate_correct(design))
    chosen = {number: find_planted(found, fault) for number, fault in enumerate(faults, start=1)}
    return answered("hdl", config, plant(design, chosen, folder))


def find_planted(found, fault):
    """The fault among all that a design can have."""
    for one in found:
        if (one.path.name, one.original) == (fault.file, fault.original) and one.changed.startswith(fault.changed):
            return one
    raise ValueError(f"{fault}: no such fault in {fault.file}; look up what became of that line")
