"""A campaign goes on where it stopped, and its report says what became of each fault."""

import os
import signal
import time
from io import StringIO
from pathlib import Path

import pytest

from tb.mutation.campaign import try_all as module
from tb.mutation.campaign.campaign import Fate, FaultOutcome
from tb.mutation.campaign.limits import LEAST_CPU_S, LEAST_SIM_NS, limits_of, together
from tb.mutation.campaign.report import Score, report
from tb.mutation.campaign.setup import KEPT_CAMPAIGNS, drop_old_campaigns
from tb.mutation.campaign.stored import STORED_FILE, read_stored
from tb.mutation.campaign.trial import TrialBench
from tb.mutation.campaign.try_all import try_all
from tb.mutation.campaign.workers import WorkFailedError, work_through
from tb.reports.console import make_console
from tb.runner.family.mutation import TrialStage
from tb.runner.progress import Progress
from tests.unit.mutation.toy import QUICK, REST, campaign

TIMES = {"toy.FirstTest": (1000.0, 0.5), "toy.OtherTest": (900_000.0, 90.0), "toys.ThirdTest": (9e9, 9e9)}


@pytest.fixture
def tried(monkeypatch, tmp_path):
    """What is tried, as lines of a file; faults 1 and 2 are caught, 3 only by the second stage, 4 by a clock."""
    log = tmp_path / "tried"
    log.touch()

    def try_fault(_bench, number, stages, limits, _tick):
        assert all(stage in limits for stage in stages)
        with log.open("a") as file:
            file.write(f"{number} {stages[0].name}\n")
        fate = Fate.SURVIVED
        if number < 3 or (number == 3 and stages == (REST,)):
            fate = Fate.CAUGHT
        if number == 4:
            fate = Fate.CLOCK
        checker = "wrong-data" if fate is Fate.CAUGHT else ""
        return FaultOutcome(number=number, fate=fate, checker=checker, stage=stages[0].name, wall_s=1.5)

    bench = TrialBench(designs={"hdl": None}, sim="icarus", config="toy", seed=1, folder=tmp_path)
    monkeypatch.setattr(module, "try_fault", try_fault)
    monkeypatch.setattr(module, "measure", lambda _bench, _stage, _tick: TIMES)
    monkeypatch.setattr(module, "prepare", lambda _campaign, _progress: bench)
    return lambda: sorted(log.read_text().splitlines())


def go(one, jobs=2):
    told = []
    try_all(one, jobs=jobs, progress=Progress(), on_outcome=told.append)
    return {outcome.number: outcome for outcome in told}


def test_what_is_left_of_the_quick_stages_goes_through_whole_modules(tried, tmp_path):
    one = campaign(tmp_path / "campaign")
    told = go(one)
    assert told == one.outcomes()
    rest = ["3 rest", "5 rest", "6 rest"]
    assert tried() == sorted([f"{number} quick" for number in range(1, 7)] + rest)
    assert {number: outcome.fate for number, outcome in told.items()} == {
        **dict.fromkeys((1, 2, 3), Fate.CAUGHT),
        4: Fate.CLOCK,
        **dict.fromkeys((5, 6), Fate.SURVIVED),
    }
    assert (told[1].wall_s, told[3].wall_s, told[5].wall_s) == (1.5, 3.0, 3.0)


def test_a_campaign_that_was_killed_goes_on_where_it_stopped(tried, tmp_path):
    one = campaign(tmp_path / "campaign")
    go(one)
    lines = one.outcomes_file.read_text().splitlines(keepends=True)
    one.outcomes_file.write_text("".join(lines[:4]) + lines[4][:20])
    before = len(tried())
    again = go(one)
    assert len(again) == 2
    assert len(tried()) <= before + 4
    assert sorted(one.outcomes()) == [1, 2, 3, 4, 5, 6]
    before = len(tried())
    assert go(one) == {}
    assert len(tried()) == before


def test_what_is_listed_as_equivalent_is_not_tried(tried, tmp_path):
    faults = {number: item.fault for number, item in campaign(tmp_path).drawn.items()}
    one = campaign(tmp_path / "campaign", equivalents={faults[2]: "nobody looks", faults[6]: "never"})
    go(one)
    assert not {"2 quick", "6 quick"} & set(tried())
    assert one.outcomes()[2].message == "nobody looks"
    go(campaign(tmp_path / "campaign"))
    assert {"2 quick", "6 quick", "6 rest"} <= set(tried())


