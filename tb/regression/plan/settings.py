"""The design of a setting."""

from __future__ import annotations

from pathlib import Path

from tb.regression.plan.run import Setting
from tb.runner.design import Design
from tb.runner.family.find import load_family
from tb.runner.under_test import design_under_test


def design_of(setting: Setting, *, taps: bool = False) -> Design:
    """What runs of a setting are played on.

    Args:
        setting: on what.
        taps: look at what passes between units.

    Raises:
        UserError: the user's RTL is wrong, or taps are asked for and there are none.
    """
    return design_under_test(
        load_family(setting.family),
        setting.config,
        attach=None if setting.attach is None else Path(setting.attach),
        memory=setting.memory,
        taps=taps,
    )
