"""Random calls of BM1684's kernel interface, on the judge and on the reference device."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from models.sophgo.bm1684.device import Bm1684
from models.sophgo.config.hardware import DDR, LOCAL
from sequences.sophgo.draw.calls import OkkCall, digest_of, drawn_call, fill_for, windows
from sequences.sophgo.draw.transfers import DDR_BYTES
from tb.sophgo.judge.process import JudgeEndedError, JudgeProcess


class CallMatch:
    """Random calls with the memories that they meet; each is drawn from the seed and its number.

    Args:
        judge: the judge of BM1684.
        seed: what all hangs on.

    Attributes:
        call: the call that was drawn last.
        chip: the device that it has met.
    """

    call: OkkCall

    def __init__(self, judge: JudgeProcess, seed: int) -> None:
        self._judge, self._seed, self.chip = judge, seed, Bm1684(DDR_BYTES)

    def differences(self, number: int) -> Iterator[str]:
        """Draw a call, and say where the judge and the device differ, a line for each memory."""
        self.call = drawn_call(np.random.default_rng([self._seed, number]))
        fill_for(self.call, self.chip, np.random.default_rng(number))
        shared, (window, ddr) = self._judge.shared, windows(self.chip)
        shared.local[:], shared.ddr[:] = window, ddr
        try:
            self._judge.ask("call", self.call.name, *self.call.arguments)
        except JudgeEndedError as error:
            yield f"the judge ended itself: {error}"
            return
        self.chip.call(self.call.name, *self.call.arguments)
        for name, got, expected in ((LOCAL, window, shared.local), (DDR, ddr, shared.ddr)):
            wrong = np.argwhere(got != expected)
            if len(wrong):
                at = tuple(int(index) for index in wrong[0])
                yield f"{name} {at} is {got[at]:#x}, the judge has {expected[at]:#x} ({len(wrong)} bytes differ)"


def record_calls(judge: JudgeProcess, path: Path, count: int, seed: int) -> None:
    """Write random calls with digests of what memories hold behind them, of those that change something."""
    match, lines = CallMatch(judge, seed), []
    for number in range(count):
        assert not list(match.differences(number)), match.call
        item = {
            "number": number,
            "name": match.call.name,
            "arguments": match.call.arguments,
            "digest": digest_of(match.chip),
        }
        lines.append(json.dumps(item))
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n")
