"""Copies between DDR and local memory: words of the GDMA."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.lanes import rows_of
from models.sophgo.layouts.strides import Shape, Strides
from models.sophgo.words.word import Word
from sequences.sophgo.draw.transfers import address_members
from sequences.sophgo.operations.operation import Emitter, Tensor, TensorOperation, local_tensor, system_tensor
from sequences.sophgo.tensors.local import LocalTensor
from sequences.sophgo.tensors.system import SystemTensor
from sequences.sophgo.tensors.types import precision_of

EVERY_LANE = {"localmem_mask_l32": 0xFFFF_FFFF, "localmem_mask_h32": 0xFFFF_FFFF}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Copy(TensorOperation):
    """A copy of a tensor, or of a matrix."""

    def _copy(self, emitter: Emitter, given: Tensor, result: Tensor) -> Tensor:
        same = given.dtype == result.dtype and given.shape.elements == result.shape.elements
        columns = next((item.columns for item in (given, result) if isinstance(item, LocalTensor)), None)
        if not (same and given.shape == result.shape) and columns is None:
            raise ValueError(
                f"{type(self).__name__}: {given.dtype} {tuple(given.shape)} to {result.dtype} {tuple(result.shape)}"
            )
        emitter.word(copy_word(emitter.config, given, result) if columns is None else matrix_word(given, result))
        return result


@dataclass(frozen=True, slots=True)
class CopyIn(_Copy):
    """A tensor of DDR into the lanes.

    Attributes:
        source: the tensor.
        into: where it goes; None: where there is room, as `layout` and `lane` say.
        layout: aligned, compact or line-aligned.
        lane: the lane of its first channel.
    """

    source: Tensor | None = None
    into: Tensor | None = None
    layout: str = "aligned"
    lane: int = 0

    def emit(self, emitter: Emitter, given: Tensor) -> Tensor:
        """One word."""
        tensor = system_tensor(self, given)
        if self.into is None:
            return self._copy(emitter, tensor, emitter.local(tensor.shape, tensor.dtype, self.layout, self.lane))
        return self._copy(emitter, tensor, local_tensor(self, self.into))


@dataclass(frozen=True, slots=True)
class CopyOut(_Copy):
    """A tensor of the lanes, or a matrix, into DDR.

    Attributes:
        into: where it goes.
        source: the tensor; None: what the operation before it gives.
    """

    source: Tensor | None = field(default=None, kw_only=True)
    into: Tensor | None = None

    def emit(self, emitter: Emitter, given: Tensor) -> Tensor:
        """One word."""
        return self._copy(emitter, local_tensor(self, given), system_tensor(self, self.into))


def side(config: SophgoConfig, name: str, tensor: Tensor) -> dict[str, int]:
    """The members of a side of a transfer that is a tensor."""
    local = isinstance(tensor, LocalTensor)
    address = tensor.address + (config.local_base if local else 0)
    return sides(name, address, tensor.shape, tensor.strides)


def sides(name: str, address: int, shape: Shape, strides: Strides) -> dict[str, int]:
    """Address, sizes and strides of a side."""
    members = address_members(name, address)
    members |= {f"{name}_{axis}size": size for axis, size in zip("nchw", shape, strict=True)}
    return members | {f"{name}_{axis}stride": step for axis, step in zip("nchw", strides, strict=True)}


def copy_word(config: SophgoConfig, source: Tensor, destination: Tensor) -> Word:
    """The copy of a tensor."""
    members = {"src_data_format": precision_of(source.dtype), "stride_enable": 1, "nchw_copy": 1}
    members |= side(config, "src", source) | side(config, "dst", destination)
    return Word.of("DMA_tensor", "copy", **members, **EVERY_LANE)


def matrix_word(source: Tensor, destination: Tensor) -> Word:
    """The copy of a matrix: its rows one behind the other in DDR, an aligned tensor in the lanes."""
    local = source if isinstance(source, LocalTensor) else destination
    plain = destination if local is source else source
    assert isinstance(local, LocalTensor)
    assert isinstance(plain, SystemTensor)
    here, there = ("src", "dst") if local is source else ("dst", "src")
    members = {"src_data_format": precision_of(source.dtype), "stride_enable": 1}
    members |= address_members(there, plain.address)
    members |= address_members(here, local.address + local.config.local_base)
    members |= {f"{there}_hsize": local.shape.n, f"{there}_wsize": local.columns or 1}
    members |= {f"{there}_hstride": local.columns or 1}
    members |= {f"{here}_nstride": local.strides.n, f"{here}_cstride": local.strides.c}
    members |= {f"{here}_nsize": local.shape.n, f"{here}_csize": local.shape.c, f"{here}_wsize": local.shape.w}
    return Word.of("DMA_matrix", "copy", **members, **EVERY_LANE)


def packed_strides(config: SophgoConfig, lane: int, channels: int, row: int) -> Strides:
    """The strides of channels of so many elements each, without gaps."""
    return Strides(rows_of(config, lane, channels) * row, row, row, 1)
