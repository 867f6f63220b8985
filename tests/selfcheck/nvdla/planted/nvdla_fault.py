"""What all faults have in common that are planted into NVDLA by hand."""

from dataclasses import dataclass
from typing import ClassVar

from tb.nvdla.family import FAMILY
from tests.selfcheck.planted_fault import PlantedFault


@dataclass(frozen=True, kw_only=True)
class NvdlaFault(PlantedFault):
    """One fault, on the small configuration."""

    family: ClassVar = FAMILY
    config: str = "tiny"
