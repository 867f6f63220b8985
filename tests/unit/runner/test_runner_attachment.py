import os
import re
import time

import pytest

from tb.runner.attach.attachment import read_attachment
from tb.runner.attach.limits import SHOWN_ERRORS
from tb.runner.attach.search import Search, TooManyEntriesError
from tb.runner.attach.taps import TapLink, TapLinks, tap_lines, wrong_links
from tb.runner.design import include_files
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
        "8 wrong",
        "tops: unknown key; did you mean top? allowed are top, file_lists, ",
        "none.v does not exist",
        "rtl is a folder, not a file",
        "blocks = 'core': must be a list of strings",
        "rtl/top.v is not a folder",
        "defines.A = 1.5: must be a string, a whole number or true",
        "replace.other.v: no source has this path",
        "arguments.vcs: unknown key",
    ):
        assert part in text


def test_signals_between_units(attach):
    found = attach(
        'top = "chip"\nsources = ["rtl/top.v"]\n[taps.out]\nvalid = "~core.u[1].valid"\ndone = "core.done"\n'
        'data = ["core.high[7:4]", "core.low[0]"]\nend = "core.last"\n'
    )
    (link,) = found.taps.values()
    assert (link.valid, link.ready, link.done) == ("~core.u[1].valid", "", "core.done")
    assert link.members == {"data": ("core.high[7:4]", "core.low[0]"), "end": ("core.last",)}


def test_all_mistakes_of_signals_are_reported_at_once(attach):
    with pytest.raises(UserError) as caught:
        attach(
            'top = "chip"\nsources = ["rtl/top.v"]\n[taps]\nnone = 1\n'
            '[taps.out]\nvalid = "a b"\ndata = ["core.x[7:0", "core..x"]\nend = 1\n'
        )
    text = str(caught.value)
    for part in (
        "taps.none = 1: must be a table",
        "taps.out.done: missing; give a signal below the top, such as core.unit.valid",
        "taps.out.valid = 'a b': must be a signal below the top",
        "taps.out.data = 'core.x[7:0': must be",
        "taps.out.data = 'core..x': must be",
        "taps.out.end = 1: must be a list of strings, or one string",
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


def wrong(attach, text):
    """The mistakes in a file; the line before several says how many there are."""
    with pytest.raises(UserError) as caught:
        attach(text)
    if "\n" not in str(caught.value):
        return [str(caught.value).split(": ", 1)[1]]
    return [line.strip() for line in str(caught.value).splitlines()[1:]]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        (
            'topp = "a"\nsources = ["rtl/top.v"]',
            [r"topp: unknown key; did you mean top\? allowed are top, file_lists, .*"],
        ),
        ('top = "a"\nsorces = ["rtl/top.v"]', [r"sorces: unknown key; did you mean sources\? allowed are .*"]),
        (
            'top = "a"\nsources = ["rtl/top.v"]\n[pin]\na = "b"',
            [r"pin: unknown key; did you mean pins\? allowed are .*"],
        ),
        ('top = 5\nsources = "m.sv"', [r"sources = 'm\.sv': must be a list of strings", r"top = 5: must be a string"]),
        ("", [r"top: missing; give .*", "no source is named; .*"]),
        ('top = ""\nsources = []', [r"top: missing; give .*", "no source is named; .*"]),
    ],
)
def test_what_follows_from_a_mistake_is_none_itself(attach, text, errors):
    found = wrong(attach, text)
    assert len(found) == len(errors)
    assert all(re.fullmatch(error, line) for error, line in zip(errors, found, strict=True)), found


def test_of_a_link_that_there_is_not_nothing_else_is_told(attach, tmp_path):
    attach('top = "a"\nsources = ["rtl/top.v"]\n')
    path = tmp_path / "taps.toml"
    path.write_text('top = "a"\nsources = ["rtl/top.v"]\n[taps.pdp_writ]\n')
    found = read_attachment(path, {"pdp_write": TapLink({"data": 64}, whole=False)})
    links = {"pdp_write": TapLink({"atom": 8}, whole=True)}
    known = TapLinks(links=links, clock="c", reset="r")
    assert list(wrong_links(found.taps, known)) == ["taps.pdp_writ: there is no such link; did you mean pdp_write?"]


