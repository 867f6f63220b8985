"""Faults of what moves data: BDMA, Rubik, the DMA front ends (see `two_seeds`)."""

from tb.mutation.faults.fault import Form
from tests.selfcheck.two_seeds import TwoSeedFault

_BDMA = ("bdma.RandomBdmaTest", "bdma.RandomHarshBdmaTest")
_RUBIK = ("rubik.RandomRubikTest", "rubik.RandomHarshRubikTest")

MOVERS = (
    TwoSeedFault(
        name="store-takes-the-group-that-load-is-at",
        file="bdma/nvdla_bdma_slots.sv",
        text="group_of_launch[store_launch]",
        replacement="group_of_launch[load_launch]",
        tests=_BDMA,
    ),
    TwoSeedFault(
        name="surfaces-counted-in-a-byte",
        file="bdma/nvdla_bdma_side.sv",
        text="COUNT_BITS'(surf_repeat.number)",
        replacement="COUNT_BITS'(surf_repeat.number[7:0])",
        tests=_BDMA,
    ),
    TwoSeedFault(
        name="bdma-idle-only-until-it-is-reset",
        file="bdma/nvdla_bdma_slots.sv",
        text="{launches, load_launch, store_launch, answers} <= '0;",
        replacement="{launches, load_launch, store_launch} <= '0;",
        form=Form.STATEMENT,
        tests=_BDMA,
    ),
    TwoSeedFault(
        name="last-channels-of-halves-as-of-bytes",
        file="rubik/nvdla_rbk_plan.sv",
        text="channels[CHANNEL_BITS-1:0] & full_channels",
        replacement="channels[CHANNEL_BITS-1:0]",
        tests=_RUBIK,
    ),
)
