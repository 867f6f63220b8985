"""Whether weights that CDMA has read may wait for room (docs/nvdla/convolution.md, 'What CDMA fetches')."""

from __future__ import annotations

from collections import deque

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import bank_bytes, whole_entries
from models.nvdla.conv.parts import Buffer

LAYERS = 3
"""Of which the buffer holds weights: one that is multiplied, one that waits for that, and one that is fetched."""


class WeightRing:
    """The banks of weights, as far as what was fetched into them last tells.

    Args:
        config: the hardware configuration.
    """

    def __init__(self, config: HwConfig) -> None:
        self._config = config
        self._banks = (0, 0)
        self._fetched: deque[int] = deque(maxlen=LAYERS)

    def fill(self, buffer: Buffer, size_bytes: int) -> bool:
        """Fetch so many bytes more; whether some may have to wait: there are parts that ask for more than has room.

        Args:
            buffer: how the layer uses the buffer that fetches them; with other banks the ring starts empty.
            size_bytes: of its weights.
        """
        if buffer.banks != self._banks:
            self._fetched.clear()
        self._banks = buffer.banks
        self._fetched.append(whole_entries(self._config, size_bytes))
        return sum(self._fetched) > buffer.weight_banks * bank_bytes(self._config)
