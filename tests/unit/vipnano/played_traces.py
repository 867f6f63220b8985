"""Jobs and layers played on the reference device, written down as a trace."""

from functools import partial

import numpy as np

from models.events import Started
from models.vipnano.config import find_config
from models.vipnano.config.hardware import MEMORY
from models.vipnano.device import VipnanoDevice
from sequences.model_host import ModelHost, run
from sequences.recording import RecordedPoll, RecordingHost
from sequences.traces.txn.writer import write_trace
from sequences.vipnano.bench import QueueKnobs, VipnanoBench
from sequences.vipnano.draw.jobs import draw_job
from sequences.vipnano.draw.layers import draw_layer, draw_tensors
from sequences.vipnano.traces import trace_space, with_polls

JOBS = 14


async def play_jobs(bench):
    await bench.play(
        *[bench.job(partial(draw_job, bench.rng, bench.config)) for _ in range(JOBS)], knobs=QueueKnobs(ends=0.3)
    )


async def play_layers(bench):
    for _ in range(3):
        layer = draw_layer(bench.rng)
        await bench.run(layer, *draw_tensors(bench.rng, layer))


def recorded(folder, play, name):
    """Write what is played on the reference as a trace; returns its polls."""
    config = find_config(name)
    device = VipnanoDevice(config, zeroed_memory=True)
    model, written = ModelHost(device), []
    model.listeners.append(lambda event: written.extend(event.layer.writes if isinstance(event, Started) else ()))
    host = RecordingHost(model)
    run(play(VipnanoBench(host, config, np.random.default_rng(4))))
    commands = list(with_polls(host.commands, config))
    places = [(int(item.where.addresses.min()), int(item.where.addresses.max())) for item in written]
    goldens = [(first, device.dump(MEMORY, first, last + 1 - first)) for first, last in places]
    write_trace(folder, commands, goldens, trace_space(config), "what was played")
    return [command for command in commands if isinstance(command, RecordedPoll)]
