"""Faults planted into RTL of VIPNano by hand: some in each block; taps name the block that has each."""

from dataclasses import dataclass
from typing import ClassVar

from tb.vipnano.family import FAMILY
from tests.selfcheck.named_unit import NamedFault

NETWORK, RANDOM = "demo.SmallNetworkTest", "random.RandomVipnanoTest"
INTERRUPTS, HANGS = "interrupts.VipnanoInterruptsTest", "hangs.HangsVipnanoTest"


@dataclass(frozen=True, kw_only=True)
class VipnanoFault(NamedFault):
    """One fault, on the small configuration."""

    family: ClassVar = FAMILY
    config: str = "mini_vip"
    test: str = NETWORK


FRONT = (
    VipnanoFault(
        name="masks-let-events-through",
        file="front/vipnano_host.sv",
        text="(events & ~settings.intr_mask) != '0",
        replacement="events != '0",
        test=INTERRUPTS,
        kind="extra-interrupt",
        unit="FRONT",
    ),
    VipnanoFault(
        name="the-queue-has-less-room-than-it-says",
        file="front/vipnano_host.sv",
        text="32'(free)",
        replacement="32'(free | 5'd2)",
        test="interrupts.FullQueueVipnanoTest",
        kind="wrong-status",
        unit="FRONT",
    ),
)

FETCH = (
    VipnanoFault(
        name="streams-begin-in-the-header",
        file="fetch/vipnano_header.sv",
        text="ADDRESS_BITS'(total)",
        replacement="ADDRESS_BITS'(total & ~TOTAL_BITS'(64))",
        kind="written-twice",
        unit="FETCH",
    ),
    VipnanoFault(
        name="a-bit-of-structures-is-lost",
        file="fetch/vipnano_structure.sv",
        text="shifted[DATA_BITS +: STRUCTURE_BITS]",
        replacement="(shifted[DATA_BITS +: STRUCTURE_BITS] & ~(STRUCTURE_BITS'(left == LEFT_BITS'(8)) << 712))",
        test=RANDOM,
        unit="FETCH",
    ),
)

NN = (
    VipnanoFault(
        name="ties-go-down",
        file="nn/vipnano_result_pkg.sv",
        text="(product + half) >>> shift",
        replacement="(product + half - PRODUCT_BITS'(1)) >>> shift",
        unit="NN",
    ),
    VipnanoFault(
        name="runs-are-one-too-long",
        file="nn/vipnano_decoder.sv",
        text="next.run - RUN_BITS'(zero)",
        replacement="next.run - RUN_BITS'(zero && next.run != RUN_BITS'(2))",
        test=RANDOM,
        kind="hang",
        unit="NN",
    ),
    VipnanoFault(
        name="the-border-is-0",
        file="nn/vipnano_input.sv",
        text="structure.in_border_const[7:0]",
        replacement="8'd0",
        unit="NN",
    ),
    VipnanoFault(
        name="weights-meet-the-wrong-column",
        file="nn/vipnano_walk.sv",
        text="32'(place.j)",
        replacement="32'(place.j == 4'd2 ? 4'd1 : place.j)",
        unit="NN",
    ),
)

TP = (
    VipnanoFault(
        name="loops-end-early",
        file="tp/vipnano_tp_writer.sv",
        text="structure.out_loop_2_count - 1'b1",
        replacement="structure.out_loop_2_count - 16'd1 - 16'(structure.out_loop_2_count > 16'd2)",
        kind="written-twice",
        unit="TP",
    ),
    VipnanoFault(
        name="zero-points-are-not-subtracted",
        file="tp/vipnano_tp_source.sv",
        text="11'(structure.in_zero_point)",
        replacement="11'd0",
        unit="TP",
    ),
)

MEMORY = (
    VipnanoFault(
        name="a-bit-of-written-data-is-lost",
        file="memory/vipnano_memory_write.sv",
        text="store_beat.data",
        within="assign m_axi_wdata = store_beat.data;",
        replacement="(store_beat.data & ~DATA_BITS'(1))",
        unit="MEMORY",
    ),
    VipnanoFault(
        name="a-bit-of-read-data-is-lost",
        file="memory/vipnano_memory_read.sv",
        text="m_axi_rdata",
        within="assign read_data = m_axi_rdata;",
        replacement="(m_axi_rdata & ~(DATA_BITS'(m_axi_rid == INPUT_ID) << 8))",
        unit="MEMORY",
    ),
    VipnanoFault(
        name="last-beat-is-marked-early",
        file="memory/vipnano_memory_write.sv",
        text="beats_left == (LEN_BITS+1)'(1)",
        replacement="beats_left <= (LEN_BITS+1)'(2)",
        kind="axi-wlast-early",
        unit="MEMORY",
    ),
)

FAULTS = (*FRONT, *FETCH, *NN, *TP, *MEMORY)
QUICK = ("ties-go-down", "a-bit-of-written-data-is-lost")
"""Those that `make test` plays."""
