"""PDP layers that would take too much time."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.limits import POOLED, POOLED_SUMS, need_at_most
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.surfaces.padded_lanes import padded_channels


def need_time(pdp: Pdp, config: HwConfig) -> None:
    """Refuse a layer that cannot be computed in a reasonable time.

    Raises:
        TooLargeError: it takes too many steps.
    """
    channels = padded_channels(pdp.channels, pdp.precision, config)
    along = pdp.height * pdp.out_width * pdp.x.kernel
    down = pdp.out_height * pdp.out_width * pdp.y.kernel
    sums = pdp.averages and pdp.precision == "FP16"
    what = "adds floating-point numbers, times:" if sums else "compares or adds elements, times:"
    need_at_most(POOLED_SUMS if sums else POOLED, channels * (along + down), what)
