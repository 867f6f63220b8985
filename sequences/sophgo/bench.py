"""What a test of Sophgo's TPU works with: tensors, and kernels of operations on them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.sophgo.blocks.mailbox import COUNTS
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import DDR
from models.sophgo.layouts.kernels import encode_kernel
from models.sophgo.layouts.strides import Shape
from models.sophgo.registers import registers
from models.sophgo.words.word import Word
from sequences.host import Host
from sequences.memory_plan import MemoryPlan
from sequences.polling import poll
from sequences.sophgo.emitting import KernelWords
from sequences.sophgo.kernels import KernelTable
from sequences.sophgo.operations.operation import Chain, Tensor, TensorOperation
from sequences.sophgo.tensors.local import LocalRoom, LocalTensor
from sequences.sophgo.tensors.system import SystemTensor, Weights
from sequences.sophgo.tensors.types import dtype_of, shape_of, typed

Playable = TensorOperation | Chain | Word


class SophgoBench:
    """Tensors in DDR and in the lanes, and kernels.

    For example::

        x = bench.tensor(image, "INT8")
        y = bench.empty((1, 8, 4, 4), "INT8")
        net = CopyIn(x, lane=3) >> Conv2d(bench.weights(k, "INT8"), right_shift=6) >> MaxPool(2) >> CopyOut(y)
        await bench.play(net)
        print(y.numpy())

    Args:
        host: the processor's side.
        config: the hardware configuration.
        rng: the sequence's own generator.
    """

    def __init__(self, host: Host, config: SophgoConfig, rng: np.random.Generator) -> None:
        self.host, self.config, self.rng = host, config, rng
        self.registers = registers(config)
        self.plan, self.lanes = MemoryPlan(config.ports, rng, conventional=True), LocalRoom(config)
        self._tables: list[KernelTable] = []
        self._announced: KernelTable | None = None
        self._launched = 0

    def tensor(self, values: NDArray[np.integer[Any]], dtype: str | None = None) -> SystemTensor:
        """A tensor in DDR with values, [n, c, h, w]; sides that are missing in front are 1.

        Raises:
            ValueError: they are no integers, or the type does not hold them.
        """
        given = typed(values, dtype)
        made = self._room(Shape(*given.shape), given.dtype)
        self.host.load(DDR, made.address, np.ascontiguousarray(given).view(np.uint8).ravel())
        return made

    def empty(self, shape: tuple[int, ...], dtype: str) -> SystemTensor:
        """Room in DDR for a result; it and what is around it hold random bytes.

        Raises:
            ValueError: there is no such type or shape.
        """
        return self._room(shape_of(shape), dtype_of(dtype))

    def weights(self, values: NDArray[np.integer[Any]], dtype: str = "INT8") -> Weights:
        """The kernel of a convolution, [output channels, input channels, lines, columns] of 8 bits.

        Raises:
            ValueError: they are no integers of 8 bits.
        """
        given = typed(values, dtype)
        if given.itemsize > 1:
            raise ValueError(f"bench.weights: kernels have 8 bits, not {given.dtype}")
        packed: NDArray[Any] = encode_kernel(given, self.config.kernel_bytes)
        return Weights(self.tensor(packed.reshape(1, len(packed), 1, -1)), Shape(*given.shape), given.dtype)

    def local(
        self,
        like: Tensor | tuple[int, ...],
        dtype: str | None = None,
        *,
        layout: str = "aligned",
        lane: int = 0,
    ) -> LocalTensor:
        """Room in the lanes for a tensor.

        Args:
            like: a tensor with its shape and type, or a shape.
            dtype: its type; None: that of the tensor.
            layout: aligned, compact or line-aligned.
            lane: the lane of its first channel.

        Raises:
            ValueError: there is no such type, shape, layout or lane, or not so much room.
        """
        if isinstance(like, SystemTensor | LocalTensor):
            shape, kind = like.shape, dtype_of(dtype) if dtype else like.dtype
        elif dtype is None:
            raise ValueError("bench.local: a shape needs a type, such as bench.local((1, 8, 4, 4), 'INT8')")
        else:
            shape, kind = shape_of(like), dtype_of(dtype)
        return self.lanes.tensor(shape, kind, layout, lane)

    def free(self, *tensors: LocalTensor) -> None:
        """Give the room of tensors in the lanes to others.

        Raises:
            ValueError: one was given back before.
        """
        for tensor in tensors:
            self.lanes.free(tensor.address)

    def kernel(self, name: str, *items: Playable, parallel: bool = True) -> str:
        """Put a kernel into the table.

        Args:
            name: by which it is launched.
            items: operations, chains of them, or words, in an order in which they could also run one by one.
            parallel: words of the two queues run at the same time where they do not depend on each other.

        Returns:
            Its name.

        Raises:
            ValueError: there is nothing to do, something cannot be done, or there is a kernel of that name.
        """
        if not items:
            raise ValueError(f"kernel {name}: nothing to do: give it operations, such as CopyIn(x) >> CopyOut(y)")
        words = KernelWords(self.config, self.lanes, parallel=parallel)
        for item in items:
            words.take(item)
        return self.put(name, *words.finished())

    def put(self, name: str, *words: Word, ends: bool = True) -> str:
        """Put a kernel into the table whose words are as they are, with their ids and what they wait for.

        Args:
            name: by which it is launched.
            words: those of both queues, each in its order.
            ends: with an end word behind them.

        Returns:
            Its name.

        Raises:
            ValueError: there is a kernel of that name.
        """
        self._with_room(name).add(name, *words, ends=ends)
        return name

    async def launch(self, name: str, *, notify: bool = True) -> None:
        """Launch a kernel by its name as soon as the mailbox has room, and go on.

        Raises:
            ValueError: there is none of that name.
            HangError: the mailbox has no room for ever.
        """
        table = next((table for table in self._tables if name in table.kernels), None)
        if table is None:
            raise ValueError(f"kernel {name}: there is none of that name; bench.kernel({name!r}, ...) makes it")
        if table is not self._announced:  # launches that wait still look at the one before
            await poll(self.host, self._idle, "kernels that were launched do not complete")
        await table.announce()
        self._announced = table
        await poll(self.host, self._has_room, "the mailbox has no room")
        await table.launch(name, notify=notify)
        self._launched += 1

    async def finished(self) -> None:
        """Wait until all kernels that were launched have completed; the last one was launched with `notify`.

        Raises:
            HangError: one does not.
        """
        while not await self._idle():
            await self.host.wait_interrupt()
            await self._clear()
        await self._clear()
        await self.host.drain()

    async def run(self, name: str) -> None:
        """Launch a kernel, and wait until it has completed.

        Raises:
            ValueError: the table has none of that name.
            HangError: it does not complete.
        """
        await self.launch(name)
        await self.finished()

    async def play_words(self, *words: Word, ends: bool = True) -> None:
        """Play words as they are as one kernel; arguments as of `put`, errors as of `run`."""
        await self.run(self.put(self._new_name(), *words, ends=ends))

    async def play(self, *items: Playable, parallel: bool = True) -> None:
        """Play operations as one kernel; arguments and errors as of `kernel` and `run`."""
        await self.run(self.kernel(self._new_name(), *items, parallel=parallel))

    async def _idle(self) -> bool:
        return await self._behind() == 0

    async def _has_room(self) -> bool:
        return await self._behind() <= self.config.launch_slots

    async def _behind(self) -> int:
        """How many launches have not completed."""
        return (self._launched - await self.host.read(self.registers.MAILBOX.COMPLETED)) % COUNTS

    def _with_room(self, name: str) -> KernelTable:
        """The table that takes the next kernel, a new one where the last one is full.

        Raises:
            ValueError: one has a kernel of that name.
        """
        if any(name in table.kernels for table in self._tables):
            raise ValueError(f"kernel {name}: there is one of that name")
        if not self._tables or self._tables[-1].full:
            self._tables.append(KernelTable(self.host, self.config, self.place))
        return self._tables[-1]

    def _new_name(self) -> str:
        return f"kernel {sum(len(table.kernels) for table in self._tables)}"

    async def _clear(self) -> None:
        status = self.registers.MAILBOX.INTR_STATUS
        if seen := await self.host.read(status):
            await self.host.write(status, seen)

    def _room(self, shape: Shape, dtype: np.dtype[Any]) -> SystemTensor:
        surface = self.plan.allocate(DDR, shape.elements * dtype.itemsize, dtype.itemsize)
        self.plan.fill(self.host, surface)
        return SystemTensor(self.host, surface, shape, dtype)

    def place(self, size_bytes: int, align_bytes: int) -> int:
        """Room for the table or a stream."""
        surface = self.plan.allocate(DDR, size_bytes, align_bytes)
        self.plan.fill(self.host, surface)
        return surface.address
