"""A user's RTL as a design that the bench can drive."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from models.nearest import did_you_mean
from tb.pins import Pin, PinState, PinStatus, format_pins
from tb.runner.attach.attachment import Attachment, read_attachment
from tb.runner.attach.limits import SHOWN_ERRORS
from tb.runner.attach.pin_wrapper import DUT, wrapper_name, wrapper_text
from tb.runner.attach.ports import read_ports
from tb.runner.attach.taps import LACKING_VARIABLE, TapLinks, lacking_members, tap_lines, wrong_links
from tb.runner.attach.toml_table import all_wrong
from tb.runner.cache import content_key
from tb.runner.design import Design, include_files
from tb.runner.errors import UserError
from tb.runner.link_taps import LINK_TAP
from tb.runner.paths import BUILD
from tb.runner.simulators.simulator import TIMESCALE
from tb.whole_file import write_whole

FOLDER = "attach"
ALWAYS = {"verilator": ("-Wno-fatal",)}
"""Warnings about a user's RTL do not stop its simulation."""


@dataclass(frozen=True, slots=True)
class AttachedRtl:
    """A user's RTL and how its pins fit.

    Attributes:
        attachment: what the user's file says.
        pins: the bench's pins.
        table: one row a pin of the bench, under both names where they differ.
        held: inputs of the RTL that the bench does not drive, their widths, and the bit that they are held at: 0 where
            it has no pin, 1 where the user's file says so.
        links: what can be looked at between its units.
    """

    attachment: Attachment
    pins: tuple[Pin, ...]
    table: tuple[PinStatus, ...]
    held: Mapping[str, tuple[int, int]]
    links: TapLinks

    @property
    def fits(self) -> bool:
        """Whether every pin is there with the right width."""
        return all(status.state is PinState.OK for status in self.table)

    def design(self, root: Path = BUILD, *, taps: bool = False) -> Design:
        """The RTL, in a module with the bench's pin names where its own differ, or where that has taps.

        Args:
            root: folder of all builds.
            taps: look at the signals between its units that the user's file names.

        Raises:
            UserError: a pin is missing or has another width, the message has the table; or no signals are named.
        """
        design, path = self.attachment.design, self.attachment.path
        if taps and not self.attachment.taps:
            raise UserError(f"TAPS=1: {path} names no signals between units; see docs/attach.md, or leave out TAPS")
        if not self.fits:
            wrong = sum(status.state is not PinState.OK for status in self.table)
            raise UserError(
                f"{path}: {wrong} of {len(self.table)} pins of {design.top} are not as the bench needs them; "
                f"name them under [pins], or name another top\n{format_pins(self.table)}"
            )
        arguments = {name: (*ALWAYS.get(name, ()), *words) for name, words in design.arguments.items()}
        names = {pin.name: self.attachment.rtl_name(pin.name) for pin in self.pins}
        if not taps and not self.held and all(name == rtl for name, rtl in names.items()):
            return replace(design, arguments=arguments)
        lines: list[str] = []
        if taps:
            lines = list(tap_lines(self.attachment.taps, self.links, DUT))
            lacking = {LACKING_VARIABLE: lacking_members(self.attachment.taps, self.links)}
            others = (path for path in design.sources if path != LINK_TAP)
            sources, variables = (*others, _link_tap(root)), {**design.variables, **lacking}
            design = replace(design, sources=sources, variables=variables)
        text = wrapper_text(design.top, self.pins, names, self.held, lines)
        wrapper = root / FOLDER / f"{design.name}-{content_key([text], [])}.sv"
        write_whole(wrapper, text)
        return replace(design, top=wrapper_name(design.top), sources=(*design.sources, wrapper), arguments=arguments)


def read_attached(path: Path, pins: Sequence[Pin], root: Path = BUILD, *, links: TapLinks) -> AttachedRtl:
    """Read a user's attach file, elaborate the ports of the top that it names, and compare them with the bench's pins.

    Args:
        path: the TOML file.
        pins: what the bench needs.
        root: folder of all builds.
        links: what can be looked at between its units.

    Raises:
        UserError: the file or a file that it names is wrong or missing, or Verilator is.
    """
    attachment = read_attachment(path, links.links)
    _check_names(attachment, pins)
    if wrong := list(wrong_links(attachment.taps, links)):
        raise UserError(all_wrong(path, wrong))
    ports = _ports(attachment.design, root)
    table = []
    for pin in pins:
        name = attachment.rtl_name(pin.name)
        direction, width = ports.get(name, ("", 0))
        shown = pin if name == pin.name else replace(pin, name=f"{pin.name} = {name}")
        table.append(PinStatus(shown, width if direction == pin.direction else None))
    wanted = {attachment.rtl_name(pin.name) for pin in pins}
    inputs = {name: width for name, (direction, width) in ports.items() if direction == "input"}
    _check_held(attachment, list(inputs))
    ones = attachment.held_at_1
    held = {name: (width, int(name in ones)) for name, width in inputs.items() if name in ones or name not in wanted}
    return AttachedRtl(attachment, tuple(pins), tuple(table), held, links)


def _link_tap(root: Path) -> Path:
    """The module of taps, with steps of time of its own: a user's RTL may have others, which go on to the next file."""
    text = f"`timescale {' / '.join(TIMESCALE)}\n{LINK_TAP.read_text()}"
    path = root / FOLDER / f"{LINK_TAP.stem}-{content_key([text], [])}.sv"
    write_whole(path, text)
    return path


def _check_held(attachment: Attachment, inputs: Sequence[str]) -> None:
    top = attachment.design.top
    has = f"; it has {', '.join(inputs) or 'none'}"
    unknown = [
        f"held_at_1: {top} has no input {name!r}{did_you_mean(name, inputs) or has}"
        for name in attachment.held_at_1
        if name not in inputs
    ]
    if unknown:
        raise UserError(all_wrong(attachment.path, unknown))


def _check_names(attachment: Attachment, pins: Sequence[Pin]) -> None:
    names = [pin.name for pin in pins]
    unknown = [name for name in attachment.pins if name not in names]
    if unknown:
        has = f"; it has {', '.join(names)}"
        errors = [
            f"pins.{name}: the bench has no such pin{did_you_mean(name, names) or has}"
            for name in unknown[:SHOWN_ERRORS]
        ]
        raise UserError(all_wrong(attachment.path, [*errors, *unknown[SHOWN_ERRORS:]]))
    bench: dict[str, str] = {}
    twice = []
    for name in names:
        rtl = attachment.rtl_name(name)
        if rtl in bench:
            twice.append(f"pins: {bench[rtl]} and {name} are both {rtl}: each pin of the RTL is one of the bench")
        bench[rtl] = name
    if twice:
        raise UserError(all_wrong(attachment.path, twice))


def _ports(design: Design, root: Path) -> dict[str, tuple[str, int]]:
    """The top's ports; kept, for reading a large design's sources takes seconds."""
    options = [design.top, *(f"{name}={value}" for name, value in design.defines.items())]
    key = content_key(options, [*design.sources, *include_files(design)])
    kept = root / FOLDER / f"{design.name}-{key}.ports.json"
    if not kept.is_file():
        write_whole(kept, json.dumps(read_ports(design)))
    return {name: (direction, width) for name, (direction, width) in json.loads(kept.read_text()).items()}