def test_layers_are_counted_where_somebody_looks_at_them(attach, tmp_path):
    attach('top = "a"\nsources = ["rtl/top.v"]\n')
    path, text = (
        tmp_path / "taps.toml",
        'top = "a"\nsources = ["rtl/top.v"]\n[taps.lines]\nvalid = "a.v"\ncount = "a.n"\n',
    )
    links = {"lines": TapLink({"count": 4}, whole=True, layers=False)}
    known = TapLinks(links=links, clock="c", reset="r")
    path.write_text(text)
    found = read_attachment(path, links).taps
    assert not list(wrong_links(found, known))
    assert ".layer_done(1'b0)" in "".join(tap_lines(found, known, "dut"))
    path.write_text(text + 'done = "a.d"\n')
    (line,) = wrong_links(read_attachment(path, links).taps, known)
    assert line == "taps.lines.done: nobody counts layers at this link; leave it out"


def test_pipes_and_devices_are_not_read(attach, tmp_path):
    os.mkfifo(tmp_path / "rtl/pipe.v")
    os.mkfifo(tmp_path / "rtl/include/pipe.vh")
    os.mkfifo(tmp_path / "pipe.f")
    (tmp_path / "rtl/endless.v").symlink_to("/dev/zero")
    errors = wrong(attach, 'top = "a"\nfile_lists = ["pipe.f"]\nsources = ["rtl/pipe.v", "rtl/endless.v"]\n')
    assert errors == [
        f"my.toml file_lists: {tmp_path}/pipe.f: a pipe or a device, not a file",
        f"my.toml sources: {tmp_path}/rtl/pipe.v is a pipe or a device, not a file",
        f"my.toml sources: {tmp_path}/rtl/endless.v is a pipe or a device, not a file",
    ]
    design = attach('top = "a"\nsources = ["rtl/top.v"]\nincludes = ["rtl/include"]\n').design
    assert [path.name for path in include_files(design)] == ["sizes.vh"]
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(UserError, match="a pipe or a device, not a file"):
        read_attachment(tmp_path / "pipe.toml")


def test_a_whole_machine_is_not_looked_through(attach, monkeypatch):
    monkeypatch.setattr("tb.runner.attach.attachment.Search", lambda: Search(1000))
    errors = wrong(attach, 'top = "a"\nsources = ["/**/*.none", "rtl/top.v"]\nincludes = ["/"]\n')
    assert errors[0].startswith("sources: '/**/*.none': more than 1,000 files and folders to look through")
    assert errors[1].startswith("my.toml includes: /: more than 1,000 files and folders to look through")


