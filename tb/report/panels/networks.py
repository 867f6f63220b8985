"""Compiled networks that were played: operation by operation, how they compare, what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tb.outcome.network import OperationRecord, Picture, WrongTensor
from tb.report.sources.regressions import PlayedRun
from tb.report.sources.sources import Sources
from tb.reports.played_network import PlayedNetwork, lines_of


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedPart:
    """What is wrong with a network, or with a part of it that was played by itself.

    Attributes:
        about: the operation that the first finding is about, with its units; empty: none is named.
        findings: what was found, a line each.
        wrong: the first tensor that is not what it should be, if there is one.
        replay: the command that plays it again.
    """

    about: str
    findings: tuple[str, ...]
    wrong: WrongTensor | None
    replay: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkView:
    """A network on one design.

    Attributes:
        name: the network's.
        config: the hardware configuration.
        on: what it was played on.
        by: what played it: ``make network``, or the regressions.
        time: when, UTC; empty: as the regressions.
        commit: that of the checkout then.
        passed: whether nothing was wrong.
        golden: how it compares with a golden file; empty: there was none.
        count: how many operations, or rows of them that play together, it has.
        operations: those that were played.
        peaks: of each operation the share of the peak; None: it multiplies nothing, or has no time.
        computed: what the processor computed.
        outputs: pictures by name.
        failures: what is wrong.
    """

    name: str
    config: str
    on: str
    by: str
    time: str
    commit: str
    passed: bool
    golden: str
    count: int
    operations: tuple[OperationRecord, ...]
    peaks: tuple[float | None, ...]
    computed: tuple[str, ...]
    outputs: Mapping[str, Picture]
    failures: tuple[FailedPart, ...]


def networks_of(sources: Sources) -> tuple[NetworkView, ...] | None:
    """The networks that were played, those that failed first; None if none was."""
    views = [*_of_regressions(sources), *map(_of_command, sources.networks)]
    return tuple(sorted(views, key=lambda view: view.passed)) or None


def _of_command(played: PlayedNetwork) -> NetworkView:
    network = played.network
    failed = FailedPart(about=network.first_wrong, findings=played.findings, wrong=network.wrong, replay=played.replay)
    return NetworkView(
        name=network.name,
        config=played.config,
        on=played.on,
        by="make network",
        time=played.time,
        commit=played.commit,
        passed=played.passed,
        golden=played.golden,
        count=network.count,
        operations=network.operations,
        peaks=tuple(operation.peak for operation in network.operations),
        computed=network.computed,
        outputs=network.outputs,
        failures=() if played.passed else (failed,),
    )


def _of_regressions(sources: Sources) -> Iterator[NetworkView]:
    """Of all runs of a network on the same design the operations together."""
    found: dict[tuple[str, str, str], list[PlayedRun]] = {}
    for run in sources.runs:
        if run.result.record and run.result.record.network:
            setting = run.result.run.setting
            key = (run.result.record.network.name, setting.config, " ".join(filter(None, (setting.on, setting.attach))))
            found.setdefault(key, []).append(run)
    for (name, config, on), runs in found.items():
        networks = [run.result.record.network for run in runs if run.result.record and run.result.record.network]
        operations = {one.name: one for network in networks for one in network.operations}
        yield NetworkView(
            name=name,
            config=config,
            on=on,
            by="regressions",
            time="",
            commit="",
            passed=all(run.result.passed for run in runs),
            golden="",
            count=networks[0].count,
            operations=tuple(operations.values()),
            peaks=tuple(operation.peak for operation in operations.values()),
            computed=tuple(dict.fromkeys(line for network in networks for line in network.computed)),
            outputs={name: picture for network in networks for name, picture in network.outputs.items()},
            failures=tuple(_failed(run, sources) for run in runs if not run.result.passed),
        )


def _failed(run: PlayedRun, sources: Sources) -> FailedPart:
    record = run.result.record
    network = record.network if record else None
    return FailedPart(
        about=network.first_wrong if network else "",
        findings=lines_of(record.findings) if record else (run.result.first_line,),
        wrong=network.wrong if network else None,
        replay=sources.replay(run.tests, run.result.run),
    )
