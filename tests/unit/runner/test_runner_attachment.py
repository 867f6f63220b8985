import pytest

from tb.runner.attach.attachment import read_attachment
from tb.runner.errors import UserError


@pytest.fixture
def attach(tmp_path):
    """Read an attach file of this text in a folder with some RTL."""
    for name in ("rtl/top.v", "rtl/ram.v", "rtl/deep/ram.v", "models/ram.v", "rtl/include/sizes.vh", "my.vlt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (tmp_path / "rtl/list.f").write_text("+incdir+include\n+define+IN_LIST\ntop.v\nram.v\n")

    def attach(text):
        (tmp_path / "my.toml").write_text(text)
        return read_attachment(tmp_path / "my.toml")

    return attach


def test_everything_together(attach, tmp_path):
    found = attach(
        'top = "chip"\nfile_lists = ["rtl/list.f"]\nwaivers = ["my.vlt"]\nblocks = ["core"]\npin_prefix = "p_"\n'
        '[defines]\nSIZE = 8\nFAST = true\n[replace]\n"ram.v" = "models/ram.v"\n'
        '[arguments]\nverilator = ["-Wno-lint"]\n[pins]\nclk = "clock"\n'
    )
    design = found.design
    assert (design.name, design.top, design.blocks) == ("my", "chip", ("core",))
    assert design.sources == (tmp_path / "rtl/top.v", tmp_path / "models/ram.v")
    assert design.includes == (tmp_path / "rtl/include",)
    assert design.defines == {"IN_LIST": "", "SIZE": "8", "FAST": ""}
    assert design.waivers == (tmp_path / "my.vlt",)
    assert design.arguments["verilator"] == ("-Wno-lint",)
    assert [found.rtl_name(name) for name in ("clk", "reset")] == ["clock", "p_reset"]


def test_patterns_and_repeated_sources(attach, tmp_path):
    found = attach('top = "chip"\nfile_lists = ["rtl/list.f"]\nsources = ["rtl/**/*.v"]\n')
    assert found.design.sources == tuple(tmp_path / name for name in ("rtl/top.v", "rtl/ram.v", "rtl/deep/ram.v"))


def test_all_mistakes_are_reported_at_once(attach):
    with pytest.raises(UserError) as caught:
        attach(
            'tops = "chip"\nsources = ["rtl/none.v", "rtl"]\nblocks = "core"\nincludes = ["rtl/top.v"]\n'
            '[defines]\nA = 1.5\n[replace]\n"other.v" = "models/ram.v"\n[arguments]\nvcs = []\n'
        )
    text = str(caught.value)
    for part in (
        "9 wrong",
        "tops: unknown key; allowed are: top (name of the top module)",
        "none.v does not exist",
        "rtl is a folder, not a file",
        "blocks = 'core': must be a list of strings",
        "rtl/top.v is not a folder",
        "defines.A = 1.5: must be a string, a whole number or true",
        "replace.other.v: no source has this path",
        "arguments.vcs: unknown key",
        "top: missing",
    ):
        assert part in text


def test_replacing_one_of_two_files_of_a_name_needs_its_path(attach, tmp_path):
    text = 'top = "chip"\nsources = ["rtl/**/*.v"]\n[replace]\n"{}" = "models/ram.v"\n'
    with pytest.raises(UserError, match="several sources have this name"):
        attach(text.format("ram.v"))
    replaced = attach(text.format("rtl/deep/ram.v")).design.sources
    assert tmp_path / "rtl/deep/ram.v" not in replaced
    assert tmp_path / "rtl/ram.v" in replaced


@pytest.mark.parametrize(("text", "error"), [(None, "No such file"), ("top = ", "is not TOML")])
def test_unreadable_file_is_one_line(tmp_path, text, error):
    path = tmp_path / "my.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(UserError, match=error) as caught:
        read_attachment(path)
    assert "\n" not in str(caught.value)