def test_patterns_look_at_so_much_and_at_no_folder_again(tmp_path):
    (tmp_path / "a/.hidden").mkdir(parents=True)
    (tmp_path / "a/around").symlink_to(tmp_path)
    for name in ("a/one.v", "a/.hidden/two.v", "a/.three.v", "four.v"):
        (tmp_path / name).touch()
    assert Search().matching(tmp_path, "**/**/*.v") == [tmp_path / "a/one.v", tmp_path / "four.v"]
    assert Search().matching(tmp_path, "*/[.]*.v") == []
    assert Search().matching(tmp_path, "a/.*.v") == [tmp_path / "a/.three.v"]
    with pytest.raises(TooManyEntriesError, match="more than 3 files"):
        Search(3).matching(tmp_path, "**/*.v")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (f"top = {'[' * 100_000}", "is not TOML"),
        (f"top = {'9' * 5000}", "is not TOML"),
        (f"top = {{{'a.' * 40}a = 1}}", "top = {"),
        (f"top = 0x{'f' * 9000}", "top = a number of 36000 bits: must be a string"),
        (f"[defines]\nA = 0x{'f' * 9000}", "must be a string, a whole number or true, of 64 bits"),
        ('sources = ["a\\u0000b.v"]', "a\\x00b.v does not exist"),
        (f'sources = ["{"a" * 300}.v"]', "a.v does not exist"),
        (f'file_lists = ["{"a" * 300}.f"]', "File name too long"),
        ('file_lists = ["a\\u0000b.f"]', "no path (embedded null byte)"),
        (f"{'a.' * 100_000}a = 1", "is not TOML: a key of 50 parts or more (at line 1)"),
        (f"top = {'w' * 500_000}", "is not TOML"),
        (f'sources = ["{"**/a/" * 50_000}*.v"]', "no file matches"),
        ('"one\\ntwo\\u001b[31m" = 1', "one\\ntwo\\x1b[31m: unknown key"),
    ],
    ids=[
        "depth",
        "digits",
        "nested",
        "bits",
        "define",
        "null",
        "long",
        "long-list",
        "null-list",
        "dots",
        "word",
        "stars",
        "forged",
    ],
)
def test_what_python_itself_refuses_is_a_mistake(attach, text, error):
    with pytest.raises(UserError) as caught:
        attach(text)
    assert error in str(caught.value)
    assert max(map(len, str(caught.value).splitlines())) < 1500


def test_names_that_are_no_text_are_refused(attach, tmp_path):
    (tmp_path / os.fsdecode(b"f\xfcr.v")).touch()
    assert wrong(attach, 'top = "a"\nsources = ["*.v"]\n') == [
        f"my.toml sources: {tmp_path}/f\\udcfcr.v: its name is not UTF-8; rename it"
    ]


def test_links_in_a_circle_are_missing_files(attach, tmp_path):
    for name in ("circle.f", "circle.v"):
        (tmp_path / name).symlink_to(name)
    errors = wrong(
        attach, 'top = "a"\nfile_lists = ["circle.f"]\nsources = ["circle.v"]\n[replace]\n"circle.v" = "b"\n'
    )
    assert errors[0] == f"my.toml file_lists: {tmp_path}/circle.f: Too many levels of symbolic links"


def test_a_large_table_of_replacements_takes_no_time(attach, tmp_path):
    (tmp_path / "many.f").write_text("".join(f"cells/c{n}.v\n" for n in range(10_000)))
    table = "".join(f'"c{n}.v" = "rtl/top.v"\n' for n in range(10_000))
    start_s = time.process_time()
    design = attach(f'top = "a"\nfile_lists = ["many.f"]\n[replace]\n{table}').design
    assert time.process_time() - start_s < 5
    assert design.sources == (tmp_path / "rtl/top.v",)


def test_the_first_mistakes_are_told_and_how_many_there_are(attach):
    text = "".join(f"key{n} = 1\n" for n in range(1000))
    with pytest.raises(UserError) as caught:
        attach(text)
    head, *lines = str(caught.value).splitlines()
    assert head.endswith("1002 wrong")
    assert len(lines) == SHOWN_ERRORS + 1
    assert lines[-1] == "  and 982 more"


def test_a_source_too_large_to_be_meant(attach, tmp_path):
    with (tmp_path / "huge.v").open("wb") as file:
        file.truncate(3 << 30)
    (error,) = wrong(attach, 'top = "a"\nsources = ["huge.v"]\n')
    assert error.endswith("huge.v holds 3,221,225,472 bytes; at most 1,073,741,824 are read")


def test_of_many_sources_of_a_name_some_are_told(attach, tmp_path):
    for number in range(40):
        (tmp_path / f"many/{number}").mkdir(parents=True)
        (tmp_path / f"many/{number}/ram.v").touch()
    with pytest.raises(UserError, match=r"several sources have this name, give the path of one: .* and 35 more$"):
        attach('top = "chip"\nsources = ["many/*/ram.v"]\n[replace]\n"ram.v" = "models/ram.v"\n')
