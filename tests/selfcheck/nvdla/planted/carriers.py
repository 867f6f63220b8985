"""Faults of units that carry and compute nothing, and of wires: the report names them, not who shows the fault."""

from tests.selfcheck.nvdla.planted.borders import POOLING, UnitFault

FAULTS = (
    UnitFault(
        "the memory interface of DBB, where it writes",
        "",
        "nvdla_memory_write.sv",
        "wstrb <= '1;",
        "wstrb <= '0;",
        short=True,
    ),
    UnitFault(
        "the memory interface of DBB, where it writes",
        "",
        "nvdla_memory_write.sv",
        "taken && answers_due[unit] && bid == WRITE_AXI_IDS[unit*ID_BITS +: ID_BITS]",
        "taken && answers_due[unit] && (bid != (WRITE_AXI_IDS",
    ),
    UnitFault(
        "the memory interface of DBB, where it reads", "", "nvdla_memories.sv", "rdata[ram]", "(rdata[ram]) | 64'h1"
    ),
    UnitFault(
        "GLB",
        "",
        "nvdla_glb.sv",
        "collected <= (collected & ~cleared) | set | raised;",
        "collected <= (((collected & ~cleared) | set) & raised)",
        short=True,
    ),
    UnitFault("GLB", "", "nvdla_glb.sv", "dla_intr <= pending;", "dla_intr <= 1'b0;"),
    UnitFault("CSB", "", "nvdla_csb_master.sv", "req_data <= data;", "req_data <= (data) | 32'h10000;"),
    UnitFault("CBUF", "", "nvdla_cbuf.sv", "weights_write", "1'b0", test=POOLING),
    UnitFault(
        "CACC",
        "",
        "nvdla_cacc.sv",
        "free_places <= free_places + PLACE_COUNT_BITS'(freed);",
        "free_places <= (free_places + PLACE_COUNT_BITS'(freed)) & ~5'h1",
    ),
    UnitFault(
        "CSC",
        "csc_cmac_data",
        "nvdla_csc_layer.sv",
        "places <= places + (cacc_csc_valid ? word_t'(cacc_csc.operations) : '0) - (places_take ? places_taken : '0);",
        "places <= places + (1'b0 ?",
    ),
    UnitFault(
        "the top, in the wires between the memory interface and BDMA",
        "",
        "nvdla_units.sv",
        "read_data[READ_BDMA*DATA_PORTS+ram]",
        "(read_data[READ_BDMA*DATA_PORTS+ram]) | 64'h1",
    ),
)
