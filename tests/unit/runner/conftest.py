import pytest

from tb.runner.jobs.job import SimJob
from tests.unit.runner.adder import ADDER, FOLDER


@pytest.fixture
def job(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    return SimJob(
        design=ADDER, sim="icarus", modules=("adder_cases",), seed=5, run_dir=tmp_path / "run", test_filter="adds_one"
    )
