"""What the environment of a simulation says, whatever folder it runs in."""

import os

import pytest

from tb.coverage.runs import COVERAGE_VARIABLE
from tb.runner.simulators.environment import coverage_settings


@pytest.mark.parametrize(("named", "folder"), [("seen", "seen"), ("../seen", "../seen"), ("/some/seen", "/some/seen")])
def test_a_folder_for_coverage_is_relative_to_where_the_user_is(tmp_path, monkeypatch, named, folder):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(COVERAGE_VARIABLE, named)
    assert coverage_settings() == {COVERAGE_VARIABLE: os.path.join(tmp_path, folder)}  # noqa: PTH118 - as it is written


@pytest.mark.parametrize(
    "prepare", [lambda it: it.setenv(COVERAGE_VARIABLE, ""), lambda it: it.delenv(COVERAGE_VARIABLE, raising=False)]
)
def test_no_folder_for_coverage_stays_none(monkeypatch, prepare):
    prepare(monkeypatch)
    assert coverage_settings() == {}
