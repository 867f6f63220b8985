"""VIPNano as the command line sees it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.rules import Rule
from models.vipnano.config import CONFIGS, VipnanoConfig, find_config
from models.vipnano.device import VipnanoDevice
from sequences.shrink.shrinking import AnyShrinking
from sequences.vipnano.traces import trace_space
from tb.coverage.covergroup import Covergroup
from tb.runner.attach.taps import TapLinks
from tb.runner.family.family import Family
from tb.runner.family.mutation import MutationPlan, TrialStage
from tb.runner.family.parts import CoverageParts, PlanParts, SuiteParts, TapParts
from tb.runner.family.test_modules import FamilyTests
from tb.runner.family.traces import Explain, TraceParts
from tb.runner.family.txn_traces import TxnTraces
from tb.runner.family.waves import WaveParts
from tb.runner.link_taps import with_taps
from tb.runner.paths import ROOT
from tb.vipnano.design import CLOCK, DEFAULT_CONFIG, RESET, behavioural, hdl_memories
from tb.vipnano.pins import vipnano_pins

PACKAGE = "tests.sim.vipnano"
DEMO, TRACES = f"{PACKAGE}.demo", f"{PACKAGE}.traces"
TESTS = FamilyTests(folder=ROOT / "tests" / "sim" / "vipnano", package=PACKAGE, apart=(TRACES,))
FOLDER, RTL = Path(__file__).parent, ROOT / "rtl_stubs" / "vipnano"
RANDOM = f"{PACKAGE}.random"
EVERY = f"{RANDOM}.RandomVipnanoTest"
HARSH = (f"{RANDOM}.RandomHarshVipnanoTest", f"{PACKAGE}.hangs.HangsVipnanoTest")
UNITS = {
    "FRONT": ("front/*.sv", "generated/*/vipnano_host_regs.sv"),
    "FETCH": ("fetch/*.sv",),
    "NN": ("nn/*.sv",),
    "TP": ("tp/*.sv",),
    "MEMORY": ("memory/*.sv", "vipnano_link_pkg.sv"),
    "TOP": ("vipnano.sv",),
}


def list_rules() -> Sequence[Rule[Any, VipnanoConfig]]:
    """All rules."""
    from models.vipnano.rules import EVERY_RULE

    return EVERY_RULE


def list_groups(config: str) -> Sequence[Covergroup]:
    """What is to be covered of a configuration."""
    from tb.vipnano.coverage.collect import make_coverage

    return make_coverage(find_config(config)).groups


def find_links(config: str) -> TapLinks:
    """The links between blocks that any RTL of a configuration may name."""
    from tb.borders.tap_links import links_of
    from tb.vipnano.borders.units import tapped_units

    links = links_of(tapped_units(find_config(config)).borders)
    return TapLinks(links=links, clock=CLOCK, reset=RESET)


def find_shrinking(config: str, errata: str) -> AnyShrinking:  # noqa: ARG001 - no part of it has any
    """How programs of a configuration's jobs are made smaller."""
    from sequences.vipnano.shrink import VipnanoShrinking

    return VipnanoShrinking(find_config(config))


def find_wave_parts(config: str) -> WaveParts:
    """The signals of a configuration that waves show."""
    from tb.vipnano.waves import wave_parts

    return wave_parts(find_config(config))


def new_device(config: str) -> VipnanoDevice:
    """A configuration's reference device, on memory that begins as 0."""
    return VipnanoDevice(find_config(config), zeroed_memory=True)


def stages(_unit: str, config: str) -> tuple[TrialStage, ...]:
    """The tests that look for a planted fault, from quick to slow."""
    return (
        TrialStage(name="random", tests=(EVERY,), memory="hdl"),
        TrialStage(name="harsh", tests=HARSH, memory="python"),
        TrialStage(name="rest", memory="hdl", whole_modules=TESTS.modules(config), without=(EVERY, *HARSH)),
    )


TRACE_FILES = TxnTraces(space=lambda config: trace_space(find_config(config)), device=new_device)
FAMILY = Family(
    name="vipnano",
    configs=tuple(sorted(CONFIGS, key=lambda name: name != DEFAULT_CONFIG)),
    check_config=find_config,
    design=lambda config: behavioural(find_config(config)),
    pins=lambda config: vipnano_pins(find_config(config)),
    memories=lambda config, size_bytes: hdl_memories(find_config(config), size_bytes),
    sim_modules=lambda _: (DEMO,),
    test_modules=TESTS.modules,
    tests=TESTS.tests,
    register_tests="VipnanoRegistersTest",
    rules=list_rules,
    traces=TraceParts(
        player=TRACE_FILES,
        lint=TRACE_FILES.lint,
        modules=(TRACES,),
        vectors=ROOT / "tests" / "vectors" / "vipnano",
        explain=Explain(places="AT=<address>, such as AT=0x2000", value=TRACE_FILES.explain),
    ),
    coverage=CoverageParts(
        groups=list_groups, explained_holes=FOLDER / "explained.toml", code_waivers=FOLDER / "code_waivers.toml"
    ),
    mutation=MutationPlan(folder=RTL, units=UNITS, stages=stages, equivalents=RTL / "equivalent_mutants.toml"),
    taps=TapParts(put=with_taps, links=find_links),
    waves=find_wave_parts,
    plan=PlanParts(path=FOLDER / "plan.toml", planted=ROOT / "tests" / "selfcheck" / "vipnano"),
    shrinking=find_shrinking,
    suites=SuiteParts(folder=FOLDER / "suites", known=FOLDER / "known_failures.toml"),
)
