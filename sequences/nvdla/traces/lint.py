"""The lint of register programs: which rules a trace breaks, and which of its register writes broke them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.device import UNITS, Device
from models.rules import Violation
from sequences.nvdla.traces.needs import skip_reason
from sequences.nvdla.traces.play.playing import AnyTrace, playing
from sequences.traces.commands import WriteRegister
from sequences.traces.on_model import play_on_device


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that a program breaks.

    Attributes:
        violation: the rule, its section and what is wrong.
        location: file and line of the register write that broke it.
        write: that write, in the registers' words.
    """

    violation: Violation
    location: str
    write: str

    def __str__(self) -> str:
        item = self.violation
        return f"{item.rule} {self.location} {self.write}: {item.message} [{item.section}]"


@dataclass(frozen=True, slots=True)
class LintVerdict:
    """What the lint says of a program.

    Attributes:
        skipped: why it could not be checked; empty if it was.
        broken: the rules that it breaks, in the order in which it breaks them.
        stopped: why what follows could not be checked: the program waits for something that does not come.
    """

    skipped: str = ""
    broken: tuple[BrokenRule, ...] = ()
    stopped: str = ""


def lint(trace: AnyTrace, config: HwConfig) -> LintVerdict:
    """Play a program on a new device with empty memory and check what it starts; its goldens do not matter.

    Args:
        trace: read and checked.
        config: the hardware configuration.
    """
    device = Device(config)
    reason = skip_reason(trace, config, UNITS)
    if reason:
        return LintVerdict(skipped=reason)
    found: list[Violation] = []
    device.listeners.append(lambda happened: found.extend(happened.broken))
    result = play_on_device(device, playing(replace(trace, continue_on_fail=True), device))
    device.over()
    broken = [_broken(trace, violation, result.writes[violation.write - 1], device) for violation in found]
    return LintVerdict(broken=tuple(dict.fromkeys(broken)), stopped=result.hang)


def _broken(trace: AnyTrace, violation: Violation, write: WriteRegister, device: Device) -> BrokenRule:
    register = device.registers.at(write.address)
    text = f"{register.full_name} = {write.data:#x}" if register else f"{write.address:#x} = {write.data:#x}"
    return BrokenRule(violation, f"{trace.source}:{write.line}", text)
