"""What breaks the agreement of a layer's blocks."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from models.layer import Claim
from models.nvdla.pipeline.stage import Stage


def disagreeing(stage: Stage, claims: Mapping[str, Claim], rng: np.random.Generator) -> dict[str, Claim] | None:
    """The claims with a bit of a shared field changed in one of them; None if the blocks share no field.

    Args:
        stage: whose layer.
        claims: by block; they agree.
        rng: draws the field and the bit.
    """
    words = stage.words(claims)
    places = [place for shared in stage.shared if shared.matters(words) for place in shared.values(words)]
    if not places:
        return None
    block, register, name = places[rng.integers(len(places))]
    field = stage.registers.blocks[block].registers[register].fields[name]
    settings = claims[block].settings
    assert isinstance(settings, Mapping)
    bit = 1 << int(rng.integers(field.width))
    changed = {**settings, register: settings[register] ^ field.put(bit)}
    return {**claims, block: Claim(block, claims[block].group, changed)}
