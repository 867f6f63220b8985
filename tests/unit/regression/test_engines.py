"""How engines are named, and what is said where one cannot be had."""

import os
import shutil
import subprocess
import sys
import time

import pytest

from tb.cli.main import main
from tb.regression.engines.address import EngineAddress
from tb.regression.engines.find import found_engine
from tb.regression.engines.local import LocalEngine
from tb.regression.engines.sign_of_life import LifeWatch, SignOfLife
from tb.regression.store.results import Results
from tb.runner.errors import UserError
from tb.runner.paths import ROOT


def test_an_address_has_options():
    address = EngineAddress.of("slurm://?workers=4&queue=short&directive=--exclusive&directive=-C%20fast")
    assert (address.scheme, address.host) == ("slurm", "")
    assert address.options == {"workers": "4", "queue": "short"}
    assert list(address.directives) == ["--exclusive", "-C fast"]
    assert address.number("workers", 1) == 4
    assert address.number("cores", 1) == 1
    assert EngineAddress.of("dask://node-7.lab:8786").host == "node-7.lab:8786"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("cloud", "no such engine; choose local, dask://"),
        ("dask://", "no such engine"),
        ("dask://host", "no such engine"),
        ("dask://host:x", "no such engine"),
        ("dask://host:0", "port 0 is not from 1 to 65535"),
        ("dask://host:65536", "port 65536 is not from 1 to 65535"),
        ("slurm://host?workers=1", "no such engine"),
        ("dask://h:1?workers=2", "no option workers; it has none"),
        ("slurm://?worker=1", "no option worker; there are workers, .*; did you mean workers"),
        ("slurm://?workers=0", "workers=0: not a whole number from 1 to 10000"),
        ("slurm://?cores=two", "cores=two: not a whole number"),
        ("lsf://?queue=", "queue is empty"),
        ("lsf://?queue", "ENGINE=lsf://.queue: bad query field"),
    ],
)
def test_a_wrong_address_is_one_line(text, why):
    with pytest.raises(UserError, match=why) as error:
        EngineAddress.of(text)
    assert "\n" not in str(error.value)


def test_local_needs_nothing_more():
    with found_engine("local", 3) as engine:
        assert isinstance(engine, LocalEngine)
        assert engine.free == 3


def test_the_list_of_what_would_be_played_looks_at_the_engine(capsys, monkeypatch):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    assert main(["regress", "--engine", "cloud", "--list"]) == 2
    assert capsys.readouterr().err.startswith("error: ENGINE=cloud: no such engine; choose local, dask://")


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("target", ["regress", "close"])
def test_packages_of_a_cluster_are_installed_once_its_address_is_right(target, tmp_path):
    installer, log = tmp_path / "python", tmp_path / "log"
    installer.write_text(f'#!/bin/sh\necho "$*" >> {log}\ncase "$*" in *--cluster) exit 9; esac\n')
    installer.chmod(0o755)
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}

    def make(address):
        words = ["make", target, f"ENGINE={address}", f"NPUVM_VENV={sys.prefix}", f"PYTHON={installer}"]
        return subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)

    assert "ENGINE=dask://h:99999: port 99999 is not from 1 to 65535" in make("dask://h:99999").stderr
    assert "--cluster" not in log.read_text()
    make("dask://h:8786")
    assert log.read_text().splitlines()[-1] == f"-m tools.bootstrap --venv {sys.prefix} --cluster"


def test_without_its_packages_one_line_says_how_to_get_them(monkeypatch):
    monkeypatch.setattr("tb.regression.engines.clusters.find_spec", lambda _: None)
    with pytest.raises(UserError, match=r"distributed and dask_jobqueue not installed; 'make setup-cluster' does it$"):
        found_engine("slurm://?workers=1", 1).__enter__()


def test_a_queue_is_used_where_it_takes_jobs(monkeypatch):
    monkeypatch.setattr("tb.regression.engines.clusters.find_spec", lambda _: object())
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UserError, match="there is no bsub here; call it on a machine that submits jobs"):
        found_engine("lsf://", 1).__enter__()


class TestWithPackages:
    @pytest.fixture(autouse=True)
    def needs(self):
        pytest.importorskip("dask_jobqueue", reason="dask-jobqueue is not installed: 'make setup-cluster'")

    @pytest.fixture
    def program(self, tmp_path, monkeypatch):
        def program(name, text):
            path = tmp_path / name
            path.write_text(f"#!/bin/sh\n{text}\n")
            path.chmod(0o755)

        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        return program

    def test_a_job_that_is_refused_is_one_line(self, program):
        program("sbatch", "echo 'sbatch: error: invalid partition' >&2; exit 1")
        with pytest.raises(UserError, match=r"no cluster could be started: sbatch: error: invalid partition$"):
            found_engine("slurm://?workers=1&queue=elsewhere", 1).__enter__()

    def test_a_job_of_lsf_says_all_that_the_address_says(self, program, tmp_path):
        program("bsub", f"cat > {tmp_path}/job; echo 'Job <1> is submitted to queue <short>.'")
        program("bkill", f"echo $1 > {tmp_path}/killed")
        address = "lsf://?workers=1&queue=short&account=chip&walltime=01:00&memory=2GB&directive=-x"
        with found_engine(address, 1) as engine:
            assert engine.free == 1
        job = (tmp_path / "job").read_text()
        for line in ("-q short", '-P "chip"', "-W 01:00", "-M 2000000", "-x"):
            assert f"#BSUB {line}\n" in job
        assert sys.executable in job
        assert (tmp_path / "killed").read_text() == "1\n"


def test_no_batch_has_the_name_of_one_that_may_still_be_played(tmp_path):
    for name in ("results", "batches", "batches/000007"):
        (tmp_path / name).mkdir()
    (tmp_path / "results" / "000003.jsonl").touch()
    sign = SignOfLife(tmp_path / "batches")
    assert Results(tmp_path).next_number == 8
    sign.end()


def test_the_sign_of_life_is_renewed_while_the_regression_does_something_else(tmp_path, monkeypatch):
    monkeypatch.setattr("tb.regression.engines.sign_of_life.RENEWED_EACH_S", 0.01)
    sign = SignOfLife(tmp_path)
    until_s = time.monotonic() + 30
    while int(sign.path.read_text()) < 2:
        assert time.monotonic() < until_s
    sign.end()
    assert not list(tmp_path.iterdir())


def test_a_worker_sees_whether_the_regression_lives(tmp_path, monkeypatch):
    sign = SignOfLife(tmp_path)
    watch = LifeWatch(sign.path)
    assert watch.seen_within(0)
    assert not watch.is_over
    monkeypatch.setattr("tb.regression.engines.sign_of_life.DEAD_S", -1.0)
    assert LifeWatch(sign.path).is_over
    monkeypatch.undo()
    sign.end()
    assert watch.is_over
    assert not LifeWatch(sign.path).seen_within(0)
    assert not list(tmp_path.iterdir())
