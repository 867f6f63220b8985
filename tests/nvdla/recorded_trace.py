"""What a stimulus plays on the reference device alone, as a trace of either dialect."""

import numpy as np

from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from sequences.nvdla.traces.dialects import MASTER
from sequences.nvdla.traces.master.writer import write_master_trace
from sequences.nvdla.traces.recorded import trace_space, with_polls
from sequences.recording import RecordingHost
from sequences.traces.goldens import golden_ranges
from sequences.traces.txn.writer import write_trace
from tests.unit.nvdla.models.heard import HeardDevice


def record(config, folder, play, dialect, seed=3):
    """Play a stimulus and write the folder; returns the goldens."""
    device = HeardDevice(config)
    recorder = RecordingHost(ModelHost(device))
    run(play(make_bench(recorder, config, np.random.default_rng(seed), conventional_addresses=True)))
    written = [item.where for layer in device.take_happened().started for item in layer.writes]
    goldens = [
        (port, address, device.dump(port, address, size))
        for port, memory in device.memories.items()
        for address, size in golden_ranges([item for item in written if item.port == port], memory)
    ]
    if dialect == MASTER:
        write_master_trace(folder, recorder.commands, goldens, config, "a test")
    else:
        without_ports = [(address, data) for _, address, data in goldens]
        write_trace(folder, with_polls(recorder.commands, config), without_ports, trace_space(config), "a test")
    return goldens
