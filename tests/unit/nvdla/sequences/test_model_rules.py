"""Rules that a program breaks on the model alone: an error of one line, unless it is announced."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from sequences.host import BrokenRuleError, HangError
from sequences.model_host import run
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.firmware.groups import enable, program
from sequences.nvdla.pdp.layers import Pool
from tests.unit.nvdla.sequences.model_bench import model_bench

NV_FULL, NV_SMALL = CONFIGS["nv_full"], CONFIGS["nv_small"]


def overlapping(bench):
    x = bench.tensor(np.zeros((2, 3, 4), int), "INT8")
    return bench.play(Copy(x, x))


def test_a_broken_rule_is_an_error_with_its_name_section_and_message():
    why = r"the destination overlaps the source \[bdma-overlap: guide, .*\]; .* announces=\('bdma-overlap',\)\)$"
    bench = model_bench(NV_FULL)
    with pytest.raises(BrokenRuleError, match=why) as caught:
        run(overlapping(bench))
    assert "\n" not in str(caught.value)
    assert not bench.host.device.layers_in_flight, "it comes when all is done"


def test_it_is_told_once():
    bench = model_bench(NV_FULL)
    with pytest.raises(BrokenRuleError):
        run(overlapping(bench))
    run(bench.host.drain())


def test_others_are_counted():
    bench = model_bench(NV_FULL)
    x = bench.tensor(np.zeros((2, 3, 4), int), "INT8")
    with pytest.raises(BrokenRuleError, match=r"bdma-overlap: .*, and 1 more; "):
        run(bench.play(Copy(x, x), Copy(x, x)))


@pytest.mark.parametrize("announces", [("bdma-overlap",), None])
def test_what_is_announced_may_be_broken(announces):
    run(overlapping(model_bench(NV_FULL, announces=announces)))


def test_another_announcement_does_not_help():
    with pytest.raises(BrokenRuleError, match="bdma-overlap"):
        run(overlapping(model_bench(NV_FULL, announces=("pdp-padding",))))


def test_a_hang_names_the_last_broken_rule():
    host = model_bench(NV_SMALL).host
    run(host.write(next(iter(NV_SMALL.absent_bases.values())), 1))
    with pytest.raises(HangError, match=r"none has come; the last broken rule: write to .* \[absent-block: "):
        run(host.wait_interrupt())


def test_so_does_a_poll_in_vain():
    bench = model_bench(NV_SMALL)
    rdma = bench.registers.PDP_RDMA
    run(enable(bench, rdma))
    with pytest.raises(
        HangError, match=r"^PDP_RDMA group 0 did not become free; the last broken rule: .* \[needless-claim: "
    ):
        run(program(bench, rdma, 0, {}))


@pytest.mark.parametrize("wrong", [Pool("MAX", 2), print, None])
def test_what_is_no_coroutine_cannot_run(wrong):
    with pytest.raises(ValueError, match=r"is no coroutine: write run\(bench.play\(...\)\)$"):
        run(wrong)


def test_a_single_word_announces_nothing():
    with pytest.raises(ValueError, match=r"announces is a single word: write \('bdma-overlap',\)$"):
        model_bench(NV_FULL, announces="bdma-overlap")
