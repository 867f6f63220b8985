"""NVDLA as the command line sees it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.nvdla.config import CONFIGS, HwConfig, find_config
from models.nvdla.config.errata import ERRATA, without
from models.rules import Rule
from sequences.nvdla.traces.dialects import DIALECTS
from sequences.shrink.shrinking import AnyShrinking
from tb.coverage.covergroup import Covergroup
from tb.nvdla.design import behavioural, hdl_memories
from tb.nvdla.mutation import mutation_plan
from tb.nvdla.needs import OWN_RTL, needs_of, reason_of
from tb.nvdla.networks import command as network_command
from tb.nvdla.pins import nvdla_pins
from tb.nvdla.tables import command as tables_command
from tb.outcome.traces import TraceLine, line_of_verdict
from tb.runner.attach.taps import TapLinks
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.family.parts import CoverageParts, ErrataParts, PlanParts, SuiteParts, TapParts
from tb.runner.family.test_modules import FamilyTests
from tb.runner.family.traces import Explain, ProgramLint, TraceCheck, TraceParts
from tb.runner.family.waves import WaveParts
from tb.runner.link_taps import with_taps
from tb.runner.paths import ROOT


class NvdlaTraces:
    """NVDLA's public register traces. What reads and plays them is loaded when it is needed."""

    def find(self, paths: Sequence[Path]) -> list[Path]:
        """The folders of all traces in the given folders.

        Raises:
            UserError: a path is no folder, or has no trace in it.
        """
        from sequences.nvdla.traces.find import find_traces
        from sequences.traces.source import TraceError

        try:
            return find_traces(paths)
        except TraceError as error:
            raise UserError(str(error)) from error

    def check(self, folder: Path, config: str) -> TraceCheck:
        """Read a trace of either dialect, and name the units that it needs and that are not there yet.

        Raises:
            UserError: something in it is malformed.
        """
        from models.nvdla.device import UNITS
        from sequences.nvdla.traces.find import read_trace
        from sequences.nvdla.traces.needs import skip_reason
        from sequences.traces.source import TraceError

        hardware = find_config(config)
        try:
            trace = read_trace(folder, hardware)
        except TraceError as error:
            raise UserError(str(error)) from error
        return TraceCheck(trace.name, folder, skip_reason(trace, hardware, UNITS))

    def play_on_model(self, folder: Path, config: str, *, strict: bool) -> TraceLine:
        """Play a trace on the reference device alone."""
        from sequences.nvdla.traces.find import read_trace
        from sequences.nvdla.traces.play.on_model import play_on_model
        from tb.nvdla.env_config import expected_hardware

        hardware = expected_hardware(find_config(config))
        return line_of_verdict(play_on_model(read_trace(folder, hardware), strict=strict, config=hardware))


PACKAGE = "tests.sim.nvdla"
TRACE_MODULE = f"{PACKAGE}.traces"
NETWORK_MODULE = f"{PACKAGE}.networks"
DEMOS = tuple(f"{PACKAGE}.{name}" for name in ("demo", "demo_bytes", "demo_bdma", "registers"))
"""What ``make sim`` plays: the first one whose units a configuration has."""


def why_not(path: Path, config: str, attached: bool) -> str:
    """Why a configuration, or RTL of a user's, does not play the tests of a file; empty if it does.

    Files are read, not imported: each names the units, memories, precisions and features that its tests need in
    ``NEEDS``, and `OWN_RTL` where the real part cannot play them.
    """
    hardware, own = find_config(config), frozenset() if attached else frozenset((OWN_RTL,))
    there = hardware.units | set(hardware.ports) | set(hardware.precisions) | hardware.features | own
    missing = needs_of(path) - there
    return reason_of(missing, hardware) if missing else ""


TESTS = FamilyTests(
    folder=ROOT / "tests" / "sim" / "nvdla",
    package=PACKAGE,
    apart=(TRACE_MODULE,),
    told=(NETWORK_MODULE,),
    why_not=why_not,
)


