"""NVDLA's units as places for faults, and the tests that look for them, from quick to slow."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from tb.runner.family.mutation import MutationPlan, TrialStage
from tb.runner.paths import ROOT

FOLDER = ROOT / "rtl_stubs" / "nvdla"
HDL, PYTHON = "hdl", "python"
LINKS_WAIT = ("+links_wait=1",)
TESTS = "tests.sim.nvdla."

UNITS = MappingProxyType(
    {
        "BDMA": ("bdma/*.sv", "generated/*/nvdla_bdma_regs.sv"),
        "RBK": ("rubik/*.sv", "generated/*/nvdla_rbk_regs.sv"),
        "DMA": ("dma/*.sv",),
        "MCIF": ("memory/*.sv", "generated/*/nvdla_mcif_regs.sv"),
        "GLB": ("glb/*.sv", "generated/*/nvdla_glb_regs.sv"),
        "CSB": (
            "csb/*.sv",
            "common/nvdla_async_fifo.sv",
            "common/nvdla_fifo.sv",
            "common/nvdla_reset_sync.sv",
            "generated/*/nvdla_csb_pkg.sv",
        ),
        "CDMA": ("cdma/*.sv", "generated/*/nvdla_cdma_regs.sv"),
        "CBUF": ("cbuf/*.sv",),
        "CSC": ("csc/*.sv", "generated/*/nvdla_csc_regs.sv"),
        "CMAC": ("cmac/*.sv", "generated/*/nvdla_cmac_a_regs.sv"),
        "CACC": ("cacc/*.sv", "generated/*/nvdla_cacc_regs.sv"),
        "SDP": (
            "sdp/*.sv",
            "common/nvdla_convert_pkg.sv",
            "common/nvdla_fp32_pkg.sv",
            "common/nvdla_lut.sv",
            "common/nvdla_lut_pkg.sv",
            "common/nvdla_round_pkg.sv",
            "generated/*/nvdla_sdp_regs.sv",
        ),
        "SDP_RDMA": ("sdp_rdma/*.sv", "generated/*/nvdla_sdp_rdma_regs.sv"),
        "PDP": ("pdp/*.sv", "generated/*/nvdla_pdp_regs.sv"),
        "PDP_RDMA": ("pdp_rdma/*.sv", "generated/*/nvdla_pdp_rdma_regs.sv"),
        "LUT": ("common/nvdla_lut_port.sv",),
        "CDP": ("cdp/*.sv", "generated/*/nvdla_cdp_regs.sv"),
        "CDP_RDMA": ("cdp_rdma/*.sv", "generated/*/nvdla_cdp_rdma_regs.sv"),
        "FP17": ("common/nvdla_fp17_pkg.sv",),
        "ATOMS": tuple(f"common/nvdla_{name}.sv" for name in ("atom_pkg", "stage", "pack", "unpack", "walk")),
        "TOP": ("top/*.sv", "common/nvdla_clock_gates.sv"),
    }
)
"""What units share, the DMA front ends and arithmetic, is a unit of its own here; both halves of CMAC are one."""

QUICK = MappingProxyType(
    {
        "BDMA": ("bdma.EveryRouteTest", "bdma.FullSlotsTest", "bdma.BackToBackTest"),
        "RBK": ("rubik.EveryRubikModeTest", "rubik.RubikBackToBackTest"),
        "DMA": ("bdma.EveryRouteTest", "bdma.FullSlotsTest", "rubik.EveryRubikModeTest"),
        "MCIF": ("bdma.FullSlotsTest", "rubik.EveryRubikModeTest", "bdma.RandomHarshBdmaTest"),
        "GLB": ("bdma.BackToBackTest", "interrupts.SetAndClearInARowTest", "registers.InterruptOrdersTest"),
        "CSB": ("registers.PointersTest", "bdma.BackToBackTest", "registers.UnmappedTest"),
        "CDMA": ("conv.ConvDirectedTest", "conv.ConvBackToBackTest", "conv_modes.ConvModesDirectedTest"),
        "CBUF": ("conv.ConvDirectedTest", "conv.ConvBackToBackTest"),
        "CSC": ("conv.ConvDirectedTest", "conv.EveryConvCellTest", "conv_modes.ConvModesDirectedTest"),
        "CMAC": ("conv.ConvDirectedTest", "conv.EveryConvCellTest", "conv_modes.ConvModesDirectedTest"),
        "CACC": ("conv.ConvDirectedTest", "conv.EveryConvCellTest", "conv_modes.ConvModesDirectedTest"),
        "SDP": ("sdp_lines.EverySdpLineTest", "sdp_parts.SomeSdpCellsTest"),
        "SDP_RDMA": ("sdp_lines.EverySdpLineTest", "sdp_parts.SomeSdpCellsTest"),
        "PDP": ("pdp.EveryPdpCellTest", "pdp.RandomPdpTest"),
        "PDP_RDMA": ("pdp.EveryPdpCellTest", "pdp.RandomHarshPdpTest"),
        "LUT": ("tables.RandomTablesTest", "registers.RegisterResetTest"),
        "CDP": ("cdp.EveryCdpCellTest", "cdp.RandomCdpTest"),
        "CDP_RDMA": ("cdp.EveryCdpCellTest", "cdp.RandomHarshCdpTest"),
        "FP17": ("pdp.EveryPdpCellTest", "cdp.EveryCdpCellTest", "pdp.RandomPdpTest", "cdp.RandomCdpTest"),
        "ATOMS": ("sdp_lines.EverySdpLineTest", "pdp.EveryPdpCellTest", "cdp.EveryCdpCellTest"),
        "TOP": ("first.FirstLayersTest", "bdma.EveryRouteTest", "rubik.RubikBackToBackTest"),
    }
)
HARSH = (
    "programs.TensorsTest",
    "programs.RandomHarshProgramsTest",
    "bdma.RandomHarshBdmaTest",
    "rubik.RandomHarshRubikTest",
    "resets.ResetInFlightTest",
    "resets.UnrelatedClocksTest",
)
COMPUTED = ("sdp_lines.EverySdpLineTest", "pdp.EveryPdpCellTest", "cdp.EveryCdpCellTest")
"""What is quick and finds faults of what all units have, where there is neither BDMA nor Rubik."""
COMPUTED_HARSH = (
    "sdp.RandomHarshSdpTest",
    "pdp.RandomHarshPdpTest",
    "cdp.RandomHarshCdpTest",
    "conv.RandomHarshConvTest",
    "mixed.HarshMixedProgramsTest",
)
"""The same with difficult memories."""
CONV_HARSH = (
    "conv.EveryConvCellTest",
    "conv.RandomHarshConvTest",
    "conv_modes.RandomHarshConvModesTest",
    "conv.RandomConvTest",
    "conv.ConvBackToBackTest",
    "conv.HeldUpConvTest",
    "resets.ResetInFlightTest",
    "resets.UnrelatedClocksTest",
)
SDP_HARSH = (
    "cdp.EveryCdpCellTest",
    "sdp_corners.SdpStatisticsTest",
    "sdp_corners.SdpNumbersTest",
    "sdp_corners.SdpStepsTest",
    "sdp_table_ends.SdpTableEndsTest",
    "sdp_corners.SdpSizesTest",
    "sdp_corners.SdpWithOthersTest",
    "sdp.RandomHarshSdpTest",
    "sdp.RandomSdpTest",
    "sdp_lines.SdpBehindConvolutionTest",
    "sdp_cells.EverySdpCellTest",
    *CONV_HARSH,
)
POOL_HARSH = (
    "pdp.RandomHarshPdpTest",
    "pdp_corners.PdpNumbersTest",
    "pdp_corners.PdpValuesTest",
    "pdp_corners.PdpMovesTest",
    "cdp.RandomHarshCdpTest",
    "cdp_corners.CdpNumbersTest",
    "cdp_corners.CdpTableEndsTest",
    "cdp_corners.CdpValuesTest",
    "mixed.HarshMixedProgramsTest",
    "resets.UnrelatedClocksTest",
)
REGISTERS = (
    "registers.RegisterResetTest",
    "registers.AddressWalkTest",
    "registers.ReadOnlyTest",
    "registers.UnmappedTest",
    "registers.InterruptOrdersTest",
    "running.DisturbRunningGroupTest",
    "interrupts.SetAndClearInARowTest",
)
REGISTERS_FIRST = ("GLB", "CSB", "LUT")
"""Units that are more about registers than about memory."""
CONVOLUTION = ("CDMA", "CBUF", "CSC", "CMAC", "CACC")
"""Units whose faults only convolutions see."""
POST_PROCESSING = ("SDP", "SDP_RDMA")
"""Units whose faults only SDP's layers see."""
POOLING = ("PDP", "PDP_RDMA")
"""Units whose faults only PDP's layers see."""
NORMALISING = ("CDP", "CDP_RDMA")
"""Units whose faults only CDP's layers see."""
SHARED_NUMBERS = ("FP17",)
"""Arithmetic that several of these have."""
SHARED_STAGES = ("ATOMS",)
"""What all of these have of atoms and stages."""
MOVED = ("addresses", "bdma", "demo_bdma", "extents", "layers", "rubik", "running")
"""Modules in which nothing is computed: no convolution and no SDP layer works."""
CONVOLVED = ("conv_corners", "conv_extents", "conv_far", "conv_mode_cells", "conv_tiles")
"""Modules about what convolutions compute, at length: what else they need is played by others as well."""
POST_PROCESSED = (
    *("sdp", "sdp_batches", "sdp_cells", "sdp_corners", "sdp_lines", "sdp_parts"),
    *("sdp_quirks", "sdp_table_ends", "sdp_tables"),
)
"""The same of what SDP computes."""
CONVOLVING = (
    *("conv", "conv_compressed", "conv_deconvolution", "conv_groups", "conv_modes", "conv_working"),
    "overfull",
)
"""Modules in which convolutions alone are at work."""
POOLED = ("pdp", "pdp_corners", "pdp_parts")
"""The same of what PDP pools."""
NORMALISED = ("cdp", "cdp_parts")
"""The same of what CDP normalises."""
FAR = ("far",)
"""Modules of these three, at length."""
WITHOUT_MEMORY = ("CACC", "CBUF", "CMAC", "CSB", "CSC", "FP17", "GLB", "LUT")
"""Units that exchange nothing with memory: their faults show whoever answers the memory ports."""
ANY_RESPONDER = ("cdp_corners", "interrupts", "layers", "pdp_corners", "registers", "running", "tables")
"""Modules that are long, and find the same whoever answers the memory ports."""


