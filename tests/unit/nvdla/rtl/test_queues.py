"""What the bench takes the memory interfaces' queues for: as large as the RTL's longest bursts make them."""

from dataclasses import replace

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.design import queues

PORTS = NV_FULL.ports


def with_bursts(**longest):
    ports = {name: replace(PORTS[name], max_burst_beats=beats) for name, beats in longest.items()}
    return replace(NV_FULL, ports=ports)


@pytest.mark.parametrize(
    ("longest", "expected"),
    [
        ({"DBB": 1, "CVSRAM": 4}, "64,0,20,1"),
        ({"DBB": 16, "CVSRAM": 16}, "64,0,20,1"),
        ({"DBB": 17, "CVSRAM": 32}, "64,0,36,1"),
        ({"DBB": 65}, "128,0,132,1"),
        ({"DBB": 1, "CVSRAM": 32}, "64,0,36,0"),
    ],
)
def test_queues_follow_from_the_longest_bursts(longest, expected):
    assert queues(with_bursts(**longest)).text == expected
