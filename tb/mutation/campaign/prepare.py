"""What all faults of a campaign are tried on: one build for each memory, without the faults that do not compile."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tb.mutation.campaign.campaign import Campaign, Fate, FaultOutcome, append_outcome
from tb.mutation.campaign.trial import TrialBench
from tb.mutation.faults.elaborated import elaborate
from tb.mutation.faults.fault import RtlFault
from tb.mutation.faults.plant import plant
from tb.runner.build import build
from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.progress import Progress
from tb.runner.room import NoRoomError
from tb.runner.simulators.known import simulator


def prepare(campaign: Campaign, progress: Progress) -> TrialBench:
    """Plant the faults and build the design; those that do not compile are written down as refused.

    Equivalent faults are planted too, so that the build outlives a change of their list.

    Raises:
        UserError: the design does not compile, even without a fault.
    """
    refused = {number for number, outcome in campaign.outcomes().items() if outcome.fate is Fate.REFUSED}
    wanted = {number: item.fault for number, item in campaign.drawn.items() if number not in refused}
    kept = _compiling(campaign, wanted, progress)
    for number in sorted(wanted.keys() - kept.keys()):
        append_outcome(campaign.outcomes_file, FaultOutcome(number=number, fate=Fate.REFUSED))
    designs = {memory: _build(campaign, kept, memory, progress) for memory in _memories(campaign)}
    return TrialBench(
        designs=designs,
        sim=campaign.sim,
        config=campaign.config,
        seed=campaign.seed,
        folder=campaign.folder / "runs",
    )


def _compiling(campaign: Campaign, wanted: Mapping[int, RtlFault], progress: Progress) -> dict[int, RtlFault]:
    """The faults that compile: asked of slang, which is quick, then of the simulator."""

    def compiles(some: Mapping[int, RtlFault]) -> bool:
        try:
            _build(campaign, some, memory, progress)
        except NoRoomError:
            raise
        except UserError:
            if not some:
                raise
            return False
        return True

    memory = _memories(campaign)[0]
    kept = accepted(wanted, lambda some: not elaborate(_planted(campaign, some)).errors)
    if compiles(kept):
        return kept
    compiles({})
    return accepted(kept, compiles)


def _memories(campaign: Campaign) -> list[str]:
    return sorted({stage.memory for stages in campaign.stages.values() for stage in stages})


def _planted(campaign: Campaign, faults: Mapping[int, RtlFault]) -> Design:
    return plant(campaign.design, faults, campaign.folder / "rtl")


def _build(campaign: Campaign, faults: Mapping[int, RtlFault], memory: str, progress: Progress) -> Design:
    design = campaign.answered(_planted(campaign, faults), memory)
    build(design, simulator(campaign.sim), waves=False, progress=progress)
    return design


def accepted(faults: Mapping[int, RtlFault], compiles: Callable[[Mapping[int, RtlFault]], bool]) -> dict[int, RtlFault]:
    """The faults with which a design compiles, found by halves.

    Args:
        faults: by number.
        compiles: whether the design compiles with some of them in it.
    """
    if not faults or compiles(faults):
        return dict(faults)
    if len(faults) == 1:
        return {}
    numbers = sorted(faults)
    middle = len(numbers) // 2
    halves = [{number: faults[number] for number in part} for part in (numbers[:middle], numbers[middle:])]
    kept = {number: fault for half in halves for number, fault in accepted(half, compiles).items()}
    return kept if len(kept) < len(faults) and compiles(kept) else _one_by_one(kept, compiles)


def _one_by_one(
    faults: Mapping[int, RtlFault], compiles: Callable[[Mapping[int, RtlFault]], bool]
) -> dict[int, RtlFault]:
    """Where two of them do not go together: as many as do."""
    kept: dict[int, RtlFault] = {}
    for number, fault in faults.items():
        if compiles({**kept, number: fault}):
            kept[number] = fault
    return kept
