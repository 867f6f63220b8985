"""Which runs to play so that bins come: those of which the device alone promises some, and those of a kind that pays.

What each brought per processor second decides between

- runs of the suite that are played on the reference device alone, and of which the best one is simulated;
- runs of each kind, of the same test and knobs: some bins only pins show.

Where simulation is slow, as on RTL of a real part, the device's word is worth much; where it is fast, little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, cycle

import numpy as np

from tb.memory.profile import PROFILES
from tb.regression.close.bandit import Bandit
from tb.regression.close.device import Foresight
from tb.regression.close.drawn import DrawnRuns
from tb.regression.close.ledger import Ledger, Places
from tb.regression.plan.run import Run
from tb.regression.store.result import RunResult

PROFILE = "profile"
"""Knob of every test: how its memories answer."""
PROFILE_CHOICES = ("", *PROFILES)
DEVICE_AFTER_S = 30.0
"""So much is simulated before the device is asked for the first time, since anything brings much at first."""
QUIET_RUNS = 300
"""Runs without a new bin, simulated or not, after which there is no use in going on."""
NOTHING = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class _Pull:
    """Why a run was chosen: its kind pays, or the device promises something of it."""

    kind: int
    profile: int
    expected: Places
    on_device: bool = False
    device_s: float = 0.0


class Closing:
    """Chooses runs, and learns from what became of them.

    Attributes:
        ledger: the bins.
        curve: processor seconds and bins hit, after each run that brought some.
        on_device: the runs that were played on the device alone.
        why_over: why there are no more runs; empty while there are.

    Args:
        kinds: a run of each test, setting and choice of knobs.
        ledger: the bins.
        device: says what runs cover without a simulator.
        budget_s: processor time, of simulations and of the device together.
        seed: what choices hang on where nothing else decides.
    """

    def __init__(self, kinds: Sequence[Run], ledger: Ledger, device: Foresight, *, budget_s: float, seed: int) -> None:
        self.ledger, self._kinds, self._device, self._budget_s = ledger, kinds, device, budget_s
        self.curve: list[tuple[float, int]] = []
        self.why_over = ""
        rng = np.random.default_rng(seed)
        self._on_device = len(kinds)  # the arm behind those of the kinds
        self._by_kind, self._by_profile = (Bandit(arms, rng) for arms in (len(kinds) + 1, len(PROFILE_CHOICES)))
        self._arms = {self._run(kind, profile, 0).kind: (kind, profile) for kind, profile in self._all_arms()}
        self._seeds = [count(1) for _ in kinds]
        self.on_device = DrawnRuns(self._in_turn(rng.permutation(len(kinds)).tolist()), ledger, device)
        self._open: dict[str, _Pull] = {}
        self._known: set[str] = set()
        self._simulated_s, self._ended, self._quiet = 0.0, 0, 0

    @property
    def spent_s(self) -> float:
        """Processor time, of simulations and of the device, that of earlier calls included."""
        return self._simulated_s + self.device_s

    @property
    def device_s(self) -> float:
        """That of the device."""
        return self._device.spent_s

    def recall(self, results: Iterable[RunResult]) -> None:
        """Learn from runs of an earlier call."""
        for result in results:
            self.result(result)

    def runs(self) -> Iterator[Run]:
        """The runs to simulate, each chosen when it is asked for."""
        while not (why := self._why_over()):
            arm = self._choose()
            chosen = self._promising() if arm == self._on_device else self._paying(arm)
            if chosen is not None:
                run, self._open[run.id] = chosen
                self.ledger.expect(self._open[run.id].expected)
                yield run
        self.why_over = why

    def result(self, result: RunResult) -> None:
        """A run was simulated."""
        run = result.run
        kind, profile = self._arms.get(run.kind, (None, 0))
        if kind is None:
            return
        pull = self._open.pop(run.id, _Pull(kind, profile, NOTHING))
        hits = result.record.hits if result.record else {}
        new = self.ledger.ended(pull.expected, self.ledger.places(run.setting.config, hits))
        self._known.add(run.id)
        self._ended, self._simulated_s = self._ended + 1, self._simulated_s + result.cpu_s
        if pull.on_device:
            self._by_kind.learn(self._on_device, new, result.cpu_s + pull.device_s)
        self._by_kind.learn(kind, new, result.cpu_s)
        self._by_profile.learn(profile, new, result.cpu_s)
        self._noticed(new)

    def _why_over(self) -> str:
        """Why there are no more runs; empty while there are."""
        if (quiet := self._quiet + self.on_device.worthless) >= QUIET_RUNS:
            return f"nothing new in the last {quiet:,} runs"
        expected_s = len(self._open) * (self._simulated_s / self._ended if self._ended else 0.0)
        return "the budget is used up" if self.spent_s + expected_s >= self._budget_s else ""

    def _choose(self) -> int:
        """The arm to pull."""
        if not self.on_device.count and self._simulated_s > DEVICE_AFTER_S:
            return self._on_device
        return self._by_kind.choose()

    def _promising(self) -> tuple[Run, _Pull] | None:
        """A run of the suite of which the device alone promises new bins; what still waits costs it nothing."""
        before_s = self.on_device.wasted_s
        best = self.on_device.take()
        wasted_s = self.on_device.wasted_s - before_s
        if best is None:
            self._by_kind.learn(self._on_device, 0, wasted_s)
            return None
        return best.run, _Pull(best.kind, 0, best.places, on_device=True, device_s=best.cpu_s + wasted_s)

    def _in_turn(self, kinds: Sequence[int]) -> Iterator[tuple[int, Run]]:
        """Of each kind the next seed, over and over, in any order: kinds that are alike often stand side by side."""
        for kind in cycle(kinds):
            yield kind, self._fresh(kind, 0)

    def _paying(self, kind: int) -> tuple[Run, _Pull]:
        """A run of a kind, with memories of a kind that pays."""
        own = any(name == PROFILE for name, _ in self._kinds[kind].knobs)
        profile = 0 if own else self._by_profile.choose()
        return self._fresh(kind, profile), _Pull(kind, profile, NOTHING)

    def _fresh(self, kind: int, profile: int) -> Run:
        """A run that nobody has played, of the next seed of its kind."""
        return next(run for seed in self._seeds[kind] if (run := self._run(kind, profile, seed)).id not in self._known)

    def _run(self, kind: int, profile: int, seed: int) -> Run:
        run = self._kinds[kind]
        knobs = dict(run.knobs) | ({PROFILE: PROFILE_CHOICES[profile]} if profile else {})
        return replace(run, seed=seed, knobs=tuple(sorted(knobs.items())))

    def _all_arms(self) -> Iterator[tuple[int, int]]:
        """Every kind as the suite has it, last, so that it is what a run of the suite is taken for."""
        for profile in reversed(range(len(PROFILE_CHOICES))):
            for kind in range(len(self._kinds)):
                yield kind, profile

    def _noticed(self, new: int) -> None:
        self._quiet = 0 if new else self._quiet + 1
        if new:
            self.on_device.worthless = 0
            self.curve.append((self.spent_s, int(np.count_nonzero(self.ledger.hit))))
