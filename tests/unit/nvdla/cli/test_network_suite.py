"""A network as a suite: what is written, and what its test takes of it."""

from dataclasses import replace

import numpy as np
import pytest

from tb.nvdla.family import FAMILY
from tb.nvdla.networks.job import NetworkJob
from tb.nvdla.networks.knobs import NetworkTestKnobs
from tb.nvdla.networks.suite import SuiteWords, write_suite
from tb.outcome.record import RUN_DIR_VARIABLE
from tb.regression.plan.expand import Chosen, expand
from tb.regression.plan.knobs import check_knobs
from tb.regression.plan.suite import read_suite
from tb.runner.errors import UserError
from tb.runner.simulators.known import SIMULATORS
from tests.unit.report.made_networks import operation

WORDS = SuiteWords(config="nv_full", sim="verilator", memory="hdl", steps=2)
OPERATIONS = [replace(operation(0), name=name) for name in ("0+1", "4", "5")]


@pytest.fixture
def job(tmp_path):
    loadable, data = tmp_path / "net.nvdla", tmp_path / "input-0.npy"
    loadable.write_bytes(b"a network")
    np.save(data, np.zeros((1, 2, 2)))
    return NetworkJob(loadable=loadable, inputs={"x": data}, folder=tmp_path, every=2, announced=("conv-packed",))


def runs_of(path):
    expanded = expand(read_suite(path, tuple(SIMULATORS), FAMILY.check_config), FAMILY, Chosen())
    check_knobs(expanded, None)
    return list(expanded.runs())


def test_each_run_plays_some_steps_of_a_copy(job, tmp_path, monkeypatch):
    suite = tmp_path / "there" / "net.toml"
    assert write_suite(suite, job, OPERATIONS, WORDS) == 2
    job.loadable.unlink()
    monkeypatch.setenv(RUN_DIR_VARIABLE, str(tmp_path / "run"))
    runs = runs_of(suite)
    found = [
        NetworkTestKnobs(**{**(words := dict(run.knobs)), "only": tuple(words["only"].split(","))}) for run in runs
    ]
    assert [knobs.read().only for knobs in found] == [(0, 4), (5,)]
    played = found[0].read()
    assert (played.loadable.read_bytes(), played.every, played.folder) == (b"a network", 1, tmp_path / "run")
    assert np.load(played.inputs["x"]).shape == (1, 2, 2)
    assert found[0].announced == ("conv-packed",)
    assert {run.setting.sim for run in runs} == {"verilator"}


def test_other_contents_are_other_runs(job, tmp_path):
    suite = tmp_path / "net.toml"
    write_suite(suite, job, OPERATIONS, WORDS)
    before = {run.id for run in runs_of(suite)}
    write_suite(suite, job, OPERATIONS, WORDS)
    assert {run.id for run in runs_of(suite)} == before
    job.loadable.write_bytes(b"another one")
    write_suite(suite, job, OPERATIONS, WORDS)
    assert not {run.id for run in runs_of(suite)} & before


def test_where_a_suite_cannot_be_written_is_one_line(job, tmp_path):
    with pytest.raises(
        UserError, match=r"^SUITE=.*nightly: the suite that is written is a file such as .*nightly.toml$"
    ):
        write_suite(tmp_path / "nightly", job, OPERATIONS, WORDS)
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"^SUITE=.*: (Not a directory|File exists); name a file that you may write$"):
        write_suite(tmp_path / "file" / "net.toml", job, OPERATIONS, WORDS)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"job": "/none.json"}, r"job=/none.json: there is no such file; make network NETWORK=.. SUITE=.. writes one"),
        ({"only": ("a",)}, r"only=a: operations are numbers, such as only=3 or only=3,5"),
    ],
)
def test_wrong_knobs_are_one_line(words, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        NetworkTestKnobs(**words)


def test_without_a_job_the_test_says_what_writes_one():
    assert NetworkTestKnobs().announced == ()
    with pytest.raises(ValueError, match=r"^knob job: none is given; make network NETWORK=.. SUITE=.. writes one"):
        NetworkTestKnobs().read()
