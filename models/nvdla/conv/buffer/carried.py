"""What layers leave in the convolution buffer for the next one, and what a layer finds there.

docs/nvdla/convolution.md, 'Data and weights used again'.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import weight_bytes
from models.nvdla.conv.buffer.slices import Slices, form_of
from models.nvdla.conv.buffer.streams import WeightStreams
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.fetch.reading import Fetch
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """The buffer between two layers.

    Attributes:
        conv: the layer that is done; None: there was none since reset.
        slices: the lines that it left.
        weights: the weights that it left.
        lines: how many lines that are.
        stray_lines: there are lines besides that no layer accounts for: what the next one finds is open, until the
            data banks change.
        stray_weights: likewise, until banks change; so it is with entries that CSC does not give back.
        surplus_weights: WEIGHT_BYTES were more than the kernels have, since banks changed last.
        place: the entry of the data banks at which the lines that it left begin, or the next layer's if it left none.
    """

    conv: Conv | None = None
    slices: Slices | None = None
    weights: WeightStreams | None = None
    lines: int = 0
    stray_lines: bool = False
    stray_weights: bool = False
    surplus_weights: bool = False
    place: int = 0

    def for_layer(self, conv: Conv, config: HwConfig) -> Carried:
        """What of it is still there when a layer has begun: another kind of layer, or other banks, throw it away."""
        before, buffer = self.conv, conv.buffer
        if before is None:
            return self
        found = self
        if before.buffer.data_banks != buffer.data_banks:
            found = replace(found, slices=None, lines=0, stray_lines=False, place=0)
        elif not buffer.reuse_data or (before.mode, before.input.kind) != (conv.mode, conv.input.kind):
            place = _behind(self.place, self.lines, before, config)
            found = replace(found, slices=None, lines=0, place=place)
        if before.buffer.banks != buffer.banks:
            return replace(found, weights=None, stray_weights=False, surplus_weights=False)
        return found if buffer.reuse_weights else replace(found, weights=None)


NOTHING = Carried()
SURPLUS = "conv-weight-surplus"
"""The erratum of parts that leave weights beyond those of the kernels to the next layer."""
JUMP = "conv-image-jump"
"""The erratum of parts that look for the last entry of the data banks in another bank."""


def fetched_lines(fetch: Fetch | Conv, *, skipped: bool) -> int:
    """Lines that CDMA reports to CSC: of the extended input where there is one."""
    cube = fetch.input
    if skipped:
        return 0
    return cube.extended_height if isinstance(cube, ConvInput) and fetch.mode == WINOGRAD else cube.height


def data_found(conv: Conv, carried: Carried, fetched: Slices | None) -> Slices:
    """The lines that a layer works on: those that were left and those that were fetched.

    Args:
        conv: the layer.
        carried: what was left for it.
        fetched: what was fetched; None: nothing.
    """
    parts = [part for part in (carried.slices, fetched) if part is not None]
    settled = not carried.stray_lines and {part.form for part in parts} == {form_of(conv)}
    if not settled:
        return parts[-1].forgotten()
    return parts[0] if len(parts) == 1 else parts[0].followed_by(parts[1])


def surplus_bytes(conv: Conv, config: HwConfig) -> int:
    """Bytes of weights beyond those of the kernels, which CSC does not give back unless they are kept."""
    weights = conv.weights
    if weights.compression is not None or conv.buffer.keep_weights:
        return 0
    return max(0, weights.size_bytes - weight_bytes(config, weights.kernels, weights.kernel_bytes))


def left_behind(conv: Conv, config: HwConfig, carried: Carried, data: Slices, weights: WeightStreams) -> Carried:
    """The buffer behind a layer.

    Args:
        conv: the layer.
        config: the hardware configuration.
        carried: what was left for it.
        data: what it found.
        weights: what it found.
    """
    buffer, height = conv.buffer, conv.view.height
    first = 0 if buffer.keep_data else min(buffer.release_slices, height)
    surplus = surplus_bytes(conv, config) > 0
    settled = data.lines == height and (not first or first == height or conv.input.batches == 1)
    slices = data.cut(first, height)
    return Carried(
        conv=conv,
        slices=slices if slices.lines else None,
        lines=slices.lines,
        weights=weights if buffer.keep_weights else None,
        stray_lines=carried.stray_lines or not settled,
        stray_weights=(
            carried.stray_weights
            or weights.empty
            or weights.kernels != conv.weights.kernels
            or (surplus and SURPLUS not in config.mended)
        ),
        surplus_weights=carried.surplus_weights or surplus,
        place=_behind(carried.place, first, conv, config),
    )


def jumps_over_the_end(conv: Conv, config: HwConfig, carried: Carried) -> bool:
    """Whether steps of more than an entry go from the last entry of the data banks to the first, within a line.

    Args:
        conv: the layer.
        config: the hardware configuration.
        carried: what was left for it.
    """
    if not isinstance(conv.input, ConvImage) or conv.input.pixel_format not in PIXEL_FORMATS:
        return False
    step_bytes = conv.view.stride_x * conv.input.pixel.channels * ELEMENT_BYTES[conv.precision]
    if step_bytes <= config.cbuf_entry_bytes:
        return False
    entries, room = conv.buffer.entries, _entries(conv, config) - carried.place
    return carried.stray_lines or (conv.view.height * entries > room and room % entries != 0)


def _entries(conv: Conv, config: HwConfig) -> int:
    """Of all data banks."""
    return conv.buffer.data_banks * config.cbuf_bank_entries


def _behind(place: int, lines: int, conv: Conv, config: HwConfig) -> int:
    """The entry behind so many lines of a layer."""
    return (place + lines * conv.buffer.entries * conv.input.batches) % _entries(conv, config)
