"""What a run covers on the reference device alone, as far as that can tell without pins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """A run's stimulus, played on the reference device alone.

    Attributes:
        id: the run's.
        hits: packed hits (`tb.coverage.packed`) by covergroup.
        layers: how many layers started.
        cpu_s: a processor's time.
        problem: why it could not be played so; empty if it could.
    """

    id: str
    hits: Mapping[str, str] = field(default_factory=dict)
    layers: int = 0
    cpu_s: float = 0.0
    problem: str = ""

    def to_line(self) -> str:
        """It on one line."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Foreseen:
        """One from its line.

        Raises:
            ValueError: it is none.
        """
        try:
            return cls(**json.loads(line))
        except TypeError as error:
            raise ValueError(f"not what a run covers: {error}") from error
