"""A network that is played and watched: which operation findings are about, how much time is left."""

import numpy as np
import pytest

from models.events import Started
from sequences.model_host import run
from tb.findings import Finding, Severity
from tb.nvdla.networks.job import NetworkJob
from tb.nvdla.networks.left import TimeLeft
from tb.nvdla.networks.play import NetworkPlay, model_bench
from tests.nvdla.own_network import own_inputs, own_network

CONFIG, SIZE = "nv_full", 4
EARLY = "read 0x4000: CACC_DONE_STATUS1: expected 0x1, got 0x0; CDP_DONE_STATUS0: expected 0x0, got 0x1"


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    folder = tmp_path_factory.mktemp("network")
    loadable = folder / "own.nvdla"
    loadable.write_bytes(own_network(CONFIG, size=SIZE))
    return NetworkJob(loadable=loadable, inputs=own_inputs(folder, SIZE), folder=folder)


def played(job, heard=lambda _play, _event: None):
    """The network, played on the model; `heard` is called with each event."""
    bench, told = model_bench(CONFIG, 1), []
    play = NetworkPlay(bench, job, 0.0, told.append)
    bench.host.listeners += [play.listen, lambda event: heard(play, event)]
    run(play.play())
    return play, told


def test_nothing_is_blamed_of_what_is_right(job):
    play, _ = played(job)
    assert play.blame.step(failed=False) is None
    result = play.result(None, failed=False)
    assert (result.record.first_wrong, result.record.wrong) == ("", None)
    assert {name: np.load(file).dtype.name for name, file in result.outputs.items()} == {
        "INT8": "int8",
        "FP16": "float16",
    }


def test_the_first_error_that_names_a_layer_tells_the_operation(job):
    play, _ = played(job)
    serials = {one.name: one.layers for one in play.result(None, failed=False).record.operations}
    play.blame.found(Finding("illegal-program", f"a rule (layer {serials['4'][0]})", severity=Severity.WARNING))
    play.blame.found(Finding("stray-read", "nobody asked for it"))
    play.blame.found(Finding("wrong-data", f"CDP group 1 (layer {serials['7'][0]}) on DBB"))
    play.blame.found(Finding("wrong-data", f"PDP group 0 (layer {serials['4'][0]}) on DBB"))
    assert play.result(None, failed=True).record.first_wrong == "operation 7 (CDP)"


def test_an_interrupt_that_comes_too_early_is_that_of_the_layer_that_raises_it(job):
    def heard(play, event):
        if isinstance(event, Started) and event.layer.stage == "CDP" and event.layer.instance == "group 0":
            play.blame.found(Finding("wrong-status", EARLY))

    play, _ = played(job, heard)
    assert play.result(None, failed=True).record.first_wrong == "operation 6 (CDP)"


def test_a_status_that_differs_is_that_of_the_last_layer_in_its_group(job):
    def heard(play, event):
        if isinstance(event, Started) and event.layer.stage == "PDP" and event.layer.instance == "group 1":
            play.blame.found(
                Finding("wrong-status", "PDP.S_STATUS (0x1) read 0x1: STATUS_1: expected IDLE, got RUNNING")
            )

    play, _ = played(job, heard)
    assert play.result(None, failed=True).record.first_wrong == "operation 5 (PDP)"


def test_progress_names_operation_unit_shape_and_multiplications(job):
    _, told = played(job)
    assert told[0] == "1 of 14: operation 0+1 (CONV + SDP), 12x4x4, 13,824 MACs"
    assert told[-1].startswith("14 of 14: operation 15 (RUBIK), 12x4x4, ")
    assert told[-1].endswith(" left")


def test_time_left_is_by_what_has_ended(monkeypatch):
    now_s = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now_s[0])
    left = TimeLeft({1: 10.0, 2: 30.0})
    left.begin()
    assert (left.count, str(left)) == (2, "")
    now_s[0] = 140.0
    left.ended(1)
    assert str(left) == ", 2 min 00 s left"
    assert not left.over
    left.ended(2)
    assert left.over


def test_a_network_that_was_cut_off_has_no_outputs(job):
    play = NetworkPlay(model_bench(CONFIG, 1), job, 0.0, lambda _: None)
    assert play.result(None, failed=True).outputs == {}
    play, _ = played(job)
    assert play.result(None, failed=True).outputs.keys() == {"INT8", "FP16"}
