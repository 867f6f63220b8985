"""The tests of every module here on the behavioural RTL: on both simulators, whoever answers the memory ports.

``CONFIG`` chooses a configuration, which is then tried on both simulators with both responders.
"""

import os

import pytest

from tb.nvdla.family import FAMILY
from tb.runner.jobs.job import CONFIG_VARIABLE
from tests.nvdla.designs import answered
from tests.simulation import SIMULATORS, cases, check, play, played

CONFIG = FAMILY.config(os.environ.get("CONFIG"))
LONG = (
    "tests.sim.nvdla.conv_extents",
    "tests.sim.nvdla.sdp_parts",
    "tests.sim.nvdla.pdp_parts",
    "tests.sim.nvdla.cdp_parts",
)
EXTENTS = (
    "tests.sim.nvdla.extents",
    *LONG,
    "tests.sim.nvdla.conv_corners",
    "tests.sim.nvdla.conv_mode_cells",
    "tests.sim.nvdla.conv_tiles",
    "tests.sim.nvdla.sdp_cells",
    "tests.sim.nvdla.sdp_corners",
    "tests.sim.nvdla.sdp_table_ends",
    "tests.sim.nvdla.pdp_corners",
    "tests.sim.nvdla.pool_groups",
    "tests.sim.nvdla.pool_queues",
    "tests.sim.nvdla.cdp_corners",
    "tests.sim.nvdla.broken",
    "tests.sim.nvdla.far",
    "tests.sim.nvdla.weights",
    "tests.sim.nvdla.pool_statistics",
    "tests.sim.nvdla.queues",
)
LARGE = ("tests.sim.nvdla.demo", "tests.sim.nvdla.demo_bdma")
"""The demonstrations: 'make test' plays them on the large configuration, beside what only that one can play."""
ON_VERILATOR = (
    "tests.sim.nvdla.bdma",
    "tests.sim.nvdla.cdp",
    "tests.sim.nvdla.conv",
    "tests.sim.nvdla.conv_compressed",
    "tests.sim.nvdla.conv_deconvolution",
    "tests.sim.nvdla.conv_far",
    "tests.sim.nvdla.conv_groups",
    "tests.sim.nvdla.conv_modes",
    "tests.sim.nvdla.conv_working",
    "tests.sim.nvdla.crowd",
    "tests.sim.nvdla.csb",
    "tests.sim.nvdla.interrupts",
    "tests.sim.nvdla.mixed",
    "tests.sim.nvdla.pdp",
    "tests.sim.nvdla.rubik",
    "tests.sim.nvdla.sdp",
    "tests.sim.nvdla.sdp_batches",
    "tests.sim.nvdla.together",
    "tests.sim.nvdla.waiting",
)
"""Many layers or cycles: 'make test' plays them on the small configuration with the quicker simulator."""
ON_ICARUS_TOO = (
    "tests.sim.nvdla.conv",
    "tests.sim.nvdla.pdp",
    "tests.sim.nvdla.sdp",
)
"""Of these 'make long' plays some with the other simulator, beside those of `ON_BOTH`; CDP's take minutes there."""
ON_BOTH = (
    "tests.sim.nvdla.bdma",
    "tests.sim.nvdla.crowd",
    "tests.sim.nvdla.overfull",
    "tests.sim.nvdla.rubik",
    "tests.sim.nvdla.tables",
    "tests.sim.nvdla.together",
)
"""'make long' plays them on the large configuration with Icarus, too; others take too long, or 'make test' does it."""
PUBLIC = ("nv_small", "nv_small_256", "nv_small_256_full", "nv_medium_512", "nv_medium_1024_full", "nv_large")
ON_PUBLIC = ("tests.sim.nvdla.demo_bytes", "tests.sim.nvdla.mixed")
"""'make test' plays the first one on the first one, 'make long' both there with Verilator, and the first one on the
others with Icarus, which builds them sooner; the suite 'public' has more."""
REGISTERS = "tests.sim.nvdla.registers"
HUNDREDS = "tests.sim.nvdla.layers"
ONCE = (HUNDREDS, REGISTERS)
"""Once is enough; so it is for `EXTENTS`."""


