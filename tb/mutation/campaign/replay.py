"""One fault of a campaign again, with everything that its tests say."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console

from tb.mutation.campaign.campaign import Campaign
from tb.mutation.campaign.limits import UNLIMITED
from tb.mutation.campaign.prepare import prepare
from tb.mutation.campaign.trial import job_of
from tb.reports.console import report
from tb.runner.errors import UserError
from tb.runner.jobs.run import run
from tb.runner.jobs.run_dir import new_run_dir
from tb.runner.paths import shown
from tb.runner.progress import Progress


def play_one(campaign: Campaign, number: int, console: Console, progress: Progress) -> int:
    """Play a fault's stages until one fails, each to its end, and print what came out; their folders stay.

    Returns:
        0 if a stage failed, which is what is hoped for; 1 if none did.

    Raises:
        UserError: there is no fault of that number, or it does not compile.
    """
    if number not in campaign.drawn:
        raise UserError(f"MUTANT={number}: no such fault; this campaign has 1 to {len(campaign.drawn)}")
    item = campaign.drawn[number]
    fault = item.fault
    console.print(f"{shown(fault.path)}:{fault.line}: {item.unit}, {fault.kind}", soft_wrap=True)
    console.print(f"  was  {fault.original}\n  now  {fault.changed or '(nothing)'}", soft_wrap=True)
    if item.equivalent:
        console.print(f"  listed as equivalent: {item.equivalent}", soft_wrap=True)
    bench = prepare(campaign, progress)
    for stage in campaign.stages[item.unit]:
        job = replace(job_of(bench, stage, number, UNLIMITED), run_dir=new_run_dir(f"mutant-{number}-{stage.name}"))
        console.print(f"stage {stage.name}")
        result = run(job, progress=progress)
        report(result, console)
        if not result.passed:
            return 0
    return 1
