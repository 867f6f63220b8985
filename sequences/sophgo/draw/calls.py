"""Random calls of BM1684's kernel interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from models.memory.sparse import Bytes
from models.sophgo.bm1684.copies import COPIES, WORD_BYTES
from models.sophgo.bm1684.device import CALLS, Bm1684
from models.sophgo.bm1684.packed import PREFIX
from models.sophgo.config import BM1684
from models.sophgo.layouts.lanes import rows_of
from models.sophgo.layouts.matrices import matrix_shape
from models.sophgo.layouts.packing import packed_shape
from models.sophgo.layouts.strides import Shape, Strides, aligned
from sequences.sophgo.draw.places import Places
from sequences.sophgo.draw.transfers import DDR_BYTES

OP_TYPES = (31, 23, 27, 19, 29, 21, 25, 17, 9, 1, 30, 22, 26, 18, 28, 20, 24, 16, 8, 0)
"""Those that the interface names; their bits are said in `OpType`."""
EQUAL_TYPES = tuple(number for number in OP_TYPES if number & 9 in (0, 9) and number & 6 in (0, 6))
PRODUCT_TYPES = tuple(number for number in OP_TYPES if number & 1)
MAC_TYPES = tuple(number for number in PRODUCT_TYPES if not number & 8)
DIRECTIONS = ("S2L", "L2S", "L2L", "S2S")
WINDOW_BYTES = 1 << 14
"""So much of each lane they use."""
SHIFTED_BITS, DIGEST_LETTERS, ATTEMPTS = 16, 16, 50
Value = int | tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class OkkCall:
    """A call.

    Attributes:
        name: of the function.
        arguments: in their order.
    """

    name: str
    arguments: tuple[Value, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})"


def drawn_call(rng: np.random.Generator) -> OkkCall:
    """A call of any function that is here."""
    for _ in range(ATTEMPTS):
        try:
            return _draw(rng)
        except ValueError:  # no place for it
            continue
    raise AssertionError(f"no call in {ATTEMPTS} attempts")


def windows(chip: Bm1684) -> tuple[Bytes, Bytes]:
    """What calls use of local memory, [lanes, bytes], and of the DDR."""
    return chip.local.reshape(BM1684.lanes, -1)[:, :WINDOW_BYTES], chip.system(BM1684.ddr_base, DDR_BYTES)


def fill_for(call: OkkCall, chip: Bm1684, rng: np.random.Generator) -> None:
    """Give memories any bytes, but such that what a call shifts by is at most as many bits as an element has."""
    for memory in windows(chip):
        memory[:] = np.frombuffer(rng.bytes(memory.size), np.uint8).reshape(memory.shape)
    given = dict(zip(CALLS[call.name].parameters, call.arguments, strict=True))
    if "_shift" in call.name and "src1_addr" in given:
        shape, strides, address = given["shape"], given["src1_stride"], given["src1_addr"]
        assert isinstance(shape, tuple)
        assert isinstance(address, int)
        assert not isinstance(strides, int)
        whole = packed_shape(Shape(*shape), 2)
        by = rng.integers(-SHIFTED_BITS, SHIFTED_BITS, (*whole, 2), np.int16, endpoint=True)
        chip.write(address, strides, by.view(np.uint32)[..., 0])


def digest_of(chip: Bm1684) -> str:
    """A digest of what memories hold."""
    return sha256(b"".join(memory.tobytes() for memory in windows(chip))).hexdigest()[:DIGEST_LETTERS]


def _draw(rng: np.random.Generator) -> OkkCall:
    name = str(rng.choice(sorted(CALLS)))
    given = _matrix(rng, name) if "matrix" in name else _tensors(rng, name)
    return OkkCall(name, tuple(given[parameter] for parameter in CALLS[name].parameters))


def _shape(rng: np.random.Generator) -> Shape:
    channels = int(rng.choice([1, int(rng.integers(1, 65)), 64, int(rng.integers(65, 140))]))
    return Shape(int(rng.integers(1, 7)), channels, int(rng.integers(1, 4)), int(rng.choice([1, 3, 7, 17])))


def _tensors(rng: np.random.Generator, name: str) -> Mapping[str, Value]:
    """The arguments of a copy, a fill, or of arithmetic."""
    places, shape, numbers = Places(BM1684, rng), _shape(rng), _numbers(rng, name)
    given: dict[str, Value] = {"shape": tuple(shape), **numbers}
    system = BM1684.ddr_base
    for side in ("dst", "src", "src0", "src1"):
        whole, size = _whole(name, side, shape, numbers)
        strides = None
        if rng.random() < 0.3:
            strides = _lines(rng, whole) if name in COPIES else places.strides(whole)
        if _in_system(name, side):
            strides = None
            given[f"{side}_addr"] = system
            system += whole.elements * size
        else:
            placed = strides or aligned(BM1684, whole, max(size, WORD_BYTES) if "set_C" in name else size, places.lane)
            given[f"{side}_addr"] = places.tensor(whole, placed, size, WORD_BYTES if strides else None)
        given[f"{side}_stride"] = strides if strides is None else tuple(strides)
    if system > BM1684.ddr_base + DDR_BYTES:
        raise ValueError("no place in DDR")
    return given


def _in_system(name: str, side: str) -> bool:
    """Whether a side of a function is not in local memory."""
    ending = name.rsplit("_", 1)[-1]
    return ending == "system" or (ending in DIRECTIONS and ending[2 if side == "dst" else 0] == "S")


def _lines(rng: np.random.Generator, shape: Shape) -> Strides:
    """Strides of a copy in local memory: columns side by side, gaps between lines, channels and batches."""
    line = shape.w + int(rng.choice([0, 3]))
    row = shape.h * line + int(rng.choice([0, 5]))
    return Strides(row * rows_of(BM1684, BM1684.lanes - 1, shape.c), row, line, 1)


def _whole(name: str, side: str, shape: Shape, numbers: Mapping[str, int]) -> tuple[Shape, int]:
    """How many elements a side has with those that share 32 bits as one, and bytes of one."""
    if name in COPIES:
        return shape, next(size for bits, size in ((16, 2), (8, 1), (32, 4)) if f"_{bits}bit_" in name)
    small = "op_type" in numbers and numbers["op_type"] & (8 if side == "dst" else 1)
    return packed_shape(shape, 1 if small else 2), WORD_BYTES


def _numbers(rng: np.random.Generator, name: str) -> dict[str, int]:
    """Constant, types and shifts."""
    function, types = name.removeprefix(PREFIX), tuple(OP_TYPES)
    if "shift" in name:
        return {"C": int(rng.integers(-16, 17))}
    if function.startswith("mul"):
        types = PRODUCT_TYPES
    elif function.startswith("mac"):
        types = MAC_TYPES
    elif function.startswith(("max", "min")):
        types = EQUAL_TYPES
    shifts = {"lshift": int(rng.integers(8)), "rshift": int(rng.integers(12))}
    return {"C": int(rng.integers(100)), "op_type": int(rng.choice(types)), "is_origin_dst_signed": 0} | shifts


def _matrix(rng: np.random.Generator, name: str) -> Mapping[str, Value]:
    """The arguments of a copy of a matrix."""
    rows, cols = int(rng.integers(1, 9)), int(rng.integers(1, 90))
    each = int(rng.integers(1, cols + 1))
    local = Places(BM1684, rng).aligned(matrix_shape(rows, cols, each), 4)
    places = (local, BM1684.ddr_base) if name.endswith("S2L") else (BM1684.ddr_base, local)
    sizes = {"rows": rows, "cols": cols, "cols_per_channel": each, "row_stride": cols + int(rng.choice([0, 3]))}
    return {"dst_addr": places[0], "src_addr": places[1], **sizes}
