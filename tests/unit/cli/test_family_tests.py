"""Which modules of a folder have tests of a family, and which of them are played."""

from tb.runner.family.test_modules import FamilyTests

TEST = "import pyuvm\n\n\n@pyuvm.test()\nclass {name}Test:\n    pass\n"


def why_not(path, config, attached):
    """Two are not for RTL of a user's, and the small configuration lacks something."""
    return "own RTL" if attached and path.stem == "two" else "too small" if config == "small" else ""


def test_modules_with_tests_are_found_in_the_order_of_their_names(tmp_path):
    for name in ("two", "one", "traces"):
        (tmp_path / f"{name}.py").write_text(TEST.format(name=name))
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "test_one.py").write_text('MODULE = "tests.sim.toy.one"\n')
    (tmp_path / "shared.py").write_text('"""Whoever writes @pyuvm.test() in front of a class, .."""\n')
    one, two = "toy.one", "toy.two"
    tests = FamilyTests(folder=tmp_path, package="toy", apart=("toy.traces",), why_not=why_not)
    assert (tests.modules("large"), tests.modules("small")) == ((one, two), ())
    assert tests.tests("large", True) == {f"{one}.oneTest": "", f"{two}.twoTest": "own RTL"}


def test_in_a_users_folder_all_files_are_looked_at(tmp_path):
    (tmp_path / "traces.py").write_text(TEST.format(name="Own"))
    (tmp_path / "nothing.py").write_text("")
    tests = FamilyTests(folder=tmp_path / "absent", package="toy", apart=("toy.traces",))
    assert tests.tests("any", False, tmp_path) == {"traces.OwnTest": ""}
