"""Faults that data and statuses do not show, and an assertion of the RTL does (see `planted`)."""

from tests.selfcheck.planted import PlantedFault

PLANTED_ASSERTIONS = (
    PlantedFault(
        name="halves-of-the-array-that-differ",
        file="cmac/nvdla_cmac.sv",
        text="given <= operation;",
        replacement="begin given <= operation; if (HALF != 0) given.stripe_end <= 1'b0; end",
        test="conv.ConvDirectedTest",
        kind="rtl-assertion",
    ),
)
