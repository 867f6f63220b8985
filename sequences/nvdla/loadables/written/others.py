"""Pooling, normalisation, and what moves data."""

from __future__ import annotations

from typing import Any

from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.pdp.descriptor import METHODS, Pdp
from models.nvdla.rubik.descriptor import MODES, Rubik
from models.nvdla.surfaces.side import Side
from sequences.nvdla.loadables.layers.movers import DRIVER_ATOM_BYTES
from sequences.nvdla.loadables.layers.numbers import RAMS
from sequences.nvdla.loadables.layers.pdp import KERNELS, reciprocal
from sequences.nvdla.loadables.structs.units import TRANSFERS_AT_MOST
from sequences.nvdla.loadables.written.settings import Writing, Written, cube, precision, tables


def written_pdp(layer: Pdp, writing: Writing) -> Written:
    """A pooling layer.

    Raises:
        ValueError: the driver has no field for something.
    """
    if layer.nan_to_zero:
        raise ValueError("pooling: the kernel driver does not flush NaN; leave nan_to_zero out")
    x, y, strips = layer.x, layer.y, layer.strips
    reciprocals = [reciprocal(layer.precision, window.kernel) for window in (x, y)]
    if layer.averages and reciprocals != [layer.average.recip_width, layer.average.recip_height]:
        raise ValueError("pooling: the kernel driver divides by the size of the window, and by nothing else")
    settings: dict[str, Any] = {
        "split_num": strips.count,
        "pool_mode": METHODS.index(layer.method),
        "pool_width": KERNELS.index(str(x.kernel)),
        "pool_height": KERNELS.index(str(y.kernel)),
        "stride_x": x.stride,
        "stride_y": y.stride,
        "pad_left": x.before,
        "pad_right": x.after,
        "pad_top": y.before,
        "pad_bottom": y.after,
        "precision": precision(layer.precision),
        "padding_value": list(layer.average.pads.values[1:]),
    }
    if strips.split:
        for part in ("first", "mid", "last"):
            settings |= {f"{way}_{part}": getattr(strips, f"{part}_{way}") for way in ("in", "out")}
    surfaces = {
        "src": cube(writing, layer.source, (layer.channels, layer.height, layer.width), 0),
        "dst": cube(writing, layer.destination, (layer.channels, layer.out_height, layer.out_width), 0),
    }
    return Written("PDP", settings, surfaces)


def written_cdp(layer: Cdp, writing: Writing) -> Written:
    """A normalisation.

    Raises:
        ValueError: the driver has no field for something.
    """
    if layer.nan_to_zero:
        raise ValueError("normalisation: the kernel driver does not flush NaN; leave nan_to_zero out")
    extent = layer.channels, layer.height, layer.width
    settings = {
        "in_precision": precision(layer.precision),
        "out_precision": precision(layer.precision),
        "lut_index": -1 if layer.tables is None else writing.add_tables(tables(layer.lut, layer.tables)),
        "in_cvt": _convertor(layer.in_convertor),
        "out_cvt": _convertor(layer.out_convertor),
        "local_size": layer.local_size,
        "bypass_sqsum": int(layer.bypass_squares),
        "bypass_out_mul": int(layer.bypass_product),
    }
    surfaces = {
        name: cube(writing, side, extent, 0) for name, side in (("src", layer.source), ("dst", layer.destination))
    }
    return Written("CDP", settings, surfaces)


def _convertor(convertor: CdpConvertor) -> dict[str, int]:
    return {"enable": 1, "offset": convertor.offset, "scale": convertor.scale, "truncate": convertor.shift}


def written_rubik(layer: Rubik, writing: Writing) -> Written:
    """A reordering."""
    contract = layer.mode == "CONTRACT"
    settings = {
        "mode": MODES.index(layer.mode),
        "precision": precision(layer.precision),
        "stride_x": layer.x_stride if contract else 1,
        "stride_y": layer.y_stride if contract else 1,
    }
    extent = layer.channels, layer.height, layer.width
    out = layer.out_channels, layer.height * layer.y_stride, layer.width * layer.x_stride
    surfaces = {
        "src": cube(writing, layer.source, extent, 0, planes=layer.mode == "MERGE"),
        "dst": cube(writing, layer.destination, out, 0, planes=layer.mode == "SPLIT"),
    }
    return Written("RUBIK", settings, surfaces)


def written_bdma(layer: Bdma, writing: Writing) -> Written:
    """The copies of one launch.

    Raises:
        ValueError: there are too many, or they lie in several memories each.
    """
    copies = layer.copies
    if not 0 < len(copies) <= TRANSFERS_AT_MOST:
        raise ValueError(f"copies: {len(copies)} of them; an operation has 1 to {TRANSFERS_AT_MOST}")
    rams = [{getattr(copy, way).ram for copy in copies} for way in ("source", "destination")]
    if any(len(names) > 1 for names in rams):
        raise ValueError("copies: all sources of an operation are in one memory, and so are all destinations")
    transfers = [
        {
            **_way("source", copy.source, writing),
            **_way("destination", copy.destination, writing),
            "line_size": copy.line_atoms * DRIVER_ATOM_BYTES,
            "line_repeat": copy.lines,
            "surface_repeat": copy.surfaces,
        }
        for copy in copies
    ]
    types = {f"{way}_type": RAMS.index(min(names)) for way, names in zip(("source", "destination"), rams, strict=True)}
    return Written(
        "BDMA", {"num_transfers": len(copies)}, {**types, "num_transfers": len(copies), "transfers": transfers}
    )


def _way(name: str, side: Side, writing: Writing) -> dict[str, int]:
    return {
        name: writing.number_of(side.ram, side.address),
        f"{name}_line": side.line_stride_bytes,
        f"{name}_surface": side.surface_stride_bytes,
    }
