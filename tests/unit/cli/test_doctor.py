import pytest

from tb import doctor
from tb.cli import main as main_module
from tb.doctor import Check, missing


def check(name, found, *needed_by):
    return Check(name, found, needed_by, "everything", f"get {name}")


@pytest.fixture
def run(monkeypatch):
    found = [check("Icarus", "", "icarus"), check("perl", "5", "verilator"), check("ccache", "")]
    monkeypatch.setattr("tb.cli.doctor.checks", lambda: found)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    return lambda sim: main_module.main(["doctor", "--sim", sim])


def test_only_what_the_simulator_needs_is_missing():
    found = [check("a", "", "icarus"), check("b", "", "verilator"), check("c", "1", "icarus"), check("d", "")]
    assert [item.name for item in missing(found, "icarus")] == ["a"]


def test_status_and_remedy(run, capsys):
    assert run("icarus") == 1
    text = capsys.readouterr().out
    assert "MISSING  Icarus" in text
    assert "get Icarus" in text
    assert "get perl" not in text
    assert text.splitlines()[-1] == "for SIM=icarus: missing: Icarus"


def test_all_there(run, capsys):
    assert run("verilator") == 0
    assert "absent  Icarus" in capsys.readouterr().out


def test_this_machine_has_what_the_tests_run_on():
    found = {item.name: item.found for item in doctor.checks()}
    assert found["Python"]
    assert found["Python packages"].endswith("as locked")


def test_package_of_another_version_is_noticed(monkeypatch, tmp_path):
    lock = tmp_path / "requirements.txt"
    lock.write_text("numpy==0.0.1\n")
    monkeypatch.setattr(doctor, "LOCK_FILE", lock)
    assert not {item.name: item.found for item in doctor.checks()}["Python packages"]
