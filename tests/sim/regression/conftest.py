import shutil

import pytest

from tests.sim.regression.playing import play, runs_of

COUNT = 16


def pytest_collection_modifyitems(items):
    if shutil.which("iverilog") is None:
        for item in items:
            if "sim/regression" in str(item.path):
                item.add_marker(pytest.mark.skip(reason="Icarus Verilog is not installed"))


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory):
    """A regression that nobody disturbs, played one batch after the other."""
    from tb.regression.engines.local import LocalEngine

    folder = tmp_path_factory.mktemp("undisturbed") / "regression"
    play(folder, runs_of(COUNT), engine=LocalEngine(1))
    return folder
