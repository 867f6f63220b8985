"""Planted faults: what campaigns of ``make mutate`` have left, of each setting and unit the newest; those by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tb.mutation.by_hand import SUFFIX, TriedFault, read_tried
from tb.mutation.campaign.report import Score
from tb.mutation.campaign.stored import STORED_FILE, StoredCampaign, read_stored
from tb.report.left_out import LeaveOut
from tb.report.sources.stored import read_each
from tb.runner.paths import shown


@dataclass(frozen=True, slots=True)
class MutationSetting:
    """On what faults were tried.

    Attributes:
        config: the hardware configuration.
        sim: the simulator.
        memory: what answered the memory ports; empty: what each stage says.
    """

    config: str
    sim: str
    memory: str


Counted = Mapping[MutationSetting, Mapping[str, StoredCampaign]]
"""By setting and unit the campaign that counts, with the faults of that unit alone."""


def counted_campaigns(root: Path, rtl: Path, leave_out: LeaveOut) -> Counted:
    """The campaigns that count.

    Args:
        root: the folder of all campaigns.
        rtl: that of a family's RTL: faults in other files are another family's.
        leave_out: gets what is damaged, or of another version.
    """
    counted: dict[MutationSetting, dict[str, StoredCampaign]] = {}
    for one in sorted(read_each(root.glob(f"*/{STORED_FILE}"), read_stored, leave_out), key=lambda one: one.time):
        setting = MutationSetting(one.config, one.sim, one.memory)
        own = [fault for fault in one.faults if fault.file.startswith(f"{shown(rtl)}/")]
        for unit in dict.fromkeys(fault.unit for fault in own):
            faults = tuple(fault for fault in own if fault.unit == unit)
            counted.setdefault(setting, {})[unit] = replace(one, faults=faults)
    return counted


def unit_scores(counted: Counted) -> Mapping[str, Score]:
    """How many faults of each unit met which fate, those of all settings together."""
    campaigns = [(unit, one) for units in counted.values() for unit, one in units.items()]
    return {
        unit: Score(Counter(fault.fate for name, one in campaigns if name == unit for fault in one.faults))
        for unit in dict.fromkeys(unit for unit, _ in campaigns)
    }


def tried_faults(folder: Path, leave_out: LeaveOut) -> tuple[TriedFault, ...]:
    """What became of a family's faults that are planted by hand, by name.

    Args:
        folder: where it is written down.
        leave_out: gets what is damaged, or of another version.
    """
    return tuple(read_each(folder.glob(f"*{SUFFIX}"), read_tried, leave_out))
