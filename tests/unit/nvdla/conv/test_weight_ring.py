"""When weights that CDMA has read may still wait for room in the buffer: nothing says that its end must have come."""

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.conv.buffer.ring import LAYERS, WeightRing
from models.nvdla.conv.buffer.sizes import bank_bytes
from models.nvdla.conv.constructor import small_conv
from models.nvdla.conv.parts import Buffer
from tests.unit.nvdla.conv.players import CONFIG, Player, with_buffer

SMALL = CONFIGS["nv_small"]
BANK, ENTRY = bank_bytes(SMALL), SMALL.cbuf_entry_bytes


def banks(data=1, weight=1):
    return Buffer(entries=1, data_banks=data, weight_banks=weight)


@pytest.fixture
def ring():
    return WeightRing(SMALL)


@pytest.mark.parametrize(("more", "full"), [(-ENTRY, False), (0, False), (1, True)])
def test_more_than_there_is_room_for_may_wait(ring, more, full):
    assert not ring.fill(banks(), BANK // 2)
    assert ring.fill(banks(), BANK // 2 + more) is full


def test_weights_of_layers_long_ago_are_gone(ring):
    assert not ring.fill(banks(), BANK)
    for _ in range(LAYERS - 1):
        assert ring.fill(banks(), ENTRY)
    assert not ring.fill(banks(), ENTRY)


@pytest.mark.parametrize("other", [banks(data=2), banks(weight=2)])
def test_other_banks_start_empty(ring, other):
    assert not ring.fill(banks(), BANK)
    assert not ring.fill(other, ENTRY)


@pytest.mark.parametrize(("kernels", "soon"), [(1, True), (16, False)])
def test_the_end_of_a_fetch_that_may_wait_is_not_due(kernels, soon):
    channels = bank_bytes(CONFIG) // 16
    conv = small_conv(CONFIG, "INT8", channels=channels, height=2, width=3, kernels=kernels)
    conv = with_buffer(conv, weight_banks=1, data_banks=CONFIG.cbuf_banks - 1)
    player = Player()
    player.start(conv)
    (claim,) = player.claimed
    _, data, weights = claim.ends
    assert (data.prompt, weights.prompt, claim.free.prompt) == (True, soon, soon)
