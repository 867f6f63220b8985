import pytest

from tb.runner.simulators.verilator.module_names import concerns, modules_without_parent, needed_files, read_names

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


def needed(module, names):
    return [path.name for path in needed_files(module, names)]


def test_only_what_a_module_uses_is_needed(read):
    names = read(FILES)
    assert needed("core", names) == ["types.sv", "cells.v", "core.v"]
    assert needed("other", names) == ["types.sv", "other.v", "x.v"]
    assert needed("top", names) == list(FILES)


@pytest.mark.parametrize("text", ["bind core watcher w();", "`define NAME(a, b) a``b", "function int f; endfunction"])
def test_what_may_reach_any_module_is_always_needed(read, text):
    assert "reach.v" in needed("core", read({**FILES, "reach.v": f"module watcher; endmodule\n{text}\n"}))


def test_directives_go_on_over_several_lines(read):
    (names,) = read({"a.v": "`define SUM(a) \\\n  a + \\\n  1\nmodule m; endmodule\n  `ifdef X\n"}).values()
    assert names.directives == "`define SUM(a) \\\n  a + \\\n  1\n  `ifdef X"


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
def test_waivers_that_matter_to_a_module(read, tmp_path, line, matters):
    names = read(FILES)
    waiver = tmp_path / "w.vlt"
    waiver.write_text(f"`verilator_config\n{line}\n")
    assert concerns(waiver, needed_files("core", names), names) == matters
