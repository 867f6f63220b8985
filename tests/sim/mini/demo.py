"""What `make sim FAMILY=mini` plays."""

import numpy as np
import pyuvm

from sequences.mini.bench import MultiplyAdd
from tb.mini.env import MiniBaseTest


@pyuvm.test()
class MultiplyAddTest(MiniBaseTest):
    """Arrays of more elements than the scratch memory holds."""

    async def stimulus(self, bench):
        x, y = (bench.array(bench.rng.integers(-128, 128, 3000)) for _ in range(2))
        out = bench.empty(3000)
        await bench.play(MultiplyAdd(a=x, b=y, c=x, out=out, scale=5, shift=8))
        want = (x.numpy().astype(int) * y.numpy() + x.numpy()) * 5 / 256
        want = np.clip(np.sign(want) * np.floor(np.abs(want) + 0.5), -128, 127)
        assert (out.numpy() == want).all()