def find_demonstration(config: str) -> tuple[str, ...]:
    """What ``make sim`` plays: a network, or where a configuration lacks units for it copies, or its registers."""
    modules = TESTS.modules(config)
    return tuple(name for name in DEMOS if name in modules)[:1]


def list_rules() -> Sequence[Rule[Any, HwConfig]]:
    """All rules of the registry."""
    from models.nvdla.rules import RULES

    return RULES


def list_groups(config: str) -> Sequence[Covergroup]:
    """What is to be covered of a configuration."""
    from tb.nvdla.coverage.groups import make_coverage

    return make_coverage(find_config(config)).groups


def find_links(config: str) -> TapLinks:
    """The links between units that any RTL of a configuration may name."""
    from tb.nvdla.borders.tap_links import tap_links

    return tap_links(find_config(config))


def find_wave_parts(config: str) -> WaveParts:
    """The signals of a configuration that waves show."""
    from tb.nvdla.waves import wave_parts

    return wave_parts(find_config(config))


def lint_program(folder: Path, config: str) -> ProgramLint:
    """The rules that a trace's register program breaks."""
    from sequences.nvdla.traces.find import read_trace
    from sequences.nvdla.traces.lint import lint

    hardware = find_config(config)
    verdict = lint(read_trace(folder, hardware), hardware)
    return ProgramLint(verdict.skipped, tuple(map(str, verdict.broken)), verdict.stopped)


def explain_value(folder: Path, config: str, place: str) -> Sequence[str]:
    """How the reference device comes to a value of a trace."""
    from sequences.nvdla.traces.find import read_trace
    from sequences.nvdla.traces.play.explain import explain

    hardware = find_config(config)
    try:
        return explain(read_trace(folder, hardware), hardware, place)
    except ValueError as error:
        raise UserError(str(error)) from error


PLACES = "AT=<address>, such as AT=0x80000100, or AT=n,c,h,w of the last layer's output (3:n,c,h,w: of layer 3)"


def find_shrinking(config: str, errata: str) -> AnyShrinking:
    """How programs of a configuration's layers are made smaller, where errata are errors as ``ERRATA`` says."""
    from sequences.nvdla.shrink.shrinking import NvdlaShrinking

    return NvdlaShrinking(without(find_config(config), errata))


FAMILY = Family(
    name="nvdla",
    configs=tuple(CONFIGS),
    check_config=find_config,
    design=lambda config: behavioural(find_config(config)),
    pins=lambda config: nvdla_pins(find_config(config)),
    memories=lambda config, size_bytes: hdl_memories(find_config(config), size_bytes),
    sim_modules=find_demonstration,
    test_modules=TESTS.modules,
    tests=TESTS.tests,
    register_tests="RegisterResetTest|ReadOnlyTest|UnmappedTest|PointersTest",
    rules=list_rules,
    traces=TraceParts(
        player=NvdlaTraces(),
        modules=(TRACE_MODULE,),
        vectors=ROOT / "tests" / "vectors" / "nvdla",
        lint=lint_program,
        explain=Explain(places=PLACES, value=explain_value),
        dialects=DIALECTS,
    ),
    coverage=CoverageParts(
        groups=list_groups,
        explained_holes=Path(__file__).parent / "coverage" / "explained.toml",
        code_waivers=Path(__file__).parent / "coverage" / "code_waivers.toml",
    ),
    mutation=mutation_plan(TESTS.modules),
    taps=TapParts(put=with_taps, links=find_links),
    waves=find_wave_parts,
    errata=ErrataParts(
        listed=ERRATA,
        of=lambda config: find_config(config).errata,
        parts=[name for name in CONFIGS if name != "tiny"],
    ),
    plan=PlanParts(path=Path(__file__).parent / "plan", planted=ROOT / "tests" / "selfcheck" / "nvdla"),
    shrinking=find_shrinking,
    suites=SuiteParts(folder=Path(__file__).parent / "suites", known=Path(__file__).parent / "known_failures.toml"),
    commands={"tables": tables_command, "network": network_command},
)
