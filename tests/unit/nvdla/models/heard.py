"""A reference device that remembers what happened, and whose layers have one end that a bench sees."""

from types import SimpleNamespace

from models.layer import Cause
from models.nvdla.device import Device


class HeardDevice(Device):
    """Remembers what happened until it is asked."""

    def __init__(self, *args, **settings):
        self.heard = []
        super().__init__(*args, **settings)
        self.listeners.append(self.heard.append)

    def take_happened(self):
        """What happened since the last call; broken rules as text."""
        heard, self.heard[:] = list(self.heard), []
        return SimpleNamespace(
            claimed=[claim for item in heard for claim in item.claimed],
            started=[layer for item in heard for layer in item.started],
            ended=[end for item in heard for end in item.ended],
            finished=[layer for item in heard for layer in item.finished],
            warnings=[str(violation) for item in heard for violation in item.broken],
            refused=[text for item in heard for text in item.refused],
        )

    def answered(self, layer, elapsed_cycles=None, recent_writes=0):
        """The memory answered the layer's last write."""
        if elapsed_cycles is not None:
            self.timed(layer, elapsed_cycles)
        for end in ends(layer):
            self.allow(end, recent_writes)

    def came(self, layer):
        """Enough time has passed since."""
        for end in ends(layer):
            self.confirm(end)


def ends(layer):
    return [end for end in layer.ends if end.cause is Cause.ANSWERED]
