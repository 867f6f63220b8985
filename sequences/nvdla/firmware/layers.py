"""Layers as a user writes them: what they do with tensors. They become descriptors when they are played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from models.nvdla.config import HwConfig
from models.nvdla.programming import LayerDescriptor


class LayerOnTensors(ABC):
    """A layer that a user writes, such as ``Copy(x, y)``; ``a >> b`` lets the one hand its result to the other."""

    @abstractmethod
    def descriptor(self, config: HwConfig) -> LayerDescriptor:
        """The layer as registers describe it.

        Raises:
            ValueError: tensors that do not fit each other.
        """

    def several(self, config: HwConfig) -> tuple[tuple[LayerDescriptor, ...], ...]:  # noqa: ARG002 - for those that must
        """The hardware layers that it and those behind it in its chain become together; none: one does.

        Raises:
            ValueError: as `descriptor`.
        """
        return ()

    def feeding(self, taker: LayerOnTensors) -> LayerOnTensors:
        """The same layer, told which one takes its result.

        Raises:
            ValueError: none can, or not that one.
        """
        name, other = type(self).__name__, type(taker).__name__
        raise ValueError(f"{name}: {other} cannot take its result: let them play one behind the other, without >>")

    def fed_by(self, feeder: LayerOnTensors) -> LayerOnTensors:
        """The same layer, told which one hands it its input.

        Raises:
            ValueError: none can, or not that one.
        """
        name, other = type(self).__name__, type(feeder).__name__
        raise ValueError(f"{name}: {other} cannot hand it its input: let them play one behind the other, without >>")

    def __rshift__(self, other: LayerOnTensors) -> LayerChain:
        return LayerChain((self,)) >> other


@dataclass(frozen=True, slots=True)
class LayerChain:
    """Layers that hand their results to each other without memory in between: they start and end together.

    ``Convolve(x, w) >> SdpLayer(relu=True) >> PdpLayer(pool, y)``

    Attributes:
        layers: as a user writes them, or descriptors.
    """

    layers: tuple[LayerOnTensors | LayerDescriptor, ...]

    def __rshift__(self, other: LayerOnTensors) -> LayerChain:
        layers = [*self.layers, other]
        for at in reversed(range(len(layers) - 1)):  # each is told of all behind it,
            layer, taker = layers[at], layers[at + 1]
            if isinstance(layer, LayerOnTensors) and isinstance(taker, LayerOnTensors):
                layers[at] = layer.feeding(taker)
        for at in range(1, len(layers)):  # then of all before it
            layer, feeder = layers[at], layers[at - 1]
            if isinstance(layer, LayerOnTensors) and isinstance(feeder, LayerOnTensors):
                layers[at] = layer.fed_by(feeder)
        return LayerChain(tuple(layers))

    def descriptors(self, config: HwConfig) -> tuple[tuple[LayerDescriptor, ...], ...]:
        """The hardware layers that it becomes, mostly one, each with those that take its result.

        Raises:
            ValueError: tensors that do not fit each other.
        """
        first = self.layers[0]
        several = first.several(config) if isinstance(first, LayerOnTensors) else ()
        one = (item.descriptor(config) if isinstance(item, LayerOnTensors) else item for item in self.layers)
        return several or (tuple(one),)


Playable = LayerOnTensors | LayerChain | LayerDescriptor


def same_elements(what: str, *shapes: tuple[tuple[int, ...], str]) -> None:
    """All tensors of a layer must have the same extents and precision.

    Raises:
        ValueError: they differ.
    """
    if len(set(shapes)) > 1:
        described = " and ".join(f"{precision} {'x'.join(map(str, shape))}" for shape, precision in shapes)
        raise ValueError(f"{what}: its tensors are {described} (channels x height x width); they must be alike")
