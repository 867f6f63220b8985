"""Jobs of the TP unit: each is a claim and a layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import Fetched, Footprint
from models.pipeline.stage import Stage
from models.vipnano.blocks.queue import TP, entry_of
from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.derivation import TpDerivation
from models.vipnano.jobs.footprints import need_computable_size, structure_at
from models.vipnano.jobs.tp_job import TpJob
from models.vipnano.jobs.walk import elements_of, moved
from models.vipnano.rules.tp import contested
from models.vipnano.stages.common import need_end, need_known, places_of, written
from models.vipnano.structures.description import TP as STRUCTURE
from models.vipnano.structures.structure import Structure


class TpStage(Stage):
    """Jobs of the TP unit.

    Args:
        config: the hardware configuration.
    """

    name = TP
    blocks = (TP,)
    lead = TP

    def __init__(self, config: VipnanoConfig) -> None:
        self._config = config
        super().__init__()

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """The structure is read."""
        claim.free.cause = Cause.ANSWERED
        return (structure_at(entry_of(claim).value),)

    def claimed_next(self, claim: Claim, fetched: Sequence[Fetched]) -> Sequence[Footprint]:
        """Behind the structure the input is read; nothing of a job that hangs.

        Raises:
            ValueError: nobody knows what the structure holds, or it is more than is computed.
        """
        if len(claim.fetched) > 1:
            return ()
        need_known(fetched)
        job = self._job(claim)
        claim.places = places_of(job.structure, job.address)
        if any(job.faults()):
            return ()
        need_computable_size(elements_of(job.structure), "its output")
        return (job.input_read(),)

    def describe(self, claims: Mapping[str, Claim]) -> TpJob:
        """The job.

        Raises:
            ValueError: nobody knows what its structure holds.
        """
        need_known(claims[TP].fetched[:1])
        return self._job(claims[TP])

    def need_computable(self, descriptor: Descriptor, claims: Mapping[str, Claim]) -> None:  # noqa: ARG002 - it knows
        """Make sure that a job comes to an end.

        Raises:
            HangsError: it does not.
        """
        assert isinstance(descriptor, TpJob)
        need_end(descriptor.faults())

    def failed(self, claim: Claim) -> Result | None:
        """Memory answered with an error: data are taken as they came; nobody knows what another structure does."""
        return None if claim.layer is None else self.compute(claim.layer)

    def compute(self, layer: Layer) -> Result:
        """What a job writes."""
        job = layer.descriptor
        assert isinstance(job, TpJob)
        structure, image = layer.lead.fetched
        data = moved(job.structure, job.walk, image.data[:, 0])
        care = np.ones(len(data), np.bool_)
        care[job.walk.inside] = image.known[:, 0]
        if any(contested(job)) or structure.failed is not None:
            care[:] = False
        return written(job.output(), data, care, TpDerivation(job, image.data[:, 0]))

    def _job(self, claim: Claim) -> TpJob:
        data = claim.fetched[0].data[:, 0]
        return TpJob(self._config, entry_of(claim).value, Structure.decode(STRUCTURE, data))
