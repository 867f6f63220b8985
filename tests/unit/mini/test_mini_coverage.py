"""Coverage of mini counts on the reference device alone; long random programs hit nearly all of it."""

import numpy as np
import pytest

from models.mini.config import CONFIGS
from models.mini.device import MiniDevice
from sequences.mini.bench import MiniBench
from sequences.mini.random import MiniKnobs, draw_operations
from sequences.mini.ring import RingKnobs
from sequences.model_host import ModelHost, run
from tb.mini.coverage import make_coverage


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_random_programs_hit_the_bins_of_descriptors(config):
    collector, rng = make_coverage(config), np.random.default_rng(4)
    host = ModelHost(MiniDevice(config), announces=None)
    host.listeners.append(collector.notify)
    bench = MiniBench(host, config, rng, RingKnobs(last=7))
    run(bench.play(*draw_operations(bench, 1500, MiniKnobs(faulty=0.1))))
    counts = collector.finish()["descriptors"]
    hits = counts.hits()
    holes = {item.name: sorted(set(item.labels) - set(hits.get(item.name, {}))) for item in counts.group.items}
    assert sum(map(len, holes.values())) <= 5, holes


def test_groups_have_names_of_their_own():
    for config in CONFIGS.values():
        groups = make_coverage(config).groups
        assert len({group.name for group in groups}) == len(groups)
