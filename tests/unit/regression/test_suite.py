"""Suites: read whole, and all that is wrong with one is said."""

import pytest

from tb.regression.plan.suite import find_suite, read_suite
from tb.runner.errors import UserError

SIMS = ("icarus", "verilator")


def check_config(name):
    if name not in ("small", "large"):
        raise ValueError(f"{name}: there are small, large")


def read(folder, text):
    path = folder / "mine.toml"
    path.write_text(text)
    return read_suite(path, SIMS, check_config)


def test_what_an_entry_says_and_what_it_leaves_out(tmp_path):
    suite = read(
        tmp_path,
        """
summary = "All."
[[play]]
tests = "FirstTest"
[[play]]
tests = ["Random*"]
configs = ["small", "large"]
sims = ["icarus"]
memories = ["hdl", "python"]
plusargs = ["+level=3", "+slow"]
seeds = 7
knobs = { layers = 20, profile = ["harsh", "fast"], often = true }
""",
    )
    assert (suite.name, suite.summary) == ("mine", "All.")
    first, second = suite.entries
    assert (first.tests, first.configs, first.sims, first.memories) == (("FirstTest",), (), ("verilator",), ("hdl",))
    assert (first.seeds, first.knobs, first.plusargs) == (1, {}, ())
    assert second.knobs == {"layers": ("20",), "profile": ("harsh", "fast"), "often": ("1",)}
    assert (second.seeds, second.sims, second.memories) == (7, ("icarus",), ("hdl", "python"))
    assert second.plusargs == ("+level=3", "+slow")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("summary = 'x'", "no [[play]]"),
        ("[[play]]\nseeds = 3", "no tests"),
        ("[[play]]\ntests = 'A'\nseeds = 0", "seeds = 0: must be a whole number from 1 to"),
        ("[[play]]\ntests = 'A'\nseeds = true", "seeds = True"),
        ("[[play]]\ntests = 'A'\nsims = 'icarsu'", "did you mean icarus?"),
        ("[[play]]\ntests = 'A'\nmemories = 'ram'", "there are hdl, python"),
        ("[[play]]\ntests = 'A'\nconfigs = 'medium'", "medium: there are small, large"),
        ("[[play]]\ntests = 'A'\nplusargs = 'slow'", "play 1: plusargs = 'slow': not a plus with a name behind it"),
        ("[[play]]\ntests = 'A'\nplusargs = ['+a', '+b c']", "plusargs = '+b c': not a plus"),
        ("[[play]]\ntests = 'A'\nseed = 3", "did you mean seeds?"),
        ("[[play]]\ntests = 'A'\nknobs = { a = [] }", "knobs.a: must be"),
        ("[[play]]\ntests = 'A'\nknobs = { a = { b = 1 } }", "knobs.a: must be"),
        ("play = 3", "no [[play]]"),
        ("[[play", "is not TOML"),
    ],
)
def test_what_is_wrong_is_said_on_a_line(tmp_path, text, said):
    with pytest.raises(UserError) as error:
        read(tmp_path, text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_suite_is_found_by_name_or_by_its_file(tmp_path):
    (tmp_path / "smoke.toml").touch()
    own = tmp_path / "elsewhere.toml"
    own.touch()
    assert find_suite("smoke", tmp_path) == tmp_path / "smoke.toml"
    assert find_suite(str(own), tmp_path / "none") == own
    with pytest.raises(
        UserError, match=r"SUITE=smoek: no such suite; there are elsewhere, smoke .* did you mean smoke"
    ):
        find_suite("smoek", tmp_path)
