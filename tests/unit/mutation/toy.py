"""A toy design to plant faults into, and campaigns on it that need no simulator."""

from pathlib import Path

from tb.mutation.campaign.campaign import Campaign, numbered
from tb.mutation.faults.draw import draw
from tb.mutation.faults.elaborated import elaborate_correct
from tb.mutation.faults.find import find_faults
from tb.runner.design import Design
from tb.runner.family.mutation import MutationPlan, TrialStage

FOLDER = Path(__file__).parent / "design"
COUNTER = FOLDER / "counter.sv"
DESIGN = Design(name="counter_top", top="counter_top", sources=(COUNTER,))
QUICK = TrialStage(name="quick", tests=("toy.FirstTest",), memory="hdl")
REST = TrialStage(name="rest", whole_modules=("toy",), without=QUICK.tests, memory="hdl")


def faults():
    return find_faults(elaborate_correct(DESIGN))


def fault(kind, original, changed):
    """The one fault that makes this of that."""
    (found,) = [item for item in faults() if (item.kind, item.original, item.changed) == (kind, original, changed)]
    return found


def plan(path=FOLDER / "equivalent.toml", **units):
    return MutationPlan(folder=FOLDER, units=units, stages=lambda _unit, _config: (QUICK, REST), equivalents=path)


def campaign(folder, count=6, equivalents=None):
    drawn = numbered(draw({"COUNTER": faults()}, count, 1), equivalents or {})
    return Campaign(
        design=DESIGN,
        drawn=drawn,
        stages={"COUNTER": (QUICK, REST)},
        answered=lambda design, _memory: design,
        sim="icarus",
        config="toy",
        memory=None,
        seed=1,
        folder=folder,
    )
