"""Signals of a user's RTL that say what passes between its units, and what a family knows of that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from models.nearest import did_you_mean
from tb.runner.attach.toml_table import TomlTable
from tb.runner.link_taps import LINK_TAP

LACKING_VARIABLE = "NPUVM_TAPS_LACKING"
"""Environment variable that tells the simulation side which members of links its design does not name."""
_NAME = r"[A-Za-z_][\w$]*(\[\d+\])?"
_SIGNAL = re.compile(rf"~?{_NAME}(\.{_NAME})*(\[\d+(:\d+)?\])?", re.ASCII)
WANTED = "a signal below the top, such as core.unit.valid or core.unit.data[7:0], behind a ~ if it is active low"


@dataclass(frozen=True, slots=True)
class TapLink:
    """A link between two units that can be looked at.

    Attributes:
        members: what passes it, the highest first, with their bits.
        whole: all of them are needed; else some may be left out, and are not compared.
        layers: it is looked at layer by layer; else over all.
    """

    members: Mapping[str, int]
    whole: bool
    layers: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TapLinks:
    """What a family can look at in any RTL of its devices.

    Attributes:
        links: by their names.
        clock: pin with the clock of all links; `reset`, low, resets the units.
        reset: the pin.
    """

    links: Mapping[str, TapLink]
    clock: str
    reset: str


NO_TAPS = TapLinks(links={}, clock="", reset="")
"""Nothing can be looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSignals:
    """Where a user's RTL has a link.

    Attributes:
        valid: signal that offers a transfer.
        ready: signal that takes it; empty: it is always taken.
        done: signal that is 1 in the last cycle of each layer; empty: nobody counts layers.
        members: signals of each member, the highest first.
    """

    valid: str
    ready: str
    done: str
    members: Mapping[str, tuple[str, ...]]


def read_taps(table: TomlTable, known: Mapping[str, TapLink] | None) -> dict[str, LinkSignals]:
    """The links that an attach file names; what is wrong goes to the table's errors.

    Args:
        table: the tables of the links.
        known: the links that there are; None: any. Of another nothing is told but that it is none: `wrong_links`.
    """
    none = LinkSignals(valid="", ready="", done="", members={})
    there = [name for name in table.values if known is None or name in known]
    by_layers = {name: known is None or known[name].layers for name in there}
    return {
        name: _read_link(table.table(name), layers=by_layers[name]) if name in there else none for name in table.values
    }


def _read_link(table: TomlTable, *, layers: bool) -> LinkSignals:
    for key in ("valid", "done") if layers else ("valid",):
        if key not in table.values:
            table.errors.append(f"{table.prefix}{key}: missing; give {WANTED}")
    names = {key: tuple(table.text_or_texts(key)) for key in table.values if key not in ("valid", "ready", "done")}
    ends = {key: table.text(key) for key in ("valid", "ready", "done")}
    for key, signals in (*names.items(), *((key, (signal,)) for key, signal in ends.items() if signal)):
        for signal in signals:
            if not _SIGNAL.fullmatch(signal):
                table.errors.append(f"{table.prefix}{key} = {signal!r}: must be {WANTED}")
    return LinkSignals(**ends, members=names)


def wrong_links(found: Mapping[str, LinkSignals], known: TapLinks) -> Iterator[str]:
    """What an attach file names that the family does not know, or knows otherwise."""
    for name, signals in found.items():
        link = known.links.get(name)
        if link is None:
            near = did_you_mean(name, known.links) or f"; there are {', '.join(known.links) or 'none'}"
            yield f"taps.{name}: there is no such link{near}"
            continue
        if signals.done and not link.layers:
            yield f"taps.{name}.done: nobody counts layers at this link; leave it out"
        members = ", ".join(f"{member} ({bits} bits)" for member, bits in link.members.items())
        for member in signals.members:
            if member not in link.members:
                yield f"taps.{name}.{member}: unknown key; allowed are valid, ready, done and {members}"
        lacking = [member for member in link.members if member not in signals.members]
        if lacking and (link.whole or len(lacking) == len(link.members)):
            of = "all" if link.whole else "one or more"
            yield f"taps.{name}: without {', '.join(lacking)}; it needs {of} of {members}"


def lacking_members(found: Mapping[str, LinkSignals], known: TapLinks) -> str:
    """The members that are not named, for the simulation side."""
    return " ".join(
        f"{name}.{member}"
        for name, signals in found.items()
        for member in known.links[name].members
        if member not in signals.members
    )


def tap_lines(found: Mapping[str, LinkSignals], known: TapLinks, top: str) -> Iterator[str]:
    """Verilog in a module with the bench's pins that has the RTL as an instance: a tap for each link.

    Args:
        found: the links.
        known: what the family knows of them.
        top: name of the instance.
    """
    for name, signals in found.items():
        link = known.links[name]
        for member, parts in signals.members.items():
            bits, value = link.members[member], _joined(parts, top)
            yield f"wire [{bits - 1}:0] {name}_{member} = {value};"
            yield f"initial if ($bits({value}) != {bits})"
            yield f'    $fatal(1, "taps.{name}.{member} has %0d bits, it must have {bits}", $bits({value}));'
        values = [f"{name}_{key}" if key in signals.members else f"{bits}'b0" for key, bits in link.members.items()]
        parameters = f'.NAME("{name}"), .WIDTH({sum(link.members.values())})'
        ready = _joined([signals.ready], top) if signals.ready else "1'b1"
        done = _joined([signals.done], top) if signals.done else "1'b0"
        yield f"{LINK_TAP.stem} #({parameters}) {name}_tap ("
        yield f"    .clk({known.clock}), .reset_n({known.reset}), .group(1'b0),"
        yield f"    .valid({_joined([signals.valid], top)}), .ready({ready}),"
        yield f"    .payload({{{', '.join(values)}}}), .layer_done({done})"
        yield ");"


def _joined(signals: tuple[str, ...] | list[str], top: str) -> str:
    """Signals side by side, the highest first."""
    whole = [f"~{top}.{signal[1:]}" if signal.startswith("~") else f"{top}.{signal}" for signal in signals]
    return f"{{{', '.join(whole)}}}"