def test_the_report_counts_and_names(tried, tmp_path):
    assert tried() == []
    faults = {number: item.fault for number, item in campaign(tmp_path).drawn.items()}
    one = campaign(tmp_path / "campaign", equivalents={faults[6]: "never"})
    go(one)
    file = StringIO()
    score = report(one, make_console(file), lambda number: f"make mutate MUTANT={number}")
    lines = [" ".join(line.split()) for line in file.getvalue().splitlines()]
    assert "COUNTER 6 1 3 1 1 60.0 % 2.1 0.0" in lines
    assert "wrong-data 3 quick 2, rest 1" in lines
    survivor = faults[5]
    start = lines.index(f"SURVIVED tests/unit/mutation/design/counter.sv:{survivor.line}: COUNTER, {survivor.kind}")
    assert lines[start + 1 : start + 4] == [
        f"was {survivor.original}",
        f"now {survivor.changed or '(nothing)'}",
        "make mutate MUTANT=5",
    ]
    assert any(line.startswith("CLOCK ") for line in lines)
    stored = read_stored(one.folder / STORED_FILE)
    assert (stored.config, stored.sim, stored.memory, stored.seed) == ("toy", "icarus", "", 1)
    assert [(item.number, item.fate, item.stage) for item in stored.faults][2] == (3, Fate.CAUGHT, "rest")
    replays = {item.number: item.replay for item in stored.faults if item.replay}
    assert replays == {4: "make mutate MUTANT=4", 5: "make mutate MUTANT=5"}
    assert (score.percent, score.counted) == (60.0, 5)


def test_only_checkers_count():
    fates = [Fate.CAUGHT, Fate.CAUGHT, Fate.CLOCK, Fate.CRASH, Fate.SURVIVED, Fate.EQUIVALENT, Fate.REFUSED]
    score = Score.of(FaultOutcome(number=number, fate=fate) for number, fate in enumerate(fates))
    assert (score.counted, score.percent) == (5, 40.0)
    assert Score.of([]).percent == 100.0


def test_limits_come_from_what_tests_take_without_a_fault():
    assert limits_of(QUICK, TIMES).sim_ns == LEAST_SIM_NS
    assert limits_of(QUICK, TIMES).cpu_s == LEAST_CPU_S
    assert limits_of(REST, TIMES).sim_ns == 2_700_000
    assert limits_of(REST, TIMES).cpu_s == 900
    python = TrialStage(name="python", whole_modules=("toy",), memory="python")
    assert together([QUICK, REST, python], "hdl").modules == ("toy",)
    assert together([QUICK, REST], "python") is None


def test_of_many_campaigns_the_oldest_go(tmp_path):
    day = 86400
    for number in range(KEPT_CAMPAIGNS + 3):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        age_s = 2 * day + number if number else 0
        os.utime(folder, (time.time() - age_s,) * 2)
    drop_old_campaigns(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {f"{number}" for number in range(KEPT_CAMPAIGNS)}


def test_work_is_done_side_by_side():
    seen = dict(work_through(range(6), lambda task, _tick: (task, os.getpid()), jobs=2, tick=lambda: None))
    assert sorted(seen) == [0, 1, 2, 3, 4, 5]
    assert os.getpid() not in seen.values()


def test_an_error_in_a_process_is_told():
    with pytest.raises(WorkFailedError, match="ZeroDivisionError: "):
        list(work_through([0], lambda task, _tick: 1 // task, jobs=1, tick=lambda: None))


def test_processes_end_with_the_one_that_started_them():
    def wait(_task, tick):
        while True:
            tick()
            time.sleep(0.01)

    starter = os.fork()
    if not starter:
        list(work_through([1, 2], wait, jobs=2, tick=lambda: None))
        os._exit(0)
    time.sleep(0.3)
    workers = [int(pid) for pid in Path(f"/proc/{starter}/task/{starter}/children").read_text().split()]
    assert len(workers) == 2
    os.kill(starter, signal.SIGKILL)
    os.waitpid(starter, 0)
    deadline = time.monotonic() + 5
    while any(alive(pid) for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
