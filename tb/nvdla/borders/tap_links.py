"""The links that any RTL may name in its attach file."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from tb.borders.tap_links import links_of
from tb.nvdla.borders.pipeline import borders
from tb.nvdla.pins import CORE_CLOCK, RESETS
from tb.runner.attach.taps import TapLinks


def tap_links(config: HwConfig) -> TapLinks:
    """Those of a configuration."""
    return TapLinks(
        links=links_of(border for border in borders(config) if border.block in config.units),
        clock=CORE_CLOCK,
        reset=RESETS[0],
    )
