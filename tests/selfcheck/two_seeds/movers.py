"""Faults of what moves data: BDMA, Rubik, the DMA front ends (see `TwoSeedFault`)."""

from tb.mutation.faults.fault import Form
from tests.selfcheck.two_seeds.two_seed_fault import BDMA, RUBIK, TwoSeedFault

MOVERS = (
    TwoSeedFault(
        name="two-answers-in-one-cycle-counted-once",
        file="bdma/nvdla_bdma_slots.sv",
        text="INDEX_BITS'(answered[0]) + INDEX_BITS'(answered[1])",
        replacement="INDEX_BITS'(answered != '0)",
        tests=("meeting.AnswersMeetTest",),
        config="nv_full",  # two memories
    ),
    TwoSeedFault(
        name="store-takes-the-group-that-load-is-at",
        file="bdma/nvdla_bdma_slots.sv",
        text="group_of_launch[store_launch]",
        replacement="group_of_launch[load_launch]",
        tests=BDMA,
    ),
    TwoSeedFault(
        name="surfaces-counted-in-a-byte",
        file="bdma/nvdla_bdma_side.sv",
        text="COUNT_BITS'(surf_repeat.number)",
        replacement="COUNT_BITS'(surf_repeat.number[7:0])",
        tests=BDMA,
    ),
    TwoSeedFault(
        name="bdma-idle-only-until-it-is-reset",
        file="bdma/nvdla_bdma_slots.sv",
        text="{launches, load_launch, store_launch, answers} <= '0;",
        replacement="{launches, load_launch, store_launch} <= '0;",
        form=Form.STATEMENT,
        tests=BDMA,
    ),
    TwoSeedFault(
        name="strides-of-more-than-16-columns-cut",
        file="rubik/nvdla_rbk_plan.sv",
        text="number[i]",
        replacement="number[i] && i < FACTOR_BITS - 1",
        tests=RUBIK,
    ),
    TwoSeedFault(
        name="last-channels-of-halves-as-of-bytes",
        file="rubik/nvdla_rbk_plan.sv",
        text="channels[CHANNEL_BITS-1:0] & full_channels",
        replacement="channels[CHANNEL_BITS-1:0]",
        tests=RUBIK,
    ),
    TwoSeedFault(
        name="rubik-loaded-through-a-reset",
        file="rubik/nvdla_rbk.sv",
        text="loaded <= 1'b0;",
        replacement=";",
        form=Form.STATEMENT,
        tests=RUBIK,
    ),
    TwoSeedFault(
        name="read-stalls-of-16-bits",
        file="dma/nvdla_dma_read.sv",
        text="stalls[i] + 1'b1",
        replacement="STALL_BITS'(16'(stalls[i] + 1'b1))",
        tests=(*BDMA, *RUBIK),
    ),
    TwoSeedFault(
        name="write-stalls-of-16-bits",
        file="dma/nvdla_dma_write.sv",
        text="stalls[i] + 1'b1",
        replacement="STALL_BITS'(16'(stalls[i] + 1'b1))",
        tests=(*BDMA, *RUBIK),
    ),
    TwoSeedFault(
        name="other-memory-asked-when-64-words-are-due",
        file="dma/nvdla_dma_read.sv",
        text="(request.ram == ram || due == '0)",
        replacement="(request.ram == ram || due[5:0] == '0)",
        tests=BDMA[:2],
        config="nv_full",  # two memories
    ),
)
