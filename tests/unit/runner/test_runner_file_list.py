import time

import pytest

from tb.runner.attach.file_list import FileList


@pytest.fixture
def read(tmp_path):
    """Read a list of this text in a folder with some more files."""

    def read(text, **others):
        for name, content in {"my.f": text, **others}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        files = FileList()
        files.read(tmp_path / "my.f", "my.toml")
        return files

    return read


def names(items, folder):
    return [str(item.path.relative_to(folder)) for item in items]


def test_files_comments_and_options(read, tmp_path):
    files = read(
        "// a comment\na.v b//c.sv # another\n/* over\ntwo lines */ -v lib.v\n+incdir+inc+more\n-Ithird\n"
        "+define+WIDTH=8+FAST -DSLOW=1\n"
    )
    assert files.errors == []
    assert names(files.sources, tmp_path) == ["a.v", "b/c.sv", "lib.v"]
    assert names(files.includes, tmp_path) == ["inc", "more", "third"]
    assert files.defines == {"WIDTH": "8", "FAST": "", "SLOW": "1"}


def test_nested_list_is_relative_to_its_own_folder(read, tmp_path):
    files = read("-f sub/inner.f\nlast.v\n", **{"sub/inner.f": "\n\nfirst.v\n"})
    assert names(files.sources, tmp_path) == ["sub/first.v", "last.v"]
    assert files.sources[0].location == "inner.f:3"


def test_variables_of_the_shell(read, tmp_path, monkeypatch):
    monkeypatch.setenv("RTL", "there")
    files = read("$RTL/a.v ${RTL}/b.v\n")
    assert names(files.sources, tmp_path) == ["there/a.v", "there/b.v"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("a.v\n-y lib\n", "my.f:2: -y is not understood; a list may have files, +incdir+"),
        ("$NOT_SET_ANYWHERE/a.v\n", "my.f:1: $NOT_SET_ANYWHERE is not set in the environment"),
        ("-f my.f\n", "names itself"),
        ("-f none.f\n", "none.f: no such file list"),
    ],
)
def test_each_mistake_names_its_location(read, text, error):
    assert error in read(text).errors[0]


def test_a_list_that_is_not_utf_8_is_one_mistake(read, tmp_path):
    (tmp_path / "latin.f").write_bytes("a.v\n// f\xfcr\n".encode("latin-1"))
    assert read("-f latin.f\n").errors == [
        f"my.f:1: {tmp_path}/latin.f: line 2 is not UTF-8 (byte 0xfc); save it as UTF-8"
    ]


def test_a_variable_set_to_nothing_names_nothing(read, monkeypatch):
    monkeypatch.setenv("NOTHING", "")
    assert read("$NOTHING\n").errors == ["my.f:1: nothing is named here: a variable is set to nothing"]


def test_lists_that_name_each_other_again_and_again_come_to_an_end(read):
    lists = {f"{n}.f": f"-f {n + 1}.f\n-f {n + 1}.f\n" for n in range(40)}
    start_s = time.process_time()
    (error,) = read("-f 0.f\n", **lists, **{"40.f": "a.v\n"}).errors
    assert "more than 1,000 file lists to read; name each once" in error
    assert time.process_time() - start_s < 5


@pytest.mark.parametrize(("count", "errors"), [(900, 0), (2000, 1)])
def test_lists_may_name_one_another_deeper_than_calls_nest(read, tmp_path, count, errors):
    chain = {f"{n}.f": f"-f {n + 1}.f\n{n}.v\n" for n in range(count)}
    files = read("-f 0.f\nlast.v\n", **chain, **{f"{count}.f": "first.v\n"})
    assert [("more than 1,000 file lists to read" in error) for error in files.errors] == [True] * errors
    found = names(files.sources, tmp_path)
    assert found[-2:] == ["0.v", "last.v"]
    assert (found[0] == "first.v") == (errors == 0)


def test_comments_without_an_end_take_no_time(read):
    start_s = time.process_time()
    assert read("a.v\n" + "/* " * 500_000).errors == []
    assert time.process_time() - start_s < 5