def cases_of(config):
    """Every test that a configuration can play."""
    modules = FAMILY.test_modules(config)
    return [
        *cases(_short(modules), config=config),
        *cases([module for module in modules if module in ONCE], ["verilator"], ["python"], config=config),
        *cases([module for module in modules if module in EXTENTS], ["verilator"], ["hdl"], config=config),
    ]


def _short(modules):
    return [module for module in modules if module not in (*ONCE, *EXTENTS)]


def cases_of_all():
    """Each configuration on both simulators and each responder, but not each with each: that takes too long.

    'make test' plays each module in one place, most of them on the small configuration; 'make long' on the large one.
    """
    large, small = (_short(FAMILY.test_modules(config)) for config in ("nv_full", "tiny"))
    small_quick = [module for module in small if module not in (*LARGE, *ON_VERILATOR, ON_PUBLIC[0])]
    extents_of_tiny = [module for module in FAMILY.test_modules("tiny") if module in EXTENTS]
    large_quick = [module for module in large if module in LARGE or module not in small]
    return [
        *cases(large_quick, ["icarus"], ["hdl"], config="nv_full"),
        *cases(large, ["verilator"], ["hdl"], config="nv_full", long=True),
        *cases(small_quick, ["icarus"], ["python"], config="tiny"),
        *cases([m for m in small if m in ON_ICARUS_TOO], ["icarus"], ["python"], config="tiny", long=True),
        *cases([m for m in small if m in ON_VERILATOR], ["verilator"], ["hdl"], config="tiny"),
        *cases([module for module in large if module in ON_BOTH], ["icarus"], ["hdl"], config="nv_full", long=True),
        *cases([REGISTERS], ["verilator"], ["hdl"], config="nv_full", long=True),
        *cases([HUNDREDS], ["verilator"], ["hdl"], config="nv_full", long=True),
        *cases([m for m in EXTENTS if m not in LONG], ["verilator"], ["hdl"], config="nv_full", long=True),
        *cases(extents_of_tiny, ["verilator"], ["hdl"], config="tiny", long=True),
        *cases([REGISTERS], ["verilator"], ["hdl"], config="tiny"),
        *cases([REGISTERS], ["icarus"], ["python"], config="nv_small", long=True),
        *cases([ON_PUBLIC[0]], ["icarus"], ["hdl"], config=PUBLIC[0]),
        *cases(ON_PUBLIC, ["verilator"], ["hdl"], config=PUBLIC[0], long=True),
        *(case for part in PUBLIC[1:] for case in cases(ON_PUBLIC[:1], ["icarus"], ["python"], config=part, long=True)),
    ]


CASES = cases_of(CONFIG) if os.environ.get("CONFIG") else cases_of_all()


@pytest.mark.parametrize(("simulation", "name"), CASES)
def test_module(simulation, name):
    check(played(simulation, answered), name)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("bdma", "RandomBdmaTest"),
        pytest.param("rubik", "RandomRubikTest", marks=pytest.mark.long),
        pytest.param("conv", "ConvBackToBackTest", marks=pytest.mark.long),
    ],
)
def test_same_seed_gives_the_same_bytes_on_both_simulators_whoever_answers(module, name):
    config = os.environ.get("CONFIG") or "tiny"
    if f"tests.sim.nvdla.{module}" not in FAMILY.test_modules(config):
        pytest.skip(f"{config} lacks what {module} needs")
    fields = ("layers", "bytes checked", "register writes", "memory bytes compared")
    runs = [("hdl", sim) for sim in SIMULATORS] + [("python", "icarus")]
    played_alone = [
        play(
            answered(who, config),
            f"tests.sim.nvdla.{module}",
            sim,
            test_filter=name,
            env={CONFIG_VARIABLE: config},
        )
        for who, sim in runs
    ]
    counts = [[item.records[0].counters[field] for field in fields] for item in played_alone]
    assert all(one == counts[0] for one in counts)
    assert all(counts[0])
