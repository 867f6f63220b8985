"""Small regressions on mini; ``python -m tests.sim.regression.playing <folder> <count> <jobs> <engine>`` plays one."""

import json
import sys
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from tb.regression.engines.find import found_engine
from tb.regression.engines.local import LocalEngine
from tb.regression.plan import batches
from tb.regression.plan.run import Run, Setting
from tb.regression.regression import Bounds, Place, Regression
from tb.regression.setup import build_all
from tb.regression.store.results import Results
from tb.regression.times import RunTimes
from tb.runner.paths import BUILD
from tb.runner.progress import Progress
from tb.runner.stopping import end_when_told

SETTING = Setting(family="mini", config="mini64", sim="icarus", memory="hdl")
TESTS = "tests.sim.regression.few_layers"
BATCH_RUNS = 4


def runs_of(count, test="FewLayersTest", setting=SETTING):
    return [Run(setting=setting, test=f"{TESTS}.{test}", seed=seed) for seed in range(1, count + 1)]


@dataclass
class Told:
    """What a regression tells."""

    results: list = field(default_factory=list)
    lines: list = field(default_factory=list)

    def result(self, result):
        self.results.append(result)

    def say(self, line):
        self.lines.append(line)

    def tick(self, running):
        pass


def play(folder, runs, *, engine=None, **bounds):
    """Play what is left of a regression: what it told."""
    batches.MOST_RUNS = batches.FIRST_RUNS = BATCH_RUNS  # many short ones, whatever is known of their times
    told = Told()
    build_all([SETTING], Progress())
    Regression(
        Place(folder=folder, builds=BUILD),
        runs=lambda: iter(runs),
        engine=engine or LocalEngine(2),
        times=RunTimes(folder.parent / "times.json"),
        bounds=Bounds(**bounds),
        view=told,
    ).play()
    return told


def outcomes(folder):
    """What became of each run, but for how long it took, what memory, and which runs its batch had before it."""
    return {
        key: json.dumps([asdict(replace(result.record, origin_ns=0.0)) if result.record else None, result.problem])
        for key, result in Results(folder).by_id.items()
    }


def lines_of(folder):
    """The id of each run for which there is a line, as often as there is one, but for damaged ones."""
    ids = []
    for path in sorted(folder.glob("results/*.jsonl")):
        lines = path.read_text(errors="replace").split("\n")[:-1]
        ids += [Run.from_json(json.loads(line.partition(" ")[2])["run"]).id for line in lines]
    return ids


if __name__ == "__main__":
    end_when_told()
    where, count, jobs, name = sys.argv[1:]
    with found_engine(name, int(jobs)) as chosen:
        said = play(Path(where), runs_of(int(count)), engine=chosen)
    print("\n".join(said.lines))
