"""What can be simpler of NVDLA's layers beside one member or another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.constructor import conv_of
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.parts import WINOGRAD, Kernel, Padding
from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.pdp.descriptor import MAXIMUM, Pdp
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from models.nvdla.surfaces.side import Side
from sequences.nvdla.shrink.packed import packed
from sequences.nvdla.shrink.repair import repaired, repaired_conv
from sequences.shrink.shrinking import LayerChange, Layers

SIMPLEST, SIMPLEST_PIXELS = "INT8", "T_R8"
PRECISIONS = ("precision", "out_precision")


Change = Callable[[Any, HwConfig], Any]
"""Makes a layer simpler; None: it cannot be made so."""


def simpler_layers(layers: Layers, config: HwConfig) -> Iterator[tuple[str, LayerChange]]:
    """Changes of layers that start together, each with a name."""
    for number in range(len(layers)):
        for name, change in CHANGES:
            yield f"{name} {number}", _careful(change, number, config)
        for columns in range(1, _columns(layers[number])):
            yield f"kernel columns {number}", _careful(_fewer_columns(columns), number, config)
    if len(layers) > 1:
        yield "alone", _on_all(_last_alone, config)
        yield "no pooling", _on_all(_without_pooling, config)
    yield "precision", _on_all(_simplest, config)


def _no_gaps(layer: Any, config: HwConfig) -> Any:  # noqa: ANN401 - any layer
    return packed(layer, config)


def _plain_buffer(layer: Any, config: HwConfig) -> Any:  # noqa: ANN401 - any layer
    return repaired_conv(layer, config, plain_buffer=True) if isinstance(layer, Conv) else None


def _one_tap(layer: Any, _: HwConfig) -> Any:  # noqa: ANN401 - any layer
    if not isinstance(layer, Conv) or layer.mode == WINOGRAD or isinstance(layer.input, ConvImage):
        return None
    return replace(layer, kernel=Kernel(height=1, width=1), padding=Padding())


def _features(layer: Any, config: HwConfig) -> Any:  # noqa: ANN401 - any layer
    """A feature cube where an image was, of as many lines, columns and channels."""
    if not isinstance(layer, Conv) or not isinstance(layer.input, ConvImage):
        return None
    image = layer.input
    side = Side.packed(image.side.ram, image.side.address, image.height, image.width * config.atom_bytes)
    height, width = image.height, image.width
    cube = ConvInput(precision=layer.precision, channels=image.channels, height=height, width=width, side=side)
    made = conv_of(
        config,
        cube,
        layer.taps,
        precision=layer.precision,
        kernels=layer.weights.kernels,
        weights=layer.weights.side,
        padding=layer.padding,
    )
    data_banks, weight_banks = layer.buffer.banks
    return replace(made, buffer=replace(made.buffer, data_banks=data_banks, weight_banks=weight_banks))


def _one_component(layer: Any, _: HwConfig) -> Any:  # noqa: ANN401 - any layer
    """An image of the simplest format."""
    if not isinstance(layer, Conv) or not isinstance(layer.input, ConvImage):
        return None
    pixel, image = PIXEL_FORMATS[SIMPLEST_PIXELS], layer.input
    name, precision, channels = pixel.name, pixel.precision, pixel.channels
    image = replace(image, pixel_format=name, precision=precision, channels=channels, second=None)
    view = replace(layer.view, depth=layer.taps.width * channels)
    return replace(layer, precision=precision, view=view, input=image)


def _in_strips(columns: Callable[[Pdp], tuple[int, ...]]) -> Change:
    """Pooling of so many columns of output, of each strip."""

    def change(layer: Any, _: HwConfig) -> Any:  # noqa: ANN401 - any layer
        if not isinstance(layer, Pdp) or not layer.strips.split:
            return None
        outputs = columns(layer)
        return replace(layer, out_width=sum(outputs), strips=Strips.of(layer.x, outputs))

    return change


def _maximum(layer: Any, _: HwConfig) -> Any:  # noqa: ANN401 - any layer
    if not isinstance(layer, Pdp) or layer.method == MAXIMUM:
        return None
    return replace(layer, method=MAXIMUM, average=type(layer.average)())


def _narrow_output(layer: Any, _: HwConfig) -> Any:  # noqa: ANN401 - any layer
    return replace(layer, out_precision=layer.precision) if isinstance(layer, Sdp) else None


def _zero_tables(layer: Any, _: HwConfig) -> Any:  # noqa: ANN401 - any layer
    tables = getattr(layer, "tables", None)
    if not isinstance(tables, Tables) or not (tables.le.any() or tables.lo.any()):
        return None
    return replace(layer, tables=Tables(np.zeros_like(tables.le), np.zeros_like(tables.lo)))


def _equal_tables(layer: Any, _: HwConfig) -> Any:  # noqa: ANN401 - any layer
    tables = getattr(layer, "tables", None)
    if not isinstance(tables, Tables) or (tables.le == tables.le[0]).all():
        return None
    return replace(layer, tables=Tables(np.full_like(tables.le, 1), np.full_like(tables.lo, 2)))


def _plain_ranges(layer: Any, _: HwConfig) -> Any:  # noqa: ANN401 - any layer
    lut = getattr(layer, "lut", None)
    return replace(layer, lut=LutConfig.of(layer.precision)) if isinstance(lut, LutConfig) else None


CHANGES: tuple[tuple[str, Change], ...] = (
    ("packed", _no_gaps),
    ("image", _features),
    ("image", _one_component),
    ("one tap", _one_tap),
    ("buffer", _plain_buffer),
    ("strips", _in_strips(lambda _: (1,))),
    ("strips", _in_strips(lambda pdp: (pdp.strips.first_out,))),
    ("strips", _in_strips(lambda _: (1, 1))),
    ("strips", _in_strips(lambda pdp: (pdp.strips.first_out, pdp.strips.last_out))),
    ("method", _maximum),
    ("output", _narrow_output),
    ("zero tables", _zero_tables),
    ("equal tables", _equal_tables),
    ("ranges", _plain_ranges),
)


def _columns(layer: object) -> int:
    """Columns of the kernels of a convolution of an image, which no single member says; else 0."""
    return layer.taps.width if isinstance(layer, Conv) and isinstance(layer.input, ConvImage) else 0


def _fewer_columns(columns: int) -> Change:
    def change(layer: Any, _: HwConfig) -> Any:  # noqa: ANN401 - a convolution
        return replace(layer, view=replace(layer.view, depth=columns * layer.input.channels))

    return change


def _careful(change: Change, number: int, config: HwConfig) -> LayerChange:
    def whole(layers: Layers) -> Layers | None:
        try:
            changed = change(layers[number], config)
            if changed is None:
                return None
            return repaired((*layers[:number], changed, *layers[number + 1 :]), config)
        except (ValueError, LookupError, AttributeError, TypeError, ZeroDivisionError):
            return None

    return whole


def _on_all(change: Callable[[Any, HwConfig], Layers | None], config: HwConfig) -> LayerChange:
    def whole(layers: Layers) -> Layers | None:
        try:
            changed = change(layers, config)
            return None if changed is None else repaired(changed, config)
        except (ValueError, LookupError, AttributeError, TypeError, ZeroDivisionError):
            return None

    return whole


def _last_alone(layers: Layers, config: HwConfig) -> Layers | None:
    """The last layer reads from memory, where the first one does."""
    first: Any = layers[0]
    side = getattr(first, "source" if isinstance(first, Sdp) else "input").side
    match layers[-1]:
        case Sdp() as sdp:
            alone: object = replace(sdp, source=SdpSource(side=side, precision=sdp.precision))
        case Pdp() as pdp:
            alone = replace(pdp, source=side)
        case _:
            return None
    return (packed(alone, config),)


def _without_pooling(layers: Layers, config: HwConfig) -> Layers | None:
    """SDP writes where PDP did."""
    *others, sdp, pdp = layers
    if not isinstance(sdp, Sdp) or not isinstance(pdp, Pdp):
        return None
    return (*others, packed(replace(sdp, to_pdp=False, destination=pdp.destination), config))


def _simplest(value: Any, config: HwConfig) -> Any:  # noqa: ANN401 - any member
    """All numbers are of the simplest precision."""
    if isinstance(value, tuple):
        return tuple(_simplest(item, config) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    members = {item.name: getattr(value, item.name) for item in fields(value)}
    new = {name: SIMPLEST if name in PRECISIONS else _simplest(one, config) for name, one in members.items()}
    return type(value)(**new)
