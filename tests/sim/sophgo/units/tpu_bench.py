"""The whole device with a processor that writes its registers and a memory behind its port, both in Python."""

from dataclasses import dataclass, field

from cocotb.triggers import RisingEdge, with_timeout

from models.sophgo.words.description import Queue
from models.sophgo.words.word import Word
from tests.axi_device import AxiDevice

DDR, LOCAL, L2, STATIC = 0x1_0000_0000, 0x0800_0000, 0x1000_0000, 0x0900_0000
DDR_BYTES = 1 << 24
TABLE, TIU_STREAM, GDMA_STREAM = 0xF0_0000, 0xF1_0000, 0xF8_0000
"""Offsets in DDR."""
TABLE_LOW, TABLE_HIGH, TABLE_SIZE, LAUNCH, SLOTS, COMPLETED = 0x4, 0x8, 0xC, 0x10, 0x14, 0x18
STATUS, INTR_STATUS, RESULT = 0x1C, 0x20, 0x28
FINISHED, STOPPED = 0x0, 0x8
BLOCKS = {Queue.TIU: 0x100, Queue.GDMA: 0x200}
KERNEL, NOTIFY = 7, 1 << 31
ENDS = {Queue.TIU: Word.of("SYS", "end"), Queue.GDMA: Word.of("DMA_sys", "end")}
EVERY_LANE = {"localmem_mask_l32": 0xFFFF_FFFF, "localmem_mask_h32": 0xFFFF_FFFF}


@dataclass
class Streams:
    """The words of a kernel, which get their ids as they are added."""

    words: dict[Queue, list[Word]] = field(default_factory=lambda: {queue: [] for queue in Queue})

    def add(self, kind: str, function: str, *, after: int = 0, **members: int) -> int:
        """One word more; its id."""
        queue = Word.of(kind, function).queue
        number = len(self.words[queue]) + 1
        self.words[queue].append(Word.of(kind, function, **{"cmd_id": number, "cmd_id_dep": after} | members))
        return number

    def data(self, queue: Queue) -> bytes:
        """A stream with its end word."""
        return b"".join(word.encode().tobytes() for word in (*self.words[queue], ENDS[queue]))


class Tpu(AxiDevice):
    """A device that is out of reset; offsets are those in DDR."""

    memory_bytes = DDR_BYTES

    async def launch(self, tiu: bytes, gdma: bytes, timeout_us: int = 40_000) -> int:
        """Play two streams; how the kernel ended."""
        entry = bytes(32) + KERNEL.to_bytes(8, "little")
        entry += (DDR + TIU_STREAM).to_bytes(8, "little") + (DDR + GDMA_STREAM).to_bytes(8, "little")
        entry += len(tiu).to_bytes(4, "little") + len(gdma).to_bytes(4, "little")
        for offset, data in ((TABLE, entry), (TIU_STREAM, tiu), (GDMA_STREAM, gdma)):
            self.put(offset, data)
        await self.write(TABLE_LOW, DDR + TABLE & 0xFFFF_FFFF)
        await self.write(TABLE_HIGH, DDR + TABLE >> 32)
        await self.write(TABLE_SIZE, 1)
        await self.write(LAUNCH, NOTIFY | KERNEL)
        await with_timeout(RisingEdge(self.dut.irq), timeout_us, "us")
        await self.write(INTR_STATUS, 3)
        return await self.read(RESULT) >> 16

    async def play(self, streams: Streams) -> None:
        """Play a kernel that is to end well."""
        outcome = await self.launch(streams.data(Queue.TIU), streams.data(Queue.GDMA))
        stopped = {queue: await self.read(BLOCKS[queue] + STOPPED) for queue in Queue}
        assert outcome == 0, f"outcome {outcome}: " + ", ".join(
            f"{queue} word {value & 0xFFFFF} reason {value >> 20}" for queue, value in stopped.items()
        )

    async def stopped(self, queue: Queue) -> tuple[int, int]:
        """Which word a queue stopped at, and why."""
        value = await self.read(BLOCKS[queue] + STOPPED)
        return value & 0xFFFFF, value >> 20


def address(prefix: str, value: int) -> dict[str, int]:
    """The two members that hold an address of the GDMA."""
    return {f"{prefix}_start_addr_l32": value & 0xFFFF_FFFF, f"{prefix}_start_addr_h8": value >> 32}


def axes(prefix: str, what: str, values) -> dict[str, int]:
    """Four members, of n, c, h and w."""
    return {f"{prefix}_{axis}{what}": int(value) for axis, value in zip("nchw", values, strict=True)}
