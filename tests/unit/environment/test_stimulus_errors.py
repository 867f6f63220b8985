"""What a stimulus raised is told at the innermost line that its author wrote."""

import numpy as np
import pytest

from models.registers import Field
from tb.environment.stimulus_errors import MOST_LINES, failure_lines

HERE = "tests/unit/environment/test_stimulus_errors.py"
MODE = Field("MODE", 0, 2, 0, {"OFF": 0})


def raised(call):
    try:
        call()
    except Exception as error:
        return failure_lines(error)
    return None


def of_npuvm():
    MODE.value("ON")


def deep(levels):
    if levels:
        deep(levels - 1)
    of_npuvm()


def test_what_npuvm_raised_is_told_at_the_authors_line():
    message, details = raised(of_npuvm)
    line = of_npuvm.__code__.co_firstlineno + 1
    assert message == f"{HERE}:{line}: MODE: 'ON' is none of its names: OFF (ValueError)"
    assert details[0] == f'{HERE}:{line}: MODE.value("ON")'
    assert details[-1].startswith("which calls models/registers.py:")


def test_what_packages_raised_too_with_the_code_there():
    message, _ = raised(lambda: np.zeros(3).reshape(4))
    assert message.startswith(f"{HERE}:")
    assert message.endswith("(ValueError: cannot reshape array of size 3 into shape (4,))")


def test_no_line_is_told_twice_and_not_too_many():
    _, details = raised(lambda: deep(20))
    assert len(set(details)) == len(details) <= 2 * MOST_LINES + 1


@pytest.mark.parametrize("error", [ValueError(), ValueError("a\nb")])
def test_an_error_without_lines_is_its_text(error):
    assert failure_lines(error) == (f"ValueError: {error}".splitlines()[0].rstrip(": "), ())
