"""From what a user asks for to a campaign: faults found, drawn, looked up in the list of equivalent ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from tb.mutation.campaign.campaign import Campaign, numbered
from tb.mutation.faults.draw import draw
from tb.mutation.faults.elaborated import elaborate_correct
from tb.mutation.faults.equivalent import find_equivalents, read_equivalents
from tb.mutation.faults.find import by_unit, find_faults
from tb.runner.bench_files import bench_files
from tb.runner.cache import content_key, drop_old
from tb.runner.design import Design
from tb.runner.family.mutation import MutationPlan, TrialStage
from tb.runner.paths import BUILD

CAMPAIGNS = BUILD / "mutation"
KEPT_CAMPAIGNS = 10
IN_USE_S = 86400.0


def set_up(
    plan: MutationPlan,
    design: Design,
    *,
    units: Sequence[str],
    count: int,
    seed: int,
    sim: str,
    config: str,
    memory: str | None,
    answered: Callable[[Design, str], Design],
) -> Campaign:
    """A campaign; one that was begun before with the same arguments and sources is found again.

    Args:
        plan: where faults are planted, and what is to catch them.
        design: the RTL.
        units: where faults are planted; all units if empty.
        count: how many.
        seed: of the draw, and of the tests.
        sim: the simulator's name.
        config: the hardware configuration.
        memory: what answers the memory ports in all stages; None: what each stage says.
        answered: puts that behind a design's ports.

    Raises:
        UserError: an unknown unit, or a list of equivalent faults that is out of date.
    """
    found = find_faults(elaborate_correct(design))
    pools = by_unit(found, plan, units)
    equivalents = find_equivalents(
        read_equivalents(plan.equivalents),
        found,
        config=Path(config).stem,
        sim=sim,
        path=plan.equivalents,
    )
    stages = {unit: _answered_by(plan.stages(unit, config), memory) for unit in pools}
    asked_for = (*pools, count, seed, sim, config, memory, stages)
    return Campaign(
        design=design,
        drawn=numbered(draw(pools, count, seed), equivalents),
        stages=stages,
        answered=answered,
        sim=sim,
        config=config,
        memory=memory,
        seed=seed,
        folder=CAMPAIGNS / content_key(map(repr, asked_for), (*design.sources, *bench_files())),
    )


def drop_old_campaigns(folder: Path = CAMPAIGNS) -> None:
    """Delete all campaigns but the last few, if nobody has touched them for a day."""
    drop_old(folder.glob("*"), KEPT_CAMPAIGNS, IN_USE_S)


def _answered_by(stages: tuple[TrialStage, ...], memory: str | None) -> tuple[TrialStage, ...]:
    """Stages as they are, or all of them with one memory."""
    if memory is None:
        return stages
    kept = (stage for stage in stages if not stage.whole_modules or stage.memory == memory)
    return tuple(replace(stage, memory=memory) for stage in kept)
