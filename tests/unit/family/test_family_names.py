"""Which names a family may have, and where the worked example's name stands in a text."""

import pytest

from tools.family.__main__ import main
from tools.family.names import Renaming, need_name


@pytest.mark.parametrize("name", ["foo", "my_npu", "npu2", "x", "v1_lite", "minimal"])
def test_names_that_serve(name, tmp_path):
    need_name(name, tmp_path, [tmp_path / name])


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "NAME says what the family is to be called"),
        ("Foo", "small letters"),
        ("2nd", "a letter first"),
        ("my-npu", "small letters"),
        ("my__npu", "single '_'"),
        ("npu_", "single '_'"),
        ("_npu", "a letter first"),
        ("a/b", "small letters"),
        ("../a", "small letters"),
        ("a b", "small letters"),
        ("a\nb", "small letters"),
        ("zwölf", "small letters"),
        ("n" * 17, "17 letters"),
        ("lambda", "a keyword of Python"),
        ("module", "a keyword of SystemVerilog"),
        ("regfile", "a keyword of SystemRDL"),
        ("json", "a package of Python"),
        ("tests", "a folder of the checkout"),
        ("models", "a folder of the checkout"),
        ("pipeline", "models/pipeline is there already"),
        ("memory", "models/memory is there already"),
        ("runner", "tb/runner is there already"),
        ("toy", "tests/toy is there already"),
    ],
)
def test_names_that_do_not_are_one_line(name, why, capsys):
    assert main(["--", name]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("family: NAME")
    assert why in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("from models.mini.config import MINI64, MiniConfig", "from models.my_npu.config import MY_NPU64, MyNpuConfig"),
        ("mini_ring_pkg::settings_t", "my_npu_ring_pkg::settings_t"),
        ("tests/unit/mini/test_mini_device.py", "tests/unit/my_npu/test_my_npu_device.py"),
        ("`ifdef MINI_SCAN", "`ifdef MY_NPU_SCAN"),
        ('"*mini_move.sv" -match "*\'mini.clock\'*"', '"*my_npu_move.sv" -match "*\'my_npu.clock\'*"'),
        ("class RandomMiniTest(MiniBaseTest):", "class RandomMyNpuTest(MyNpuBaseTest):"),
        ("Mini's pins; mini65; mini-like", "MyNpu's pins; my_npu65; my_npu-like"),
        ("# `mini`, the worked example", "# `my_npu`"),
        ("// mini, the worked example (docs/mini): pins", "// my_npu (docs/my_npu): pins"),
        ("ID[31:0] = 0x494e494d;", "ID[31:0] = 0x4e5f594d;"),
        ("minimum MINIMAL Minimise", "minimum MINIMAL Minimise"),
        ("administer deterministic gemini", "administer deterministic gemini"),
    ],
)
def test_the_name_is_replaced_where_no_letters_go_on(text, renamed):
    assert Renaming("my_npu").text(text) == renamed


def test_a_name_that_holds_the_old_one_stays_whole():
    assert Renaming("mini2").text("mini MINI Mini mini64") == "mini2 MINI2 Mini2 mini264"


def test_without_the_example_there_is_nothing_to_copy(tmp_path, capsys):
    assert main(["foo"], tmp_path) == 2
    assert capsys.readouterr().err.startswith("family: this tree has no mini, the worked example that is copied: ")
