"""A plan is read whole, from one file or several, and all that is wrong with one is said."""

import pytest

from tb.plan.plan import read_plan
from tb.runner.errors import UserError
from tests.unit.plan.made_plan import WHOLE, points_of


def test_what_a_point_says(tmp_path):
    routes, resets = points_of(tmp_path)
    assert (routes.name, routes.part, routes.goal) == ("routes", "Copies", "A copy goes from each memory to each.")
    assert routes.section == "docs/architecture.md, 'Time'"
    assert routes.proofs == {
        "tests": ("copies",),
        "coverage": ("port *.length", "layers"),
        "rules": ("copy-*",),
        "faults": ("line-too-long",),
        "mutants": ("COPY",),
    }
    assert resets.proofs == {"tests": ("resets.ResetTest",)}


def test_a_folder_is_read_file_by_file(tmp_path):
    for name in ("b", "a"):
        (tmp_path / f"{name}.toml").write_text(WHOLE.replace("Copies", name))
    assert [point.part for point in read_plan(tmp_path)] == ["a", "a", "b", "b"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Copies"', "", "no title"),
        ("[[point]]", "[[points]]", "points: unknown key; did you mean point?"),
        ('goal = "A reset', 'goals = "A reset', "point resets: goals: unknown key; did you mean goal?"),
        ('goal = "A reset cuts off a copy."', "", "point resets: no goal"),
        ('name = "resets"', "", "point 2: no name"),
        ('name = "resets"', "name = 3", "point 2: name = 3: must be a string"),
        ('tests = "copies"', "tests = [3]", "point routes: tests = [3]: must be a list of strings"),
        ("docs/architecture.md, 'Time'", "architecture", "section = 'architecture': must be a page and a heading"),
        ("[[point]]", "[[point", "is not TOML"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, old, new, said):
    assert old in WHOLE
    with pytest.raises(UserError) as error:
        points_of(tmp_path, WHOLE.replace(old, new))
    assert said in str(error.value)


def test_without_a_file_there_is_no_plan(tmp_path):
    with pytest.raises(UserError, match="it has no file that ends with"):
        read_plan(tmp_path)
    with pytest.raises(UserError, match="No such file"):
        read_plan(tmp_path / "plan.toml")
