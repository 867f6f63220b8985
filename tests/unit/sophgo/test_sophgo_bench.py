"""Operations on tensors on the model alone, against plain numpy; what cannot be done says so."""

import numpy as np
import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.device import SophgoDevice
from models.sophgo.numbers import Rounding
from models.sophgo.words.description import Queue
from sequences.model_host import ModelHost, run
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.operations.convolution import Conv2d
from sequences.sophgo.operations.copies import CopyIn, CopyOut
from sequences.sophgo.operations.elements import Elementwise, Requantise
from sequences.sophgo.operations.matrices import MatrixProduct
from sequences.sophgo.operations.pooling import AveragePool, MaxPool


class Bench(SophgoBench):
    """A bench on the model, which knows the races that happened."""

    def __init__(self, config):
        device = SophgoDevice(config)
        super().__init__(ModelHost(device), config, np.random.default_rng(7))
        self.layers = []
        device.listeners.append(lambda happened: self.layers.extend(happened.started))

    def values(self, *shape, low=-128, high=128):
        return self.rng.integers(low, high, shape)

    def through(self, values, *operations, shape=None, dtype="INT8", **place):
        """What operations make of values."""
        x = self.tensor(values, "INT8")
        out = self.empty(shape or x.shape, dtype)
        chain = CopyIn(x, **place)
        for operation in operations:
            chain = chain >> operation
        run(self.play(chain >> CopyOut(out)))
        assert not any(layer.races for layer in self.layers)
        return out.numpy()


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def bench(request):
    return Bench(request.param)


@pytest.mark.parametrize("layout", ["aligned", "compact", "line-aligned"])
@pytest.mark.parametrize("lane", [0, 3])
def test_a_tensor_goes_in_and_out(bench, layout, lane):
    values = bench.values(2, 7, 3, 5)
    assert (bench.through(values, layout=layout, lane=lane) == values).all()


@pytest.mark.parametrize("layout", ["aligned", "compact"])
def test_a_convolution_is_that_of_numpy(bench, layout):
    x, k, bias = bench.values(1, 5, 4, 6), bench.values(9, 5, 2, 2), bench.values(9, low=-999, high=999)
    sums = np.zeros((1, 9, 3, 5), int)
    for line in range(2):
        for column in range(2):
            part = x[:, :, line : line + 3, column : column + 5]
            sums += np.einsum("nchw,oc->nohw", part, k[:, :, line, column])
    biased = sums + bias[np.newaxis, :, np.newaxis, np.newaxis]
    weights, added = bench.weights(k), bench.tensor(bias.reshape(1, 9, 1, 1), "INT16")
    where = {"layout": layout, "lane": 2}
    assert (bench.through(x, Conv2d(weights), shape=sums.shape, dtype="INT32", **where) == sums).all()
    got = bench.through(x, Conv2d(weights, bias=added, right_shift=8), shape=sums.shape, **where)
    assert (got == np.clip((biased + 128) >> 8, -128, 127)).all()


