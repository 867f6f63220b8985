"""Faults planted into RTL of mini by hand: some in each block, some for each checker (`PlantedFault`)."""

from dataclasses import dataclass
from typing import ClassVar

from tb.mini.family import FAMILY
from tests.selfcheck.planted_fault import PlantedFault

RANDOM, HARSH, FAULTY = "random.RandomMiniTest", "random.RandomHarshMiniTest", "random.FaultyMiniTest"
INTERRUPTS, REGISTERS = "interrupts.MiniInterruptsTest", "registers.MiniRegistersTest"
ACCESSES, LATE, PARTIAL = (f"accesses.{name}MiniAccessesTest" for name in ("", "Late", "Partial"))


@dataclass(frozen=True, kw_only=True)
class MiniFault(PlantedFault):
    """One fault, on the wide configuration."""

    family: ClassVar = FAMILY
    config: str = "mini64"


_LATE = """
  logic [31:0] late;
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) late <= '0;
    else late <= raised[0] && !settings.intr_mask.done ? {late[30:0], 1'b1} : '0;
  assign irq_done = late[31];
"""

RING = (
    MiniFault(
        name="head-wraps-late",
        file="ring/mini_ring.sv",
        text="head == last_index ? '0",
        replacement="head > last_index ? '0",
        test=HARSH,
        kind="wrong-status",
    ),
    MiniFault(
        name="head-of-the-descriptor-before",
        file="ring/mini_ring.sv",
        text="assign status.head = 32'(head);",
        replacement="assign status.head = 32'(head - 8'(running));",
        test=HARSH,
        kind="wrong-status",
    ),
    MiniFault(
        name="interrupt-masked-by-the-other-bit",
        file="ring/mini_ring.sv",
        text="raised[1] && !settings.intr_mask.error;",
        replacement="raised[1] && !settings.intr_mask.done;",
        test=INTERRUPTS,
        kind="extra-interrupt",
    ),
    MiniFault(
        name="interrupt-raised-before-the-status-word",
        file="ring/mini_ring.sv",
        text="(retire ? raises : '0);",
        replacement="((descriptor.write_status ? state == TELLING : retire) ? raises : '0);",
        test=RANDOM,
        kind="extra-interrupt",
    ),
    MiniFault(
        name="interrupt-late",
        file="ring/mini_ring.sv",
        text="  assign irq_done = raised[0] && !settings.intr_mask.done;",
        replacement=_LATE,
        test=RANDOM,
        kind="lost-interrupt",
    ),
    MiniFault(
        name="no-interrupt-of-one-that-writes-its-status",
        file="ring/mini_ring.sv",
        text="descriptor.raises_done && !fetch_failed",
        replacement="descriptor.raises_done && !descriptor.write_status",
        test=HARSH,
        kind="wrong-status",
    ),
    MiniFault(
        name="status-word-of-a-faulty-descriptor-says-nothing",
        file="ring/mini_ring.sv",
        text="{1'b1, failed, 14'(count), descriptor.tag}",
        replacement="{1'b1, 1'b0, 14'(count), descriptor.tag}",
        test=FAULTY,
        kind="wrong-data",
    ),
    MiniFault(
        name="places-of-the-result-are-not-checked",
        file="ring/mini_ring.sv",
        text="|| reaches_beyond(item.out, item.length);",
        replacement=";",
        test=FAULTY,
        kind="wrong-data",
    ),
    MiniFault(
        name="tail-beyond-the-ring-is-taken",
        file="ring/mini_registers.sv",
        text="ignored = merged[7:0] > last_index;",
        replacement="ignored = 1'b0;",
        test=REGISTERS,
        kind="wrong-register",
    ),
    MiniFault(
        name="ring-moves-while-it-works",
        file="ring/mini_registers.sv",
        text="RING_BASE_LOW, RING_BASE_HIGH, RING_SIZE: ignored = locked;",
        replacement="RING_BASE_LOW, RING_SIZE: ignored = locked;",
        test=REGISTERS,
        kind="wrong-register",
    ),
    MiniFault(
        name="a-register-read-is-not-answered",
        file="ring/mini_registers.sv",
        text="s_axil_rvalid <= reads ||",
        replacement="s_axil_rvalid <= (reads && 32'(read_word) != STATUS) ||",
        test=REGISTERS,
        kind="axi-lite-hang",
    ),
    MiniFault(
        name="a-read-waits-while-rings-are-emptied",
        file="ring/mini_registers.sv",
        text="s_axil_rready) && !empties;",
        replacement="s_axil_rready) && !empties && !(address_held && data_held);",
        test=ACCESSES,
        kind="axi-lite-hang",
    ),
    MiniFault(
        name="reads-are-answered-while-a-write-is-made",
        file="ring/mini_registers.sv",
        text="s_axil_bready) && !empties && !reads;",
        replacement="s_axil_bready) && !empties;",
        test=ACCESSES,
        kind="wrong-status",
    ),
    MiniFault(
        name="an-answer-does-not-wait",
        file="ring/mini_registers.sv",
        text="s_axil_bvalid <= writes || (s_axil_bvalid && !s_axil_bready);",
        replacement="s_axil_bvalid <= writes;",
        test=LATE,
        kind="axi-lite-withdrawn",
    ),
    MiniFault(
        name="bytes-without-a-strobe-are-written",
        file="ring/mini_registers.sv",
        text="(held & ~bits) | (write_data & bits);",
        replacement="write_data;",
        test=PARTIAL,
        kind="wrong-register",
    ),
    MiniFault(
        name="registers-repeat",
        file="generated/mini64/mini_ring_regs.sv",
        text="wire mapped = 32'(req_word) < WORDS;",
        replacement="wire mapped = 32'(index) < WORDS;",
        test=REGISTERS,
        kind="wrong-register",
    ),
)

