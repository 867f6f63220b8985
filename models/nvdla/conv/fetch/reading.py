"""What CDMA fetches for a layer, by its own registers and those of the layer before (docs/nvdla/convolution.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.memory.footprint import Fetched, Footprint
from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.fetch.weights import SIZES, ConvWeights
from models.nvdla.conv.parts import WINOGRAD, Buffer
from models.nvdla.surfaces.last_beats import shows_last_read


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetch:
    """A layer as CDMA knows it; registers hold its attributes as those of `Conv`.

    Attributes:
        mode: of the convolution.
        precision: name of the number format of the multiplication.
        input: what it reads as data.
        weights: what it reads as weights.
        buffer: how the layer uses the buffer; CDMA has no registers for slices that are released.
    """

    mode: str
    precision: str
    input: ConvInput | ConvImage
    weights: ConvWeights
    buffer: Buffer

    @property
    def kind(self) -> tuple[str, str]:
        """What kind of data it reads."""
        return self.mode, self.input.kind

    def skips_data(self, before: Fetch | None) -> bool:
        """Whether data that a layer before left in the buffer are used instead of others.

        Args:
            before: the layer before; None: there was none since reset.
        """
        return (
            before is not None
            and self.buffer.reuse_data
            and before.buffer.keep_data
            and before.kind == self.kind
            and before.buffer.data_banks == self.buffer.data_banks
        )

    def skips_weights(self, before: Fetch | None) -> bool:
        """Whether weights that a layer before left there are used instead of others."""
        return (
            before is not None
            and self.buffer.reuse_weights
            and before.buffer.keep_weights
            and before.buffer.banks == self.buffer.banks
        )


@dataclass(frozen=True, slots=True)
class FetchPlan:
    """What a claim of CDMA fetches.

    Attributes:
        fetch: the layer.
        data: what it reads as data, nothing if that is skipped.
        weights: what it reads as weights, likewise.
    """

    fetch: Fetch
    data: tuple[Footprint, ...]
    weights: tuple[Footprint, ...]

    @property
    def reads(self) -> tuple[Footprint, ...]:
        """All that it reads."""
        return self.data + self.weights

    def shows_data(self, config: HwConfig) -> bool:
        """Whether all data are there once each of their beats was seen."""
        cube = self.fetch.input
        last = cube.last_requests(config, whole=self.fetch.mode != WINOGRAD) if self.data else ()
        return shows_last_read(self.data, last, config.port(cube.side.ram).data_bytes)

    def shows_weights(self, config: HwConfig) -> bool:
        """Whether all weights are there once each of their beats was seen, with mask and group sizes."""
        last = [where.addresses[-1:] if where.label == SIZES else where.addresses for where in self.weights]
        return shows_last_read(self.weights, last, config.port(self.fetch.weights.ram).data_bytes)

    def parted(self, fetched: Sequence[Fetched]) -> tuple[Sequence[Fetched], Sequence[Fetched]]:
        """What was fetched as data, and what as weights."""
        return fetched[: len(self.data)], fetched[len(self.data) :]


def plan_of(fetch: Fetch, before: Fetch | None, config: HwConfig) -> FetchPlan:
    """What CDMA fetches.

    Args:
        fetch: the layer.
        before: the layer before; None: there was none since reset.
        config: the hardware configuration.

    Raises:
        ValueError: a precision or a pixel format is a reserved value, or there is too much.
    """
    data = () if fetch.skips_data(before) else fetch.input.footprints(config)
    weights = () if fetch.skips_weights(before) else fetch.weights.footprints(config, fetch.precision)
    return FetchPlan(fetch, data, weights)
