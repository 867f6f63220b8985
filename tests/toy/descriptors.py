"""What the stages' registers describe, and how software writes them."""

from dataclasses import dataclass

from models.memory.footprint import StreamId
from models.memory.stretch import stretch

PORT, CHUNK_BYTES, WEIGHT_CHUNKS = "RAM", 8, 4
IDS = {"data": 1, "weights": 2, "input": 3, "output": 4, "packed": 5}


def footprint(address, count, label):
    return stretch(StreamId(PORT, IDS[label]), address, count, label, CHUNK_BYTES)


@dataclass(frozen=True, slots=True)
class ToySum:
    """Some chunks of input, and weights."""

    size: int
    source: int
    weights: int
    precision: int = 0

    def reads(self):
        return footprint(self.source, self.size, "data"), footprint(self.weights, WEIGHT_CHUNKS, "weights")

    def programs(self):
        """The registers of each block, in pipeline order."""
        mode = {"MODE": self.precision << 4}
        read = {"SIZE": self.size, "SOURCE": self.source, "WEIGHTS": self.weights}
        return {"SUM_READ": read | mode, "SUM_TURN": mode, "SUM": mode}

    def explain(self):
        return (f"sum of {self.size} chunk(s) at {self.source:#x}",)


@dataclass(frozen=True, slots=True)
class ToyMove:
    """Some chunks; without a source it is fed, without a target it feeds PACK, or compares if `equal`."""

    size: int
    source: int | None = None
    target: int | None = None
    equal: bool = False

    def programs(self):
        """The registers of each block, in pipeline order."""
        feeds = self.target is None and not self.equal
        mode = int(self.source is None) | feeds << 1 | self.equal << 2
        programs = {"MOVE": {"SIZE": self.size, "MODE": mode, "TARGET": self.target or 0}}
        if self.source is not None:
            programs = {"MOVE_READ": {"SIZE": self.size, "MODE": 0, "SOURCE": self.source}} | programs
        return programs

    def explain(self):
        return (f"move of {self.size} chunk(s), {self.source} -> {self.target}",)


@dataclass(frozen=True, slots=True)
class ToyPack:
    """What MOVE hands on, written to memory."""

    size: int
    target: int

    def programs(self):
        """The registers of its block."""
        return {"PACK": {"SIZE": self.size, "TARGET": self.target}}

    def explain(self):
        return (f"pack of {self.size} chunk(s) -> {self.target:#x}",)
