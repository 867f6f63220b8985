"""The traces of errata say what documents say: the reference agrees with them where the erratum is an error."""

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.config.errata import ERRATA, without
from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.traces.result import Outcome
from tb.nvdla.family import FAMILY
from tb.runner.jobs.vectors import unpack_vectors

OF = {trace: erratum for erratum in ERRATA.values() for trace in erratum.traces}


@pytest.fixture(params=OF)
def played(request, tmp_path):
    """The erratum of a trace, and what becomes of it where ``ERRATA`` says so and not."""
    erratum, (name, archive) = OF[request.param], request.param.split("/")
    config = CONFIGS[name]
    assert erratum.id in config.errata
    folders = {path.name: path for path in unpack_vectors(FAMILY.traces.vectors / "errata" / name, tmp_path)}
    assert {f"{name}/{path}" for path in folders} <= set(OF)
    trace = read_trace(folders[archive], config)
    return erratum, *(play_on_model(trace, config=without(config, errata)) for errata in ("", erratum.id))


def test_the_reference_agrees_and_warns_where_the_part_has_it(played):
    erratum, known, mended = played
    assert (known.outcome, mended.outcome, mended.warnings) == (Outcome.PASS, Outcome.PASS, ())
    assert not erratum.rule or any(f"[{erratum.rule}: " in warning for warning in known.warnings)
