"""The links that any RTL may name in its attach file."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from tb.borders.tap_links import links_of, links_of_streams
from tb.nvdla.borders.carriers.cbuf import cbuf_links
from tb.nvdla.borders.carriers.memory import readers, writers
from tb.nvdla.borders.pipeline import borders
from tb.nvdla.pins import CORE_CLOCK, RESETS
from tb.runner.attach.taps import TapLinks


def tap_links(config: HwConfig) -> TapLinks:
    """Those of a configuration."""
    return TapLinks(
        links={
            **links_of(border for border in borders(config) if border.block in config.units),
            **cbuf_links(config),
            **links_of_streams((*readers(config), *writers(config))),
        },
        clock=CORE_CLOCK,
        reset=RESETS[0],
    )
