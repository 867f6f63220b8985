"""Traces of a family as ``input.txn`` has them, played with plain habits (docs/traces.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from models.derivation import derivation_lines
from models.layer import Layer
from models.pipeline.device import EventDevice
from models.reference import Happened
from models.rules import Violation
from sequences.traces.commands import Trace
from sequences.traces.find import find_folders
from sequences.traces.on_model import judge_on_device, play_on_device
from sequences.traces.plain_habits import PlainHabits
from sequences.traces.player import play
from sequences.traces.source import TraceError
from sequences.traces.txn.reader import COMMANDS_FILE, read_register_trace
from sequences.traces.txn.space import TraceSpace
from tb.outcome.traces import TraceLine, line_of_verdict
from tb.runner.errors import UserError
from tb.runner.family.traces import ProgramLint, TraceCheck


@dataclass(frozen=True, slots=True, kw_only=True)
class TxnTraces:
    """A `TracePlayer`.

    Attributes:
        space: what the traces of a configuration reach.
        device: makes a configuration's reference device, with memory that begins as 0.
    """

    space: Callable[[str], TraceSpace]
    device: Callable[[str], EventDevice]

    def find(self, paths: Sequence[Path]) -> list[Path]:
        """The folders of all traces in the given folders.

        Raises:
            UserError: a path is no folder, or has no trace in it.
        """
        try:
            return find_folders(paths, COMMANDS_FILE.__eq__, COMMANDS_FILE)
        except TraceError as error:
            raise UserError(str(error)) from error

    def check(self, folder: Path, config: str) -> TraceCheck:
        """Read a trace with all of its files.

        Raises:
            UserError: something in it is malformed.
        """
        return TraceCheck(self._read(folder, config).name, folder)

    def play_on_model(self, folder: Path, config: str, *, strict: bool) -> TraceLine:
        """Play a trace on the reference device alone."""
        trace, device = self._read(folder, config), self.device(config)
        playing = partial(play, trace, registers=device.registers, habits=PlainHabits(device), strict=strict)
        return line_of_verdict(judge_on_device(trace.name, device, playing))

    def lint(self, folder: Path, config: str) -> ProgramLint:
        """The rules that a trace breaks when the reference device plays it; its goldens do not matter.

        What is in memory for the device to take breaks rules too: the line is that of the register write which made the
        device take it.
        """
        trace, device = self._read(folder, config), self.device(config)
        found: list[Violation] = []
        device.listeners.append(lambda happened: found.extend(happened.broken))
        going_on = replace(trace, continue_on_fail=True)
        result = play_on_device(
            device, partial(play, going_on, registers=device.registers, habits=PlainHabits(device), strict=False)
        )
        device.over()
        broken = (
            f"{item.rule} {trace.source}:{result.writes[item.write - 1].line}: {item.message} [{item.section}]"
            for item in found
        )
        return ProgramLint(broken=tuple(dict.fromkeys(broken)), stopped=result.hang)

    def explain(self, folder: Path, config: str, place: str) -> Sequence[str]:
        """How the last layer that writes an address comes to what it writes there; an `ExplainPlace`.

        Raises:
            UserError: it is no address, or no layer writes there.
        """
        trace, device = self._read(folder, config), self.device(config)
        try:
            address = int(place, 0)
        except ValueError:
            raise UserError(f"AT={place} is no address, such as 0x1000") from None
        found: list[Layer] = []

        def notify(happened: Happened) -> None:
            found.extend(layer for layer in happened.started if _stream(layer, address) is not None)

        device.listeners.append(notify)
        going_on = replace(trace, continue_on_fail=True)
        play_on_device(
            device, partial(play, going_on, registers=device.registers, habits=PlainHabits(device), strict=False)
        )
        if not found:
            raise UserError(f"{trace.name}: no layer writes {place}")
        layer = found[-1]
        stream = _stream(layer, address)
        assert stream is not None
        where = layer.writes[stream].where
        steps = derivation_lines(layer.derivation_of(where.port, address))
        head = f"{layer} writes {where.describe(address)} at {where.port} {address:#x}:"
        return (head, *(f"  {line}" for line in steps), *layer.explanation)

    def _read(self, folder: Path, config: str) -> Trace:
        try:
            return read_register_trace(folder, self.space(config))
        except TraceError as error:
            raise UserError(str(error)) from error


def _stream(layer: Layer, address: int) -> int | None:
    """The write stream of a layer that an address belongs to, of the first memory where there is one."""
    streams = (layer.stream_at(port, address) for port in dict.fromkeys(item.where.port for item in layer.writes))
    return next((stream for stream in streams if stream is not None), None)
