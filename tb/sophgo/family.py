"""Sophgo's TPU as the command line sees it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.rules import Rule
from models.sophgo.config import CONFIGS, SophgoConfig, find_config
from models.sophgo.device import SophgoDevice
from sequences.shrink.shrinking import AnyShrinking
from sequences.sophgo.traces import trace_space
from tb.coverage.covergroup import Covergroup
from tb.runner.attach.taps import TapLinks
from tb.runner.family.family import Family
from tb.runner.family.mutation import MutationPlan, TrialStage
from tb.runner.family.parts import CoverageParts, PlanParts, SuiteParts, TapParts
from tb.runner.family.test_modules import FamilyTests
from tb.runner.family.traces import TraceParts
from tb.runner.family.txn_traces import TxnTraces
from tb.runner.family.waves import WaveParts
from tb.runner.link_taps import with_taps
from tb.runner.paths import ROOT
from tb.sophgo.design import CLOCK, DEFAULT_CONFIG, RESET, behavioural, hdl_memories
from tb.sophgo.disassembly import command as disassemble_command
from tb.sophgo.pins import sophgo_pins

PACKAGE = "tests.sim.sophgo"
DEMO, TRACES = f"{PACKAGE}.demo", f"{PACKAGE}.traces"
TEST_FOLDER = ROOT / "tests" / "sim" / "sophgo"
RECORDED, RECORDED_ON = TEST_FOLDER / "recorded.py", "bm1684x"
"""Tests of words that were recorded, and what of."""


def why_not(path: Path, config: str, _attached: bool) -> str:
    """Why a configuration does not play the tests of a file; empty if it does."""
    return f"words are recorded of {RECORDED_ON}" if path == RECORDED and config != RECORDED_ON else ""


TESTS = FamilyTests(folder=TEST_FOLDER, package=PACKAGE, apart=(TRACES,), why_not=why_not)
FOLDER, RTL = Path(__file__).parent, ROOT / "rtl_stubs" / "sophgo"
RANDOM = f"{PACKAGE}.random"
EVERY = (f"{RANDOM}.EveryCellSophgoTest", f"{RANDOM}.RandomSophgoTest")
HARSH = (f"{RANDOM}.RandomHarshSophgoTest", f"{PACKAGE}.stops.StopsSophgoTest")
UNITS = {
    "MAILBOX": ("mailbox/*.sv", "generated/*/sophgo_mailbox_regs.sv"),
    "QUEUE": ("queue/*.sv",),
    "TIU": ("tiu/*.sv", "lanes/sophgo_lane.sv", "lanes/*_pkg.sv"),
    "LANES": ("lanes/sophgo_chip.sv", "lanes/sophgo_store.sv"),
    "GDMA": ("gdma/*.sv",),
    "MEMORY": ("memory/*.sv", "sophgo_link_pkg.sv"),
    "TOP": ("sophgo.sv",),
}


def list_rules() -> Sequence[Rule[Any, SophgoConfig]]:
    """All rules."""
    from models.sophgo.rules import EVERY_RULE

    return EVERY_RULE


def list_groups(config: str) -> Sequence[Covergroup]:
    """What is to be covered of a configuration."""
    from tb.sophgo.coverage.collect import make_coverage

    return make_coverage(find_config(config)).groups


def find_links(config: str) -> TapLinks:
    """The links between blocks that any RTL of a configuration may name."""
    from tb.borders.tap_links import links_of
    from tb.sophgo.borders.units import tapped_units

    links = links_of(tapped_units(find_config(config)).borders)
    return TapLinks(links=links, clock=CLOCK, reset=RESET)


def find_wave_parts(config: str) -> WaveParts:
    """The signals of a configuration that waves show."""
    from tb.sophgo.waves import wave_parts

    return wave_parts(find_config(config))


def new_device(config: str) -> SophgoDevice:
    """A configuration's reference device, on memory that begins as 0."""
    return SophgoDevice(find_config(config), zeroed_memory=True)


def stages(_unit: str, config: str) -> tuple[TrialStage, ...]:
    """The tests that look for a planted fault, from quick to slow."""
    return (
        TrialStage(name="random", tests=EVERY, memory="hdl"),
        TrialStage(name="harsh", tests=HARSH, memory="python"),
        TrialStage(name="rest", memory="hdl", whole_modules=TESTS.modules(config), without=(*EVERY, *HARSH)),
    )


def find_shrinking(config: str, errata: str) -> AnyShrinking:  # noqa: ARG001 - no part of it has any
    """How programs of a configuration's words are made smaller."""
    from sequences.sophgo.shrink import SophgoShrinking

    return SophgoShrinking(find_config(config))


TRACE_FILES = TxnTraces(space=lambda config: trace_space(find_config(config)), device=new_device)
FAMILY = Family(
    name="sophgo",
    configs=tuple(sorted(CONFIGS, key=lambda name: name != DEFAULT_CONFIG)),
    check_config=find_config,
    design=lambda config: behavioural(find_config(config)),
    pins=lambda config: sophgo_pins(find_config(config)),
    memories=lambda config, size_bytes: hdl_memories(find_config(config), size_bytes),
    sim_modules=lambda _: (DEMO,),
    test_modules=TESTS.modules,
    tests=TESTS.tests,
    register_tests="SophgoRegistersTest",
    rules=list_rules,
    traces=TraceParts(
        player=TRACE_FILES,
        lint=TRACE_FILES.lint,
        modules=(TRACES,),
        vectors=ROOT / "tests" / "vectors" / "sophgo",
    ),
    coverage=CoverageParts(
        groups=list_groups, explained_holes=FOLDER / "explained.toml", code_waivers=FOLDER / "code_waivers.toml"
    ),
    mutation=MutationPlan(folder=RTL, units=UNITS, stages=stages, equivalents=RTL / "equivalent_mutants.toml"),
    taps=TapParts(put=with_taps, links=find_links),
    waves=find_wave_parts,
    plan=PlanParts(path=FOLDER / "plan.toml", planted=ROOT / "tests" / "selfcheck" / "sophgo"),
    shrinking=find_shrinking,
    suites=SuiteParts(folder=FOLDER / "suites", known=FOLDER / "known_failures.toml"),
    commands={"disassemble": disassemble_command},
)
