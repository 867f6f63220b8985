"""Products of matrices."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.sophgo.layouts.matrices import matrix_shape
from models.sophgo.words.word import Word
from sequences.sophgo.operations.copies import matrix_word
from sequences.sophgo.operations.operation import Emitter, Tensor, TensorOperation, local_tensor
from sequences.sophgo.tensors.system import SystemTensor
from sequences.sophgo.tensors.types import dtype_of, precision_of, sign_of


@dataclass(frozen=True, slots=True)
class MatrixProduct(TensorOperation):
    """An aligned tensor, each batch of which is a row, times a matrix of DDR: its columns shifted and saturated.

    Attributes:
        right: 8 bits, (rows, 1, 1, columns); as many rows as the tensor has elements in a batch.
        right_shift: sums are shifted to the right by so many bits.
        relu: negative sums become 0.
        bits: 8 or 16, of the result.
        width: columns in a channel, all channels alike; 0: the fewest with which they take the lanes once.
    """

    right: SystemTensor
    right_shift: int = 0
    relu: bool = False
    bits: int = 8
    width: int = 0

    def emit(self, emitter: Emitter, given: Tensor) -> Tensor:
        """The matrix is brought; then the product."""
        left, lanes = local_tensor(self, given, "aligned"), emitter.config.lanes
        rows, columns = self.right.shape.n, self.right.shape.w
        n, c, h, w = left.shape
        if c * h * w != rows or left.dtype.itemsize > 1 or self.right.dtype.itemsize > 1:
            raise ValueError(f"MatrixProduct: {n} x {c * h * w} of {left.dtype} times {rows} x {columns}")
        shape = matrix_shape(rows, columns, self._width(columns, lanes))
        right = replace(emitter.local(shape, self.right.dtype, lane=left.lane), columns=columns)
        emitter.word(matrix_word(self.right, right))
        signs = {"opd0_sign": sign_of(left.dtype), "opd1_sign": sign_of(right.dtype)}
        dtype = dtype_of(f"{'' if any(signs.values()) and not self.relu else 'U'}INT{self.bits}")
        result = replace(self.result(emitter, shape._replace(n=n), dtype, left), columns=columns)
        members = {"opd0_addr": left.address, "opd1_addr": right.address, "res0_addr": result.address}
        members |= {"opd0_n": n, "opd0_c": c, "opd0_w": h * w, "opd1_w": h * w}
        members |= {"res0_c": shape.c, "res0_w": shape.w, "res0_prec": precision_of(dtype)}
        members |= {"opd2_const": 1, "opd3_addr": self.right_shift << 8}
        function = "requantised_relu" if self.relu else "requantised"
        emitter.word(Word.of("sMM", function, **members, **signs))
        return result

    def _width(self, columns: int, lanes: int) -> int:
        """Columns in a channel: words compute whole channels alone.

        Raises:
            ValueError: the last channel would be short of some.
        """
        if not self.width:
            return next(width for width in range(-(-columns // lanes), columns + 1) if columns % width == 0)
        if columns % self.width:
            raise ValueError(f"MatrixProduct: {columns} columns are no whole channels of {self.width}")
        return self.width
