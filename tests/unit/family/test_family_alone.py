"""``make alone`` copies a checkout in which one family is the only one."""

import subprocess

import pytest

from tools.alone import main

FILES = (
    "Makefile",
    "tb/one/family.py",
    "tb/two/family.py",
    "models/one/part/part.py",
    "models/shared/two.py",
    "tests/unit/two/test_two.py",
    "docs/two/pages",
)


@pytest.fixture
def checkout(tmp_path):
    """One with two families, something that git ignores, and something new."""
    for name in (*FILES, "models/one/generated/one.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / ".gitignore").write_text("generated\n/build\n")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    subprocess.run(["git", "-C", str(tmp_path), "add", "Makefile", "tb"], check=True)
    return tmp_path


def there(copy):
    return {
        path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file() and ".git" not in path.parts
    }


def test_the_others_have_no_folder_in_it(checkout, capsys):
    assert main(["one"], checkout) == 0
    assert capsys.readouterr().out == "alone: 5 files, of no family but one, are in build/alone/one\n"
    copy = checkout / "build" / "alone" / "one"
    kept = {".gitignore", "Makefile", "tb/one/family.py", "models/one/part/part.py", "models/shared/two.py"}
    assert there(copy) == kept
    assert (copy / ".git").is_dir()


def test_a_second_copy_has_nothing_of_the_first_but_what_was_built(checkout):
    main(["one"], checkout)
    copy = checkout / "build" / "alone" / "one"
    for name in ("build/icarus/design", "models/one/generated/one.json", "tb/one/old.py", "old"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).touch()
    (checkout / "tb" / "one" / "family.py").unlink()
    (checkout / "tb" / "one" / "family.py").write_text("new")
    before = there(copy)
    assert main(["one"], checkout) == 0
    assert before - there(copy) == {"models/one/generated/one.json", "tb/one/old.py", "old"}
    assert (copy / "tb" / "one" / "family.py").read_text() == "new"


@pytest.mark.parametrize(
    ("name", "why"),
    [("", "FAMILY says which family stays"), ("three", "FAMILY=three: no such family"), ("..", "FAMILY=..: no such")],
)
def test_which_family_stays_must_be_said(checkout, capsys, name, why):
    assert main([name], checkout) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.endswith("; choose one of one, two\n")
    assert not (checkout / "build").exists()


def test_no_checkout_is_one_line(checkout, capsys, monkeypatch):
    monkeypatch.setenv("GIT_DIR", str(checkout / "nothing"))
    assert main(["one"], checkout) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
