"""How much simulated time a test may take is said in the environment."""

import pytest

from tb.environment.config import EnvConfig
from tb.runner.jobs.job import LIMIT_VARIABLE


@pytest.mark.parametrize(("text", "limit_ns"), [("", None), ("5000", 5000.0), ("2.5e6", 2.5e6)])
def test_each_test_has_the_limit_of_the_environment(monkeypatch, text, limit_ns):
    monkeypatch.setenv(LIMIT_VARIABLE, text)
    assert EnvConfig().limit_ns == limit_ns


def test_without_one_a_test_may_take_any_time(monkeypatch):
    monkeypatch.delenv(LIMIT_VARIABLE, raising=False)
    assert EnvConfig().limit_ns is None


@pytest.mark.parametrize("text", ["soon", "0", "-5", "nan", "inf"])
def test_what_is_no_limit_is_said_on_one_line(monkeypatch, text):
    monkeypatch.setenv(LIMIT_VARIABLE, text)
    with pytest.raises(ValueError, match=f"{LIMIT_VARIABLE}='{text}': expected simulated time in ns"):
        EnvConfig()
