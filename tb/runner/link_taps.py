"""What behavioural RTL of any family shares for looking into it, in `rtl_stubs/debug`, and what switches it on."""

from __future__ import annotations

from tb.runner.design import Design
from tb.runner.paths import ROOT

LINK_TAP = ROOT / "rtl_stubs" / "debug" / "link_tap.sv"
"""The module that writes down what passes a link, in the form that `tb.taps` reads; it has the file's name."""


def with_taps(design: Design) -> Design:
    """Behavioural RTL with its taps, which write what passes its links where ``+taps=<folder>`` says."""
    return design.with_define("WITH_TAPS", "taps")


def with_link_checks(design: Design) -> Design:
    """Behavioural RTL with the costly assertions too: the rule of valid, ready and payload on its links."""
    return design.with_define("WITH_LINK_CHECKS", "checks")
