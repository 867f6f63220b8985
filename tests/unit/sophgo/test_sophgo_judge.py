"""What is held against the judge, with one that errs: each difference is told."""

import io
import pickle

import numpy as np
import pytest

from models.sophgo.alone import Images
from models.sophgo.config import BM1684X
from models.sophgo.config.hardware import DDR, LOCAL
from models.sophgo.layouts.lanes import place_of, rows_of
from models.sophgo.layouts.strides import Shape, aligned, compact, continuous, line_aligned
from models.sophgo.operations.table import operation_of
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import split
from sequences.sophgo.draw.transfers import DDR_BYTES
from tb.sophgo.judge.child import LANES, WINDOW_BYTES, Shared, serve
from tb.sophgo.judge.layouts import layout_differences
from tb.sophgo.judge.play import Match
from tb.sophgo.judge.process import JudgeEndedError

SIZES = {0: 1, 3: 2, 4: 4}


class Judge:
    """Does what the operations here do, but for what it gets wrong."""

    def __init__(self, spoil=lambda _: None):
        self.shared = Shared(np.zeros((LANES, WINDOW_BYTES), np.uint8), np.zeros(DDR_BYTES, np.uint8))
        self.spoil = spoil

    def ask(self, method, *arguments):
        return getattr(self, method)(*arguments)

    def play(self, data, engine):
        lanes = np.zeros((LANES, BM1684X.lane_bytes), np.uint8)
        lanes[:, :WINDOW_BYTES] = self.shared.local
        images = Images(BM1684X, lanes.ravel(), self.shared.ddr)
        word = next(split(np.frombuffer(data, np.uint8), Queue.GDMA if engine else Queue.TIU))
        images.play(operation_of(word, BM1684X))
        self.shared.local[:] = lanes[:, :WINDOW_BYTES]
        self.spoil(self.shared)

    def strides(self, function, before, shape, after):
        size = SIZES[after[0] >> 1] if after else 0
        shape, lane = Shape(*shape), before[0] if before else 0
        return {
            "tpu_aligned_stride": lambda: aligned(BM1684X, shape, size, lane),
            "tpu_compact_stride": lambda: compact(BM1684X, shape, lane),
            "tpu_line_aligned_stride": lambda: line_aligned(BM1684X, shape, size, lane),
            "tpu_continuous_stride": lambda: continuous(shape),
        }[function]()

    def number(self, function, *arguments):
        return {
            "tpu_channle_num_per_npu": lambda: rows_of(BM1684X, *arguments),
            "tpu_npu_index": lambda: place_of(BM1684X, *arguments).lane,
            "tpu_bank_index": lambda: place_of(BM1684X, *arguments).offset // BM1684X.bank_bytes,
        }[function]()


def differences(judge, numbers=range(12)):
    match = Match(judge, 7)
    for number in numbers:
        match.draw(number)
        yield from match.differences()


def test_a_judge_of_the_same_opinion():
    assert list(differences(Judge())) == []
    assert list(layout_differences(Judge(), 7, 20)) == []


@pytest.mark.parametrize("memory", [LOCAL, DDR])
def test_a_byte_that_differs_is_told(memory):
    def spoil(shared):
        (shared.local if memory == LOCAL else shared.ddr.reshape(1, -1))[0, 5] ^= 1

    (told, *others) = differences(Judge(spoil))
    assert told.startswith(f"{memory} ({'0, ' if memory == LOCAL else ''}5")
    assert told.endswith("(1 bytes differ)")
    assert len(others) == 11


def test_a_judge_that_ends_itself_is_told():
    def spoil(_):
        raise JudgeEndedError("ASSERT")

    assert set(differences(Judge(spoil))) == {"the judge ended itself: ASSERT"}


def test_a_layout_that_differs_is_told():
    class Wrong(Judge):
        def number(self, function, *arguments):
            return super().number(function, *arguments) + (function == "tpu_npu_index")

    (first, *_) = layout_differences(Wrong(), 7, 3)
    assert first.startswith("tpu_npu_index of Shape(")


def test_requests_are_answered_in_their_order():
    asked = [("number", "tpu_npu_index", 1 << 18), ("number", "tpu_channle_num_per_npu", 1, 64)]
    requests, answers = io.BytesIO(b"".join(map(pickle.dumps, asked))), io.BytesIO()
    serve(Judge(), requests, answers)
    answers.seek(0)
    assert [pickle.load(answers) for _ in asked] == [1, 2]