MOVE = (
    MiniFault(
        name="loaded-byte-of-another-lane",
        file="move/mini_move.sv",
        text="8'(read_beat.data >> {offset, 3'b000})",
        replacement="8'(read_beat.data >> {offset | OFFSET_BITS'(left == 3), 3'b000})",
        test=RANDOM,
        kind="wrong-data",  # of what stores it, or computes with it
    ),
    MiniFault(
        name="strobes-of-a-whole-beat",
        file="move/mini_move.sv",
        text="strobe[offset] <= 1'b1;",
        replacement="strobe <= '1;",
        test=RANDOM,
        kind="axi-strobe-lanes",
    ),
)
"""What only leaves the scratch memory is seen there."""

VECTOR = (
    MiniFault(
        name="halves-rounded-towards-zero",
        file="vector/mini_vector.sv",
        text="(magnitude + (32'd1 << (shift - 1'b1))) >> shift",
        replacement="(magnitude + (32'd1 << (shift - 1'b1)) - 1'b1) >> shift",
        test=RANDOM,
        kind="wrong-data",
    ),
    MiniFault(
        name="saturated-one-too-high",
        file="vector/mini_vector.sv",
        text="below ? 8'h80",
        replacement="below ? 8'h81",
        test=RANDOM,
        kind="wrong-data",
    ),
    MiniFault(
        name="places-beyond-the-scratch-memory",
        file="vector/mini_vector.sv",
        text="running.out + index;",
        replacement="(running.out + index) | 16'h8000;",
        test=RANDOM,
        kind="rtl-assertion",
    ),
    MiniFault(
        name="saturation-below-is-not-counted",
        file="vector/mini_vector.sv",
        text="if (above || below) saturated",
        replacement="if (above) saturated",
        test=RANDOM,
        kind="wrong-data",  # of a status word
    ),
)

MEMORY = (
    MiniFault(
        name="burst-over-a-boundary",
        file="mini_link_pkg.sv",
        text="most = (BOUNDARY_BYTES - 32'(address) + offset) / DATA_BYTES;",
        replacement="most = MAX_BURST_BEATS;",
        test=RANDOM,
        kind="axi-burst-boundary",
    ),
    MiniFault(
        name="burst-longer-than-the-longest",
        file="mini_link_pkg.sv",
        text="if (most > MAX_BURST_BEATS) most = MAX_BURST_BEATS;",
        replacement="if (most > 2 * MAX_BURST_BEATS) most = 2 * MAX_BURST_BEATS;",
        test=RANDOM,
        kind="axi-burst-length",
    ),
    MiniFault(
        name="id-of-another-block",
        file="memory/mini_memory_write.sv",
        text="stores ? STORE_ID : WORD_ID;",
        replacement="WORD_ID;",
        test=RANDOM,
        kind="stray-write",
    ),
    MiniFault(
        name="id-of-no-block",
        file="memory/mini_memory_read.sv",
        text="loads ? LOAD_ID : FETCH_ID;",
        replacement="loads ? ID_BITS'(2) : FETCH_ID;",
        test=RANDOM,
        kind="axi-id-range",
    ),
    MiniFault(
        name="done-before-writes-are-answered",
        file="memory/mini_memory_write.sv",
        text="left == '0 && unanswered == '0;",
        replacement="left == '0;",
        test=HARSH,
        kind="extra-interrupt",
    ),
    MiniFault(
        name="address-moves-while-it-waits",
        file="memory/mini_memory_read.sv",
        text="assign m_axi_araddr = address;",
        replacement="assign m_axi_araddr = address ^ ADDRESS_BITS'({!m_axi_arready, 12'd0});",
        test=HARSH,
        kind="axi-payload-changed",
    ),
    MiniFault(
        name="last-beat-is-not-marked",
        file="memory/mini_memory_write.sv",
        text="beats_left == (LEN_BITS+1)'(1);",
        replacement="beats_left == (LEN_BITS+1)'(1) && stores;",
        test=RANDOM,
        kind="axi-wlast-missing",
    ),
)

PLANTED = RING + MOVE + VECTOR + MEMORY
