"""``tb tables``: what is printed and written, errors in one line."""

import json

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.registers import registers
from tb.cli import main as main_module

VARIABLES = ("FUNCTION", "LOW", "HIGH", "PRECISION", "IN_STEP", "OUT_STEP", "EXPONENTIAL", "CONFIG")


@pytest.fixture
def tables(monkeypatch, tmp_path):
    monkeypatch.setattr("tb.nvdla.tables.command.BUILD", tmp_path)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)

    def run(**variables):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return main_module.main(["tables"])

    return run


def test_registers_entries_and_a_page(tables, tmp_path, capsys):
    assert tables(FUNCTION="sigmoid", CONFIG="tiny") == 0
    out = capsys.readouterr().out
    assert "sigmoid INT16, -8 to 8" in out
    assert "accuracy: largest difference 6.62e-05" in out
    data = json.loads((tmp_path / "tables" / "sigmoid_INT16.json").read_text())
    block = registers(CONFIGS["tiny"]).SDP
    for name, word in data["registers"].items():
        assert f"SDP.{name}" in out
        assert word & ~block.registers[name].write_mask == 0
    assert {name: len(data[name]) for name in ("LE", "LO")} == CONFIGS["tiny"].table_entries
    assert all(0 <= entry < 1 << 16 for entry in data["LO"])
    page = (tmp_path / "tables" / "sigmoid_INT16.html").read_text()
    assert "<h2>sigmoid INT16</h2>" in page
    assert page.count("<svg") == 1


def test_an_expression_with_a_range(tables, tmp_path, capsys):
    given = {"FUNCTION": "x * exp(-x)", "LOW": "0", "HIGH": "6", "PRECISION": "FP16", "EXPONENTIAL": "1"}
    assert tables(**given) == 0
    assert "x * exp(-x) FP16, 0 to 6\n" in capsys.readouterr().out
    assert {path.name for path in (tmp_path / "tables").iterdir()} == {"x_exp_-x_FP16.html", "x_exp_-x_FP16.json"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "no function is given"),
        ({"FUNCTION": "x", "LOW": "0"}, "its range is not known, give high"),
        ({"FUNCTION": "tanh", "LOW": "many"}, "LOW=many: not a number such as -8 or 0.5"),
        ({"FUNCTION": "tanh", "EXPONENTIAL": "perhaps"}, "EXPONENTIAL=perhaps: neither 1 nor 0"),
        ({"FUNCTION": "tanh", "PRECISION": "INT4"}, "PRECISION=INT4: nv_full has INT8, INT16, FP16"),
        ({"FUNCTION": "tanh", "PRECISION": "int8"}, "INT8, INT16, FP16; did you mean INT8?"),
        ({"FUNCTION": "sigmod"}, "expression of x such as 'x * exp(-x)'; did you mean sigmoid?"),
        ({"FUNCTION": "tanh", "CONFIG": "nv_small"}, "nv_small lacks SDP_LUT"),
        ({"FUNCTION": "tanh", "HIGH": "-9"}, "range of a table is -4 to -9"),
    ],
)
def test_bad_input_is_one_line_and_status_2(tables, capsys, given, message):
    try:
        status = tables(**given)
    except SystemExit as ended:
        status = ended.code
    told = capsys.readouterr()
    assert (status, told.out, len(told.err.splitlines())) == (2, "", 1)
    assert message in told.err
