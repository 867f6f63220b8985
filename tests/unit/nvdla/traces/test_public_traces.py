"""The public traces and recorded layers beside the checkout, read whole and played on the numpy device alone."""

import pytest

from models.nvdla.config import NV_FULL
from models.nvdla.device import UNITS
from sequences.nvdla.traces.find import find_traces, read_trace
from sequences.nvdla.traces.needs import missing_units, skip_reason
from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.traces.commands import DumpMemory, WriteRegister
from sequences.traces.result import Outcome
from tb.runner.paths import ROOT

SHARED = ROOT.parent / "shared"
LIBRARIES = [SHARED / "traces" / "nvdlav1", SHARED / "vectors"]
CONVOLUTION = ["SDP", "CACC", "CMAC_A", "CMAC_B", "CSC", "CDMA"]
STARTED = {
    "sanity0": [],
    "sanity1": ["BDMA"],
    "sanity3": CONVOLUTION,
    "sdp_relu_int16": ["SDP_RDMA", "SDP"],
    "pdp_max_pooling_int16": ["PDP_RDMA", "PDP"],
    "rubik_split_int8_00": ["RBK"],
    "bdma_groups_bytes_00": ["BDMA"],
    "multi_chain_mixed_00": ["SDP_RDMA", *CONVOLUTION, "PDP", "PDP_RDMA", "CDP", "CDP_RDMA"],
}


@pytest.fixture
def config():
    return NV_FULL


@pytest.fixture(scope="module")
def public():
    absent = [path.name for path in LIBRARIES if not path.is_dir()]
    if absent:
        pytest.skip(f"not beside the checkout: {', '.join(absent)}")
    return {trace.name: trace for trace in (read_trace(folder, NV_FULL) for folder in find_traces(LIBRARIES))}


def test_all_of_them_are_read(public):
    assert len(public) == sum(1 for library in LIBRARIES for _ in library.glob("*/input.txn"))
    assert all(any(isinstance(command, WriteRegister) for command in trace.commands) for trace in public.values())


def test_the_units_that_they_start(public, registers):
    found = {name: missing_units(public[name], registers, ()) for name in STARTED}
    assert found == STARTED


def test_all_of_them_pass(public):
    played = {name: play_on_model(trace) for name, trace in public.items()}
    assert {name: str(verdict) for name, verdict in played.items() if verdict.outcome is not Outcome.PASS} == {}


def test_what_is_not_there_is_named(public):
    reason = skip_reason(public["multi_chain_mixed_00"], NV_FULL, UNITS - {"CDP", "CDP_RDMA"})
    assert reason == "needs CDP, CDP_RDMA: not there yet"


def test_layers_of_the_bdma_pass_literally(public):
    played = [play_on_model(trace, strict=True) for name, trace in public.items() if name.startswith("bdma_")]
    assert len(played) == 10
    assert {verdict.outcome for verdict in played} == {Outcome.PASS}


def test_a_wrong_golden_fails(public):
    trace = public["bdma_mcmc_bytes_00"]
    dump = next(command for command in trace.commands if isinstance(command, DumpMemory))
    golden = dump.expected.copy()
    golden[5] ^= 1
    wrong = DumpMemory(dump.line, dump.port, dump.address, golden, dump.file)
    commands = tuple(wrong if command is dump else command for command in trace.commands)
    verdict = play_on_model(type(trace)(trace.folder, trace.source, commands))
    assert verdict.outcome is Outcome.FAIL
    assert f"input.txn:{dump.line}: DBB {dump.address + 5:#x}: expected" in verdict.reason
