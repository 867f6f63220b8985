"""Takes the program out of what is played: each layer as it starts, with what it has read."""

from __future__ import annotations

import numpy as np

from models.events import Finished, Reset, Started
from models.layer import Layer
from sequences.shrink.program import Data, Program, Step
from sequences.shrink.shrinking import AnyShrinking, Taken


class ProgramTaker:
    """Listens to a device or to a bench.

    A layer that starts while none is in flight begins a play: whether it had to wait cannot be seen from here. Resets
    are left out: what one cuts off is taken as a layer that goes on to its end.

    Args:
        shrinking: the family's strategies.
        announces: names of the rules that the program means to break.
    """

    def __init__(self, shrinking: AnyShrinking, announces: tuple[str, ...] = ()) -> None:
        self._shrinking, self._announces = shrinking, announces
        self._steps: list[Step] = []
        self._of: dict[Layer, int] = {}
        self._flying: set[Layer] = set()

    @property
    def program(self) -> Program:
        """What was played so far."""
        return Program(steps=tuple(self._steps), announces=self._announces)

    def happened(self, event: object) -> None:
        """Something happened (`models.events`); what is none of a layer is passed over."""
        if isinstance(event, Started):
            if (taken := self._shrinking.taken(event.layer)) is not None:
                self._take(event.layer, taken)
                self._flying.add(event.layer)
        elif isinstance(event, Finished):
            self._flying.discard(event.layer)
        elif isinstance(event, Reset):
            self._flying.clear()

    def _take(self, layer: Layer, taken: Taken) -> None:
        data = tuple(
            Data(item.where.port, int(address), chunk.tobytes())
            for item in taken.fetched
            for address, chunk in zip(item.where.addresses, np.where(item.known, item.data, 0), strict=True)
        )
        if layer.feeder in self._of:
            number = self._of[layer] = self._of[layer.feeder]
            step = self._steps[number]
            self._steps[number] = Step(
                layers=(*step.layers, taken.descriptor), data=(*step.data, *data), begins=step.begins
            )
            return
        self._of[layer] = len(self._steps)
        self._steps.append(Step(layers=(taken.descriptor,), data=data, begins=not self._flying))
