"""Kinds of convolutions, one list: random tests draw in each cell, coverage and recorded layers are counted by them.

A cell says some aspects of a layer and leaves the others open, so a layer may be in several cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from models.nvdla.config import HwConfig
from models.nvdla.conv.cbuf import full_weight_banks, group_kernels
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from sequences.nvdla.conv.modes import CUBE, MODES, aspects_of_mode, features_needed, mode_aspects

PRECISIONS = tuple(ELEMENT_BYTES)
PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Cell:
    """Some aspects of a convolution, by name as in `aspects_of`.

    Attributes:
        wanted: what the aspects are.
        illegal: the rule that forbids it, or why there can be none; empty: it is legal.
        mode: of `MODES`: layers of others are not in it.
    """

    wanted: Mapping[str, str] = field(hash=False)
    illegal: str = ""
    mode: str = CUBE

    @property
    def name(self) -> str:
        """Its aspects in one word, the mode first where it is not the usual one, then the precision."""
        named = (
            f"{name}-{value}" if name.startswith(("input-", "weight-", "output")) else value
            for name, value in self.wanted.items()
        )
        return "_".join((*(() if self.mode == CUBE else (self.mode,)), *named)).lower()

    def holds(self, aspects: Mapping[str, str]) -> bool:
        """Whether a layer of such aspects is in it."""
        return aspects["mode"] == self.mode and all(aspects[name] == value for name, value in self.wanted.items())


KERNELS = ("point", "wide", "tall", "block", "full")
"""1x1, 1xS, Rx1, RxS, and as large as the padded input: fully connected."""
MOVES = (PLAIN, "strided", "dilated", "padded", "strided-padded", "strided-dilated-padded")
"""Those that cells ask for."""
USUAL_MOVES: Mapping[str, tuple[str, ...]] = {
    "point": (PLAIN, "strided"),
    "wide": (PLAIN, "strided-padded"),
    "tall": (PLAIN, "strided-padded"),
    "block": MOVES,
    "full": (PLAIN, "padded"),
}
OTHER_ASPECTS: tuple[Mapping[str, str], ...] = (
    {"input": "pixel"},
    {"channels": "ragged"},
    {"channels": "deep"},
    {"kernels": "few"},
    {"kernels": "many"},
    {"size": "stripes"},
    {"weights": "partial"},
    {"convertor": "converted"},
    {"nan": "flushed"},
    {"clip": "clipped"},
)
"""What cells ask for beside a precision."""
OUTPUTS = (("INT8", "INT16"), ("INT16", "FP16"), ("FP16", "INT16"), ("INT8", "FP16"), ("INT16", "INT8"))
SIDES = (("INT8", "input-ram"), ("INT16", "weight-ram"), ("FP16", "output-ram"))
ILLEGAL: tuple[tuple[Mapping[str, str], str], ...] = (
    ({"kernel": "point", "move": "padded"}, "conv-padding-size"),
    ({"precision": "INT8", "nan": "flushed"}, "only FP16 has NaN"),
    ({"precision": "INT16", "nan": "flushed"}, "only FP16 has NaN"),
    ({"precision": "FP16", "clip": "clipped"}, "CACC does not truncate FP16"),
    ({"precision": "INT8", "output": "FP16"}, "sdp-precisions"),
    ({"precision": "INT16", "output": "INT8"}, "sdp-precisions"),
)
"""Aspects that no legal layer has, and the rule or the reason."""


def cells(config: HwConfig) -> tuple[Cell, ...]:
    """The cells of a configuration, those that no legal layer is in among them: those of cubes first."""
    plain = (_cell(wanted, config) for wanted in _all_wanted())
    others = (_mode_cell(mode, wanted, config) for mode, wanted in mode_aspects(config.precisions))
    return tuple(cell for cell in (*plain, *others) if cell.wanted.get("precision", "INT8") in config.precisions)


def legal_cells(config: HwConfig, modes: Collection[str] = MODES) -> tuple[Cell, ...]:
    """The cells that a layer of some modes can be in."""
    return tuple(cell for cell in cells(config) if cell.mode in modes and not cell.illegal)


def cells_of(conv: Conv, sdp: Sdp, config: HwConfig) -> tuple[Cell, ...]:
    """The cells that a layer is in."""
    aspects = aspects_of(conv, sdp, config)
    return tuple(cell for cell in legal_cells(config) if cell.holds(aspects))


def aspects_of(conv: Conv, sdp: Sdp, config: HwConfig) -> dict[str, str]:
    """The aspects of a layer."""
    depth = conv.view.depth if isinstance(conv.input, ConvImage) else conv.input.channels
    return {
        "precision": conv.precision,
        "kernel": _kernel(conv),
        "move": _move(conv),
        "input": "pixel" if (conv.input.height, conv.input.width) == (1, 1) else "cube",
        "channels": channel_class(config, conv.precision, depth),
        "kernels": kernel_class(config, conv.precision, conv.weights.kernels),
        "size": size_class(config, conv.output.height * conv.output.width),
        "weights": _banks(conv, config),
        "convertor": "converted" if conv.input.convertor.enabled else "taken",
        "nan": "flushed" if conv.precision == "FP16" and conv.input.nan_to_zero else "kept",
        "clip": "clipped" if conv.precision != "FP16" and conv.clip_truncate else "unclipped",
        "output": sdp.out_precision,
        "input-ram": conv.input.side.ram,
        "weight-ram": conv.weights.ram,
        "output-ram": sdp.destination.ram,
        **aspects_of_mode(conv),
    }


def channel_class(config: HwConfig, precision: str, channels: int) -> str:
    """Several blocks of channels and a rest, a last atom that is not full, or neither."""
    if channels > config.mac_channels and channels % config.mac_channels:
        return "deep"
    return "ragged" if channels * ELEMENT_BYTES[precision] % config.atom_bytes else "whole"


def kernel_class(config: HwConfig, precision: str, kernels: int) -> str:
    """Several groups and a rest, less than a group, or neither."""
    group = group_kernels(config, precision)
    if kernels % group == 0:
        return "whole"
    return "few" if kernels < group else "many"


def size_class(config: HwConfig, pixels: int) -> str:
    """One pixel of output, as many as a stripe may have, or more."""
    if pixels == 1:
        return "single"
    return "stripe" if pixels < 2 * config.mac_kernels else "stripes"


def _all_wanted() -> Iterator[dict[str, str]]:
    """What cells of cubes ask for, in the order of the list."""
    for precision in PRECISIONS:
        for kernel, moves in USUAL_MOVES.items():
            yield from ({"precision": precision, "kernel": kernel, "move": move} for move in moves)
        yield {"precision": precision, "kernel": "point", "move": "padded"}
        yield from ({"precision": precision, **other} for other in OTHER_ASPECTS)
    yield from ({"precision": one, "output": other} for one, other in OUTPUTS)
    yield from ({"precision": precision, side: "CVSRAM"} for precision, side in SIDES)


def _cell(wanted: Mapping[str, str], config: HwConfig) -> Cell:
    for aspects, why in ILLEGAL:
        if aspects.items() <= wanted.items():
            return Cell(wanted, why)
    if any(wanted.get(side, "DBB") not in config.ports for _, side in SIDES):
        return Cell(wanted, "absent-memory")
    return Cell(wanted, "" if wanted.get("output", "INT8") in config.precisions else "sdp-absent-precision")


def _mode_cell(mode: str, wanted: Mapping[str, str], config: HwConfig) -> Cell:
    lacking = [name for name in features_needed(mode, wanted) if name not in config.features]
    return Cell(wanted, f"the configuration lacks {lacking[0]}" if lacking else "", mode)


def _kernel(conv: Conv) -> str:
    kernel, pad = conv.taps, conv.padding
    padded = conv.input.height + pad.top + pad.bottom, conv.input.width + pad.left + pad.right
    if (kernel.height, kernel.width) == (1, 1):
        return "point"
    if padded == (kernel.reach_y, kernel.reach_x):
        return "full"
    if kernel.height > 1 and kernel.width > 1:
        return "block"
    return "tall" if kernel.height > 1 else "wide"


def _move(conv: Conv) -> str:
    """Strides and dilations count where they change what is computed."""
    kernel, pad, output = conv.taps, conv.padding, conv.output
    strided = (kernel.stride_x > 1 and output.width > 1) or (kernel.stride_y > 1 and output.height > 1)
    dilated = (kernel.dilation_x > 1 and kernel.width > 1) or (kernel.dilation_y > 1 and kernel.height > 1)
    padded = any((pad.left, pad.right, pad.top, pad.bottom))
    named = (("strided", strided), ("dilated", dilated), ("padded", padded))
    return "-".join(name for name, is_so in named if is_so) or PLAIN


def _banks(conv: Conv, config: HwConfig) -> str:
    needed = full_weight_banks(config, conv.weights.size_bytes)
    return "full" if conv.buffer.weight_banks >= needed else "partial"
