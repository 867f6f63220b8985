"""Kinds of convolutions beside those of one feature cube: what cells of them ask for, and what layers of them are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from models.nvdla.cells import Wanted
from models.nvdla.conv.descriptor import PRA_TRUNCATE_AT_MOST, Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS

CUBE, COMPRESSED, IMAGE, WINOGRAD_TILES, BATCHES = MODES = ("cube", "compressed", "image", "winograd", "batches")
"""Of one feature cube, with whole or with compressed weights, of an image, by Winograd's method, of several cubes."""
OTHER_MODES = MODES[1:]
ROWS = (1, 2, 4)
"""Of a kernel of an image, that can be multiplied at a time."""
FEW, MOST_BATCHES = 4, 32
COMPRESSION = "WEIGHT_COMPRESSION"
"""What a configuration has for compressed weights."""


def of_other_modes(precisions: Sequence[str]) -> Iterator[Wanted]:
    """What cells of other modes ask for, in the order of the list."""
    yield from ({"mode": IMAGE, **wanted} for wanted in _of_images(precisions))
    for precision in precisions:
        yield from ({"mode": WINOGRAD_TILES, "precision": precision, **wanted} for wanted in _of_tiles(precision))
        yield from ({"mode": BATCHES, "precision": precision, **wanted} for wanted in _of_batches())
        yield from ({"mode": COMPRESSED, "precision": precision, **wanted} for wanted in _of_compressed())
        for mode in (IMAGE, WINOGRAD_TILES, BATCHES):
            yield {"mode": mode, "precision": precision, "stored": COMPRESSED}


def aspects_of_mode(conv: Conv) -> dict[str, str]:
    """What a layer is beside what layers of one feature cube are."""
    cube = conv.input
    aspects = {
        "mode": mode_of(conv),
        "stored": "whole" if conv.weights.compression is None else COMPRESSED,
        "format": "features",
        "batches": _batches(cube.batches),
        "truncate": f"pra-{conv.pra_truncate}" if conv.mode == WINOGRAD and conv.precision != "FP16" else "pra-none",
        "columns": "odd" if conv.output.width % 2 else "even",
    }
    if isinstance(cube, ConvImage):
        aspects |= {
            "format": cube.pixel_format,
            "made": f"{cube.precision}-to-{conv.precision}",
            "rows": f"{conv.post_extension}-rows",
            "means": "means" if cube.means.enabled else "one-offset",
            "sign": "signed" if cube.signed else "unsigned",
            "offset": "offset" if cube.x_offset else "from-the-first",
            "planes": "one-plane" if cube.second is None else "two-planes",
        }
    return aspects


def mode_of(conv: Conv) -> str:
    """Which of `MODES`."""
    if isinstance(conv.input, ConvImage):
        return IMAGE
    if conv.mode == WINOGRAD:
        return WINOGRAD_TILES
    if conv.input.batches > 1:
        return BATCHES
    return CUBE if conv.weights.compression is None else COMPRESSED


def _of_images(precisions: Sequence[str]) -> Iterator[Wanted]:
    for name, pixel in PIXEL_FORMATS.items():
        if pixel.precision in precisions:
            yield {"format": name}
    integers = [name for name in precisions if name != "FP16"]
    for source, made in product(integers, precisions):
        yield {"made": f"{source}-to-{made}", "convertor": "converted"}
    for precision in precisions:
        yield from ({"precision": precision, "rows": f"{count}-rows"} for count in ROWS[1:])
        yield from ({"precision": precision, "move": move} for move in ("strided", "padded", "strided-padded"))
        yield from ({"precision": precision, "channels": "deep"}, {"precision": precision, "kernels": "many"})
    for source in integers:
        for sign, means in product(("signed", "unsigned"), ("means", "one-offset")):
            yield {"sign": sign, "means": means, "convertor": "converted", "made": f"{source}-to-{source}"}
    yield from ({"offset": "offset", "planes": planes} for planes in ("one-plane", "two-planes"))
    yield {"size": "stripes"}


def _of_tiles(precision: str) -> Iterator[Wanted]:
    yield from ({"move": move} for move in ("plain", "strided", "padded", "strided-padded"))
    yield from ({"kernels": "many"}, {"channels": "ragged"})
    if precision != "FP16":
        yield from ({"truncate": f"pra-{bits}"} for bits in range(PRA_TRUNCATE_AT_MOST + 1))


def _of_batches() -> Iterator[Wanted]:
    yield from ({"batches": count} for count in ("few", "several", "most"))
    yield from ({"size": "single", "input": what} for what in ("pixel", "cube"))
    yield from ({"columns": "odd", "size": "stripes"}, {"channels": "deep"}, {"kernels": "many"})
    yield {"move": "strided-padded"}


def _of_compressed() -> Iterator[Wanted]:
    yield from ({"kernels": "many"}, {"kernels": "few"}, {"weights": "partial"}, {"channels": "deep"})


def _batches(count: int) -> str:
    if count <= FEW:
        return "one" if count == 1 else "few"
    return "most" if count == MOST_BATCHES else "several"


def features_needed(wanted: Wanted) -> tuple[str, ...]:
    """What a configuration must have for layers of a cell."""
    mode = wanted.get("mode", CUBE)
    of_mode = {WINOGRAD_TILES: ("WINOGRAD",), BATCHES: ("BATCH",)}.get(mode, ())
    return (*of_mode, COMPRESSION) if COMPRESSED in (mode, wanted.get("stored")) else of_mode
