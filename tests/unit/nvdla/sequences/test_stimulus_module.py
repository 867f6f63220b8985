"""What the one module for stimulus offers: every layer that there is, and all that their arguments need."""

import numpy as np

from sequences.nvdla import stimulus
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.layers import LayerOnTensors
from sequences.nvdla.post_processing import steps
from sequences.nvdla.tensors.kernel_orders import KernelOrder
from tb.nvdla import testing


def subclasses(kind):
    for item in kind.__subclasses__():
        yield item
        yield from subclasses(item)


def test_all_that_it_lists_is_there():
    assert all(hasattr(stimulus, name) for name in stimulus.__all__)
    assert all(hasattr(testing, name) for name in testing.__all__)


def test_tests_find_all_of_it_beside_the_base_test():
    assert {"NvdlaBaseTest", "MemoryProfile", *stimulus.__all__} <= set(testing.__all__)


def test_it_has_every_layer_and_every_order_of_kernels():
    found = [*subclasses(LayerOnTensors), *subclasses(KernelOrder)]
    bases = {base.__name__ for item in found for base in item.__mro__[1:]}
    ours = {item.__name__ for item in found if item.__module__.startswith("sequences.nvdla.")}
    assert ours - bases <= set(stimulus.__all__)
    assert len(ours - bases) > 8


def test_it_has_every_step_of_sdp():
    made = {name for name, item in vars(steps).items() if getattr(item, "__annotations__", {}).get("return") == "Step"}
    assert {"bias", "prelu"} < made <= set(stimulus.__all__)


def test_it_makes_a_bench():
    device = stimulus.Device()
    made = stimulus.make_bench(stimulus.ModelHost(device), stimulus.NV_FULL, np.random.default_rng(1))
    assert isinstance(made, NvdlaBench)
