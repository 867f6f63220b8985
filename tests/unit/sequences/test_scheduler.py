"""The firmware that families share: jobs start as early as dependencies and free instances allow."""

from dataclasses import dataclass

import numpy as np
import pytest

from models.memory.footprint import Footprint
from sequences.firmware.jobs import MemoryJob
from sequences.firmware.scheduler import Scheduler, SchedulerKnobs
from sequences.model_host import run


@dataclass(frozen=True)
class Work:
    """What a job asks of a block."""

    block: str


def place(address):
    return Footprint("MEM", 0, np.array([address], np.uint64), 4, "data", None)


def jobs(*described):
    """Jobs of (block, reads, writes), with what each depends on."""
    made = []
    for number, (block, reads, writes) in enumerate(described):
        places = {"reads": tuple(map(place, reads)), "writes": tuple(map(place, writes))}
        job = MemoryJob(number=number, parts=(Work(block),), **places)
        job.follow(made)
        made.append(job)
    return made


class SlotDriver:
    """A block that has two slots in turns."""

    def __init__(self, name, told):
        self.name, self.told, self.turn = name, told, 0

    def completions(self, slot):
        return (f"{self.name}{slot}",)

    async def start(self, slot):
        self.told.append(f"start {self.name}{slot}")

    async def look(self, slot):
        self.told.append(f"look {self.name}{slot}")


class QuietHost:
    def __init__(self, told):
        self.told = told

    async def pause(self, cycles):
        self.told.append(f"pause {cycles > 0}")

    async def drain(self):
        self.told.append("drain")


class SlotScheduler(Scheduler):
    """A family whose jobs have one part; the one that began first completes first, unless another is `hasty`."""

    def __init__(self, knobs, hasty=()):
        self.told, self.drivers, self.hasty = [], {}, hasty
        super().__init__(QuietHost(self.told), np.random.default_rng(1), knobs)
        self.flying = []

    def driver(self, block):
        return self.drivers.setdefault(block, SlotDriver(block, self.told))

    async def prepare(self, job):
        (part,) = job.parts
        driver = self.driver(part.block)
        slot, driver.turn = driver.turn, 1 - driver.turn
        self.told.append(f"write {part.block}{slot}")
        self.flying.append(f"{part.block}{slot}")
        return {part.block: slot}

    def order(self, blocks):
        return list(blocks)

    async def serve(self, missing):
        assert missing == set(self.flying)
        done = next((name for name in self.flying if name in self.hasty), self.flying[0])
        self.flying.remove(done)
        self.told.append(f"done {done}")
        return {done}


def play(*described, hasty=(), **knobs):
    scheduler = SlotScheduler(SchedulerKnobs(**{"look": 0.0} | knobs), hasty)
    run(scheduler.play(jobs(*described)))
    assert scheduler.told.pop() == "drain"
    return scheduler.told


COPY, ALONE, BEHIND = ("a", [0], [64]), ("b", [0], [128]), ("b", [64], [192])


def test_jobs_depend_on_what_they_touch():
    first, second, third, fourth = jobs(COPY, ALONE, BEHIND, ("c", [], [0]))
    assert (first.before, second.before, third.before) == ([], [], [first])
    assert fourth.before == [first, second], "they read what it writes"


def test_independent_jobs_start_at_once_and_others_wait():
    assert play(COPY, ALONE) == ["write a0", "start a0", "write b0", "start b0", "done a0", "done b0"]
    assert play(COPY, BEHIND) == ["write a0", "start a0", "done a0", "write b0", "start b0", "done b0"]


def test_a_block_waits_for_the_instance_that_is_next():
    three = [("a", [], [64 * at]) for at in range(3)]
    told = play(*three)
    assert told[:5] == ["write a0", "start a0", "write a1", "start a1", "done a0"]
    told = play(*three, hasty=("a1",))
    assert told.index("done a0") < len(told) - told[::-1].index("write a0") - 1, "slot 0 is next, and not served"


def test_jobs_begin_together_wait_and_are_looked_at():
    assert play(COPY, ALONE, together=1.0)[:4] == ["write a0", "write b0", "start a0", "start b0"]
    assert play(COPY, ALONE, hold_back=1.0)[:4] == ["write a0", "start a0", "done a0", "write b0"]
    assert play(COPY, late=1.0, look=1.0) == ["write a0", "start a0", "pause True", "done a0", "look a0"]


@pytest.mark.parametrize("knobs", [{}, {"together": 1.0, "hold_back": 1.0, "late": 0.0}])
def test_knobs_without_a_choice_draw_nothing(knobs):
    scheduler = SlotScheduler(SchedulerKnobs(**knobs))
    run(scheduler.play(jobs(COPY, ALONE)))
    assert scheduler._rng.integers(1 << 40) == np.random.default_rng(1).integers(1 << 40)
