"""A public AXI4 master against the memory agent: all widths, both simulators, both responders."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from tests.sim.memory.axi4_ports import FULL, KIND_VARIABLE, LITE, READ, WIDTH_VARIABLE, WIDTHS, WRITE, axi4_design
from tests.simulation import ICARUS_FIRST, RESPONDERS, SIMULATORS, check, cocotb_tests, play

MASTER, RULES, OTHERS = (f"tests.sim.memory.{name}_cases" for name in ("axi4", "axi4_rule", "axi4_kind"))
OTHER_BYTES = 16
QUICK = (("hdl", WIDTHS[0]), ("python", WIDTHS[-1]))


@cache
def played(module, sim, responder, data_bytes, kind=FULL):
    env = {WIDTH_VARIABLE: str(data_bytes), KIND_VARIABLE: kind}
    return play(axi4_design(data_bytes, responder, kind), module, sim, env=env)


def case(responder, data_bytes, *more):
    """Those of one design go to one process.

    'make test' plays the narrowest in HDL and the widest in Python, on Icarus.
    """
    marks = [pytest.mark.xdist_group(f"axi4-{responder}-{data_bytes}")]
    if (responder, data_bytes) not in QUICK or "icarus" not in more:
        marks.append(pytest.mark.long)
    name = "-".join(map(str, (responder, data_bytes, *more)))
    return pytest.param(*more, responder, data_bytes, marks=marks, id=name)


@pytest.mark.parametrize(
    ("module", "sim", "name", "responder", "data_bytes"),
    [
        case(responder, data_bytes, module, sim, name)
        for responder, data_bytes, module, sim in product(RESPONDERS, WIDTHS, (MASTER, RULES), SIMULATORS)
        for name in cocotb_tests(module)
    ],
)
def test_axi4_memory(module, sim, name, responder, data_bytes):
    check(played(module, sim, responder, data_bytes), name)


@pytest.mark.parametrize("kind", [READ, WRITE, LITE])
@pytest.mark.parametrize("responder", RESPONDERS)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_ports_with_fewer_signals(sim, responder, kind):
    name = {READ: "ReadOnlyTest", WRITE: "WriteOnlyTest", LITE: "LiteTest"}[kind]
    check(played(OTHERS, sim, responder, OTHER_BYTES, kind), name)


@pytest.mark.parametrize(("responder", "data_bytes"), [case(*both) for both in product(RESPONDERS, WIDTHS)])
@pytest.mark.parametrize("test", ["SizesTest", "HarshAxi4Test", "ErrorRateTest"])
def test_same_axi4_traffic_on_both_simulators(responder, data_bytes, test):
    """Equal to the byte, times too."""
    runs = (played(MASTER, sim, responder, data_bytes).job.run_dir for sim in SIMULATORS)
    one, other = (np.load(folder / f"{test}.npy") for folder in runs)
    assert len(one) > 100
    assert one.tobytes() == other.tobytes()
