"""BDMA as a user writes it."""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.bdma.descriptor import Bdma, BdmaCopy
from models.nvdla.config import HwConfig
from sequences.nvdla.firmware.layers import LayerOnTensors, same_elements
from sequences.nvdla.tensors.tensor import Tensor


@dataclass(frozen=True, slots=True)
class Copy(LayerOnTensors):
    """Copy a tensor into another one of the same kind, whatever their memories and gaps.

    Attributes:
        source: what is copied.
        destination: where to.
    """

    source: Tensor
    destination: Tensor

    def descriptor(self, config: HwConfig) -> Bdma:  # noqa: ARG002 - sizes are the tensors'
        """One operation.

        Raises:
            ValueError: the tensors differ in shape, precision or layout.
        """
        kinds = [((*item.shape,), f"{type(item.layout).__name__} {item.precision}") for item in self._tensors]
        same_elements("Copy", *kinds)
        surfaces, lines, line_atoms = self.source.layout.extent
        return Bdma(
            (
                BdmaCopy(
                    source=self.source.side,
                    destination=self.destination.side,
                    line_atoms=line_atoms,
                    lines=lines,
                    surfaces=surfaces,
                ),
            )
        )

    @property
    def _tensors(self) -> tuple[Tensor, Tensor]:
        return self.source, self.destination
