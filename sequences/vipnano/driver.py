"""The driver: puts jobs into memory and into the queue, and serves events."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.memory.sparse import Bytes
from models.vipnano.config import VipnanoConfig
from models.vipnano.config.hardware import MEMORY
from models.vipnano.registers import registers
from models.vipnano.structures.description import NN
from models.vipnano.structures.structure import Structure
from sequences.host import Host
from sequences.polling import poll
from sequences.vipnano.layers import Layer
from sequences.vipnano.lowering.lower import lower
from sequences.vipnano.lowering.places import Places

FLUSH = 0xC23
"""What is written to flush caches."""


class Driver:
    """Plays jobs and layers.

    Args:
        host: reaches memory and registers.
        config: the hardware configuration.
        base: what it puts into memory is from here on.
    """

    def __init__(self, host: Host, config: VipnanoConfig, base: int = 0x1000) -> None:
        self._host, self._config, self._base = host, config, base
        self.registers = registers(config)

    async def start(self, structure: Structure, address: int) -> None:
        """Queue a job whose structure is in memory, with the states that go before it."""
        ps, gl = self.registers.PS, self.registers.GL
        await self._host.write(gl.OCB_REMAP_START, 0)
        await self._host.write(gl.OCB_REMAP_END, 0)
        if structure.kind is NN:
            await self._host.write(gl.NN_CONFIG, gl.NN_CONFIG.encode(SMALL_BATCH=1))
        else:
            await self._host.write(gl.TP_CONFIG, 0)
            await self._host.write(gl.UNKNOWN_3950, 0)
        await self._host.write(ps.NN_INST_ADDR if structure.kind is NN else ps.TP_INST_ADDR, address)

    async def finish(self, number: int = 0) -> None:
        """Queue the end of a sequence, wait for its event and until nothing is queued, acknowledge it, and flush."""
        block = self.registers.HOST
        await self._host.write(self.registers.PS.SEQUENCE_END, number)
        await self._host.wait_interrupt()

        async def idle() -> bool:
            return not await self._host.read(block.STATUS)

        await poll(self._host, idle, "something is left in the queue behind the end of a sequence")
        await self._host.write(block.INTR_STATUS, await self._host.read(block.INTR_STATUS))
        await self._host.write(self.registers.GL.FLUSH_CACHE, FLUSH)

    async def play(self, operations: Sequence[Sequence[Structure]], places: Places) -> None:
        """Play operations one behind the other, each with its jobs."""
        for jobs in operations:
            addresses = [places.put(job.encode()) for job in jobs]
            self._load(places)
            for job, address in zip(jobs, addresses, strict=True):
                await self.start(job, address)
            await self.finish()

    async def run(self, layer: Layer, *tensors: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """What a layer makes of tensors.

        Raises:
            ValueError: a number of it does not fit.
        """
        places = Places(self._base)
        lowered = lower(layer, places, self._config)
        for address, tensor in zip(lowered.inputs, tensors, strict=True):
            places.loads.append((address, np.ascontiguousarray(tensor).ravel()))
        await self.play(lowered.operations, places)
        size = int(np.prod(layer.out_shape))
        return self._host.dump(MEMORY, lowered.output, size).reshape(layer.out_shape)

    def _load(self, places: Places) -> None:
        data: Bytes
        for address, data in places.loads:
            self._host.load(MEMORY, address, data)
        places.loads.clear()
