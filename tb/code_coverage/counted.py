"""What of the RTL's code a build counts, as a user asks for it."""

from __future__ import annotations

from enum import StrEnum

CODE_VARIABLE = "NPUVM_CODE"
"""Environment variable that names the file to which tests add which code they have reached."""
BUILD_VARIABLE = "NPUVM_CODE_BUILD"
"""Environment variable that names the file in which a build says what it was made of."""


class Counted(StrEnum):
    """What a build counts; the values are those of ``CODE_COVERAGE``."""

    NOTHING = "0"
    CODE = "1"
    """Lines, branches and expressions."""
    TOGGLES = "toggle"
    """Changes of each bit of each signal, which cost much more."""

    def __bool__(self) -> bool:
        return self is not Counted.NOTHING
