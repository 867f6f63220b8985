"""Handshakes between units that take no heed of waiting: nothing is wrong as long as the other end never waits."""

from dataclasses import dataclass
from typing import ClassVar

from tb.nvdla.family import FAMILY
from tests.selfcheck.by_hand import HandFault


@dataclass(frozen=True, kw_only=True)
class WaitingFault(HandFault):
    """What is lost where a link waits.

    Attributes:
        seed: of waiting: with it the link waits at a moment that matters, of the few of so few layers.
    """

    family: ClassVar = FAMILY
    config: str = "tiny"
    seed: int = 3


IMPATIENT = (
    WaitingFault(
        name="credit-lost-while-it-waits",
        file="cacc/nvdla_cacc.sv",
        text="cacc_csc_valid && cacc_csc_ready",
        replacement="cacc_csc_valid",
        within="wire told = cacc_csc_valid && cacc_csc_ready;",
    ),
    WaitingFault(
        name="release-overwritten-while-it-waits",
        file="csc/nvdla_csc_ring.sv",
        text="!release_valid || release_ready",
        replacement="1'b1",
        within="wire free = !release_valid || release_ready;",
    ),
    WaitingFault(
        name="entry-overwritten-while-it-waits",
        file="cdma/nvdla_cdma_pack.sv",
        text="!out_valid || out_ready",
        replacement="1'b1",
        within="room = !out_valid || out_ready;",
    ),
    WaitingFault(
        name="tell-of-data-lost-while-it-waits",
        file="cdma/nvdla_cdma_data.sv",
        text="tell_valid && tell_ready",
        replacement="tell_valid",
        within="telling = tell_valid && tell_ready;",
    ),
    WaitingFault(
        name="tell-of-weights-lost-while-it-waits",
        file="cdma/nvdla_cdma_groups.sv",
        text="tell_valid && tell_ready",
        replacement="tell_valid",
        within="telling = tell_valid && tell_ready;",
        seed=2,
    ),
)
QUICK = 1
"""So many of them `make test` tries."""
