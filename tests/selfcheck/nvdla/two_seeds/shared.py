"""Faults of what units share: memory interface, GLB, CSB (see `TwoSeedFault`)."""

from tb.mutation.faults.fault import Form
from tests.selfcheck.nvdla.two_seeds.two_seed_fault import ACCESSES, INTERRUPTS, MEMORY, WEIGHTS, TwoSeedFault

SHARED = (
    TwoSeedFault(
        name="an-old-id-on-ar-where-three-units-ask",
        file="memory/nvdla_memory_read.sv",
        text="READ_AXI_IDS[32'(winner)*ID_BITS +: ID_BITS]",
        replacement="arvalid && $countones(burst_valid) > 2 ? arid : READ_AXI_IDS[32'(winner)*ID_BITS +: ID_BITS]",
        tests=MEMORY,
    ),
    TwoSeedFault(
        name="an-answer-taken-for-one-of-the-burst-that-is-granted",
        file="memory/nvdla_memory_write.sv",
        text="answer_beats[answered]",
        replacement="answer_beats[winner]",
        tests=MEMORY,
    ),
    TwoSeedFault(
        name="room-for-one-beat-more-than-there-is",
        file="memory/nvdla_read_client.sv",
        text="32'(reserved) + 32'(burst_beats) <= BUFFER_BEATS",
        replacement="32'(reserved) + 32'(burst_beats) <= BUFFER_BEATS + 1",
        tests=MEMORY,
    ),
    TwoSeedFault(
        name="a-beat-that-comes-with-a-request-not-counted",
        file="memory/nvdla_memory_read.sv",
        text="(LIMIT_BITS+1)'(beat_valid != '0)",
        replacement="(LIMIT_BITS+1)'(beat_valid != '0 && !take)",
        tests=MEMORY,
    ),
    TwoSeedFault(
        name="turn-stays-with-the-first-unit",
        file="memory/nvdla_weighted_arbiter.sv",
        text="turn <= winner;",
        replacement=";",
        form=Form.STATEMENT,
        tests=WEIGHTS,
    ),
    TwoSeedFault(
        name="clearing-wins-over-setting",
        file="glb/nvdla_glb.sv",
        text="(collected & ~cleared) | set | raised",
        replacement="(collected | set | raised) & ~cleared",
        tests=INTERRUPTS,
    ),
    TwoSeedFault(
        name="masked-interrupts-not-collected",
        file="glb/nvdla_glb.sv",
        text="(collected & ~cleared) | set | raised",
        replacement="(collected & ~cleared) | set | (raised & ~settings.s_intr_mask)",
        tests=INTERRUPTS,
    ),
    TwoSeedFault(
        name="one-pulse-for-two-writes-that-are-complete",
        file="csb/nvdla_csb_master.sv",
        text="answer_valid && answer_write",
        within="nvdla2csb_wr_complete <= answer_valid && answer_write",
        replacement="answer_valid && answer_write && !nvdla2csb_wr_complete",
        tests=ACCESSES,
    ),
    TwoSeedFault(
        name="an-access-behind-a-posted-write-loses-its-data",
        file="csb/nvdla_csb_master.sv",
        text="req_data <= data;",
        replacement="if (answer_due || !req_write) req_data <= data;",
        form=Form.STATEMENT,
        tests=ACCESSES,
    ),
)
