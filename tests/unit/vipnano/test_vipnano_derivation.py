"""How jobs come to single bytes: the last step is what is written, whatever the job."""

from functools import partial

import numpy as np
import pytest

from models.events import Started
from models.vipnano.config import CONFIGS
from models.vipnano.device import VipnanoDevice
from models.vipnano.jobs.derivation import TERMS
from sequences.model_host import ModelHost, run
from sequences.vipnano.bench import VipnanoBench
from sequences.vipnano.draw.jobs import draw_job
from tb.cli.main import main
from tests.unit.vipnano.played_traces import play_jobs, recorded

JOBS, BYTES = 40, 5


@pytest.mark.parametrize("name", CONFIGS)
def test_the_last_step_is_what_is_written(name):
    config, layers = CONFIGS[name], []
    host = ModelHost(VipnanoDevice(config))
    host.listeners.append(lambda event: layers.append(event.layer) if isinstance(event, Started) else None)
    bench = VipnanoBench(host, config, np.random.default_rng(8))
    run(bench.play(*[bench.job(partial(draw_job, bench.rng, config)) for _ in range(JOBS)]))
    most = 0
    for layer in layers:
        for writes in layer.writes:
            for number in bench.rng.integers(len(writes.data), size=BYTES).tolist():
                steps = layer.derivation_of(writes.where.port, int(writes.where.addresses[number]))
                assert int(steps[-1].value, 0) == writes.data[number, 0]
                assert steps[0].unit == layer.stage
                most = max(most, len(steps))
    assert most == TERMS + 5, "more products than are shown"
    assert layers[0].derivation_of("MEMORY", 0) == ()


@pytest.mark.parametrize(
    ("place", "status", "said"),
    [
        ("0x1", 2, "error: trace: no layer writes 0x1"),
        ("here", 2, "error: AT=here is no address, such as 0x1000"),
        ("", 2, "error: which value? AT=<address>, such as AT=0x2000"),
    ],
)
def test_places_that_nobody_writes(tmp_path, capsys, place, status, said):
    recorded(tmp_path / "trace", play_jobs, "mini_vip")
    words = ["explain", "--family", "vipnano", "--config", "mini_vip", "--at", place, str(tmp_path / "trace")]
    assert main(words) == status
    assert capsys.readouterr().err.splitlines() == [said]


def test_a_value_of_a_trace_is_explained(tmp_path, capsys):
    recorded(tmp_path / "trace", play_jobs, "mini_vip")
    lines = (tmp_path / "trace" / "input.txn").read_text().splitlines()
    place = next(line.split()[1] for line in lines if line.startswith("dump_mem"))
    assert main(["explain", "--family", "vipnano", "--config", "mini_vip", "--at", place, str(tmp_path / "trace")]) == 0
    head, *others = capsys.readouterr().out.splitlines()
    assert f" at MEMORY {place}:" in head
    assert any(line.lstrip().startswith(("NN  ", "TP  ")) for line in others)
    assert any(" job at 0x" in line for line in others)
