"""The RTL does not elaborate with numbers that it cannot be built for, even where no rule has looked at them."""

import subprocess
from dataclasses import replace

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.registers import registers
from tb.nvdla.design import behavioural
from tb.nvdla.rtl_packages import rtl_packages
from tb.runner.design import Design
from tb.runner.simulators.verilator.simulator import lint
from tests.nvdla.misfits import MISFITS
from tests.simulation import ICARUS_FIRST, SIMULATORS

PACKAGE, CHECK = "nvdla_config_pkg", "nvdla_config_check"
IMPOSSIBLE = ("ASCRANGE: ", "SELRANGE: ", "ZEROREPL: ")
"""What Verilator may say of a vector of no bits before it comes to what is not there."""
REFUSED = [misfit for misfit in MISFITS if misfit.refused]


def elaborated(sim, design):
    """What a simulator says of a design; nothing where it elaborates."""
    if sim == "verilator":
        return lint(design)
    macros = [f"-D{name}={value}" for name, value in design.defines.items()]
    command = ["iverilog", "-g2012", "-t", "null", "-s", design.top, *macros, *map(str, design.sources)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert bool(done.returncode) == bool(done.stderr)
    return done.stderr


def with_numbers_of(config, design, folder, stems=()):
    """A configuration's design with the numbers of another one; of its sources perhaps but some."""
    package = folder / f"{PACKAGE}.sv"
    package.write_text(rtl_packages(config, registers().blocks)[PACKAGE])
    sources = [package if path.stem == PACKAGE else path for path in design.sources if not stems or path.stem in stems]
    return replace(design, sources=tuple(sources))


def check_alone(config, base, folder) -> Design:
    """The check without the rest of the design."""
    return replace(with_numbers_of(config, behavioural(base), folder, (PACKAGE, CHECK)), top=CHECK)


@pytest.mark.parametrize("sim", SIMULATORS)
@pytest.mark.parametrize("config", CONFIGS.values(), ids=lambda config: config.name)
def test_a_configuration_that_there_is_elaborates(config, sim, tmp_path):
    assert elaborated(sim, check_alone(config, config, tmp_path)) == ""


@pytest.mark.parametrize("sim", ICARUS_FIRST)
@pytest.mark.parametrize("misfit", REFUSED, ids=str)
def test_what_does_not_fit_ends_the_elaboration_and_names_the_relation(misfit, sim, tmp_path):
    said = elaborated(sim, check_alone(misfit.config, CONFIGS[misfit.base], tmp_path))
    assert misfit.refused in said


@pytest.mark.parametrize("sim", ICARUS_FIRST)
@pytest.mark.parametrize("misfit", REFUSED, ids=str)
def test_what_does_not_fit_ends_the_elaboration_of_the_whole_design(misfit, sim, tmp_path):
    said = elaborated(sim, with_numbers_of(misfit.config, behavioural(CONFIGS[misfit.base]), tmp_path))
    assert misfit.refused in said or (sim == "verilator" and any(text in said for text in IMPOSSIBLE))
