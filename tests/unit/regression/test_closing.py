"""Which runs close coverage: those of which the device promises new bins, and those of kinds that pay."""

import json
import time
from dataclasses import replace
from io import StringIO
from itertools import count, islice

import numpy as np
import pytest
from rich.console import Console

from tb.coverage.bins import each
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.explained import Explained
from tb.coverage.packed import pack
from tb.environment.device_player import ProcessorLimit
from tb.outcome.record import TestRecord
from tb.regression.close.bandit import Bandit
from tb.regression.close.closing import PROFILE_CHOICES, Closing
from tb.regression.close.device import KNOWN_FILE, DevicePlayers
from tb.regression.close.foreseen import Foreseen
from tb.regression.close.ledger import BELIEVED, Ledger
from tb.reports.closing import report_closing, report_left
from tests.unit.regression.made_runs import RUN, SETTING, passed

BINS = 40
GROUP = Covergroup("numbers", [Coverpoint("number", each(range(BINS)), lambda number: number)])
CONFIG = SETTING.config
KINDS = [replace(RUN, test=f"tests.made.{name}Test", knobs=()) for name in ("First", "Second")]


def packed(numbers, group=GROUP):
    counts = Counts(group)
    for number in numbers:
        counts.sample({"number": number})
    return {group.name: pack(counts)}


def ended(run, numbers, cpu_s=1.0):
    record = TestRecord(name=run.test, passed=True, seed=run.seed, sim_time_ns=1.0, hits=packed(numbers))
    return replace(passed(run), record=record, cpu_s=cpu_s)


class MadeDevice:
    """Each run hits the bin of its seed on the device alone."""

    def __init__(self, numbers=lambda run: [run.seed] if run.seed < BINS else []):
        self.numbers = numbers

        self.spent_s = 0.0

    def foresee(self, run):
        self.spent_s += 0.1
        return Foreseen(id=run.id, hits=packed(self.numbers(run)), layers=1, cpu_s=0.1)


@pytest.fixture
def ledger():
    return Ledger({CONFIG: [GROUP]})


def closing_of(ledger, device=None, budget_s=1000.0):
    return Closing(KINDS, ledger, device or MadeDevice(), budget_s=budget_s, seed=1)


def test_a_bin_is_worth_something_until_it_is_hit_or_expected(ledger):
    places = ledger.places(CONFIG, packed([3, 4]))
    assert ledger.worth(places) == 2
    ledger.expect(places)
    assert ledger.worth(places) == 0
    assert ledger.ended(places, ledger.places(CONFIG, packed([3]))) == 1
    assert ledger.worth(places) == 1
    assert ledger.counts(CONFIG)["numbers"].hit("number", "3") == 1


def test_what_the_device_promises_in_vain_is_believed_only_so_often(ledger):
    places, nothing = ledger.places(CONFIG, packed([5])), ledger.places(CONFIG, {})
    ledger.foresee(places)
    for _ in range(BELIEVED):
        assert ledger.worth(places) == 1
        ledger.expect(places)
        ledger.ended(places, nothing)
    assert ledger.worth(places) == 0
    assert ledger.only_foreseen(CONFIG)["numbers"].hits() == {"number": {"5": 1}}


def test_other_versions_damage_and_combinations_that_are_no_bins_do_not_count():
    points = [Coverpoint(name, each(range(2)), lambda pair: pair) for name in "ab"]
    group = Covergroup("pairs", points, [cross("a", "b", ignore_bins=lambda a, b: a == b)])
    ledger, counts = Ledger({CONFIG: [group]}), Counts(group)
    counts.sample({"a": 1, "b": 1})
    assert len(ledger.places(CONFIG, {"pairs": pack(counts)})) == 2
    assert not len(ledger.places(CONFIG, {"pairs": "other:damaged", **packed([1])}))


def test_the_arm_that_pays_is_pulled_most():
    bandit, pulls = Bandit(3, np.random.default_rng(1)), [0, 0, 0]
    for _ in range(200):
        arm = bandit.choose()
        pulls[arm] += 1
        bandit.learn(arm, (0, 4, 1)[arm], 1.0)
    assert pulls[1] > 2 * max(pulls[0], pulls[2])
    assert min(pulls) > 3  # the others might have become better


def test_all_arms_are_tried_before_anything_is_known():
    bandit = Bandit(6, np.random.default_rng(1))
    assert sorted(bandit.choose() for _ in range(6)) == list(range(6))


def test_what_is_played_closes_what_the_device_sees(ledger):
    closing = closing_of(ledger)
    for run in closing.runs():
        closing.result(ended(run, [run.seed] if run.seed < BINS else []))
    assert int(np.count_nonzero(ledger.hit)) == BINS - 1  # no seed is 0
    assert "nothing new in the last" in closing.why_over
    assert closing.curve[-1][1] == BINS - 1


def test_a_run_that_hits_nothing_new_is_not_simulated_for_the_device(ledger):
    closing = closing_of(ledger, MadeDevice(lambda _: [7]))
    simulated = []
    for run in islice(closing.runs(), 100):
        simulated.append(run)
        closing.result(ended(run, [7]))
    assert closing.on_device.count > 24
    promised = [run for run in simulated if not run.knobs and run.seed == 1]
    assert len(promised) <= len(KINDS)


