"""Faults on the way to memory: addresses, what the two units share, and the CSB (see `NvdlaFault`)."""

from tests.selfcheck.nvdla.planted.nvdla_fault import NvdlaFault

ADDRESSES = (
    NvdlaFault(
        name="high-address-word-cut",
        file="bdma/nvdla_bdma_side.sv",
        text="assign request.base = ADDRESS_BITS'(address);",
        replacement="assign request.base = ADDRESS_BITS'(address[31:0]);",
        test="addresses.BdmaAddressBitsTest",
        kind="stray-read",
    ),
    NvdlaFault(
        name="address-bit-dropped-where-rubik-reads",
        file="rubik/nvdla_rbk_plan.sv",
        text="source.base = ADDRESS_BITS'({layer.d_dain_addr_high,",
        replacement="source.base = ADDRESS_BITS'({layer.d_dain_addr_high & ~32'h8,",
        test="addresses.RubikAddressBitsTest",
        kind="stray-read",
    ),
    NvdlaFault(
        name="address-bit-dropped-where-rubik-writes",
        file="rubik/nvdla_rbk_plan.sv",
        text="destination.base = ADDRESS_BITS'({layer.d_daout_addr_high,",
        replacement="destination.base = ADDRESS_BITS'({layer.d_daout_addr_high & ~32'h20,",
        test="addresses.RubikAddressBitsTest",
        kind="stray-write",
    ),
    NvdlaFault(
        name="carry-of-a-stride-lost",
        file="dma/nvdla_dma_pkg.sv",
        text="address = addresses[level] + strides[level];",
        replacement="address = (addresses[level] & ~WORD) | ((addresses[level] + strides[level]) & WORD);".replace(
            "WORD", "ADDRESS_BITS'(32'hffff_ffff)"
        ),
        test="addresses.BdmaCarriesTest",
        kind="stray-read",
    ),
    NvdlaFault(
        name="carry-lost-between-bursts-that-read",
        file="memory/nvdla_read_client.sv",
        text="address <= address + (ADDRESS_BITS'(burst_beats) << BEAT_LSB);",
        replacement="address <= {address[ADDRESS_BITS-1:32], address[31:0] + (32'(burst_beats) << BEAT_LSB)};",
        test="addresses.RubikCarriesTest",
        kind="stray-read",
    ),
    NvdlaFault(
        name="carry-lost-between-bursts-that-write",
        file="memory/nvdla_write_client.sv",
        text="{address[ADDRESS_BITS-1:BEAT_LSB] + (ADDRESS_BITS-BEAT_LSB)'(length) + 1'b1,",
        replacement="{address[ADDRESS_BITS-1:32], address[31:BEAT_LSB] + (32-BEAT_LSB)'(length) + 1'b1,",
        test="addresses.BdmaCarriesTest",
        kind="stray-write",
    ),
)
"""Bits above a word, and the carry into them."""

TOGETHER = (
    NvdlaFault(
        name="limit-of-reads-ignored",
        file="memory/nvdla_memory_read.sv",
        text="alone || 32'(outstanding) + 32'(beats) <= 32'(limit) + 1;",
        replacement="1'b1;",
        test="together.OutstandingLimitTest",
        kind="outstanding-limit",
    ),
    NvdlaFault(
        name="limit-of-writes-one-too-high",
        file="memory/nvdla_memory_write.sv",
        text="32'(outstanding) + 32'(beats) <= 32'(limit) + 1;",
        replacement="32'(outstanding) + 32'(beats) <= 32'(limit) + 2;",
        test="together.OutstandingLimitTest",
        kind="outstanding-limit",
    ),
    NvdlaFault(
        name="responses-count-for-every-unit",
        file="memory/nvdla_memory_write.sv",
        text="answers_due[unit] && bid == WRITE_AXI_IDS[unit*ID_BITS +: ID_BITS];",
        replacement="answers_due[unit];",
        test="together.LateBdmaTest",
        kind="hang",
    ),
    NvdlaFault(
        name="read-data-for-every-unit",
        file="memory/nvdla_memory_read.sv",
        text="beats_due[unit] && rid == READ_AXI_IDS[unit*ID_BITS +: ID_BITS];",
        replacement="beats_due[unit];",
        test="together.TogetherTest",
        kind="wrong-data",
    ),
    NvdlaFault(
        name="weights-ignored",
        file="memory/nvdla_weighted_arbiter.sv",
        text="weight[winner] == '0 ? '0 : weight[winner] - 1'b1;",
        replacement="'0;",
        test="together.ReadWeightsTest",
        kind="stimulus",
    ),
    NvdlaFault(
        name="the-first-unit-always-wins",
        file="memory/nvdla_weighted_arbiter.sv",
        text="!(request[turn] && left != '0)) winner = next_after(request, turn);",
        replacement="1'b1) winner = next_after(request, INDEX_BITS'(REQUESTERS - 1));",
        test="together.ReadWeightsTest",
        kind="stimulus",
    ),
    NvdlaFault(
        name="a-writing-client-sleeps-before-all-is-answered",
        file="memory/nvdla_write_client.sv",
        text=" || answers_due || done != '0;",
        replacement=";",
        test="bdma.EveryRouteTest",
        kind="lost-interrupt",
    ),
)
"""What the units share: limits, answers, turns, clocks."""

ANSWERS = (
    NvdlaFault(
        name="answers-lost-when-two-wait",
        file="csb/nvdla_csb_master.sv",
        text="""  nvdla_async_fifo #(
    .WIDTH(2 + 32),
    .DEPTH(QUEUE_DEPTH)
  ) answers (
    .push_clk(core_clk),
    .push_reset_n(core_reset_n),
    .push_valid(answering || held_due),
    .push_ready(answer_ready),
""",
        replacement="""  assign answer_ready = 1'b1;

  nvdla_async_fifo #(
    .WIDTH(2 + 32),
    .DEPTH(2)
  ) answers (
    .push_clk(core_clk),
    .push_reset_n(core_reset_n),
    .push_valid(answering || held_due),
    .push_ready(),
""",
        test="csb.SlowCsbAccessesTest",
        kind="csb-hang",
    ),
    NvdlaFault(
        name="an-answer-lost-behind-another-one",
        file="csb/nvdla_csb_master.sv",
        text=".push_valid(answering || held_due),",
        replacement=".push_valid((answering || held_due) && !answer_valid),",
        test="csb.ManyAccessesTest",
        kind="csb-hang",
    ),
)
"""Register accesses that wait for their answers together."""

SLOTS = (
    NvdlaFault(
        name="slots-without-end",
        file="bdma/nvdla_bdma_slots.sv",
        text="if (gather && !full) begin",
        replacement="if (gather) begin",
        test="overfull.OverfullSlotsTest",
        kind="wrong-status",  # the free slots
    ),
    NvdlaFault(
        name="one-slot-too-few",
        file="bdma/nvdla_bdma_slots.sv",
        text="32'(gathered) == MOST_GATHERED ||",
        replacement="32'(gathered) == BDMA_SLOTS ||",
        test="bdma.BlindSlotsTest",
        kind="extra-interrupt",  # with an operation less the launch ends early
    ),
)
"""Slots filled without a look."""

PLANTED_MEMORY = ADDRESSES + TOGETHER + ANSWERS + SLOTS
