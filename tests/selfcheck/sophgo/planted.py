"""Faults planted into RTL of Sophgo's TPU by hand: some in each block; taps name the block that has each."""

from dataclasses import dataclass
from typing import ClassVar

from tb.sophgo.family import FAMILY
from tests.selfcheck.named_unit import NamedFault

NETWORK, RANDOM = "demo.SmallNetworkTest", "random.RandomSophgoTest"
TRANSFERS, ROUNDINGS = "transfers.EveryTransferSophgoTest", "roundings.EveryRoundingSophgoTest"
INTERRUPTS, STOPS = "interrupts.SophgoInterruptsTest", "stops.StopsSophgoTest"


@dataclass(frozen=True, kw_only=True)
class SophgoFault(NamedFault):
    """One fault, on the small configuration."""

    family: ClassVar = FAMILY
    config: str = "mini_tpu"
    test: str = NETWORK


MAILBOX = (
    SophgoFault(
        name="interrupt-masked-by-the-other-bit",
        file="mailbox/sophgo_mailbox.sv",
        text="{settings.intr_mask.error, settings.intr_mask.done}",
        replacement="{settings.intr_mask.done, settings.intr_mask.error}",
        test=INTERRUPTS,
        kind="extra-interrupt",
        unit="MAILBOX",
    ),
    SophgoFault(
        name="kernels-are-counted-from-one",
        file="mailbox/sophgo_mailbox.sv",
        text="32'(completed)",
        replacement="32'(completed + 1'b1)",
        kind="wrong-status",
        unit="MAILBOX",
    ),
    SophgoFault(
        name="failed-kernels-end-well",
        file="mailbox/sophgo_mailbox.sv",
        text="32'({last_outcome, last_kernel})",
        replacement="32'(last_kernel)",
        test=STOPS,
        kind="wrong-status",
        unit="MAILBOX",
    ),
)

QUEUE = (
    SophgoFault(
        name="finished-is-one-too-high",
        file="queue/sophgo_queue.sv",
        text="32'(finished)",
        replacement="32'(finished + 1'b1)",
        kind="wrong-status",
        unit="QUEUE",
    ),
    SophgoFault(
        name="wrong-id-is-a-wrong-member",
        file="queue/sophgo_queue.sv",
        text="{1'b1, STOPPED_REASON_ID}",
        replacement="{1'b1, STOPPED_REASON_MEMBER}",
        test=STOPS,
        kind="wrong-status",
        unit="QUEUE",
    ),
    SophgoFault(
        name="stopped-words-are-counted-from-zero",
        file="queue/sophgo_queue.sv",
        text="32'({shown_reason, shown_word})",
        replacement="32'({shown_reason, shown_word - CMD_ID_BITS'(shown_word != '0)})",
        test=STOPS,
        kind="wrong-status",
        unit="QUEUE",
    ),
)

TIU = (
    SophgoFault(
        name="halves-rounded-down",
        file="lanes/sophgo_number_pkg.sv",
        text="half",
        within="HALF_UP: up = half;",
        replacement="(half && rest)",
        unit="TIU",
    ),
    SophgoFault(
        name="the-smallest-is-pooled",
        file="lanes/sophgo_sum_pkg.sv",
        text="sum_t'(value_of(a, setup.a.size, setup.a.is_signed)) > than",
        replacement="sum_t'(value_of(a, setup.a.size, setup.a.is_signed)) < than",
        unit="TIU",
    ),
    SophgoFault(
        name="sums-of-products-go-on",
        file="tiu/sophgo_tiu_product.sv",
        text="k == '0",
        within="step.first = k == '0;",
        replacement="(k == '0 && w == '0)",
        unit="TIU",
    ),
    SophgoFault(
        name="saturated-one-too-low",
        file="lanes/sophgo_number_pkg.sv",
        text="32'(above - 1)",
        replacement="32'(above - 2)",
        test=RANDOM,
        unit="TIU",
    ),
    SophgoFault(
        name="small-fractions-round-down",
        file="lanes/sophgo_number_pkg.sv",
        text="(half || rest)",
        within="TO_ZERO: up = (half || rest) && value[NUMBER_BITS-1];",
        replacement="half",
        test=ROUNDINGS,
        unit="TIU",
    ),
)

GDMA = (
    SophgoFault(
        name="elements-of-a-run-lie-apart",
        file="gdma/sophgo_gdma_writer.sv",
        text="address + step",
        replacement="(address + step + ADDRESS_BITS'(left[2:0] == 3'd1))",
        unit="GDMA",
    ),
    SophgoFault(
        name="elements-are-read-twice",
        file="gdma/sophgo_gdma_reader.sv",
        text="address + step",
        replacement="(address + (left[2:0] == 3'd1 ? '0 : step))",
        kind="hang",
        unit="GDMA",
    ),
)

LANES = (
    SophgoFault(
        name="bytes-of-a-lane-are-the-first-of-their-word",
        file="lanes/sophgo_chip.sv",
        text="chip_read.place[1:0]",
        replacement="2'd0",
        unit="LANES",
    ),
    SophgoFault(
        name="words-of-a-memory-change-places",
        file="lanes/sophgo_store.sv",
        text="chip_read.place[INDEX_BITS+1:2]",
        replacement="(chip_read.place[INDEX_BITS+1:2] ^ INDEX_BITS'(1))",
        test=RANDOM,
        kind="axi-unknown",
        unit="LANES",
    ),
    SophgoFault(
        name="a-bit-of-single-bytes-is-lost",
        file="lanes/sophgo_store.sv",
        text="chip_write.value[7:0]",
        replacement="(chip_write.value[7:0] & ~8'h80)",
        test=TRANSFERS,
        unit="LANES",
    ),
)

MEMORY = (
    SophgoFault(
        name="a-bit-of-written-data-is-lost",
        file="memory/sophgo_memory_write.sv",
        text="store_beat.data",
        within="assign m_axi_wdata = store_beat.data;",
        replacement="(store_beat.data & ~DATA_BITS'(1))",
        unit="MEMORY",
    ),
    SophgoFault(
        name="last-beat-is-marked-early",
        file="memory/sophgo_memory_write.sv",
        text="beats_left == (LEN_BITS+1)'(1)",
        replacement="beats_left <= (LEN_BITS+1)'(2)",
        kind="axi-wlast-early",
        unit="MEMORY",
    ),
)

FAULTS = (*MAILBOX, *QUEUE, *TIU, *GDMA, *LANES, *MEMORY)
QUICK = ("halves-rounded-down", "a-bit-of-written-data-is-lost")
"""Those that `make test` plays."""
