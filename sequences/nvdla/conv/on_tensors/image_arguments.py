"""Whether the numbers of an image are taken for what they are, and what its convertor makes of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.registers import registers
from models.nvdla.surfaces.pixel_formats import Component
from sequences.arguments import Limits
from sequences.nvdla.conv.on_tensors.number_arguments import signed as limits_of
from sequences.nvdla.tensors.arguments import STIMULUS
from sequences.nvdla.tensors.elements.elements import DTYPES
from sequences.nvdla.tensors.images import ImageTensor


def need_signs_said(x: ImageTensor, *, signed: bool, convertor: Convertor, means: Sequence[int]) -> None:
    """Make sure that an image's numbers are taken for what they are: without a convertor the part takes all for signed.

    Args:
        x: the image.
        signed: the user says that its integers are signed.
        convertor: what converts them; where it is enabled it takes them for what the user says.
        means: what is subtracted in place of the convertor's offset.

    Raises:
        ValueError: integers would be taken for others than they are, or floats are called signed.
    """
    if x.precision == "FP16":
        if signed:
            raise ValueError(f"Convolve: signed is given for {x.pixel_format}, whose floats have signs: leave it out")
        return
    component = x.layout.pixel.components[0]
    half, bits = _full(component) // 2, 8 * x.layout.pixel.element_bytes
    if signed and convertor.enabled and not means and convertor.offset == half:
        raise ValueError(
            f"Convolve: signed=True says that components are {-half} to {half - 1}, and offset={half} is for those "
            f"of 0 to {2 * half - 1}: leave one out"
        )
    if signed or convertor.enabled or _full(component) < 1 << bits:  # numbers of fewer bits are never negative
        return
    centred = f", or with offset={half}, which takes {half} for 0" if x.precision == "INT8" else ""
    raise ValueError(
        f"Convolve: without a convertor components of {x.pixel_format} above {(component.mask + 1) // 2 - 1} count as "
        f"negative: give convertor=Convertor(enabled=True, scale=1, truncate=1), which halves them{centred}; or "
        f"signed=True where signed numbers are meant; {STIMULUS} has Convertor"
    )


def need_spread(x: ImageTensor, convertor: Convertor, means: Sequence[int], precision: str) -> None:
    """Make sure that a convertor does not make one number of all small or of all large unsigned components of an image.

    Args:
        x: the image.
        convertor: what converts it.
        means: what is subtracted from its components in place of the convertor's offset; empty where nothing is.
        precision: what they are made.

    Raises:
        ValueError: it does.
    """
    if precision == "FP16":
        return
    info = np.iinfo(DTYPES[precision])
    limits = int(info.min), int(info.max)
    for number, component in enumerate(x.layout.pixel.components):
        offset = means[number] if len(means) else convertor.offset
        full = _full(component)
        for first, last in _stretches(full):
            at = _clamped_to((first, last), offset, convertor, limits)
            if at is not None:
                advice = _advice(full // 2)
                where = f"from {first} on" if first else f"up to {last}"
                end = "largest" if at == limits[1] else "smallest"
                raise ValueError(
                    f"Convolve: with this convertor components of {x.pixel_format} {where} all become {at}, the {end} "
                    f"number of {precision}: give it {advice}; or signed=True where signed numbers are meant"
                )


def _full(component: Component) -> int:
    """How many numbers the element of a component may be, from 0 on."""
    return 1 << component.number_bits + component.place


def _stretches(full: int) -> tuple[Limits, ...]:
    """The upper half and the lower one, the upper quarter and the lower one."""
    return (full // 2, full - 1), (0, full // 2 - 1), (3 * full // 4, full - 1), (0, full // 4 - 1)


def _clamped_to(stretch: Limits, offset: int, convertor: Convertor, limits: Limits) -> int | None:
    """The limit that all of a stretch become; None where it is not one."""
    made = [(number - offset) * convertor.scale >> convertor.truncate for number in stretch]
    first, last = (min(max(number, limits[0]), limits[1]) for number in made)
    return first if first == last and first in limits else None


def _advice(half: int) -> str:
    centred = ""
    if half <= limits_of(registers().CDMA.D_CVT_OFFSET.CVT_OFFSET)[1]:
        centred = f", or an offset that is subtracted, such as offset={half}"
    return f"a smaller scale or a larger truncate (scale=1 with truncate=1 halves components){centred}"