def mutation_plan(test_modules: Callable[[str], tuple[str, ...]]) -> MutationPlan:
    """Where faults are planted and what is to catch them.

    Args:
        test_modules: the modules with tests that a configuration can play.
    """
    return MutationPlan(
        folder=FOLDER,
        units=UNITS,
        stages=partial(stages, test_modules),
        equivalents=FOLDER / "equivalent_mutants.toml",
    )


def stages(test_modules: Callable[[str], tuple[str, ...]], unit: str, config: str) -> tuple[TrialStage, ...]:
    """A unit's own quick tests, harsh memories and registers, then what is left and may see it.

    Before what is left the quick tests are played once more while links between units wait; behind it, where the unit
    has to do with memory, everything with the other responder.
    """
    there = {name.removeprefix(TESTS) for name in test_modules(config)}
    unseeing = blind(unit, moved=not there.isdisjoint(MOVED), looked_up="sdp_tables" in there)
    modules = tuple(name for name in test_modules(config) if name.removeprefix(TESTS) not in unseeing)
    quick = _or_else(QUICK[unit], COMPUTED, there)
    middle = [("registers", REGISTERS), ("harsh", _or_else(_harsh(unit), COMPUTED_HARSH, there))]
    chosen = []
    seen: set[str] = set()
    for name, tests in [(f"quick-{unit}", quick), *(middle if unit in REGISTERS_FIRST else middle[::-1])]:
        named = [f"{TESTS}{test}" for test in tests]
        new = tuple(test for test in named if test.rpartition(".")[0] in modules and test not in seen)
        seen.update(new)
        if new:
            chosen.append(TrialStage(name=name, tests=new, memory=HDL))
    about_memory = tuple(name for name in modules if name.removeprefix(TESTS) not in ANY_RESPONDER)
    python = TrialStage(name=PYTHON, memory=PYTHON, whole_modules=about_memory)
    return (
        *chosen,
        replace(chosen[0], name="waits", plusargs=LINKS_WAIT),
        TrialStage(name="rest", memory=HDL, whole_modules=modules, without=tuple(sorted(seen))),
        *(() if unit in WITHOUT_MEMORY else (python,)),
    )


