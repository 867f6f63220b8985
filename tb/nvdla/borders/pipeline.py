"""The borders that are looked at, in the order in which data pass them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from tb.borders.comparison.border import Between, Border
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.payload import Payload, member_numbers
from tb.nvdla.borders.carriers.cbuf import DATA, MASKS, UNIT, WEIGHTS, ports_of, taps_of
from tb.nvdla.borders.expected import bdma, cdp, pdp, rubik, sdp
from tb.nvdla.borders.expected.conv import cacc, cdma, cmac, csc, updates
from tb.nvdla.borders.links import conv_payloads as conv
from tb.nvdla.borders.links.payloads import atom, cube, operands, results, word
from tb.taps import Tap

Expected = Callable[[Layer, HwConfig], ExpectedTransfers | None]
Gather = Callable[[Layer, HwConfig, Tap, ExpectedTransfers], NDArray[Any]]
ByFlags = Callable[[Layer, HwConfig, NDArray[np.uint64] | None], ExpectedTransfers | None]
"""By the flags of the operations that a design has done, too; None: nobody has seen them."""
MEMORY = "the memory interface"
HALVES = ("A", "B")
"""Of the MAC array."""
OPERATORS = ("x1", "x2", "y")
CSC_GIVES = "csc_cmac_data"
CSC_TAKES = ("cdma_cbuf_data", "cdma_cbuf_weights", "cdma_csc_data", "cdma_csc_weights")
SDP_TAKES = ("cacc_sdp", "rdma_sdp", *(f"rdma_operand_{of}" for of in OPERATORS))
PDP_TAKES = ("sdp_pdp", "rdma_atom_pdp")
CDP_TAKES = ("rdma_cdp_cube", "rdma_cdp")


def borders(config: HwConfig) -> tuple[Border, ...]:
    """Those of a configuration; units that it lacks have theirs too."""
    return *_of_movers(config), *_of_convolution(config), *_of_post_processing(config)


def _border(
    config: HwConfig,
    tap: str,
    text: str,
    expected: Expected,
    *,
    block: str,
    giver: str,
    taker: str,
    payload: Callable[[HwConfig], Payload],
    behind: tuple[str, ...] = (),
    waits_for: str = "",
    beside: Between | None = None,
    gather: Gather | None = None,
    follows: Callable[[Layer, Mapping[str, Tap]], ExpectedTransfers | None] | None = None,
) -> Border:
    """A border of a configuration."""
    return Border(
        tap,
        text,
        lambda layer: expected(layer, config),
        block=block,
        giver=giver,
        taker=taker,
        payload=payload(config),
        behind=behind,
        waits_for=waits_for,
        beside=beside,
        gather=(lambda layer, tap, transfers: gather(layer, config, tap, transfers)) if gather else None,
        follows=follows,
    )


def _of_operations(config: HwConfig, tap: str, expected: ByFlags, by: str, **names: Any) -> Border:  # noqa: ANN401
    """A border of what is done in stripes: these may be of any length, which the operations at a link show."""
    payload = conv.cell_sums if by != CSC_GIVES else conv.operation_data

    def follows(layer: Layer, taps: Mapping[str, Tap]) -> ExpectedTransfers | None:
        flags = member_numbers(taps[by], payload(config), conv.OPERATION.name) if by in taps else None
        return expected(layer, config, flags)

    return _border(config, tap, expected=lambda layer, config: expected(layer, config, None), follows=follows, **names)


def _of_movers(config: HwConfig) -> Iterator[Border]:
    read, written = partial(_border, config, payload=word), partial(_border, config, payload=word, taker=MEMORY)
    yield read("bdma_read", "memory to BDMA", bdma.read, block="BDMA", giver="BDMA, where it reads", taker="BDMA")
    yield written("bdma_write", "BDMA to memory", bdma.written, block="BDMA", giver="BDMA", behind=("bdma_read",))
    yield read("rbk_read", "memory to Rubik", rubik.read, block="RBK", giver="RBK, where it reads", taker="RBK")
    yield written("rbk_write", "Rubik to memory", rubik.written, block="RBK", giver="RBK", behind=("rbk_read",))


def _of_convolution(config: HwConfig) -> Iterator[Border]:
    to_buffer = partial(
        _border,
        config,
        block="CDMA",
        giver="CDMA",
        taker="CBUF",
        payload=conv.entry,
        waits_for="unless CSC gives no room back",
    )
    yield to_buffer("cdma_cbuf_data", "CDMA to CBUF, data", cdma.data, gather=cdma.gather_data)
    yield to_buffer("cdma_cbuf_weights", "CDMA to CBUF, weights", cdma.weights, gather=cdma.gather_weights)
    update = partial(_border, config, block="CDMA", giver="CDMA", taker="CSC")
    yield update(
        "cdma_csc_data",
        "CDMA to CSC, slices that are there",
        updates.data,
        payload=conv.data_update,
        behind=("cdma_cbuf_data",),
        gather=updates.gather_data,
    )
    yield update(
        "cdma_csc_weights",
        "CDMA to CSC, kernels that are there",
        updates.weights,
        payload=conv.weight_update,
        behind=("cdma_cbuf_weights",),
        gather=updates.gather_weights,
    )
    yield from _of_array(config)
    yield _border(
        config,
        "cacc_sdp",
        "CACC to SDP",
        cacc.results,
        block="CACC",
        giver="CACC",
        taker="SDP",
        payload=results,
        behind=("cmac_cacc_a", "cmac_cacc_b"),
    )


def _of_array(config: HwConfig) -> Iterator[Border]:
    """Around the MAC array."""
    to_array = partial(
        _of_operations,
        config,
        by=CSC_GIVES,
        block="CSC",
        giver="CSC",
        behind=CSC_TAKES,
        waits_for="unless CACC gives it no place for results",
    )
    taker = "CMAC_A or CMAC_B"
    yield to_array(
        CSC_GIVES,
        csc.data,
        text="CSC to CMAC, data",
        taker=taker,
        payload=conv.operation_data,
        beside=Between(UNIT, taps_of(DATA)),
    )
    of_weights = [port for port in ports_of(config) if port in (WEIGHTS, MASKS)]
    for number, half in enumerate(HALVES):
        yield to_array(
            f"csc_cmac_weights_{half.lower()}",
            partial(csc.weights, half=number),
            text=f"CSC to CMAC_{half}, weights",
            beside=Between(UNIT, taps_of(*of_weights)),
            taker=f"CMAC_{half}",
            payload=conv.cell_weights,
        )
    for number, half in enumerate(HALVES):
        link = f"cmac_cacc_{half.lower()}"
        yield _of_operations(
            config,
            link,
            partial(cmac.sums, half=number),
            by=link,
            text=f"CMAC_{half} to CACC",
            block=f"CMAC_{half}",
            giver=f"CMAC_{half}",
            taker="CACC",
            payload=conv.cell_sums,
            behind=("csc_cmac_data", f"csc_cmac_weights_{half.lower()}"),
        )


def _of_post_processing(config: HwConfig) -> Iterator[Border]:
    written = partial(_border, config, payload=word, taker=MEMORY)
    to_sdp = partial(_border, config, block="SDP_RDMA", giver="SDP_RDMA", taker="SDP")
    to_pdp = partial(_border, config, taker="PDP", payload=atom)
    to_cdp = partial(_border, config, block="CDP_RDMA", giver="CDP_RDMA", taker="CDP")
    yield to_sdp("rdma_sdp", "SDP_RDMA to SDP, input", sdp.read, payload=results)
    for of in OPERATORS:
        text = f"SDP_RDMA to SDP, operands of {of.upper()}"
        yield to_sdp(f"rdma_operand_{of}", text, partial(sdp.operands, of=of), payload=operands)
    yield written("sdp_write", "SDP to memory", sdp.written, block="SDP", giver="SDP", behind=SDP_TAKES)
    yield to_pdp("sdp_pdp", "SDP to PDP", pdp.handed, block="PDP", giver="SDP", behind=SDP_TAKES)
    yield to_pdp("rdma_atom_pdp", "PDP_RDMA to PDP", pdp.read, block="PDP_RDMA", giver="PDP_RDMA")
    yield written("pdp_write", "PDP to memory", pdp.written, block="PDP", giver="PDP", behind=PDP_TAKES)
    yield to_cdp("rdma_cdp_cube", "CDP_RDMA to CDP, sizes", cdp.sizes, payload=cube)
    yield to_cdp("rdma_cdp", "CDP_RDMA to CDP", cdp.read, payload=atom)
    yield written("cdp_write", "CDP to memory", cdp.written, block="CDP", giver="CDP", behind=CDP_TAKES)
