"""The design of a setting, and whether one can look between its units."""

from __future__ import annotations

from pathlib import Path

from tb.regression.plan.run import Setting
from tb.runner.attach.attachment import read_attachment
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


def has_taps(setting: Setting) -> bool:
    """Whether one can look at what passes between units: of RTL of the user's if their file names the signals.

    Raises:
        UserError: the user's file is wrong.
    """
    family = load_family(setting.family)
    if setting.attach is None:
        return family.taps is not None
    return bool(read_attachment(Path(setting.attach), family.tap_links(setting.config).links).taps)
