"""The links between units that an attach file may name, as borders have them."""

from __future__ import annotations

from collections.abc import Iterable

from tb.borders.comparison.border import Border
from tb.borders.payload import widths_of
from tb.runner.attach.taps import TapLink


def links_of(borders: Iterable[Border]) -> dict[str, TapLink]:
    """The links of borders by their names; what is gathered from several transfers is needed whole."""
    return {border.tap: TapLink(widths_of(border.payload), whole=border.gather is not None) for border in borders}
