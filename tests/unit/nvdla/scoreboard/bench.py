"""The checker's bench with NVDLA: layers of the BDMA, and its interrupts."""

import numpy as np

from models.nvdla.device import STAGES, Device
from tb.nvdla.queues import UNKNOWN_QUEUES
from tb.nvdla.waits import QueueWaits
from tests.unit.nvdla.models.copies import atoms_of, copy, words
from tests.unit.scoreboard.checker_bench import CLOCK_NS, CheckerBench


class Bench(CheckerBench):
    """Of a configuration."""

    def __init__(self, config, batch=4096, stages=STAGES, *, zeroed_memory=False, queues=UNKNOWN_QUEUES, **patience):
        self.hw = config
        beat_bytes = {port.name: port.data_bytes for port in config.ports.values()}
        device = Device(config, stages, zeroed_memory=zeroed_memory)
        patience = {"waits": QueueWaits(queues, beat_bytes, CLOCK_NS), "zeroed_memory": zeroed_memory, **patience}
        super().__init__(device, batch, beat_bytes, config.atom_bytes, **patience)

    def start(self, *transfers, group=0, fill=True):
        """Fill the sources, gather and launch; returns the layer."""
        for transfer in transfers if fill else ():
            port = self.hw.ports[transfer.source.ram].name
            for address in atoms_of(self.hw, transfer, transfer.source):
                self.load(port, address, self.rng.integers(0, 256, self.hw.atom_bytes, np.uint8))
        for register, data in words(self.device, transfers, group):
            self.write(register, data)
        return self.device.layers_in_flight[-1] if transfers else None

    def copy(self, *args, **changes):
        return copy(self.hw, *args, **changes)

    def serve(self, *groups):
        """Software reads what is set, clears it, and the pin falls."""
        status = self.device.registers.GLB.S_INTR_STATUS
        word = status.encode(**{f"BDMA_DONE_STATUS{group}": 1 for group in groups})
        self.read(status, word)
        self.write(status, word)
        self.wait(14)
        self.pin(0)
