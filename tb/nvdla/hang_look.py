"""After a hang or a lost interrupt: the interrupt status tells whether the unit failed or what stands behind it."""

from __future__ import annotations

from collections.abc import Sequence

from models.registers import Register, RegisterMap
from tb.environment.env_family import HangLook


def interrupt_look(registers: RegisterMap) -> HangLook:
    """The interrupt status and its mask, and what they say."""
    glb = registers.blocks["GLB"].registers
    status, mask = glb["S_INTR_STATUS"], glb["S_INTR_MASK"]

    def say(words: Sequence[int]) -> tuple[str, str]:
        said = f"in the end {_describe(status, words[0])}, {mask.name} {words[1]:#x}"
        return said, _conclusion(words[0], words[1])

    return HangLook(registers=(status, mask), say=say)


def _describe(status: Register, word: int) -> str:
    bits = ", ".join(name for name, field in status.fields.items() if field.get(word))
    return f"{status.full_name} reads {word:#x} ({bits or 'no bit set'})"


def _conclusion(status: int, mask: int) -> str:
    if status & ~mask:
        return "so the bit was raised and did not reach the pin"
    return "so the bit is masked" if status else "so the unit did not raise it, or its pulse was lost on the way"
