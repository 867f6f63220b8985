"""Jobs of the NN unit: each is a claim and a layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np

from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import Fetched, Footprint
from models.pipeline.stage import Stage
from models.vipnano.blocks.queue import NN, entry_of
from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.convolution import Window, convolve, known_of
from models.vipnano.jobs.derivation import NnDerivation
from models.vipnano.jobs.footprints import need_computable_size, structure_at
from models.vipnano.jobs.nn_job import NnJob
from models.vipnano.rules.nn import contested
from models.vipnano.stages.common import need_end, need_known, places_of, written
from models.vipnano.structures.description import NN as STRUCTURE
from models.vipnano.structures.structure import Structure


class NnStage(Stage):
    """Jobs of the NN unit.

    Args:
        config: the hardware configuration.
    """

    name = NN
    blocks = (NN,)
    lead = NN

    def __init__(self, config: VipnanoConfig) -> None:
        self._config = config
        super().__init__()

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """The structure is read."""
        claim.free.cause = Cause.ANSWERED
        return (structure_at(entry_of(claim).value),)

    def claimed_next(self, claim: Claim, fetched: Sequence[Fetched]) -> Sequence[Footprint]:
        """Behind the structure the header is read, behind that streams and input; nothing of a job that hangs.

        Raises:
            ValueError: nobody knows what decides that, or it is more than is computed.
        """
        *before, _ = claim.fetched
        if len(before) > 1:
            return ()
        need_known(fetched)
        job = self._job(claim)
        claim.places = places_of(job.structure, job.address)
        if any(job.faults()):
            return ()
        if not before:
            job.shape.need_readable()
            return (job.header_read(),)
        need_computable_size(sum(place.size for place in job.places), "its coefficients")
        need_computable_size(prod(job.in_shape), "its input")
        window = Window.of(job.structure)
        need_computable_size(job.shape.channels * window.lines * window.columns, "its output")
        return (*job.stream_reads(), job.input_read())

    def describe(self, claims: Mapping[str, Claim]) -> NnJob:
        """The job, as far as it was read.

        Raises:
            ValueError: nobody knows what its structure or its coefficients hold.
        """
        claim = claims[NN]
        need_known(claim.fetched[: 2 + self._streams(claim)])
        return self._job(claim)

    def need_computable(self, descriptor: Descriptor, claims: Mapping[str, Claim]) -> None:  # noqa: ARG002 - it knows
        """Make sure that a job comes to an end.

        Raises:
            HangsError: it does not.
        """
        assert isinstance(descriptor, NnJob)
        need_end(descriptor.faults())

    def failed(self, claim: Claim) -> Result | None:
        """Memory answered with an error: data are taken as they came; nobody knows what other coefficients do."""
        return None if claim.layer is None else self.compute(claim.layer)

    def compute(self, layer: Layer) -> Result:
        """What a job writes."""
        job, claim = layer.descriptor, layer.lead
        assert isinstance(job, NnJob)
        *others, image = claim.fetched
        data, known = image.data.reshape(job.in_shape), image.known.reshape(job.in_shape)
        results = convolve(data, job.kernels, job.structure, self._config.ties)
        window, size = Window.of(job.structure), (job.shape.lines, job.shape.columns)
        care = np.broadcast_to(known_of(known, size, window), results.shape).ravel()
        if any(contested(job)) or any(item.failed is not None for item in others):
            care = np.zeros_like(care)
        derivation = NnDerivation(job, data, self._config.ties)
        return written(job.output(), results.ravel(), care, derivation)

    def _job(self, claim: Claim) -> NnJob:
        """The job of what was read so far."""
        structure, *more = (item.data[:, 0] for item in claim.fetched)
        job = NnJob(self._config, entry_of(claim).value, Structure.decode(STRUCTURE, structure))
        if not more:
            return job
        return NnJob(job.config, job.address, job.structure, more[0], tuple(more[1:-1]))

    @staticmethod
    def _streams(claim: Claim) -> int:
        return max(len(claim.fetched) - 3, 0)
