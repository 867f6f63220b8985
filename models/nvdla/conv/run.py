"""One convolution with what it fetched and what it finds in the convolution buffer: whether it ends, what it makes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from models.layer import Layer, Result
from models.memory.footprint import Fetched, Flow
from models.nvdla.config import HwConfig
from models.nvdla.config.errata import of_interest, shown_errata
from models.nvdla.conv.buffer.carried import (
    JUMP,
    NOTHING,
    SURPLUS,
    Carried,
    data_found,
    fetched_lines,
    jumps_over_the_end,
    left_behind,
)
from models.nvdla.conv.buffer.slices import Slices, slices_of
from models.nvdla.conv.buffer.streams import Kernels, WeightStreams, kernels_of, streams_of, updates_of, without_groups
from models.nvdla.conv.derivation import ConvDerivation
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.compression import GroupUpdates
from models.nvdla.conv.fetch.reading import FetchPlan
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.multiply.compute import Sums, count_special_inputs, sums_of, unknown_sums
from models.nvdla.conv.rules.faults import CONV_FAULT_RULES
from models.nvdla.conv.view import HEIGHT, misfits
from models.nvdla.links import beats
from models.nvdla.surfaces.surface_layout import ceil_div


@dataclass(frozen=True, slots=True)
class ConvState:
    """What a layer leaves behind.

    Attributes:
        saturated: what CACC has counted of saturated sums; None: nobody knows.
        carried: what stays in the convolution buffer.
        sources: the layers that put it there.
    """

    saturated: int | None = 0
    carried: Carried = NOTHING
    sources: tuple[Layer, ...] = ()


@dataclass(frozen=True)
class ConvRun:
    """A layer that is about to be computed.

    Attributes:
        conv: the layer.
        config: the hardware configuration.
        plan: what CDMA was to fetch.
        fetched: what it fetched.
        state: what the layer before left behind.
    """

    conv: Conv
    config: HwConfig
    plan: FetchPlan
    fetched: tuple[Fetched, ...]
    state: ConvState

    @property
    def found(self) -> Carried:
        """What is left in the buffer for it."""
        return self.state.carried.for_layer(self.conv, self.config)

    @cached_property
    def new_streams(self) -> WeightStreams | None:
        """The weights that were fetched; None: they are used again."""
        _, weights = self.plan.parted(self.fetched)
        return streams_of(self.conv, weights) if weights else None

    @cached_property
    def updates(self) -> GroupUpdates | None:
        """When CDMA reports groups of compressed kernels to CSC; None if it does not, or nobody knows."""
        streams = self.new_streams
        return None if streams is None else updates_of(self.conv, self.config, streams)

    def need_end(self) -> None:
        """Make sure that the layer gets all the data and weights that it waits for.

        Raises:
            ValueError: it does not.
        """
        height, kernels = self.conv.view.height, self.conv.weights.kernels
        lines = self.found.lines + fetched_lines(self.plan.fetch, skipped=not self.plan.data)
        if lines < height:
            raise ValueError(f"it waits for {height} slices of data without end, it has {lines}")
        left = self.found.weights.kernels if self.found.weights is not None else 0
        if not self.plan.weights and left < kernels:
            raise ValueError(f"it waits for {kernels} kernels without end, it has {left}")
        if (updates := self.updates) is not None and updates.never is not None:
            raise ValueError(f"it waits for kernel group {updates.never} without end: compressed weights end before it")

    def result(self, layer: Layer, *, spoilt: bool) -> Result:
        """The sums that SDP takes, and what CDMA and CACC have counted.

        Args:
            layer: the layer.
            spoilt: nobody knows what the buffer holds.
        """
        data, weights = self.plan.parted(self.fetched)
        slices = data_found(self.conv, self.found, slices_of(self.conv, self.config, data) if data else None)
        streams = self.new_streams or self.found.weights
        assert streams is not None
        if spoilt or any(source.races for source in self.state.sources):
            slices, streams = slices.forgotten(), streams.forgotten()
        kernels = self._kernels(streams)
        errata = self._errata
        sums = self._sums(slices, kernels, settled=not set(errata) & self.config.errata)
        carried = left_behind(self.conv, self.config, self.found, slices, streams)
        saturated = self._saturated(sums.saturated if sums.known.all() else None)
        statuses = count_special_inputs(self.conv, self.config, data, weights)
        if saturated is not None:
            statuses["CACC", "D_OUT_SATURATION"] = saturated
        sources = (*self.state.sources, layer) if carried.slices or carried.weights else ()
        state = ConvState(saturated, carried, sources)
        derivation = None if kernels is None else self._derivation(slices, kernels, sums)
        passed = beats(sums.values.shape, self.conv.precision, self.config)
        flow = Flow("SDP", sums.values, sums.known, passed)
        return Result(flow=flow, statuses=statuses, state=state, derivation=derivation, errata=errata)

    @property
    def _errata(self) -> tuple[str, ...]:
        """What the part makes otherwise of this layer than documents say."""
        found = {SURPLUS: self.found.surplus_weights, JUMP: jumps_over_the_end(self.conv, self.config, self.found)}
        mine = (name for name, there in found.items() if there and of_interest(name, self.config))
        return (*shown_errata(CONV_FAULT_RULES, self.conv, self.config), *mine)

    def _derivation(self, slices: Slices, kernels: Kernels, sums: Sums) -> ConvDerivation:
        """How it came to its sums."""
        return ConvDerivation(
            conv=self.conv,
            config=self.config,
            data=slices.cut(0, self.conv.view.height),
            kernels=kernels,
            kept_lines=self.found.lines if self.plan.data else None,
            weights_fetched=bool(self.plan.weights),
            sums=sums,
        )

    def _kernels(self, streams: WeightStreams) -> Kernels | None:
        """The kernels; None where the registers disagree: weights may fit nothing at all then."""
        conv, updates = self.conv, self.updates
        if any(item.what != HEIGHT for item in misfits(conv, self.config)):
            return None
        kernels = kernels_of(conv, self.config, streams)
        if updates is not None and updates.early.any():  # multiplied before they are there, perhaps
            kernels = without_groups(kernels, updates.early, group_kernels(self.config, conv.precision))
        return kernels

    def _sums(self, slices: Slices, kernels: Kernels | None, *, settled: bool) -> Sums:
        """The sums; those of a layer whose registers disagree, or of weights that nobody knows, are not known.

        Args:
            slices: the data.
            kernels: the weights; None: nobody knows.
            settled: no erratum of the part makes something else of them.
        """
        conv = self.conv
        if kernels is None:
            return unknown_sums(conv)
        sums = sums_of(conv, self.config, slices.cut(0, conv.view.height), kernels)
        if self.found.stray_weights or not settled:
            return replace(sums, known=np.zeros(sums.known.shape, np.bool_))
        return sums

    def _saturated(self, count: int | None) -> int | None:
        """What CACC has counted at a layer's end.

        The part begins anew with a layer's first result, unless that is its last one too: then it goes on from the
        layer before (docs/nvdla/convolution.md, 'CACC in integers').
        """
        conv = self.conv
        groups = ceil_div(conv.weights.kernels, group_kernels(self.config, conv.precision))
        results = conv.output.height * conv.output.width * groups * conv.input.batches
        carried = results == 1 and "cacc-saturation-carried" in self.config.errata
        before = self.state.saturated if carried else 0
        return None if count is None or before is None else before + count
