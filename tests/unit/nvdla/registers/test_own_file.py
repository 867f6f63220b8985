"""A configuration file of a user's own is generated for the family it is meant for, and for no other."""

import os
import shutil

import pytest

from tb.registers.__main__ import main
from tb.runner.paths import ROOT


@pytest.fixture
def own(tmp_path):
    path = tmp_path / f"own_file_{os.getpid()}.toml"
    path.write_text('base = "tiny"\n')
    yield path
    for written in ROOT.glob(f"*/*/generated/*{path.stem}*"):
        shutil.rmtree(written) if written.is_dir() else written.unlink()


@pytest.mark.parametrize("family", ["", "nvdla"])
def test_an_own_file_is_generated_beside_all_families(capsys, monkeypatch, own, family):
    monkeypatch.setenv("FAMILY", family)
    assert main(["--config", str(own)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"registers: nvdla generated for {own.stem}"


def test_an_own_file_of_another_family_is_one_line(capsys, monkeypatch, own):
    monkeypatch.setenv("FAMILY", "nosuch")
    assert main(["--config", str(own)]) == 2
    assert capsys.readouterr().err.startswith("error: FAMILY=nosuch: no such family in tb; choose one of ")
