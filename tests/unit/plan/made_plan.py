"""A plan of a made family, and the names that it may use."""

from tb.plan.names import PlanNames
from tb.plan.plan import read_plan

NAMES = PlanNames(
    tests={
        "copies.EveryRouteTest": "tests.made.copies.EveryRouteTest",
        "copies.LongTest": "tests.made.copies.LongTest",
        "resets.ResetTest": "tests.made.resets.ResetTest",
    },
    items={"port A": ("length", "length x kind"), "layers": ("size", "mode")},
    rules=("copy-overlap", "copy-stride"),
    faults=("line-too-long",),
    units=("COPY",),
)
WHOLE = """
title = "Copies"

[[point]]
name = "routes"
goal = "A copy goes from each memory to each."
section = "docs/architecture.md, 'Time'"
tests = "copies"
coverage = ["port *.length", "layers"]
rules = "copy-*"
faults = ["line-too-long"]
mutants = "COPY"

[[point]]
name = "resets"
goal = "A reset cuts off a copy."
section = "docs/architecture.md, 'Time'"
tests = "resets.ResetTest"
"""


def points_of(folder, text=WHOLE):
    path = folder / "plan.toml"
    path.write_text(text)
    return read_plan(path)
