"""Mini as the command line sees it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.mini.config import CONFIGS, MiniConfig, find_config
from models.mini.device import MiniDevice
from models.rules import Rule
from sequences.mini.traces import trace_space
from sequences.shrink.shrinking import AnyShrinking
from tb.coverage.covergroup import Covergroup
from tb.mini.design import CLOCK, RESET, behavioural, hdl_memories
from tb.mini.pins import mini_pins
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

RTL = ROOT / "rtl_stubs" / "mini"
PACKAGE = "tests.sim.mini"
DEMO, TRACES = f"{PACKAGE}.demo", f"{PACKAGE}.traces"
TESTS = FamilyTests(folder=ROOT / "tests" / "sim" / "mini", package=PACKAGE, apart=(TRACES,))
EVERY = f"{PACKAGE}.random.RandomMiniTest"
HARSH = tuple(f"{PACKAGE}.random.{name}Test" for name in ("RandomHarshMini", "FaultyMini"))
UNITS = {
    "RING": ("ring/*.sv", "generated/*/mini_ring_regs.sv"),
    "MOVE": ("move/*.sv",),
    "VECTOR": ("vector/*.sv",),
    "MEMORY": ("memory/*.sv", "mini_link_pkg.sv"),
    "TOP": ("mini.sv",),
}


def list_rules() -> Sequence[Rule[Any, MiniConfig]]:
    """All rules."""
    from models.mini.rules import EVERY_RULE

    return EVERY_RULE


def list_groups(config: str) -> Sequence[Covergroup]:
    """What is to be covered of a configuration."""
    from tb.mini.coverage import make_coverage

    return make_coverage(find_config(config)).groups


def find_links(config: str) -> TapLinks:
    """The links between units that any RTL of a configuration may name."""
    from tb.borders.tap_links import links_of
    from tb.mini.borders import tapped_units

    links = links_of(tapped_units(find_config(config)).borders)
    return TapLinks(links=links, clock=CLOCK, reset=RESET)


def find_wave_parts(config: str) -> WaveParts:
    """The signals of a configuration that waves show."""
    from tb.mini.waves import wave_parts

    return wave_parts(find_config(config))


def new_device(config: str) -> MiniDevice:
    """A configuration's reference device, on memory that begins as 0."""
    return MiniDevice(find_config(config), zeroed_memory=True)


def stages(_unit: str, config: str) -> tuple[TrialStage, ...]:
    """The tests that look for a planted fault, from quick to slow."""
    return (
        TrialStage(name="random", tests=(EVERY,), memory="hdl"),
        TrialStage(name="harsh", tests=HARSH, memory="python"),
        TrialStage(name="rest", memory="hdl", whole_modules=TESTS.modules(config), without=(EVERY,)),
    )


def find_shrinking(config: str, errata: str) -> AnyShrinking:  # noqa: ARG001 - no part of it has any
    """How programs of a configuration's layers are made smaller."""
    from sequences.mini.shrink import MiniShrinking

    return MiniShrinking(find_config(config))


TRACE_FILES = TxnTraces(space=lambda config: trace_space(find_config(config)), device=new_device)
FAMILY = Family(
    name="mini",
    configs=tuple(CONFIGS),
    check_config=find_config,
    design=lambda config: behavioural(find_config(config)),
    pins=lambda config: mini_pins(find_config(config)),
    memories=lambda config, size_bytes: hdl_memories(find_config(config), size_bytes),
    sim_modules=lambda _: (DEMO,),
    test_modules=TESTS.modules,
    tests=TESTS.tests,
    register_tests="MiniRegistersTest",
    rules=list_rules,
    traces=TraceParts(
        player=TRACE_FILES,
        lint=TRACE_FILES.lint,
        modules=(TRACES,),
        vectors=ROOT / "tests" / "vectors" / "mini",
    ),
    coverage=CoverageParts(
        groups=list_groups,
        explained_holes=Path(__file__).parent / "explained.toml",
        code_waivers=Path(__file__).parent / "code_waivers.toml",
    ),
    mutation=MutationPlan(folder=RTL, units=UNITS, stages=stages, equivalents=RTL / "equivalent_mutants.toml"),
    taps=TapParts(put=with_taps, links=find_links),
    waves=find_wave_parts,
    plan=PlanParts(path=Path(__file__).parent / "plan.toml", planted=ROOT / "tests" / "selfcheck" / "mini"),
    shrinking=find_shrinking,
    suites=SuiteParts(folder=Path(__file__).parent / "suites", known=Path(__file__).parent / "known_failures.toml"),
)
