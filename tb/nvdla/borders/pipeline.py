"""The borders that are looked at, in the order in which data pass them."""

from __future__ import annotations

from functools import partial

from tb.nvdla.borders.comparison.border import Border
from tb.nvdla.borders.expected import bdma, cdp, pdp, rubik, sdp
from tb.nvdla.borders.expected.conv import cacc, cdma, cmac, csc, updates
from tb.nvdla.borders.links import conv_payloads as conv
from tb.nvdla.borders.links.payloads import atom, cube, operands, results, word

MEMORY = "the memory interface"
HALVES = ("A", "B")
"""Of the MAC array."""
OPERATORS = ("x1", "x2", "y")
CSC_TAKES = ("cdma_cbuf_data", "cdma_cbuf_weights", "cdma_csc_data", "cdma_csc_weights")
SDP_TAKES = ("cacc_sdp", "rdma_sdp", *(f"rdma_operand_{of}" for of in OPERATORS))
PDP_TAKES = ("sdp_pdp", "rdma_atom_pdp")
CDP_TAKES = ("rdma_cdp_cube", "rdma_cdp")

_read = partial(Border, payload=word)
_written = partial(Border, payload=word, taker=MEMORY)
_to_buffer = partial(
    Border, block="CDMA", giver="CDMA", taker="CBUF", payload=conv.entry, waits_for="unless CSC gives no room back"
)
_update = partial(Border, block="CDMA", giver="CDMA", taker="CSC")
_to_array = partial(
    Border,
    block="CSC",
    giver="CSC",
    behind=CSC_TAKES,
    beside="CBUF",
    waits_for="unless CACC gives it no place for results",
)
_to_sdp = partial(Border, block="SDP_RDMA", giver="SDP_RDMA", taker="SDP")
_to_cdp = partial(Border, block="CDP_RDMA", giver="CDP_RDMA", taker="CDP")

BORDERS: tuple[Border, ...] = (
    _read("bdma_read", "memory to BDMA", bdma.read, block="BDMA", giver="BDMA, where it reads", taker="BDMA"),
    _written("bdma_write", "BDMA to memory", bdma.written, block="BDMA", giver="BDMA", behind=("bdma_read",)),
    _read("rbk_read", "memory to Rubik", rubik.read, block="RBK", giver="RBK, where it reads", taker="RBK"),
    _written("rbk_write", "Rubik to memory", rubik.written, block="RBK", giver="RBK", behind=("rbk_read",)),
    _to_buffer("cdma_cbuf_data", "CDMA to CBUF, data", cdma.data, gather=cdma.gather_data),
    _to_buffer("cdma_cbuf_weights", "CDMA to CBUF, weights", cdma.weights, gather=cdma.gather_weights),
    _update(
        "cdma_csc_data",
        "CDMA to CSC, slices that are there",
        updates.data,
        payload=conv.data_update,
        behind=("cdma_cbuf_data",),
        gather=updates.gather_data,
    ),
    _update(
        "cdma_csc_weights",
        "CDMA to CSC, kernels that are there",
        updates.weights,
        payload=conv.weight_update,
        behind=("cdma_cbuf_weights",),
        gather=updates.gather_weights,
    ),
    _to_array("csc_cmac_data", "CSC to CMAC, data", csc.data, taker="CMAC_A or CMAC_B", payload=conv.operation_data),
    *(
        _to_array(
            f"csc_cmac_weights_{half.lower()}",
            f"CSC to CMAC_{half}, weights",
            partial(csc.weights, half=number),
            taker=f"CMAC_{half}",
            payload=conv.cell_weights,
        )
        for number, half in enumerate(HALVES)
    ),
    *(
        Border(
            f"cmac_cacc_{half.lower()}",
            f"CMAC_{half} to CACC",
            partial(cmac.sums, half=number),
            block=f"CMAC_{half}",
            giver=f"CMAC_{half}",
            taker="CACC",
            payload=conv.cell_sums,
            behind=("csc_cmac_data", f"csc_cmac_weights_{half.lower()}"),
        )
        for number, half in enumerate(HALVES)
    ),
    Border(
        "cacc_sdp",
        "CACC to SDP",
        cacc.results,
        block="CACC",
        giver="CACC",
        taker="SDP",
        payload=results,
        behind=("cmac_cacc_a", "cmac_cacc_b"),
    ),
    _to_sdp("rdma_sdp", "SDP_RDMA to SDP, input", sdp.read, payload=results),
    *(
        _to_sdp(
            f"rdma_operand_{of}",
            f"SDP_RDMA to SDP, operands of {of.upper()}",
            partial(sdp.operands, of=of),
            payload=operands,
        )
        for of in OPERATORS
    ),
    _written("sdp_write", "SDP to memory", sdp.written, block="SDP", giver="SDP", behind=SDP_TAKES),
    Border("sdp_pdp", "SDP to PDP", pdp.handed, block="PDP", giver="SDP", taker="PDP", payload=atom, behind=SDP_TAKES),
    Border("rdma_atom_pdp", "PDP_RDMA to PDP", pdp.read, block="PDP_RDMA", giver="PDP_RDMA", taker="PDP", payload=atom),
    _written("pdp_write", "PDP to memory", pdp.written, block="PDP", giver="PDP", behind=PDP_TAKES),
    _to_cdp("rdma_cdp_cube", "CDP_RDMA to CDP, sizes", cdp.sizes, payload=cube),
    _to_cdp("rdma_cdp", "CDP_RDMA to CDP", cdp.read, payload=atom),
    _written("cdp_write", "CDP to memory", cdp.written, block="CDP", giver="CDP", behind=CDP_TAKES),
)
