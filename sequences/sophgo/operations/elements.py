"""Operations element by element: arithmetic, requantisation."""

from __future__ import annotations

from dataclasses import dataclass

from models.sophgo.numbers import Rounding
from models.sophgo.words.word import Word
from sequences.sophgo.operations.operation import Emitter, Tensor, TensorOperation, local_tensor
from sequences.sophgo.tensors.local import LocalTensor
from sequences.sophgo.tensors.types import dtype_of, precision_of, sign_of


@dataclass(frozen=True, slots=True)
class Requantise(TensorOperation):
    """``saturate(shift(x * multiplier, shift) + zero)`` of elements of 32 bits, or of 16.

    Attributes:
        multiplier: 32 bits with a sign.
        shift: bits to the left, negative to the right; -64 to 31.
        zero: 16 bits.
        output: INT8, UINT8, INT16 or UINT16.
        rounding: of what is shifted to the right.
    """

    multiplier: int
    shift: int
    zero: int = 0
    output: str = "INT8"
    rounding: Rounding = Rounding.HALF_UP

    def emit(self, emitter: Emitter, given: Tensor) -> Tensor:
        """One word."""
        source, dtype = local_tensor(self, given, "aligned"), dtype_of(self.output)
        if source.dtype.itemsize == 1 or dtype.itemsize == 4:
            raise ValueError(f"Requantise makes 8 or 16 bits of 16 or 32, not {dtype} of {source.dtype}")
        result = self.result(emitter, source.shape, dtype, source)
        members = {"opd0_addr": source.address, "res0_addr": result.address, "opd2_n_str": self.rounding}
        members |= {"opd0_prec": precision_of(source.dtype), "opd0_sign": sign_of(source.dtype)}
        members |= {"res0_prec": precision_of(dtype), "opd2_sign": sign_of(dtype), "opd1_const": 1}
        members |= {"opd1_addr": self.multiplier & 0xFFFF_FFFF}
        members |= {"opd2_addr": (self.zero & 0xFFFF) << 16 | self.shift & 0xFF}
        members |= {f"res0_{axis}": size for axis, size in zip("nchw", source.shape, strict=True)}
        emitter.word(Word.of("sRQ", "requantise", **members))
        return result


@dataclass(frozen=True, slots=True)
class Elementwise(TensorOperation):
    """An element from one of each of two tensors, or from one and a constant.

    Attributes:
        function: of the words sAR: ``add``, ``sub_saturate``, ``max`` and so on.
        other: the second operand.
        output: type of the result; empty: that of the first operand.
        shift: sums are shifted by so many bits, negative to the right; None: they are not.
        rounding: of what is shifted to the right.
    """

    function: str
    other: LocalTensor | int
    output: str = ""
    shift: int | None = None
    rounding: Rounding = Rounding.HALF_UP

    def emit(self, emitter: Emitter, given: Tensor) -> Tensor:
        """One word."""
        source = local_tensor(self, given)
        result = self.result(emitter, source.shape, dtype_of(self.output) if self.output else source.dtype, source)
        members = source.chosen("opd0") | result.chosen("res0") | self._other(source)
        members |= {"opd0_prec": precision_of(source.dtype), "opd0_sign": sign_of(source.dtype)}
        members |= {"res0_prec": precision_of(result.dtype), "opd2_sign": 1, "opd2_n_str": self.rounding}
        members |= {f"res0_{axis}": size for axis, size in zip("nchw", source.shape, strict=True)}
        if self.shift is not None:
            members |= {"tsk_opd_num": 3, "opd2_const": 1, "opd2_addr": self.shift & 0xFF}
        emitter.word(Word.of("sAR", self.function, **({"tsk_opd_num": 2} | members)))
        return result

    def _other(self, source: LocalTensor) -> dict[str, int]:
        if isinstance(self.other, LocalTensor):
            types = {"opd1_prec": precision_of(self.other.dtype), "opd1_sign": sign_of(self.other.dtype)}
            return self.other.chosen("opd1") | types
        types = {"opd1_prec": precision_of(source.dtype), "opd1_sign": sign_of(source.dtype)}
        return types | {"opd1_const": 1, "opd1_addr": self.other & 0xFFFF_FFFF}
