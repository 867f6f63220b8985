"""What the tests are worth: faults that were planted into the RTL, and what caught them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tb.mutation.by_hand import TriedFault
from tb.mutation.campaign.campaign import Fate
from tb.mutation.campaign.report import Score
from tb.mutation.campaign.stored import StoredFault
from tb.plan.names import planted_names
from tb.report.panels.plan_proofs import ENOUGH_PERCENT
from tb.report.sources.campaigns import MutationSetting
from tb.report.sources.sources import Sources


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitScore:
    """The faults of a unit that were tried on one setting.

    Attributes:
        setting: the setting's number.
        unit: the unit.
        seed: of the draw, and of the tests.
        time: when its campaign ended, UTC.
        commit: that of the campaign's checkout.
        fates: how many faults met which fate.
        counted: those that somebody should see.
        percent: how many of these a checker caught.
    """

    setting: int
    unit: str
    seed: int
    time: str
    commit: str
    fates: Mapping[Fate, int]
    counted: int
    percent: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedFault:
    """A fault that was planted by machine.

    Attributes:
        setting: number of the setting that it was tried on.
        fault: the fault, and what became of it.
    """

    setting: int
    fault: StoredFault


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFault:
    """A fault that was planted by hand.

    Attributes:
        unit: the unit that it is in; empty: it is of none.
        fault: the fault, and what became of it.
    """

    unit: str
    fault: TriedFault


@dataclass(frozen=True, slots=True, kw_only=True)
class WorthPanel:
    """Planted faults.

    Attributes:
        settings: what campaigns were played on.
        units: a line for each unit and setting.
        faults: those of the campaigns that count.
        by_hand: those that tests plant, as far as they were tried.
        not_tried: names of the others.
        enough_percent: of the faults that somebody should see that are to be caught.
    """

    settings: tuple[MutationSetting, ...]
    units: tuple[UnitScore, ...]
    faults: tuple[PlantedFault, ...]
    by_hand: tuple[HandFault, ...]
    not_tried: tuple[str, ...]
    enough_percent: float = ENOUGH_PERCENT


def worth_of(sources: Sources) -> WorthPanel | None:
    """The faults that were planted; None if none was."""
    by_hand = tuple(_by_hand(sources))
    if not sources.campaigns and not by_hand:
        return None
    tried = {one.fault.name for one in by_hand}
    return WorthPanel(
        settings=tuple(sources.campaigns),
        units=tuple(_units(sources)),
        faults=tuple(
            PlantedFault(setting=number, fault=fault)
            for number, units in enumerate(sources.campaigns.values())
            for campaign in units.values()
            for fault in campaign.faults
        ),
        by_hand=by_hand,
        not_tried=tuple(name for name in _planted(sources) if name not in tried),
    )


def _units(sources: Sources) -> Iterator[UnitScore]:
    for number, units in enumerate(sources.campaigns.values()):
        for unit, campaign in units.items():
            score = Score(Counter(fault.fate for fault in campaign.faults))
            yield UnitScore(
                setting=number,
                unit=unit,
                seed=campaign.seed,
                time=campaign.time,
                commit=campaign.commit,
                fates=score.fates,
                counted=score.counted,
                percent=score.percent,
            )


def _by_hand(sources: Sources) -> Iterator[HandFault]:
    names, mutation = set(_planted(sources)), sources.family.mutation
    for fault in sources.by_hand:
        if fault.name not in names:
            sources.leave_out.add(f"fault {fault.name}", "no fault of that name is planted by hand now")
            continue
        unit = mutation.unit_of(mutation.folder / fault.file) if mutation else None
        yield HandFault(unit=unit or "", fault=fault)


def _planted(sources: Sources) -> tuple[str, ...]:
    plan = sources.family.plan
    return planted_names(plan.planted) if plan and plan.planted else ()
