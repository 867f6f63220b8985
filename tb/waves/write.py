"""Puts views beside the waves of a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tb.outcome.record import TestRecord
from tb.runner.attach.attachment import read_attachment
from tb.runner.family.family import Family
from tb.runner.family.waves import WaveParts
from tb.runner.jobs.job import SimResult
from tb.waves.groups import groups_of
from tb.waves.gtkwave import write_gtkwave
from tb.waves.hierarchy import WaveFileError, read_hierarchy
from tb.waves.moments import failed_tests, moments
from tb.waves.names import Names, names_of
from tb.waves.surfer import write_surfer
from tb.waves.view import View

WINDOW_NS = 200.0
"""How much is seen around a finding."""


def views_of_run(result: SimResult, family: Family, config: str, attach: Path | None) -> str:
    """Write what programs show of a run beside its waves.

    Args:
        result: the run.
        family: the device family.
        config: the hardware configuration.
        attach: the file that describes a user's RTL.

    Returns:
        Why there are none though there are waves; empty if there are.
    """
    if result.wave is None or family.waves is None:
        return ""
    names = Names()
    if attach is not None:
        names = names_of(read_attachment(attach), [pin.name for pin in family.pins(config)])
    try:
        write_views(result.wave, result.records, family.waves(config), names)
    except WaveFileError as error:
        return str(error)
    return ""


def view_of(wave: Path, records: Sequence[TestRecord], parts: WaveParts, names: Names) -> View:
    """What to show of a run.

    Args:
        wave: its waves.
        records: of its tests.
        parts: the signals of its configuration.
        names: what its RTL calls pins and links.

    Raises:
        WaveFileError: the waves cannot be read.
    """
    hierarchy, failed = read_hierarchy(wave), failed_tests(records)
    unit, lines = (failed[0].unit(parts.unit_of), failed[0].lines) if failed else ("", ())
    end_ns = max((record.origin_ns + record.sim_time_ns for record in records), default=0.0)
    return View(
        file=wave.name,
        groups=groups_of(parts, hierarchy, names, unit, lines),
        moments=moments(failed, hierarchy.ticks_a_ns),
        window_ticks=round(WINDOW_NS * hierarchy.ticks_a_ns),
        end_ticks=round(end_ns * hierarchy.ticks_a_ns),
    )


def write_views(wave: Path, records: Sequence[TestRecord], parts: WaveParts, names: Names) -> tuple[Path, Path]:
    """Write what GTKWave and Surfer show of a run beside its waves.

    Returns:
        GTKWave's file and Surfer's.

    Raises:
        WaveFileError: the waves cannot be read.
    """
    view = view_of(wave.resolve(), records, parts, names)
    return write_gtkwave(view, wave.resolve().parent), write_surfer(view, wave.resolve().parent)
