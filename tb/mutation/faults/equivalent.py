"""Faults that change nothing that anybody can see, listed with the reason; they are looked up by content.

An entry names its file, the kind of fault, and a place's text before and after the change. So it follows the code when
lines move, and when the code itself changes it fits no more, which is an error: somebody has to look again. Where the
reason holds whatever is done to a statement, kind and change are ``*``.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tb.mutation.faults.fault import RtlFault, one_line
from tb.runner.errors import UserError
from tb.runner.paths import shown

TEXTS = ("file", "kind", "statement", "changed", "reason")
OPTIONAL = ("nth", "configs", "simulators")
ANY = "*"


@dataclass(frozen=True, slots=True)
class Equivalent:
    """One entry of the list.

    Attributes:
        file: the source file, from the list's folder, or a pattern for several; ``<config>`` in it stands for a
            configuration's name.
        kind: the kind of fault, or `ANY`.
        statement: the place's text, on one line and without comments.
        changed: the same with the fault, or `ANY`; empty if nothing is left.
        reason: why nobody can see it.
        nth: which one of those in the file that read the same.
        configs: the configurations of which it holds; all if none is named.
        simulators: likewise.
    """

    file: str
    kind: str
    statement: str
    changed: str
    reason: str
    nth: int = 1
    configs: tuple[str, ...] = ()
    simulators: tuple[str, ...] = ()


def read_equivalents(path: Path) -> list[Equivalent]:
    """The entries of a list.

    Raises:
        UserError: it is no TOML, or an entry lacks something.
    """
    try:
        data = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{shown(path)}: {error}") from error
    entries = data.get("equivalent", [])
    return [_entry(path, number, entry) for number, entry in enumerate(entries, 1)]


def find_equivalents(
    entries: Sequence[Equivalent], faults: Collection[RtlFault], *, config: str, sim: str, path: Path
) -> dict[RtlFault, str]:
    """The faults that a list names, with the reasons.

    Args:
        entries: the list's entries.
        faults: all faults of a design; an entry is not checked whose file, or whose statement, has none in this design,
            as long as the statement is there.
        config: name of the design's configuration.
        sim: name of the simulator.
        path: the list.

    Raises:
        UserError: an entry fits no fault any more.
    """
    known: dict[tuple[Path, str, int], list[RtlFault]] = defaultdict(list)
    for fault in faults:
        known[fault.path, fault.original, fault.nth].append(fault)
    there = {fault.path for fault in faults}
    found: dict[RtlFault, str] = {}
    for entry in entries:
        files = [file.resolve() for file in sorted(path.parent.glob(entry.file.replace("<config>", config)))]
        if not files:
            raise UserError(f"{shown(path)}: {entry.file}: no such file; is the entry out of date?")
        files = [file for file in files if file in there]
        if not files or not _holds(entry.configs, config) or not _holds(entry.simulators, sim):
            continue
        meant = [
            fault
            for file in files
            for fault in known.get((file, entry.statement, entry.nth), ())
            if _means(entry, fault)
        ]
        if not meant and not _decided(entry, files, known):
            raise UserError(
                f"{shown(path)}: {entry.file} has no {entry.kind} fault any more that makes "
                f"{entry.changed or 'nothing'!r} of {entry.statement!r}; look whether it is still equivalent"
            )
        found |= dict.fromkeys(meant, entry.reason)
    return found


def _decided(entry: Equivalent, files: Sequence[Path], known: Collection[tuple[Path, str, int]]) -> bool:
    """Whether a statement is there that can have no fault, as the configuration decides what it gives."""
    there = [file for file in files if one_line(file.read_text()).count(entry.statement) >= entry.nth]
    return bool(there) and not any((file, entry.statement, entry.nth) in known for file in there)


def _holds(named: Collection[str], name: str) -> bool:
    return not named or name in named


def _means(entry: Equivalent, fault: RtlFault) -> bool:
    return entry.kind in (ANY, fault.kind) and entry.changed in (ANY, fault.changed)


def _entry(path: Path, number: int, data: object) -> Equivalent:
    where = f"{shown(path)}: entry {number}"
    if not isinstance(data, Mapping):
        raise UserError(f"{where}: not a table; write [[equivalent]] above it")
    if unknown := [name for name in data if name not in (*TEXTS, *OPTIONAL)]:
        raise UserError(f"{where}: {unknown[0]}: no such field; there are {', '.join((*TEXTS, *OPTIONAL))}")
    for name in TEXTS:
        if not isinstance(data.get(name), str) or not (data[name] or name == "changed"):
            raise UserError(f"{where}: {name} is missing or no text")
    nth, configs, simulators = data.get("nth", 1), data.get("configs", []), data.get("simulators", [])
    if not isinstance(nth, int) or not isinstance(configs, list) or not isinstance(simulators, list):
        raise UserError(f"{where}: nth is a number, configs and simulators are lists of names")
    file, kind, statement, changed, reason = (str(data[name]) for name in TEXTS)
    holds = (tuple(map(str, names)) for names in (configs, simulators))
    return Equivalent(file, kind, statement, changed, reason, nth, *holds)