def _or_else(tests: tuple[str, ...], others: tuple[str, ...], there: Collection[str]) -> tuple[str, ...]:
    """Tests, or others where none of their modules is there."""
    return tests if any(test.partition(".")[0] in there for test in tests) else others


def blind(unit: str, *, moved: bool = True, looked_up: bool = True) -> frozenset[str]:
    """The modules that see no fault of a unit which no other one sees.

    Args:
        unit: of `UNITS`.
        moved: there are units that move data alone, for which there are quicker tests of what all units have.
        looked_up: SDP has look-up tables; else CDP alone sees faults of what both have of them.
    """
    if unit in (*POOLING, *NORMALISING):
        others = NORMALISED if unit in POOLING else POOLED
        return frozenset((*MOVED, *CONVOLVING, *CONVOLVED, *POST_PROCESSED, *others))
    if unit in POST_PROCESSING:
        seen_by_cdp = unit == "SDP" and not looked_up
        normalised = () if seen_by_cdp else NORMALISED
        return frozenset((*MOVED, *POOLED, *normalised, *(() if unit == "SDP" else CONVOLVED)))
    if unit in CONVOLUTION:
        return frozenset((*MOVED, *POOLED, *NORMALISED, *FAR))
    if unit in SHARED_STAGES:
        return frozenset((*MOVED, *CONVOLVED))
    if unit in SHARED_NUMBERS:
        return frozenset((*MOVED, *CONVOLVED, *POST_PROCESSED))
    return frozenset((*CONVOLVED, *POST_PROCESSED, *POOLED, *NORMALISED, *FAR) if moved else (*CONVOLVED, *FAR))


def _harsh(unit: str) -> tuple[str, ...]:
    """The tests with difficult memories that a unit needs."""
    if unit in POST_PROCESSING:
        return SDP_HARSH
    if unit in (*POOLING, *NORMALISING, *SHARED_NUMBERS):
        return POOL_HARSH
    if unit in SHARED_STAGES:
        return (*SDP_HARSH, *POOL_HARSH)
    return CONV_HARSH if unit in CONVOLUTION else HARSH
