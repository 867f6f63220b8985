"""What comes of an SDP layer: from what was handed on or read to what is written, handed on and counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.layer import Layer, Result
from models.memory.footprint import ExpectedWrites, Fetched, Flow
from models.nvdla.config import HwConfig
from models.nvdla.config.errata import shown_errata
from models.nvdla.links import beats
from models.nvdla.lut.config import Tables
from models.nvdla.numbers.floats import half_is_infinity, half_is_nan, single_from_half
from models.nvdla.sdp.derivation import SdpDerivation
from models.nvdla.sdp.descriptor import READER, UNIT, Sdp
from models.nvdla.sdp.entering import Elements, Entering
from models.nvdla.sdp.operators.operand_registers import OPERANDS, SOURCE
from models.nvdla.sdp.pointwise import Pointwise, Processed
from models.nvdla.sdp.rules.operators import OPERATOR_RULES
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.registers import WORD_BYTES

Status = tuple[str, str]
INPUT_COUNTS = ("D_STATUS_NAN_INPUT_NUM", "D_STATUS_INF_INPUT_NUM")
SATURATED, NAN_OUTPUT, UNEQUAL = "D_PERF_OUT_SATURATION", "D_STATUS_NAN_OUTPUT_NUM", "D_STATUS"
LUT_COUNTS = {
    "D_PERF_LUT_UFLOW": "underflow",
    "D_PERF_LUT_OFLOW": "overflow",
    "D_PERF_LUT_HYBRID": "hybrid",
    "D_PERF_LUT_LE_HIT": "le_hit",
    "D_PERF_LUT_LO_HIT": "lo_hit",
}
"""Registers, and what they count of values that are looked up."""
MOST = (1 << 8 * WORD_BYTES) - 1


class SdpRun:
    """One layer.

    Args:
        sdp: its descriptor.
        config: the hardware configuration.
        tables: look-up tables as they were when it claimed; None: it uses none.
        counted: what was ever counted since reset: names of registers.
    """

    def __init__(self, sdp: Sdp, config: HwConfig, tables: Tables | None, counted: frozenset[str]) -> None:
        self._sdp, self._config, self._tables, self._counted = sdp, config, tables, counted

    def result(self, layer: Layer) -> Result:
        """What the layer comes to."""
        fetched, entering = _fetched(layer), self.entering(layer)
        errata = self._config.errata
        work = replace(
            Pointwise.of(self._sdp),
            margin="sdp-saturation-margin" in errata,
            shifts_start="sdp-exponential-offset" in errata,
        )
        processed = work.apply(entering.source.values, entering.pairs, self._tables)
        known = entering.known
        shown = tuple(self._errata())
        # its tables were written while it waited for its partners, or the part makes something else of it
        if layer.lead.races or set(shown) & errata:
            known = np.zeros(known.shape, np.bool_)
        whole = bool(known.all())
        statuses = dict(self._counts_of_inputs(fetched))
        if "sdp-nan-input" not in self._config.errata:  # both blocks' registers are called the same
            statuses |= {(UNIT, name): count for (_, name), count in statuses.items()}
        statuses |= dict(self._counts(processed, whole=whole))
        state = self._counted | {name for name, on in self._switches.items() if on}
        counts = dict(self._counts_of_lut(processed)) if whole else {}
        derivation = SdpDerivation(self._sdp, self._config, work, entering, self._tables, layer.feeder)
        flow = self._flow(processed, known) if self._sdp.to_pdp else None
        writes = () if self._sdp.writes_nothing else tuple(self._writes(processed, known))
        last = len(writes) - 1 if writes else None
        return Result(
            writes,
            last_write=last,
            flow=flow,
            statuses=statuses,
            bounded=counts,
            state=state,
            derivation=derivation,
            errata=shown,
        )

    def _errata(self) -> Iterator[str]:
        """What the part makes otherwise of this layer than documents say."""
        yield from shown_errata(OPERATOR_RULES, self._sdp, self._config)
        sdp = self._sdp
        below = sdp.y.lut and sdp.lut is not None and sdp.lut.exponential and sdp.lut.le_offset == 0
        if below and sdp.precision != "FP16" and "sdp-exponential-offset" in self._config.mended:
            yield "sdp-exponential-offset"

    def entering(self, layer: Layer) -> Entering:
        """What comes into the layer."""
        fetched = _fetched(layer)
        return Entering(self._input(layer, fetched), dict(self._operands(fetched)))

    def _input(self, layer: Layer, fetched: Mapping[str, Fetched]) -> Elements:
        """What comes in, all lanes of it."""
        if layer.feeder is not None:
            assert layer.feeder.flow is not None
            lanes, flow = self._sdp.layout(self._config).channels, layer.feeder.flow
            known = _filled(flow.known, lanes)
            known[:, self._sdp.channels :] = True  # lanes without a kernel come as zeros and are treated as all others
            return Elements(_filled(flow.values, lanes), known)
        layout, read = self._sdp.reading.input_layout(self._config), fetched[SOURCE.name]
        codes = _typed(layout.unpack(read.data), self._sdp.in_precision)
        values = single_from_half(codes) if self._sdp.in_precision == "FP16" else codes.astype(np.int32)
        return Elements(values[None], _whole(layout.unpack(read.known))[None])

    def _operands(self, fetched: Mapping[str, Fetched]) -> Iterator[tuple[str, dict[str, Elements]]]:
        """What operators take from memory: by the operator's name and the name of the part that takes it."""
        for names, (name, operator) in zip(OPERANDS, self._sdp.operators, strict=True):
            if operator.operands is None:
                continue
            layout, read = self._sdp.reading.operand_layout(operator.operands, self._config), fetched[names.label]
            kind = "INT8" if operator.operands.element_bytes == 1 else self._sdp.precision
            kind = "INT16" if kind == "INT8" and operator.operands.element_bytes > 1 else kind
            values, known = _typed(layout.unpack(read.data), kind), _whole(layout.unpack(read.known))
            yield name, {part: Elements(values[number], known[number]) for number, part in enumerate(layout.components)}

    def _flow(self, processed: Processed, known: Flags) -> Flow:
        """What PDP takes."""
        codes = processed.codes
        return Flow("PDP", codes, known, beats(codes.shape, self._sdp.out_precision, self._config))

    def _writes(self, processed: Processed, known: Flags) -> Iterator[ExpectedWrites]:
        codes = processed.codes
        layout = self._sdp.layout(self._config)
        for where, code, flags in zip(self._sdp.writes(self._config), codes, known, strict=True):
            yield ExpectedWrites(
                where,
                layout.pack(code[..., None].view(np.uint8), 0),
                layout.pack(np.repeat(flags[..., None], codes.itemsize, axis=-1), False),
            )

    @property
    def _switches(self) -> dict[str, bool]:
        """Counters that are cleared only where they count, with whether they do in this layer."""
        inputs = self._sdp.count_inputs and self._sdp.in_precision == "FP16"
        return {
            **dict.fromkeys(INPUT_COUNTS, inputs),
            SATURATED: self._sdp.count_saturation,
            **dict.fromkeys(LUT_COUNTS, self._sdp.count_lut),
        }

    def _counts(self, processed: Processed, *, whole: bool) -> Iterator[tuple[Status, int]]:
        """What SDP's registers count, as far as it is settled: a layer that writes nothing counts nothing settled."""
        if "sdp-nan-input" in self._config.errata:
            yield from (((UNIT, name), 0) for name in INPUT_COUNTS)
        for name in (SATURATED, *LUT_COUNTS):
            if name not in self._counted and not self._switches[name]:
                yield (UNIT, name), 0  # a register of what is not counted shows the last count
        if not whole:
            return
        if self._sdp.y.compares:
            assert processed.unequal is not None
            yield (UNIT, UNEQUAL), int(processed.unequal.any())
        elif "sdp-unequal-anything" not in self._config.errata:
            yield (UNIT, UNEQUAL), 0
        if not self._sdp.writes_nothing:
            yield (UNIT, NAN_OUTPUT), processed.nan
            if self._sdp.count_saturation:
                yield (UNIT, SATURATED), processed.saturated

    def _counts_of_lut(self, processed: Processed) -> Iterator[tuple[Status, range]]:
        """What SDP's registers count of values that are looked up: one that waits is counted again in each cycle."""
        if self._sdp.count_lut and processed.lut is not None:
            for name, what in LUT_COUNTS.items():
                count = getattr(processed.lut, what)
                again = "sdp-look-ups-again" in self._config.errata
                yield (UNIT, name), range(count, MOST + 1 if again else count + 1)

    def _counts_of_inputs(self, fetched: Mapping[str, Fetched]) -> Iterator[tuple[Status, int]]:
        """What SDP_RDMA's registers count: lanes that fill up the last atom too."""
        read = fetched.get(SOURCE.name)
        if read is None or not self._switches[INPUT_COUNTS[0]]:
            unused = [name for name in INPUT_COUNTS if name not in self._counted]
            yield from (((READER, name), 0) for name in unused)
        elif read.known.all():
            codes = read.data.view(np.uint16)
            for name, which in zip(INPUT_COUNTS, (half_is_nan, half_is_infinity), strict=True):
                yield (READER, name), int(np.count_nonzero(which(codes)))


def _fetched(layer: Layer) -> dict[str, Fetched]:
    """What the layer reads, by label."""
    return {item.where.label: item for claim in layer.claims for item in claim.fetched}


def _typed(elements: NDArray[np.uint8], precision: str) -> NDArray[Any]:
    """Bytes of elements as numbers, codes of FP16 as unsigned ones."""
    kind = {"INT8": "<i1", "INT16": "<i2", "FP16": "<u2"}[precision]
    assert elements.shape[-1] == ELEMENT_BYTES[precision]
    return np.ascontiguousarray(elements).view(kind)[..., 0]


def _whole(flags: Flags) -> Flags:
    """Which elements all bytes are known of."""
    whole: Flags = np.logical_and.reduce(flags, axis=-1)
    return whole


def _filled(values: NDArray[Any], channels: int) -> NDArray[Any]:
    """Values with zeros for the lanes that have no kernel, [batches, channels, height, width]."""
    batches, kernels, *size = values.shape
    filled = np.zeros((batches, channels, *size), values.dtype)
    filled[:, :kernels] = values
    return filled
