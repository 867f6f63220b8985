"""What campaigns of ``make mutate`` have left: what became of each unit's faults, the newest that has it counting."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from tb.mutation.campaign.campaign import Fate
from tb.mutation.campaign.report import REPORT_FILE, Score
from tb.report.left_out import LeaveOut
from tb.runner.paths import shown


def unit_scores(root: Path, rtl: Path, leave_out: LeaveOut) -> Mapping[str, Score]:
    """How many faults of each unit met which fate.

    Args:
        root: the folder of all campaigns.
        rtl: that of a family's RTL: faults in other files are another family's.
        leave_out: gets what is damaged.
    """
    scores: dict[str, Score] = {}
    for path in sorted(root.glob(f"*/{REPORT_FILE}"), key=lambda path: path.stat().st_mtime):
        try:
            faults = [(str(one["unit"]), str(one["file"]), Fate(one["fate"])) for one in json.loads(path.read_text())]
        except (OSError, ValueError, TypeError, KeyError):
            leave_out.add(shown(path), "damaged: no report of a campaign")
            continue
        fates: dict[str, dict[Fate, int]] = {}
        for unit, file, fate in faults:
            if file.startswith(f"{shown(rtl)}/"):
                own = fates.setdefault(unit, {})
                own[fate] = own.get(fate, 0) + 1
        scores |= {unit: Score(own) for unit, own in fates.items()}
    return scores
