"""Whether tensors still have their memory: what was given back may hold those of others."""

from __future__ import annotations

from collections.abc import Iterable

from sequences.memory_plan import MemoryPlan, Surface
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.operands import OperandTensor
from sequences.nvdla.tensors.tensor import Tensor

AnyTensor = Tensor | TensorBatch | ImageTensor | KernelTensor | OperandTensor


def surfaces_of(tensor: AnyTensor) -> tuple[Surface, ...]:
    """All memory that is a tensor's own."""
    return tensor.surfaces if isinstance(tensor, ImageTensor | KernelTensor) else (tensor.surface,)


def need_kept(plan: MemoryPlan, name: str, tensors: Iterable[AnyTensor]) -> None:
    """Make sure that tensors were not given back.

    Args:
        plan: of the memory that they are in.
        name: what has them, as its user writes it.
        tensors: the tensors.

    Raises:
        ValueError: one was.
    """
    for tensor in tensors:
        if not all(map(plan.has, surfaces_of(tensor))):
            raise ValueError(f"{name} has {_said(tensor)} that was given back by bench.free: make it again")


def free_tensor(plan: MemoryPlan, tensor: object) -> None:
    """Give the memory of a tensor to others.

    Args:
        plan: of the memory that it is in.
        tensor: the tensor.

    Raises:
        ValueError: it is none, or was given back before, or is another bench's.
    """
    if not isinstance(tensor, AnyTensor):
        raise ValueError(f"bench.free: {type(tensor).__name__} is no tensor: give what bench.tensor and others made")
    surfaces = surfaces_of(tensor)
    if not all(map(plan.has, surfaces)):
        raise ValueError(f"bench.free: {_said(tensor)} was given back already, or is of another bench: leave it out")
    for surface in surfaces:
        plan.free(surface)


def _said(tensor: AnyTensor) -> str:
    """What it is in a few words."""
    return f"{type(tensor).__name__} of {tensor.precision} {'x'.join(map(str, tensor.shape))}"
