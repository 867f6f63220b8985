"""Random words of the GDMA, between local memory and a stretch of DDR."""

from __future__ import annotations

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.lanes import rows_of
from models.sophgo.layouts.matrices import matrix_shape
from models.sophgo.layouts.strides import Shape, Strides, aligned, extent
from models.sophgo.operations.gdma.sides import FORMAT_BYTES
from models.sophgo.operations.operand import SIZES
from models.sophgo.words.description import KINDS
from models.sophgo.words.word import Word
from sequences.sophgo.draw.arithmetic import draw_shape
from sequences.sophgo.draw.places import Places

DDR_BYTES = 1 << 17
"""So much of the DDR random words use, from its first byte on."""


class Sides:
    """Places for both sides of a transfer.

    Args:
        config: the hardware configuration.
        rng: what is drawn from.
    """

    def __init__(self, config: SophgoConfig, rng: np.random.Generator) -> None:
        self.config, self.rng, self.local = config, rng, Places(config, rng)
        self._next = config.ddr_base

    def system(self, size_bytes: int, align: int) -> int:
        """The address of so many bytes in DDR.

        Raises:
            ValueError: so many are not left.
        """
        begin = -(-self._next // align) * align + align * int(self.rng.integers(5))
        self._next = begin + size_bytes
        if self._next > self.config.ddr_base + DDR_BYTES:
            raise ValueError(f"no place for {size_bytes} bytes more in DDR")
        return begin

    def tensor(
        self, side: str, shape: Shape, size_bytes: int, *, in_local: bool, strides: Strides | None
    ) -> dict[str, int]:
        """The members of a tensor's address."""
        if not in_local:
            count = shape.elements if strides is None else extent(shape, strides)
            return address_members(side, self.system(count * size_bytes, size_bytes))
        placed = strides or aligned(self.config, shape, size_bytes, self.local.lane)
        align = size_bytes if strides else None
        return address_members(side, self.config.local_base + self.local.tensor(shape, placed, size_bytes, align))

    def strides(self, shape: Shape, *, in_local: bool) -> Strides:
        """Strides with gaps; lines and columns keep their order."""
        rows = rows_of(self.config, self.local.lane, shape.c) if in_local else shape.c
        counts, step, found = (shape.n, rows, shape.h, shape.w), 1, []
        for count in reversed(counts):
            found.append(step)
            step = step * count + int(self.rng.choice([0, 0, 1, 5])) if found else step
        return Strides(*reversed(found))


def address_members(side: str, address: int) -> dict[str, int]:
    """An address, as words have it."""
    return {f"{side}_start_addr_l32": address & 0xFFFF_FFFF, f"{side}_start_addr_h8": address >> 32}


def _sizes(side: str, shape: Shape) -> dict[str, int]:
    return {f"{side}_{name}size": size for name, size in zip("nchw", shape, strict=True)}


def _stride_members(side: str, strides: Strides) -> dict[str, int]:
    return {f"{side}_{name}stride": stride for name, stride in zip("nchw", strides, strict=True)}


def _word(rng: np.random.Generator, kind: str, function: str, members: dict[str, int], *, masked: bool = False) -> Word:
    """A word; some leave lanes out."""
    masks = [0xFFFF_FFFF, 0xFFFF_FFFF]
    if masked and rng.random() < 0.3:
        masks = [int(rng.integers(1 << 32)) for _ in masks]
    lanes = {"localmem_mask_l32": masks[0], "localmem_mask_h32": masks[1]}
    return Word.of(kind, function, cmd_id=1, **members, **lanes)


def draw_move(rng: np.random.Generator, config: SophgoConfig) -> Word:
    """A copy, a fill, a transpose or a broadcast of a tensor."""
    kind = str(rng.choice(["DMA_tensor", "DMA_tensor", "DMA_tensor", "DMA_cw_transpose"]))
    function, sides = str(rng.choice(sorted(KINDS[kind].executed))), Sides(config, rng)
    code = int(rng.choice(list(FORMAT_BYTES)))
    size, shape, strided = FORMAT_BYTES[code], draw_shape(rng, config), bool(rng.random() < 0.6)
    source = into = shape
    members = {"src_data_format": code, "stride_enable": int(strided), "nchw_copy": 1}
    fills = function == "copy" and rng.random() < 0.2
    if function == "broadcast":
        into = shape._replace(c=int(rng.integers(1, config.lanes - sides.local.lane + 1)))
        members["nchw_copy"] = int(rng.integers(2))
        source = into._replace(c=1)
    elif function == "transpose":
        into = (
            shape._replace(c=shape.w, w=shape.c) if kind == "DMA_cw_transpose" else shape._replace(n=shape.c, c=shape.n)
        )
    elif rng.random() < 0.2 and not fills:
        members["nchw_copy"], into = 0, Shape(shape.h, shape.w, shape.n, shape.c)
    from_local, to_local = (bool(rng.random() < 0.6) for _ in range(2))
    to_local = to_local or function == "broadcast"
    if fills:
        members |= {"fill_constant_en": 1, "constant_value": int(rng.integers(1 << 32)), "nchw_copy": 0}
    for side, each, in_local in (("src", source, from_local), ("dst", into, to_local)):
        if side == "src" and fills:
            continue
        strides = sides.strides(each, in_local=in_local) if strided else None
        members |= _sizes(side, each) | sides.tensor(side, each, size, in_local=in_local, strides=strides)
        members |= _stride_members(side, strides) if strides else {}
    return _word(rng, kind, function, members, masked=function != "broadcast")


def draw_matrix(rng: np.random.Generator, config: SophgoConfig) -> Word:
    """A matrix between local memory and DDR."""
    function, sides = str(rng.choice(sorted(KINDS["DMA_matrix"].executed))), Sides(config, rng)
    code, strided = int(rng.choice(list(FORMAT_BYTES))), bool(rng.random() < 0.8)
    size, rows, columns = FORMAT_BYTES[code], int(rng.integers(1, 9)), int(rng.integers(1, 90))
    inner, outer = (rows, columns) if function == "transpose" else (columns, rows)
    shape = matrix_shape(outer, inner, int(rng.integers(1, inner + 1)))
    plain, local = ("src", "dst") if rng.random() < 0.5 else ("dst", "src")
    strides = aligned(config, shape, size, sides.local.lane)
    step = columns + int(rng.choice([0, 3]))
    members = {"src_data_format": code, "stride_enable": int(strided)}
    if strided:
        members |= {f"{plain}_hstride": step, f"{local}_nstride": strides.n, f"{local}_cstride": strides.c}
    members |= {f"{plain}_hsize": rows, f"{plain}_wsize": columns}
    members |= {f"{local}_nsize": shape.n, f"{local}_csize": shape.c, f"{local}_wsize": shape.w}
    members |= address_members(plain, sides.system(rows * step * size, size))
    members |= sides.tensor(local, shape, size, in_local=True, strides=None)
    return _word(rng, "DMA_matrix", function, members, masked=True)


def draw_choice(rng: np.random.Generator, config: SophgoConfig) -> Word:
    """A gather, a selection, or indices of what is not 0."""
    sides, shape = Sides(config, rng), draw_shape(rng, config)
    kind = str(rng.choice(["DMA_gather", "DMA_masked_select", "DMA_nonzero"]))
    code = int(rng.choice(list(SIZES if kind == "DMA_nonzero" else FORMAT_BYTES)))
    members, size = {"src_data_format": code}, FORMAT_BYTES[code]
    from_local, second_local = (bool(rng.random() < 0.5) for _ in range(2))
    if kind == "DMA_gather":
        return _gather(rng, sides, shape, members, from_local=from_local, index_local=second_local)
    members |= _sizes("src", shape) | sides.tensor("src", shape, size, in_local=from_local, strides=None)
    if kind == "DMA_masked_select":
        mask = int(rng.choice(list(SIZES)))
        members |= {"mask_data_format": mask}
        members |= sides.tensor("mask", shape, FORMAT_BYTES[mask], in_local=second_local, strides=None)
        members |= address_members("dst", sides.system(shape.elements * size, size))
        return _word(rng, kind, "select", members)
    members |= {"index_data_format": 4, "base_index": int(rng.integers(1000))}
    return _word(rng, kind, "index", members | address_members("dst", sides.system(shape.elements * 4, 4)))


def _gather(
    rng: np.random.Generator,
    sides: Sides,
    shape: Shape,
    members: dict[str, int],
    *,
    from_local: bool,
    index_local: bool,
) -> Word:
    """A gather with its default strides, or with those of its own."""
    size, lines, count = FORMAT_BYTES[members["src_data_format"]], int(rng.integers(1, 12)), int(rng.integers(1, 9))
    strided, to_local = bool(rng.random() < 0.4), bool(rng.random() < 0.5)
    parts = {
        "src": (Shape(1, shape.c, lines, shape.w), size, from_local),
        "dst": (Shape(1, shape.c, count, shape.w), size, to_local),
        "index": (Shape(1, shape.c, count, 1), 4, index_local),
    }
    for side, (each, each_bytes, in_local) in parts.items():
        strides = sides.strides(each, in_local=in_local) if strided else None
        members |= sides.tensor(side, each, each_bytes, in_local=in_local, strides=strides)
        if strides:
            members |= {f"{side}_cstride": strides.c, f"{side}_hstride": strides.h}
    members |= {"src_csize": shape.c, "src_hsize": lines, "src_wsize": shape.w, "dst_hsize": count}
    members |= {"index_csize": shape.c, "index_hsize": count, "stride_enable": int(strided)}
    members["constant_value"] = int(rng.integers(1 << 32))
    return _word(rng, "DMA_gather", "gather", members, masked=True)
