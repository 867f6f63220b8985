"""Faults of what registers show: flags, counters, statuses; and of sizes that are drawn rarely (see `NvdlaFault`)."""

from tests.selfcheck.nvdla.planted.nvdla_fault import NvdlaFault

STATUSES = (
    NvdlaFault(
        name="busy-flag-stuck-high",
        file="bdma/nvdla_bdma.sv",
        text="assign state.grp0_busy = busy[0];",
        replacement="assign state.grp0_busy = 1'b1;",
        test="bdma.BothGroupsBusyTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="busy-flag-stuck-low",
        file="bdma/nvdla_bdma.sv",
        text="assign state.grp1_busy = busy[1];",
        replacement="assign state.grp1_busy = 1'b0;",
        test="bdma.BothGroupsBusyTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="busy-flag-of-the-other-group",
        file="bdma/nvdla_bdma.sv",
        text="busy <= (busy & ~done) | launch;",
        replacement="busy <= (busy & ~{done[0], done[1]}) | launch;",
        test="bdma.BothGroupsBusyTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="busy-flag-falls-with-the-last-word",
        file="bdma/nvdla_bdma.sv",
        text="assign state.grp0_busy = busy[0];",
        replacement="assign state.grp0_busy = busy[0] && store_valid;",
        test="bdma.BothGroupsBusyTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="idle-before-the-last-response",
        file="bdma/nvdla_bdma_slots.sv",
        text="assign idle = tail == stored && launches == answers;",
        replacement="assign idle = tail == stored;",
        test="bdma.BothGroupsBusyTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="idle-with-operations-gathered",
        file="bdma/nvdla_bdma_slots.sv",
        text="assign idle = tail == stored && launches == answers;",
        replacement="assign idle = launched == stored && launches == answers;",
        test="bdma.BdmaStallCountersTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="free-slots-one-too-few",
        file="bdma/nvdla_bdma_slots.sv",
        text="MOST_GATHERED - 32'(gathered)",
        replacement="BDMA_SLOTS - 32'(gathered)",
        test="bdma.BdmaStallCountersTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="memory-interface-never-idle",
        file="generated/tiny/nvdla_mcif_regs.sv",
        text="RESETS = {\n    32'h00000100",
        replacement="RESETS = {\n    32'h00000000",
        test="bdma.BdmaStallCountersTest",
        kind="wrong-register",
    ),
    NvdlaFault(
        name="group-done-before-it-has-read",
        file="generated/tiny/nvdla_rbk_regs.sv",
        text="(32'(state_of(op_enable[0], !consumer)) << 0)",
        replacement="(32'(state_of(1'b0, !consumer)) << 0)",
        test="rubik.RubikStallCountersTest",
        kind="wrong-status",
    ),
)
"""Statuses that do not say what the unit does."""

_READ, _WRITE = "dma/nvdla_dma_read.sv", "dma/nvdla_dma_write.sv"
_COUNTS = "else if (waiting && 32'(request.group) == i) stalls[i] <= stalls[i] + 1'b1;"
_STALLS = {"test": "bdma.BdmaStallCountersTest", "kind": "wrong-status"}
STALLS = (
    NvdlaFault(
        name="latency-of-data-counted-down",
        file="cdma/nvdla_cdma_latency.sv",
        text="cycles <= cycles + 1'b1;",
        replacement="cycles <= cycles - 1'b1;",
        test="conv_groups.ConvStallCountersTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="read-stalls-never-counted",
        file=_READ,
        text=_COUNTS,
        replacement="else if (1'b0) stalls[i] <= stalls[i] + 1'b1;",
        **_STALLS,
    ),
    NvdlaFault(
        name="read-stalls-never-cleared",
        file=_READ,
        text="if (stall_clear[i]) stalls[i] <= '0;",
        replacement="if (1'b0) stalls[i] <= '0;",
        **_STALLS,
    ),
    NvdlaFault(
        name="read-stalls-of-the-other-group",
        file=_READ,
        text="waiting && 32'(request.group) == i",
        replacement="waiting && 32'(request.group) != i",
        **_STALLS,
    ),
    NvdlaFault(
        name="read-stalls-one-too-many",
        file=_READ,
        text="wire                   waiting = active && !step && stall_enable;",
        replacement="wire                   waiting = active && stall_enable;",
        **_STALLS,
    ),
    NvdlaFault(
        name="read-stalls-count-while-off",
        file=_READ,
        text="wire                   waiting = active && !step && stall_enable;",
        replacement="wire                   waiting = active && !step;",
        test="bdma.ManyLinesTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="write-stalls-never-counted",
        file=_WRITE,
        text=_COUNTS,
        replacement="else if (1'b0) stalls[i] <= stalls[i] + 1'b1;",
        **_STALLS,
    ),
    NvdlaFault(
        name="write-stalls-never-cleared",
        file=_WRITE,
        text="if (stall_clear[i]) stalls[i] <= '0;",
        replacement="if (1'b0) stalls[i] <= '0;",
        **_STALLS,
    ),
    NvdlaFault(
        name="write-stalls-of-the-other-group",
        file=_WRITE,
        text="waiting && 32'(request.group) == i",
        replacement="waiting && 32'(request.group) != i",
        **_STALLS,
    ),
    NvdlaFault(
        name="write-stalls-one-too-many",
        file=_WRITE,
        text="((ask && !held && !step) || (flow && !move))",
        replacement="(ask || (flow && !move))",
        **_STALLS,
    ),
    NvdlaFault(
        name="stalls-shown-of-the-other-group",
        file="bdma/nvdla_bdma.sv",
        text="assign status.status_grp1_read_stall = kept_read_stalls[1];",
        replacement="assign status.status_grp1_read_stall = kept_read_stalls[0];",
        **_STALLS,
    ),
    NvdlaFault(
        name="stalls-not-zero-from-a-launch-on",
        file="bdma/nvdla_bdma.sv",
        text="if (launch[i]) {kept_read_stalls[i], kept_write_stalls[i]} <= '0;",
        replacement="if (1'b0) {kept_read_stalls[i], kept_write_stalls[i]} <= '0;",
        **_STALLS,
    ),
    NvdlaFault(
        name="rubik-stalls-not-kept",
        file="generated/tiny/nvdla_rbk_regs.sv",
        text="<= result.d_perf_write_stall;",
        replacement="<= '0;",
        test="rubik.RubikStallCountersTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="rubik-stalls-never-cleared",
        file="rubik/nvdla_rbk.sv",
        text="wire [1:0] stall_clear = layer_done ? 2'b01 << consumer : 2'b00;",
        replacement="wire [1:0] stall_clear = 2'b00;",
        test="rubik.RubikStallCountersTest",
        kind="wrong-status",
    ),
    NvdlaFault(
        name="rubik-stalls-of-the-other-group",
        file="rubik/nvdla_rbk.sv",
        text="assign result.d_perf_write_stall = write_stalls[consumer];",
        replacement="assign result.d_perf_write_stall = write_stalls[!consumer];",
        test="rubik.RubikStallCountersTest",
        kind="wrong-status",
    ),
)
"""Stall counters that count wrong."""

EXTENTS = (
    NvdlaFault(
        name="columns-counted-wrong",
        file="rubik/nvdla_rbk_plan.sv",
        text="if (number[i]) bits_of",
        replacement="if (!number[i]) bits_of",
        test="extents.RubikSizesTest",
        kind="hang",
    ),
)
"""Sizes that random layers draw rarely."""

PLANTED = (*STATUSES, *STALLS, *EXTENTS)
