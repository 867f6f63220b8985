"""What moves data: BDMA and Rubik."""

from __future__ import annotations

import numpy as np

from models.nvdla.bdma.descriptor import Bdma, BdmaCopy
from models.nvdla.rubik.descriptor import MODES, Rubik
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.nvdla.loadables.contents import LoadableError
from sequences.nvdla.loadables.graph import Operation
from sequences.nvdla.loadables.layers.numbers import PRECISIONS, Setting, named, place, ram, side
from sequences.nvdla.loadables.structs.units import TRANSFERS_AT_MOST

DRIVER_ATOM_BYTES = 32
"""What the kernel driver takes for an atom here, whatever the part: only nv_full has these units."""


def bdma_layer(operation: Operation, setting: Setting) -> Bdma:
    """The copies of one launch.

    Raises:
        LoadableError: there are none or too many, or a line is not of whole atoms.
    """
    surfaces = operation.surfaces
    count = int(surfaces["num_transfers"])
    if not 0 < count <= TRANSFERS_AT_MOST:
        raise LoadableError(f"{operation}: it has {count} transfers; there may be 1 to {TRANSFERS_AT_MOST}")
    return Bdma(tuple(_copy(operation, transfer, setting) for transfer in surfaces["transfers"][:count]))


def _copy(operation: Operation, transfer: np.void, setting: Setting) -> BdmaCopy:
    if not transfer["line_size"] or transfer["line_size"] % DRIVER_ATOM_BYTES:
        raise LoadableError(
            f"{operation}: lines of {transfer['line_size']} bytes; they must be of whole {DRIVER_ATOM_BYTES} bytes"
        )
    ways = {
        way: Side(
            ram=ram(operation, way, int(operation.surfaces[f"{way}_type"]), setting.config),
            address=place(operation, way, int(transfer[way]), setting),
            line_stride_bytes=int(transfer[f"{way}_line"]),
            surface_stride_bytes=int(transfer[f"{way}_surface"]),
        )
        for way in ("source", "destination")
    }
    return BdmaCopy(
        **ways,
        line_atoms=int(transfer["line_size"]) // DRIVER_ATOM_BYTES,
        lines=int(transfer["line_repeat"]),
        surfaces=int(transfer["surface_repeat"]),
    )


def rubik_layer(operation: Operation, setting: Setting) -> Rubik:
    """The layer.

    Raises:
        LoadableError: a number has no meaning.
    """
    op, surfaces = operation.settings, operation.surfaces
    mode = named(operation, "mode", op["mode"], MODES)
    precision = named(operation, "precision", op["precision"], PRECISIONS)
    contract, cube, output = mode == "CONTRACT", surfaces["src"], surfaces["dst"]
    groups = ceil_div(int(output["channel"]) * ELEMENT_BYTES[precision], DRIVER_ATOM_BYTES)
    return Rubik(
        mode=mode,
        precision=precision,
        width=int(cube["width"]),
        height=int(cube["height"]),
        channels=int(cube["channel"]),
        out_channels=int(output["channel"]),
        x_stride=int(op["stride_x"]) if contract else 1,
        y_stride=int(op["stride_y"]) if contract else 1,
        source=side(operation, "src", setting, planes=mode == "MERGE"),
        destination=side(operation, "dst", setting, planes=mode == "SPLIT"),
        contract_group_bytes=groups * int(cube["surf_stride"]) if contract else 0,
        contract_line_bytes=int(op["stride_y"]) * int(output["line_stride"]) if contract else 0,
    )
