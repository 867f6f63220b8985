"""What is wrong with a plan: a line each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tb.plan.names import KINDS, PlanNames
from tb.plan.plan import PROOFS, Point


def wrong_with(points: Sequence[Point], names: PlanNames) -> Iterator[str]:
    """All that is wrong: points that nothing proves, names that mean nothing, modules that no point names, duplicates.

    Args:
        points: the plan.
        names: what there is.
    """
    yield from _twice(points)
    for point in points:
        yield from (f"{point.file}: point {point.name}: {line}" for line in _wrong_point(point, names))
    named = {test for point in points for name in point.proofs.get("tests", ()) for test in names.found("tests", name)}
    reached = {test.partition(".")[0] for test in named}
    for module in names.modules:
        if module not in reached:
            tests = ", ".join(test.partition(".")[2] for test in names.tests if test.startswith(f"{module}."))
            yield f"module {module}: no point of the plan names it or one of its tests: {tests}"


def _twice(points: Sequence[Point]) -> Iterator[str]:
    """Points of the same name, or of the same goal."""
    for what in ("name", "goal"):
        first: dict[str, Point] = {}
        for point in points:
            before = first.setdefault(getattr(point, what), point)
            if before is not point:
                where = f"as {before.name} in {before.file}" if what == "goal" else f"as another one in {before.file}"
                yield f"{point.file}: point {point.name}: the same {what} {where}"


def _wrong_point(point: Point, names: PlanNames) -> Iterator[str]:
    if not point.proofs:
        yield f"nothing proves it; it needs one of {', '.join(PROOFS)}"
    for kind, given in point.proofs.items():
        for name, count in Counter(given).items():
            if count > 1:
                yield f"{kind}: {name} is named {count} times"
            if not names.found(kind, name):
                yield f"{kind}: {name}: no such {KINDS[kind]}{names.hint(kind, name)}"
