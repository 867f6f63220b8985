"""What is said of the borders before the one that differs."""

import pytest

from models.layer import Claim, Layer
from models.nvdla.config import find_config
from tb.borders.comparison.look import Look
from tb.borders.divergence.divergence import differing
from tb.nvdla.borders.pipeline import borders

RESULTS, WRITTEN = (border for border in borders(find_config("tiny")) if border.tap in ("cacc_sdp", "sdp_write"))


def look(border, difference=""):
    layer = Layer(border.block, None, (Claim(border.block, "group 0", None),))
    return Look(border, layer, passed=4, due=4, difference=difference, held_up=False)


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ([look(RESULTS)], "before it CACC to SDP (cacc_sdp) agrees in 4 transfer(s)"),
        ([], "inputs of SDP are not tapped"),
    ],
)
def test_what_feeds_a_layer_is_before_it(before, why):
    own = [look(WRITTEN, "transfer 0: expected 1, got 2")]
    divergence = differing(own, [*before, *own])
    assert (divergence.unit, divergence.why) == ("SDP", why)
