"""What families say of their units for taps, as waves need it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tb.borders.comparison.border import Border
from tb.borders.divergence.subjects import Subjects
from tb.borders.tap_links import links_of
from tb.findings import Finding
from tb.runner.family.waves import ShownLink


def shown_links(borders: Iterable[Border]) -> dict[str, ShownLink]:
    """The links of borders by their names."""
    borders = tuple(borders)
    links = links_of(borders)
    return {
        border.tap: ShownLink(text=border.text, units=(border.giver, border.taker), link=links[border.tap])
        for border in borders
    }


def unit_finder(subjects: Subjects) -> Callable[[Finding], str]:
    """Tells the unit that a finding is about by what it says; empty: it names none."""

    def unit_of(finding: Finding) -> str:
        return subjects.of_pins(finding) or subjects.of_id(finding.message) or subjects.spoken_of(finding.message)

    return unit_of
