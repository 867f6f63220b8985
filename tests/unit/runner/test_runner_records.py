from dataclasses import replace

import pytest

from tb.findings import Findings
from tb.outcome.network import NetworkRecord, OperationRecord
from tb.outcome.record import RECORDS_FILE, RUN_DIR_VARIABLE, TestRecord, read_records, write_record
from tb.outcome.running import RunningTest, interrupted_test, progress_of


def record(name, findings):
    return TestRecord.of(name, findings, seed=7, sim_time_ns=12.5, counters={"layers": 3})


def test_record_comes_back_as_it_was_written(tmp_path, monkeypatch):
    monkeypatch.setenv(RUN_DIR_VARIABLE, str(tmp_path))
    findings = Findings()
    findings.error("wrong-data", "line 3 differs", 80.0, ("expected 1", "got 2"))
    findings.warn("illegal-program", "rule 4")
    operation = OperationRecord(
        name="0", units="PDP", shape="1x2x3", macs=0, most_macs=0, bytes_moved=64, layers=(0,), cycles=9
    )
    network = NetworkRecord(name="a.bin", count=1, operations=(operation,))
    written = [replace(record("m.a", Findings()), notes=("all well",), network=network), record("m.b", findings)]
    for item in written:
        write_record(item)
    assert list(read_records(tmp_path)) == written
    assert [item.passed for item in written] == [True, False]
    assert written[1].counts == {"error wrong-data": 1, "warning illegal-program": 1}


def test_a_record_says_when_its_test_began(tmp_path, monkeypatch):
    monkeypatch.setenv(RUN_DIR_VARIABLE, str(tmp_path))
    findings, running = Findings(origin_ns=5000.0), RunningTest(quiet_s=0)
    findings.listeners.append(lambda finding: running.found(finding, findings.origin_ns))
    running.begin("m.cut", 7)
    findings.error("wrong-data", "line 3 differs", 5080.0)
    assert record("m.a", findings).origin_ns == 5000.0
    cut = interrupted_test(tmp_path, (), "killed")
    assert [(cut.origin_ns, finding.time_ns) for finding in cut.findings] == [(5000.0, 80.0)] * 2


def test_progress_says_what_the_test_is_at(tmp_path, monkeypatch):
    monkeypatch.setenv(RUN_DIR_VARIABLE, str(tmp_path))
    running = RunningTest(quiet_s=0)
    running.begin("m.OneTest", 7)
    running.is_at("1 of 2: pooling")
    running.layer_done(2000.0)
    assert progress_of(tmp_path) == "OneTest, 1 of 2: pooling, 1 layers, 2 us"
    running.is_at("2 of 2: softmax")
    assert progress_of(tmp_path) == "OneTest, 2 of 2: softmax, 1 layers, 2 us"


def test_warning_does_not_fail():
    findings = Findings()
    findings.warn("illegal-program", "rule 4")
    assert record("m.a", findings).passed


def test_line_that_a_killed_simulation_cut_short_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setenv(RUN_DIR_VARIABLE, str(tmp_path))
    write_record(record("m.a", Findings()))
    with (tmp_path / RECORDS_FILE).open("a") as file:
        file.write('{"name": "m.b", "pas')
    assert [item.name for item in read_records(tmp_path)] == ["m.a"]


def test_no_records_at_all(tmp_path):
    assert read_records(tmp_path) == ()


@pytest.mark.parametrize("line", ["[]", "{}", '{"name": "m.a", "findings": [{"kind": "x"}]}', "nonsense"])
def test_line_that_is_no_record_is_an_error(line):
    with pytest.raises(ValueError, match="not a test record"):
        TestRecord.from_json(line)
