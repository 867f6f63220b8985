"""Coverage counts on the reference device alone; random programs hit nearly all of it there."""

import numpy as np
import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.device import SophgoDevice
from sequences.model_host import ModelHost, run
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.random.program import RandomProgram
from tb.sophgo.coverage.collect import make_coverage

SMALL = CONFIGS["mini_tpu"]
KERNELS, SHARE = 60, 0.7


def test_random_programs_hit_most_bins():
    collector = make_coverage(SMALL)
    host = ModelHost(SophgoDevice(SMALL))
    host.listeners.append(collector.notify)
    bench = SophgoBench(host, SMALL, np.random.default_rng(4))
    program = RandomProgram(bench)
    for _ in range(KERNELS):
        run(bench.play_words(*program.words()))
    for name in ("words", "arithmetic", "windows", "products", "requantised and turned", "transfers"):
        counts = collector.finish()[name]
        hits = counts.hits()
        found = [(len(hits.get(item.name, {})), len(item.labels)) for item in counts.group.coverpoints]
        assert sum(hit for hit, _ in found) > SHARE * sum(every for _, every in found), (name, found)


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_groups_have_names_of_their_own(config):
    groups = make_coverage(config).groups
    assert len({group.name for group in groups}) == len(groups)
