"""Random words on the judge and on the operations here."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.memory.sparse import Bytes
from models.sophgo.alone import Images
from models.sophgo.config import BM1684X
from models.sophgo.config.hardware import DDR, LOCAL
from models.sophgo.operations.operation import Operation
from models.sophgo.operations.table import operation_of
from models.sophgo.words.description import Queue
from models.sophgo.words.word import Word
from sequences.sophgo.draw.transfers import DDR_BYTES
from sequences.sophgo.draw.words import draw_word, tame
from tb.sophgo.judge.child import WINDOW_BYTES
from tb.sophgo.judge.process import JudgeEndedError, JudgeProcess


class Match:
    """Random words with the memories that they meet; each is drawn from the seed and its number.

    Args:
        judge: the judge.
        seed: what all hangs on.

    Attributes:
        word: the word that was drawn last.
        operation: what it does.
        images: the memories that it meets, or has met.
    """

    word: Word
    operation: Operation

    def __init__(self, judge: JudgeProcess, seed: int) -> None:
        self._judge, self._seed = judge, seed
        self._lanes = np.zeros((BM1684X.lanes, BM1684X.lane_bytes), np.uint8)
        self.images = Images(BM1684X, self._lanes.ravel(), np.zeros(DDR_BYTES, np.uint8))

    @property
    def window(self) -> Bytes:
        """The part of local memory that words use, [lanes, bytes]."""
        return self._lanes[:, :WINDOW_BYTES]

    def draw(self, number: int, fill: int | None = None) -> None:
        """Draw a word, and memories; these hold one byte everywhere but in what the word reads where one is given."""
        rng = np.random.default_rng([self._seed, number])
        self.word = draw_word(rng, BM1684X)
        self.operation = operation_of(self.word, BM1684X)
        if fill is None:
            for memory in (self.window, self.images.bytes[DDR]):
                memory[:] = np.frombuffer(rng.bytes(memory.size), np.uint8).reshape(memory.shape)
        else:
            self.window[:] = self.images.bytes[DDR][:] = fill
            for operand in self.operation.inputs:
                values = rng.integers(0, 256, operand.addresses.size * operand.dtype.itemsize, np.uint8)
                self.images.write(operand, values.view(operand.dtype))
        tame(rng, self.operation, self.images)

    def judged(self) -> dict[str, Bytes]:
        """What the memories hold after the word, until it plays another one: by name, of local memory the window.

        Raises:
            JudgeEndedError: the word is illegal to it.
        """
        shared = self._judge.shared
        shared.local[:], shared.ddr[:] = self.window, self.images.bytes[DDR]
        self._judge.ask("play", self.word.encode().tobytes(), int(self.word.queue is Queue.GDMA))
        return {LOCAL: shared.local, DDR: shared.ddr}

    def differences(self) -> Iterator[str]:
        """Where the judge and the operation differ, a line for each memory; nothing if they agree."""
        try:
            expected = self.judged()
        except JudgeEndedError as error:
            yield f"the judge ended itself: {error}"
            return
        self.images.play(self.operation)
        for name, got in ((LOCAL, self.window), (DDR, self.images.bytes[DDR])):
            if not np.array_equal(got, expected[name]):
                wrong = np.argwhere(got != expected[name])
                at = tuple(int(index) for index in wrong[0])
                held, wanted = int(got[at]), int(expected[name][at])
                yield f"{name} {at} is {held:#x}, the judge has {wanted:#x} ({len(wrong)} bytes differ)"
