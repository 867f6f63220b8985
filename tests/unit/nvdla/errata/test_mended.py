"""What the reference makes of errata: what the part does, or with ``ERRATA=fail`` what documents say, and by name."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.config.errata import without
from sequences.model_host import run
from sequences.nvdla.conv import quirks
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.runner.jobs.job import CONFIG_VARIABLE, ERRATA_VARIABLE
from tests.unit.nvdla.scoreboard.bench import Bench
from tests.unit.nvdla.sequences.model_bench import model_bench

SMALL = CONFIGS["nv_small"]
IMAGES = {"conv-image-blocks": quirks.blocks_of_an_image, "conv-image-padding": quirks.padding_of_an_image}
JUMP = "conv-image-jump"
WRONG = {
    **IMAGES,
    JUMP: quirks.jump_of_an_image,
    "conv-weight-surplus": quirks.surplus_of_weights,
    "conv-wide-cube": quirks.blocks_of_a_wide_cube,
}
RULES = {name: () if name == JUMP else (name,) for name in WRONG}
"""Those that a layer breaks: where data lie in the buffer none says."""


def last_layer(config, quirk, *rules):
    bench = model_bench(config, announces=("conv-weight-bytes", *rules))
    run(quirk(bench))
    happened = bench.host.device.take_happened()
    assert happened.refused == []
    return happened.started[-1], [text.rpartition("[")[2].partition(":")[0] for text in happened.warnings]


@pytest.mark.parametrize("name", WRONG)
def test_a_layer_that_the_part_computes_wrongly_is_left_open_and_mostly_warned_of(name):
    layer, warned = last_layer(SMALL, WRONG[name], *RULES[name])
    assert set(warned) >= set(RULES[name])
    assert not layer.writes[0].care[:, 0].any()
    assert layer.errata == ()
    assert str(layer).endswith(f", erratum {name})")


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("which", ["fail", "one"])
def test_a_layer_that_the_part_shall_compute_right_is_compared_and_named(name, which):
    layer, warned = last_layer(without(SMALL, name if which == "one" else which), WRONG[name])
    assert name not in warned
    assert layer.writes[0].care.all()
    assert str(layer).endswith(f", erratum {name})")


@pytest.mark.parametrize("name", WRONG)
def test_other_errata_change_nothing_of_a_layer(name):
    layer, warned = last_layer(without(SMALL, "cdp-saturation-zero"), WRONG[name], *RULES[name])
    assert set(warned) >= set(RULES[name])
    assert not layer.writes[0].care[:, 0].any()


def test_layers_that_show_none_are_called_as_ever():
    bench = model_bench(without(SMALL, "fail"), announces=("conv-weight-bytes",))
    run(quirks.weight_latency(bench))
    assert [str(layer) for layer in bench.host.device.take_happened().started] == [
        "CONV group 0 (layer 0)",
        "SDP group 0 (layer 1)",
    ]


def test_a_register_that_reads_as_the_part_names_the_erratum(config):
    bench = Bench(config, errata={"GLB.S_INTR_MASK": ["made-up", "another"]})
    bench.read(bench.device.registers.GLB.S_INTR_MASK, 1)
    assert bench.message("wrong-register").endswith("; that may be erratum made-up or another")
    bench.read(bench.device.registers.GLB.S_INTR_STATUS, 1)
    assert "erratum" not in bench.findings.items[-1].message


def test_the_environment_says_which_are_errors(monkeypatch):
    monkeypatch.setenv(CONFIG_VARIABLE, "nv_small")
    assert NvdlaEnvConfig().hw == SMALL
    monkeypatch.setenv(ERRATA_VARIABLE, "conv-image-blocks")
    assert NvdlaEnvConfig().hw.mended == {"conv-image-blocks"}
    assert np.array_equal(sorted(NvdlaEnvConfig().hw.errata), sorted(SMALL.errata - {"conv-image-blocks"}))
