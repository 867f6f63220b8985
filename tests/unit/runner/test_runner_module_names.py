import pytest

from tb.runner.simulators.verilator.module_names import concerns, modules_without_parent, read_names

FILES = {
    "types.sv": "typedef logic [7:0] byte_t;",
    "cells.v": "module cell_a; endmodule\nmodule cell_b; endmodule // top.v uses core\n",
    "core.v": "module core; cell_a c(); endmodule",
    "other.v": "`define WIDTH 8\nmodule other; cell_x x(); /* core */ endmodule",
    "x.v": "module cell_x; endmodule",
    "top.v": "`timescale 1ns/1ps\nmodule top; core a(); other b(); endmodule",
}


@pytest.fixture
def read(tmp_path):
    def read(files):
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        return read_names([tmp_path / name for name in files])

    return read


@pytest.mark.parametrize(
    ("text", "always"),
    [
        ("module a; function int f; endfunction endmodule", False),
        ("function int f; endfunction", True),
        ("bind core watcher w();", True),
        ("`define NAME(a, b) a``b", True),
    ],
)
def test_what_may_reach_any_module_is_known(read, text, always):
    (names,) = read({"a.v": text}).values()
    assert names.always == always


def test_candidates_for_a_top(read):
    assert modules_without_parent(read(FILES)) == ["cell_b", "top"]


@pytest.mark.parametrize(
    ("line", "matters"),
    [
        ('lint_off -rule WIDTH -file "*core.v"', True),
        ('lint_off -rule WIDTH -file "*/other*.v"', False),
        ('no_inline -module "cell_a"', True),
        ('no_inline -module "cell_x"', False),
        ("lint_off -rule WIDTH", True),
        ("// core.v", False),
    ],
)
def test_waivers_that_matter_to_a_module(tmp_path, line, matters):
    waiver = tmp_path / "w.vlt"
    waiver.write_text(f"`verilator_config\n{line}\n")
    assert concerns(waiver, ["/rtl/types.sv", "/rtl/core.v"], ["core", "cell_a"]) == matters


def test_a_waiver_may_have_any_bytes(tmp_path):
    (tmp_path / "a.vlt").write_bytes(b'// f\xfcr\nlint_off -file "*/core.v"\n')
    assert concerns(tmp_path / "a.vlt", ["x/core.v"], [])
