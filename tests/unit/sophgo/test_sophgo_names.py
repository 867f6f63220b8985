"""The page of the vendor's names: it has those of the guides, each word that is executed, and each call of BM1684."""

import re

import pytest

from models.sophgo.bm1684.device import CALLS
from models.sophgo.words.description import KINDS
from tb.runner.paths import ROOT

PAGE = (ROOT / "docs" / "sophgo" / "names.md").read_text()
NAMES = re.findall(r"`((?:okk|tpu|bm)_[A-Za-z0-9_]+\*?)`", PAGE)
WORDS = re.findall(r"`((?:s[A-Z]|DMA_|SYS)\w*)\.(\w+)`(, not executed)?", PAGE)
GUIDES = [
    "okk_128_byte_aligned_stride_for_16bit",
    "okk_128_byte_aligned_stride_for_32bit",
    "okk_128_byte_aligned_stride_for_8bit",
    "okk_channle_num_per_npu",
    "okk_compact_stride",
    "okk_continuous_stride",
    "tpu_aligned_stride",
    "tpu_compact_stride",
    "tpu_line_aligned_stride",
    "tpu_kernel_launch_async",
    "tpu_kernel_launch_sync",
    "tpu_kernel_sync",
    "bm_dev_request",
    "bm_dev_free",
]


@pytest.mark.parametrize("name", GUIDES)
def test_functions_of_the_guides_are_there(name):
    assert name in NAMES


def test_a_table_has_a_name_once():
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    found = [name for row in rows for name in re.findall(r"`((?:okk|tpu|bm)_\w+\*?)`", row)]
    assert len(found) == len(set(found))


def test_words_are_those_that_are_executed():
    named = {(kind, function): not refused for kind, function, refused in WORDS}
    executed = {(name, function) for name, kind in KINDS.items() for function in kind.executed}
    assert {word for word, runs in named.items() if runs} == executed
    for kind, function in named:
        assert function in KINDS[kind].functions.values()


def test_calls_of_the_older_chip_are_those_that_are_there():
    stems = [name for name in NAMES if name.startswith(("okk_gdma_", "okk_bdc_"))]
    for call in CALLS:
        assert any(call == stem or (stem.endswith("*") and call.startswith(stem[:-1])) for stem in stems), call
    for stem in stems:
        assert any(call.startswith(stem.rstrip("*")) for call in CALLS), stem
