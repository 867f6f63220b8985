"""The curves of the history: drawn where the page is made, since a page has no library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, date2num
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tb.plots.svg import colour, label, legend_above, marker, picture
from tb.plots.ticks import STEPS
from tb.report.history.history import History
from tb.report.history.record import Figures, Head
from tb.report.page.assemble import Picture

WIDTH_PX, HEIGHT_PX = 430, 250
MOST_TIMES, MOST_TICKS = 6, 5
MOST_GROUPS = 5
MARGIN = 0.03
"""Beside the first and the last point, of the time between them."""
TIMES = ["%Y", "%b %Y", "%d %b", "%H:%M", "%H:%M", "%H:%M:%S"]
FIRST_TIMES = ["%Y", "%b %Y", "%d %b", "%d %b", "%H:%M", "%H:%M:%S"]
"""How ticks are written: of years, months, days, hours, minutes, seconds; the second where one of the former begins."""
MARKED = 60
"""Of more points than these a line alone is drawn."""
Value = Callable[[Figures], float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Curves on the same axes.

    Attributes:
        title: what they show.
        unit: of their numbers.
        curves: by name, how a number comes from a report's figures; None: the report has none.
        from_zero: whether the axis begins at 0.
    """

    title: str
    unit: str = ""
    curves: dict[str, Value]
    from_zero: bool = False


def pictures_of(history: History) -> tuple[Picture, ...]:
    """The curves, without those that have no point."""
    return tuple(found for chart in _charts(history.reports) if (found := _picture(chart, history.reports)))


def _charts(reports: Sequence[Head]) -> Iterator[Chart]:
    figures = [report.figures for report in reports]
    configs = dict.fromkeys(config for one in figures for config in one.coverage)
    kinds = dict.fromkeys(kind for one in figures for kind in one.code)
    yield Chart(
        title="Runs that passed", curves={"passed": lambda one: one.passed if one.runs else None}, from_zero=True
    )
    yield Chart(
        title="Runs that failed",
        curves={
            "failed": lambda one: one.runs - one.passed - one.known if one.runs else None,
            "failed as is known": lambda one: one.known if one.runs else None,
        },
        from_zero=True,
    )
    yield Chart(title="Functional coverage", unit="%", curves={config: _covered(config) for config in configs})
    yield Chart(
        title="Layers a minute of a simulator",
        curves={"layers a minute": lambda one: 60 * one.layers / one.wall_s if one.wall_s else None},
        from_zero=True,
    )
    yield Chart(
        title="Planted faults that were caught",
        unit="%",
        curves={
            "planted by machine": lambda one: _percent(*one.faults),
            "planted by hand": lambda one: _percent(*one.by_hand),
        },
    )
    yield Chart(title="Code coverage", unit="%", curves={kind: _reached(kind) for kind in kinds})
    for config in configs:
        if curves := _changed_most(config, figures):
            yield Chart(title=f"Groups of {config} that changed most", unit="%", curves=curves)


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _covered(config: str, group: str | None = None) -> Value:
    """The percentage of the bins of a configuration, or of one of its groups, that anything can hit."""

    def percent(figures: Figures) -> float | None:
        groups = figures.coverage.get(config, {})
        tallies = [tally for name, tally in groups.items() if group in (None, name)]
        return _percent(sum(hit for hit, _ in tallies), sum(possible for _, possible in tallies))

    return percent


def _reached(kind: str) -> Value:
    return lambda figures: _percent(*figures.code.get(kind, (0, 0)))


def _changed_most(config: str, figures: Sequence[Figures]) -> dict[str, Value]:
    spans = {}
    for group in dict.fromkeys(group for one in figures for group in one.coverage.get(config, {})):
        values = [value for one in figures if (value := _covered(config, group)(one)) is not None]
        if values and max(values) > min(values):
            spans[group] = max(values) - min(values)
    most = sorted(spans, key=lambda group: -spans[group])[:MOST_GROUPS]
    return {group: _covered(config, group) for group in most}


def _picture(chart: Chart, reports: Sequence[Head]) -> Picture | None:
    points = {
        name: [(report.when, value) for report in reports if (value := of(report.figures)) is not None]
        for name, of in chart.curves.items()
    }
    points = {name: own for name, own in points.items() if any(value for _, value in own)}
    if not points:
        return None
    last = {
        name: f"{own[-1][1]:,.{1 if chart.unit else 0}f}{chart.unit and f' {chart.unit}'}"
        for name, own in points.items()
    }

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        for number, (name, own) in enumerate(points.items()):
            times, values = zip(*own, strict=True)
            axes.plot(
                times,
                values,
                color=colour(number),
                marker=marker(number) if len(own) <= MARKED else "",
                label=label(f"{name}: {last[name]}"),
                clip_on=False,  # marks of 0 lie on the axis
            )
        _set_times(axes, reports)
        axes.yaxis.set_major_locator(MaxNLocator(MOST_TICKS, integer=not chart.unit, steps=STEPS))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,g} {chart.unit}".rstrip())
        axes.grid(axis="y")
        if chart.from_zero:
            axes.set_ylim(bottom=0)
        legend_above(figure, axes)

    said = ", ".join(f"{name} {last[name]}" for name in points)
    alt = f"{chart.title} from {reports[0].time[:10]} to {reports[-1].time[:10]}; last {said}"
    return Picture(title=chart.title, svg=picture(draw, width_px=WIDTH_PX, height_px=HEIGHT_PX, alt=alt))


def _set_times(axes: Axes, reports: Sequence[Head]) -> None:
    """All charts have the times of all reports, whether they have a point there or not."""
    first, last = reports[0].when, reports[-1].when
    margin = (last - first) * MARGIN or timedelta(days=1)
    axes.set_xlim(date2num(first - margin), date2num(last + margin))
    locator = AutoDateLocator(minticks=2, maxticks=MOST_TIMES)
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(
        ConciseDateFormatter(locator, formats=TIMES, zero_formats=FIRST_TIMES, show_offset=False)
    )
