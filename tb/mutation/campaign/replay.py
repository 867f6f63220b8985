"""One fault of a campaign again, with everything that its tests say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rich.console import Console

from tb.mutation.campaign.campaign import Campaign
from tb.mutation.campaign.limits import UNLIMITED
from tb.mutation.campaign.prepare import prepare
from tb.mutation.campaign.trial import job_of
from tb.reports.console import report
from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.jobs.run import run
from tb.runner.jobs.run_dir import new_run_dir
from tb.runner.progress import Progress


def play_one(
    campaign: Campaign,
    number: int,
    console: Console,
    progress: Progress,
    with_taps: Callable[[Design], Design] | None,
) -> int:
    """Play a fault's stages until one fails, each to its end, and print what came out; their folders stay.

    Args:
        campaign: the faults.
        number: which of them.
        console: where to print.
        progress: shown while it takes time.
        with_taps: puts taps between the units, so that the first border is named that differs; None: it is not.

    Returns:
        0 if a stage failed, which is what is hoped for; 1 if none did.

    Raises:
        UserError: there is no fault of that number, or it does not compile.
    """
    if number not in campaign.drawn:
        raise UserError(f"MUTANT={number}: no such fault; this campaign has 1 to {len(campaign.drawn)}")
    item = campaign.drawn[number]
    console.print("\n".join(item.lines()), soft_wrap=True)
    if item.equivalent:
        console.print(f"  listed as equivalent: {item.equivalent}", soft_wrap=True)
    bench = prepare(campaign, progress)
    if with_taps is not None:
        bench = replace(bench, designs={memory: with_taps(design) for memory, design in bench.designs.items()})
    for stage in campaign.stages[item.unit]:
        folder = new_run_dir(f"mutant-{number}-{stage.name}")
        job = replace(job_of(bench, stage, number, UNLIMITED), run_dir=folder, taps=with_taps is not None)
        console.print(f"stage {stage.name}")
        result = run(job, progress=progress)
        report(result, console)
        if not result.passed:
            return 0
    return 1