def test_elements_are_added_and_requantised(bench):
    x, y = bench.values(1, 5, 2, 3), bench.values(1, 5, 2, 3)
    one, other = bench.tensor(x, "INT8"), bench.tensor(y, "INT8")
    added, out = bench.local(one, lane=1), bench.empty(one.shape, "INT8")
    product = CopyIn(one, lane=1) >> Elementwise("mul", added, output="INT16")
    run(bench.play(CopyIn(other, into=added), product >> Requantise(7, -9, 3, rounding=Rounding.FLOOR) >> CopyOut(out)))
    assert (out.numpy() == np.clip((x * y * 7 >> 9) + 3, -128, 127)).all()
    plus = bench.through(x, Elementwise("add_saturate", 100, shift=-1, rounding=Rounding.CEIL))
    assert (plus == np.clip(-(-(x + 100) // 2), -128, 127)).all()


def test_pooling_is_that_of_numpy(bench):
    x = bench.values(2, 3, 4, 4)
    windows = x.reshape(2, 3, 2, 2, 2, 2)
    assert (bench.through(x, MaxPool(2), shape=(2, 3, 2, 2)) == windows.max(axis=(3, 5))).all()
    got = bench.through(x, AveragePool(2, scale=1, right_shift=2), shape=(2, 3, 2, 2))
    assert (got == (windows.sum(axis=(3, 5)) + 2) >> 2).all()


@pytest.mark.parametrize("columns", [1, 10, 13])
def test_a_product_is_that_of_numpy(bench, columns):
    x, right = bench.values(3, 5, 2, 2, low=-9, high=9), bench.values(20, 1, 1, columns, low=-9, high=9)
    product = MatrixProduct(bench.tensor(right, "INT8"), bits=16)
    got = bench.through(x, product, shape=(3, 1, 1, columns), dtype="INT16", lane=1)
    assert (got[:, 0, 0] == x.reshape(3, 20) @ right[:, 0, 0]).all()


def test_words_run_side_by_side_where_nothing_orders_them(bench):
    values, after = bench.values(1, 4, 2, 2), {}
    for parallel in (True, False):
        x, y = (bench.tensor(values, "INT8") for _ in range(2))
        chains = [CopyIn(t, lane=1) >> MaxPool(1) >> CopyOut(bench.empty(t.shape, "INT8")) for t in (x, y)]
        bench.layers.clear()
        run(bench.play(*chains, parallel=parallel))
        words = [layer.descriptor.word for layer in bench.layers if layer.stage in tuple(Queue)]
        after[parallel] = [word["cmd_id_dep"] for word in words if word.queue is Queue.GDMA]
    assert sorted(after[True]) == [0, 0, 1, 2]
    assert sorted(after[False]) == [0, 1, 1, 2]


def test_kernels_are_launched_by_name(bench):
    x, y, z = (bench.tensor(bench.values(1, 3, 2, 2), "INT8") for _ in range(3))
    a = bench.local(x, lane=2)
    bench.kernel("in", CopyIn(x, into=a))
    bench.kernel("out", CopyOut(y, source=a))
    for name in ("in", "out"):
        run(bench.launch(name, notify=name == "out"))
    run(bench.finished())
    assert (y.numpy() == x.numpy()).all()
    assert (z.numpy() != x.numpy()).any()


def test_more_kernels_than_a_table_holds(bench):
    values = bench.values(1, 3, 2, 2)
    for _ in range(20):
        assert (bench.through(values) == values).all()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda b: b.tensor(np.ones(3)), "give integers"),
        (lambda b: b.tensor(np.array([200]), "INT8"), "holds -128 to 127"),
        (lambda b: b.empty((1, 2), "INT9"), "there are INT8"),
        (lambda b: b.empty((0,), "INT8"), "up to four sizes from 1 on"),
        (lambda b: b.local((1, 2), None), "a shape needs a type"),
        (lambda b: b.local((1, 2), "INT8", layout="dense"), "there are aligned, compact, line-aligned"),
        (lambda b: b.local((1, 2), "INT8", lane=64), "has the lanes 0 to"),
        (lambda b: b.local((1, 1, 1 << 10, 1 << 10), "INT8"), "no room for"),
        (lambda b: b.kernel("k"), "nothing to do"),
        (lambda b: b.kernel("k", CopyOut(b.empty((4,), "INT8"))), "takes nothing"),
        (lambda b: b.kernel("k", CopyIn(b.local((4,), "INT8"))), "needs a tensor in DDR"),
        (lambda b: b.kernel("k", MaxPool(2, source=b.empty((4,), "INT8"))), "bring the tensor there first"),
        (lambda b: b.kernel("k", MaxPool(2, source=b.local((4,), "INT8"))), "larger than its input"),
        (lambda b: b.kernel("k", MaxPool(1, source=b.local((4,), "INT16"))), "takes 8 bits"),
        (lambda b: b.kernel("k", MaxPool(1, source=b.local((4,), "INT8", layout="compact"))), "that are aligned"),
        (lambda b: b.kernel("k", CopyIn(b.empty((4,), "INT8")) >> CopyOut(b.empty((5,), "INT8"))), "CopyOut: int8"),
        (lambda _: CopyIn() >> 3, "behind >>"),
        (lambda b: [b.kernel("k", CopyIn(b.tensor(np.ones(3, int), "INT8"))) for _ in range(2)], "there is one"),
        (lambda b: run(b.launch("none")), "there is none of that name"),
    ],
)
def test_what_cannot_be_done_says_so(bench, wrong, said):
    with pytest.raises(ValueError, match=said):
        wrong(bench)
