"""Normalisation."""

from __future__ import annotations

import numpy as np

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.lut.config import LutConfig
from sequences.nvdla.loadables.contents import LoadableError
from sequences.nvdla.loadables.graph import Operation
from sequences.nvdla.loadables.layers.numbers import PRECISIONS, Setting, named, side
from sequences.nvdla.loadables.layers.tables import tables_of


def cdp_layer(operation: Operation, setting: Setting) -> Cdp:
    """The layer.

    Raises:
        LoadableError: a number has no meaning, or the output has another precision.
    """
    op, cube = operation.settings, operation.surfaces["src"]
    if op["in_precision"] != op["out_precision"]:
        raise LoadableError(
            f"{operation}: in_precision {op['in_precision']} is not out_precision {op['out_precision']}"
        )
    precision = named(operation, "in_precision", op["in_precision"], PRECISIONS)
    looked_up = tables_of(operation, setting, int(op["in_precision"]))
    return Cdp(
        precision=precision,
        channels=int(cube["channel"]),
        height=int(cube["height"]),
        width=int(cube["width"]),
        source=side(operation, "src", setting),
        destination=side(operation, "dst", setting),
        lut=looked_up[0] if looked_up else LutConfig(),
        tables=looked_up[1] if looked_up else None,
        local_size=int(op["local_size"]),
        bypass_squares=bool(op["bypass_sqsum"]),
        bypass_product=bool(op["bypass_out_mul"]),
        in_convertor=_convertor(op["in_cvt"]),
        out_convertor=_convertor(op["out_cvt"]),
    )


def _convertor(convertor: np.void) -> CdpConvertor:
    return CdpConvertor(
        offset=int(convertor["offset"]), scale=int(convertor["scale"]), shift=int(convertor["truncate"])
    )
