import pytest

from tb.runner.design import Design
from tb.runner.errors import UserError


@pytest.fixture
def rtl(tmp_path):
    (tmp_path / "include").mkdir()
    for name in ("types.sv", "top.v", "top.vlt", "notes.txt"):
        (tmp_path / name).write_text("")
    return tmp_path


def file_list(folder, text):
    path = folder / "design.f"
    path.write_text(text)
    return path


def test_kinds_of_entries_go_where_they_belong(rtl):
    path = file_list(rtl, "# all of it\ntypes.sv   # first\n\ntop.v\ntop.vlt\ninclude\n")
    design = Design.from_file_list(path, name="d", top="top", parameters={"WIDTH": 8})
    assert design.sources == (rtl / "types.sv", rtl / "top.v")
    assert design.waivers == (rtl / "top.vlt",)
    assert design.includes == (rtl / "include",)
    assert design.parameters == {"WIDTH": 8}


def test_a_variable_stands_for_its_value(rtl):
    path = file_list(rtl, "$KIND.sv\n${KIND}.sv\n")
    design = Design.from_file_list(path, name="d", top="top", variables={"KIND": "types"})
    assert design.sources == (rtl / "types.sv", rtl / "types.sv")


def test_a_variable_without_a_value_is_named_with_its_line(rtl):
    with pytest.raises(UserError, match=r"design\.f:2: \$NONE/top\.v: .*; variables here: \$KIND"):
        Design.from_file_list(file_list(rtl, "top.v\n$NONE/top.v\n"), name="d", top="top", variables={"KIND": "types"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("types.sv\nnone.sv\n", r"design\.f:2: .*none\.sv does not exist"),
        ("notes.txt\n", r"design\.f:1: notes\.txt is neither a folder nor one of \.v \.sv"),
    ],
)
def test_wrong_entry_is_named_with_its_line(rtl, text, message):
    with pytest.raises(UserError, match=message):
        Design.from_file_list(file_list(rtl, text), name="d", top="top")


def test_missing_list_is_named(tmp_path):
    with pytest.raises(UserError, match=r"none\.f: no such file list"):
        Design.from_file_list(tmp_path / "none.f", name="d", top="top")
