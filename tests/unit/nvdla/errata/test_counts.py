"""What quirks' layers come to: as the part has it, and with ``ERRATA=fail`` as documents say."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.config.errata import without
from sequences.model_host import run
from sequences.nvdla.bdma import quirks as of_bdma
from sequences.nvdla.cdp import quirks as of_cdp
from sequences.nvdla.conv import quirks as of_conv
from sequences.nvdla.pdp import quirks as of_pdp
from sequences.nvdla.sdp import quirks as of_sdp
from tests.unit.nvdla.sequences.model_bench import model_bench

TINY = CONFIGS["tiny"]
ELEMENTS = TINY.atom_bytes // 2 * of_cdp.HEIGHT * of_cdp.WIDTH


def played(quirk, errata, *rules):
    bench = model_bench(without(TINY, errata), announces=rules)
    return run(quirk(bench)), bench.host.device.take_happened()


async def _nan_of_pdp(bench):
    counts = await of_pdp.counts_of_nan(bench)
    return counts["D_NAN_INPUT_NUM"], counts["elements"] - counts["D_NAN_OUTPUT_NUM"]


async def _hybrids(bench):
    return (await of_cdp.look_ups_of_16_bits(bench))["OFLOW"]


async def _saturated(bench):
    return (await of_cdp.saturation_that_waits(bench))[:2]


@pytest.mark.parametrize(
    ("quirk", "part", "documents"),
    [
        (of_conv.saturation_of_pixels, (1, 2), (1, 1)),
        (of_sdp.saturation_by_one, 0, 4),
        (of_sdp.underflow_at_offset_0, [3 * (x - 1) for x in range(-8, 0)], [3 * x for x in range(-8, 0)]),
        (of_cdp.nan_of_the_layer_before, (0, 0, ELEMENTS - TINY.atom_bytes // 2), (0, ELEMENTS, 0)),
        (_hybrids, ELEMENTS, 0),
        (_saturated, (ELEMENTS, 0), (ELEMENTS, 0)),  # the least of what the part may count
        (_nan_of_pdp, (0, TINY.atom_bytes // 2), (ELEMENTS, 0)),
        (of_sdp.unequal_of_a_copy, 0, 0),
    ],
    ids=lambda item: getattr(item, "__name__", ""),
)
def test_what_a_quirk_comes_to(quirk, part, documents):
    assert (played(quirk, "")[0], played(quirk, "fail")[0]) == (part, documents)


def test_a_layer_that_the_part_loses_is_open_or_compared():
    erratum = rule = "sdp-batch-pixel"
    for errata, warned in (("", 1), (erratum, 0)):
        _, happened = played(of_sdp.batches_of_a_pixel, errata, *([rule] if warned else []))
        layer = happened.started[-1]
        assert sum(f"[{rule}: " in text for text in happened.warnings) == warned
        assert np.concatenate([item.care.ravel() for item in layer.writes]).all() == (not warned)
        assert str(layer).endswith(f", erratum {erratum})")


def test_a_line_more_than_the_part_counts_is_copied_where_it_shall_be():
    for errata, lines in (("", 1024), ("bdma-repeat-bits", 1025)):
        _, happened = played(of_bdma.many_repeats, errata)
        (layer,) = happened.started
        assert (layer.descriptor.copies[0].lines, happened.warnings) == (lines, [])
        assert layer.writes[0].care.all()


def test_counts_that_memory_decides_are_bounded_where_they_begin_anew():
    for errata in ("", "fail"):
        bench = model_bench(without(TINY, errata))
        run(of_pdp.stalls_in_turn(bench))
        device = bench.host.device
        counter = device.registers.blocks["PDP"].registers["D_PERF_WRITE_STALL"]
        assert device.predict(counter.address).decides or not errata