def test_knobs_that_pay_are_found(ledger):
    closing = closing_of(ledger, MadeDevice(lambda _: []))
    found = iter(range(BINS))
    slow = []
    for run in islice(closing.runs(), 200):
        pays = dict(run.knobs).get("profile") == "slow"
        slow.append(pays)
        closing.result(ended(run, [number] if pays and (number := next(found, None)) is not None else []))
    assert sum(slow) > 2 * len(slow) / len(PROFILE_CHOICES)


def test_the_budget_counts_what_runs_too(ledger):
    closing = closing_of(ledger, budget_s=20.0)
    for number, run in enumerate(closing.runs()):
        closing.result(ended(run, [number % BINS], cpu_s=2.0))
    assert closing.why_over == "the budget is used up"
    assert 20.0 <= closing.spent_s < 25.0


def test_the_same_results_lead_to_the_same_runs():
    def chosen():
        closing = closing_of(Ledger({CONFIG: [GROUP]}))
        for run in islice(closing.runs(), 30):
            closing.result(ended(run, [run.seed % BINS]))
            yield run

    assert list(chosen()) == list(chosen())


def test_what_was_played_before_is_learnt_from_and_not_chosen_again(ledger):
    before = [ended(replace(kind, seed=seed), [seed]) for kind in KINDS for seed in (1, 2, 3)]
    closing = closing_of(ledger)
    closing.recall(before)
    assert int(np.count_nonzero(ledger.hit)) == 3
    assert closing.spent_s == len(before)
    assert not {run.id for run in islice(closing.runs(), 30)} & {result.run.id for result in before}


def test_what_the_device_said_is_kept(tmp_path):
    plain = replace(RUN, setting=replace(SETTING, sim="", memory="", attach=None))
    known = Foreseen(id=plain.id, hits=packed([1]), layers=3, cpu_s=0.5)
    (tmp_path / KNOWN_FILE).write_text(f"{known.to_line()}\n{json.dumps({'other': 1})}\n")
    with DevicePlayers(tmp_path) as device:
        assert device.foresee(RUN) == known
        assert device.foresee(replace(RUN, setting=replace(SETTING, sim="verilator", memory="python"))) == known
        assert device.spent_s == 0.5


def test_the_time_on_the_device_of_an_earlier_call_counts(ledger, tmp_path):
    plain = replace(RUN, setting=replace(SETTING, sim="", memory="", attach=None))
    (tmp_path / KNOWN_FILE).write_text(f"{Foreseen(id=plain.id, hits=packed([1]), cpu_s=30.0).to_line()}\n")
    with DevicePlayers(tmp_path) as device:
        closing = closing_of(ledger, device, budget_s=31.0)
        closing.recall([ended(RUN, [1], cpu_s=2.0)])  # simulated, so it is not drawn again
        assert closing.spent_s == 30.0, "it is of no kind of the suite"
        closing.recall([ended(KINDS[0], [1], cpu_s=2.0)])
        assert closing.spent_s == 32.0
        assert list(closing.runs()) == []
    assert closing.why_over == "the budget is used up"


def test_a_run_that_the_device_alone_cannot_play_says_why(tmp_path):
    with DevicePlayers(tmp_path) as device:
        assert "No module named" in device.foresee(replace(RUN, test="tests.unit.nowhere.NoTest", knobs=())).problem


def test_that_a_process_ended_is_said_and_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("tb.regression.close.device.PLAYER", "tests.unit.nowhere")
    with DevicePlayers(tmp_path) as device:
        assert device.foresee(RUN).problem == "the process that played it ended with 1"
    assert not (tmp_path / KNOWN_FILE).exists()


def test_what_the_device_said_is_found_beside_damage(tmp_path):
    plain = replace(RUN, setting=replace(SETTING, sim="", memory="", attach=None))
    known = Foreseen(id=plain.id, layers=3)
    (tmp_path / KNOWN_FILE).write_bytes(b"\xff\xfe\n" + known.to_line().encode() + b"\n")
    with DevicePlayers(tmp_path) as device:
        assert device.foresee(RUN) == known


def test_a_run_on_the_device_is_bound_by_time_of_a_processor_only():
    with ProcessorLimit(0.05):
        time.sleep(0.2)  # the machine does something else
    with pytest.raises(TimeoutError, match=r"^took longer than 0.05 s of a processor$"), ProcessorLimit(0.05):
        all(number >= 0 for number in count())  # without end


def test_what_is_left_is_said_by_group(ledger):
    console = Console(file=StringIO(), width=150)
    closing = closing_of(ledger)
    ledger.foresee(ledger.places(CONFIG, packed([4, 5])))
    for run in islice(closing.runs(), 5):
        closing.result(ended(run, [1, 2, 3]))
    report_closing(closing, console)
    tally = report_left(CONFIG, closing, Explained({}, []), console, at_least=95.0)
    assert (tally.hit, tally.bins) == (3, BINS)
    text = console.file.getvalue()
    assert "the device alone hit" in text
    assert "it was stopped" in text
