"""Layers in flight: claims become layers, layers end (docs/architecture.md, 'Descriptors, stages, claims, ends')."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from models.hazards import (
    apply_writes,
    claim_races,
    find_own_races,
    find_races,
    forget_loaded_beside,
    forget_written_beside,
    lessen,
    load_races,
    sample,
)
from models.layer import Cause, Claim, Descriptor, End, Layer, Result
from models.memory.footprint import ExpectedWrites, FailedAnswer, Fetched, Footprint
from models.memory.sparse import SparseMemory
from models.pipeline.blame import located
from models.pipeline.joins import Join, Joins
from models.pipeline.order import ended_before
from models.pipeline.rulebook import Rulebook, Start
from models.pipeline.rules import Joined, Waiting
from models.pipeline.stage import HangsError, Stage
from models.reference import Happened
from models.rules import Violation


class Flight:
    """Claims and layers from their first moment to their last.

    Args:
        stages: the stages that the reference computes.
        rulebook: the rules that programs are held against.
        memories: what claims read and layers write, by port name.
        pinless: those of which no pin shows anything.
        may_come: to be called with an end that may come from now on.

    Attributes:
        happened: where it is noted what happens.
        claims: claims that have not ended, oldest first.
        layers: layers that have not ended, in the order in which they started.
    """

    def __init__(
        self,
        stages: Sequence[Stage],
        rulebook: Rulebook,
        memories: Mapping[str, SparseMemory],
        pinless: Collection[str],
        may_come: Callable[[End], None],
    ) -> None:
        self._stages, self._rulebook, self._may_come = stages, rulebook, may_come
        self._memories, self._pinless = memories, pinless
        self._stage_of = {block: stage for stage in stages for block in stage.blocks}
        self._joins = Joins(stages)
        self.layers: list[Layer] = []
        self._written: set[Layer] = set()  # layers of `layers` whose writes are all in memory
        self.reset()

    def reset(self) -> None:
        """Nothing in flight. How much of its result a layer wrote that this cuts off is unknown."""
        self.happened = Happened()
        for layer in self.layers:
            if layer not in self._written:
                for stream in layer.writes:
                    self._memories[stream.where.port].forget(stream.where.addresses, stream.where.chunk_bytes)
        self._joins.reset()
        for stage in self._stages:
            stage.reset()
        self.claims: list[Claim] = []
        self.layers = []
        self._written = set()
        self._started = 0
        self._before: dict[str, tuple[Descriptor]] = {}  # the layer that a stage started last, by its name
        self._refused: set[str] = set()  # stages of which something was refused: others wait for that
        self._missed: set[str] = set()  # what writes missed that no register took

    @property
    def writing(self) -> list[Layer]:
        """Layers whose writes are not all in memory: only these still touch it."""
        return [layer for layer in self.layers if layer not in self._written]

    @property
    def waiting(self) -> list[Claim]:
        """Claims whose partners or feeder are not there."""
        return [claim for claim in self._joins.waiting if not claim.refused]

    @property
    def untaken(self) -> list[Layer]:
        """Layers whose flow waits."""
        return [layer for layer, _ in self._joins.standing()]

    def claim(self, claim: Claim) -> None:
        """A block claims: sample what it reads, and start what is complete now."""
        stage = self._stage_of.get(claim.block)
        if stage is None:
            self._refuse([claim], f"{claim.block} was started, but its data path is not there yet")
            return
        for before in claim.after:
            if not before.refused:
                claim.free.proves += [end for end in before.ends if not end.confirmed]
                self._leave_behind(before)
        try:
            self._fetch(stage, claim)
        except ValueError as error:
            claim_races(claim, self.writing)
            self._check_alone(stage, claim)
            self._refuse([claim], "; ".join((f"{claim} was started, but {error}", *claim.races)))
            return
        self.happened.claimed.append(claim)
        if reason := stage.needless(claim):
            self._check_alone(stage, claim, reason)
            self._allow(claim.ends, Cause.STARTED)
            return
        self.claims.append(claim)
        self._joins.add(claim)
        self._allow(claim.ends, Cause.CLAIMED)
        writing = self.writing
        self._start_complete()
        claim_races(claim, [layer for layer in writing if layer is not claim.layer])

    def asked(self, subject: object, number: int) -> None:
        """A register write asks for something that rules are about.

        Args:
            subject: what it asks for.
            number: the write's number.
        """
        self.happened.broken += [replace(item, write=number) for item in self._rulebook.check(subject)]

    def stray(self, address: int, number: int) -> None:
        """A register write came where no register is; told once for what it misses.

        Args:
            address: where.
            number: the write's number.
        """
        missed = self._rulebook.missed(address)
        if missed not in self._missed:
            self._missed.add(missed)
            self.happened.broken += [replace(item, write=number) for item in self._rulebook.check_missed(address)]

    def over(self) -> None:
        """Nothing more is started: check the claims that wait."""
        for stage in self._stages:
            claims = {claim.block: claim for claim in reversed(self.waiting) if claim.block in stage.blocks}
            if claims and stage.name not in self._refused:
                self._break(self._rulebook.check(Waiting(stage, claims)), tuple(claims.values()))

    def load(self, port: str, address: int, size_bytes: int) -> None:
        """Bytes of a memory are about to be changed through the back door."""
        load_races(port, address, size_bytes, self._fetching, self.writing)
        self._know_less(forget_loaded_beside(port, address, size_bytes, self._fetching))

    def failed(self, answer: FailedAnswer) -> None:
        """Memory answered a read or a write with an error: of the oldest claim that it may be about."""
        for claim in self.claims:
            unanswered = self._unanswered(claim, written=answer.written)
            if [item for item in unanswered if item.fail(answer)]:
                stage = self._stage_of[claim.block]
                self._fetch_instead(claim, stage.misled(claim))
                result = stage.failed(claim)
                if claim.layer is not None and result is not None:
                    self._compute_again(claim.layer, result)
                self.happened.failed.append(claim)
                return

    def complete(self, layer: Layer) -> None:
        """All of a layer's writes are in memory."""
        if layer not in self._written:
            apply_writes(layer.writes, self._memories)
            self._written.add(layer)
            self._end_layer(layer)

    def confirm(self, end: End) -> list[End]:
        """An end has come, and with it all that it proves; returns those that had not before, in order."""
        came: list[End] = []
        todo = [(end, False)]  # ends, and whether all has come that they prove: that may be a long row
        while todo:
            item, proved = todo.pop()
            if proved:
                came.append(item)
                self._came(item)
            elif not item.confirmed:
                for other in item.proves:
                    if other.claim in self.claims and not other.allowed:
                        self._may_come(other)  # whoever saw this end was not told of what let the other one come
                item.allowed = item.confirmed = True
                todo += [(item, True), *((other, False) for other in reversed(item.proves))]
        return came

    def _came(self, end: End) -> None:
        """An end has come, and all before it that it proves."""
        self.happened.ended.append(end)
        end.proves.clear()  # else each claim would keep those before it for ever
        claim = end.claim
        if claim in self.claims and all(item.confirmed for item in claim.ends):
            self.claims.remove(claim)
            claim.after = ()
        if claim.layer is not None:
            self._end_layer(claim.layer)

    def _fetch(self, stage: Stage, claim: Claim) -> None:
        """Sample what a claim reads, and what that says is to be read.

        Raises:
            ValueError: nothing can be computed of it.
        """
        footprints = stage.claimed(claim)
        while footprints:
            sampled = [sample(where, self.writing, self._memories) for where in footprints]
            fetched = tuple(item for item, _ in sampled)
            claim.fetched += fetched
            claim.unknown_reads += sum(unknown for _, unknown in sampled)
            footprints = stage.claimed_next(claim, fetched)

    def _fetch_instead(self, claim: Claim, footprints: Sequence[Footprint]) -> None:
        """A claim reads others than its last footprints; what came of these with errors has come."""
        kept = len(claim.fetched) - len(footprints)
        sampled = tuple(sample(where, self.writing, self._memories)[0] for where in footprints)
        for before, now in zip(claim.fetched[kept:], sampled, strict=True):
            if before.failed is not None:
                came = SparseMemory()
                came.write_chunks(before.where.addresses, before.data, before.failed)
                now.fail(FailedAnswer(before.where.stream, False, came))
        claim.fetched = claim.fetched[:kept] + sampled

    def _leave_behind(self, claim: Claim) -> None:
        """A claim has ended as far as anybody can tell: what no pin shows of its layer's writes is in memory."""
        layer = claim.layer
        if layer is not None and layer in self.layers and self._unseen(layer):
            self.complete(layer)

    def _unseen(self, layer: Layer) -> bool:
        """Whether no pin shows that a layer's writes are in memory."""
        return all(stream.where.port in self._pinless for stream in layer.writes)

    @property
    def _fetching(self) -> list[Claim]:
        """Claims that may still read: until all is written, of layers that write nothing until all was read."""
        return [claim for claim in self.claims if claim.layer is None or self._may_read(claim, claim.layer)]

    def _may_read(self, claim: Claim, layer: Layer) -> bool:
        return layer not in self._written if layer.writes else not claim.free.allowed

    def _start_complete(self) -> None:
        while (join := next(self._joins.complete(), None)) is not None:
            self._start(join)

    def _start(self, join: Join) -> None:
        """A join is complete: number its layer, compute its result, look for races."""
        stage, claims = join.stage, {claim.block: claim for claim in join.claims}
        if broken := tuple(self._rulebook.check(Joined(stage, claims, feeder=join.feeder))):
            self._break(broken, join.claims)
            self._refuse(join.claims, f"{join.claims[0]} was started, but its blocks disagree")
            return
        try:
            self._rulebook.need_room()
            descriptor = stage.describe(claims)
        except ValueError as error:
            self._refuse(join.claims, f"{join.claims[0]} was started, but {error}")
            return
        try:
            stage.need_room(descriptor)
        except ValueError as error:
            self._break(self._check(stage, descriptor, join.claims[0]), join.claims)
            self._refuse(join.claims, f"{join.claims[0]} was started, but {error}")
            return
        for begun in stage.begun(claims):
            self._break(self._rulebook.check(begun), join.claims)
        self._break(self._check(stage, descriptor, join.claims[0]), join.claims)
        self._before[stage.name] = (descriptor,)
        try:
            stage.need_computable(descriptor, claims)
        except HangsError:
            for claim in join.claims:  # what it reads until then is its own
                claim.refused = True
            return
        except ValueError as error:
            self._refuse(join.claims, f"{join.claims[0]} was started, but {error}")
            return
        layer = Layer(stage.name, descriptor, join.claims, self._started, feeder=join.feeder)
        self._started += 1
        for claim in join.claims:
            claim.layer = layer
        if join.feeder is not None:
            join.feeder.taken_by = layer
        self._compute(stage, layer)
        self._link_ends(layer)
        self._pass_on(join.feeder)

    def _compute(self, stage: Stage, layer: Layer) -> None:
        ended, writing = ended_before(layer.claims), self.writing
        others = [claim for claim in self._fetching if claim.layer is not layer and claim not in ended]
        result = stage.compute(layer)
        self._come_to(layer, result)
        stage.state = result.state
        find_own_races(layer, in_place=result.in_place)
        find_races(layer, others, writing)
        self.layers.append(layer)
        if not layer.writes:
            self._written.add(layer)
        self._know_less(forget_written_beside(layer, (*others, *layer.claims)))
        self.happened.started.append(layer)
        if layer.flow is not None:
            self._joins.offer(layer)

    def _know_less(self, claims: Iterable[Claim]) -> None:
        """Claims do not know any more what they read beside what they own: nor do their layers what comes of it."""
        for layer in dict.fromkeys(claim.layer for claim in claims):
            if layer is not None:
                self._lessen(layer)

    def _lessen(self, layer: Layer) -> None:
        """What a layer reads, or is fed with, is known less."""
        stage = self._stage_of[layer.lead.block]
        if (result := stage.lessened(layer)) is None:
            return
        lessen(layer, result)
        if not any(other.stage == layer.stage and other.serial > layer.serial for other in self.layers):
            stage.state = result.state
        if layer.taken_by is not None:
            self._lessen(layer.taken_by)

    def _unanswered(self, claim: Claim, *, written: bool) -> Sequence[Fetched | ExpectedWrites]:
        """What memory may still answer of a claim."""
        done = claim.layer in self._written
        if written:
            return () if done or claim.layer is None else claim.layer.writes
        return () if done and claim.free.allowed else claim.fetched

    def _compute_again(self, layer: Layer, result: Result) -> None:
        """A layer comes to something else; what is known of races stays."""
        for before, now in zip(layer.writes, result.writes, strict=False):
            if now.care.shape == before.care.shape:  # else the data said how much is written
                now.care, now.failed = now.care & before.care, before.failed
        self._come_to(layer, result)

    def _come_to(self, layer: Layer, result: Result) -> None:
        layer.writes, layer.last_write, layer.flow = result.writes, result.last_write, result.flow
        layer.statuses, layer.bounded, layer.derivation = result.statuses, result.bounded, result.derivation
        layer.reads_on, layer.errata = result.reads_on, result.errata

    def _link_ends(self, layer: Layer) -> None:
        """What may come now, and what the end of the leading block proves."""
        lead = layer.lead.free
        lead.proves += [claim.free for claim in layer.claims[1:]]
        if layer.feeder is not None:
            lead.proves += list(layer.feeder.ends)
        self._allow(layer.ends, Cause.STARTED)

    def _pass_on(self, taken: Layer | None) -> None:
        """Flows have moved up, as one was offered or is taken: ends of which so few beats stand there may come."""
        places = [(taken, 0)] if taken is not None else []
        for layer, beats in (*places, *self._joins.standing()):
            for end in layer.ends:
                end.passed = end.passed or (end.room is not None and beats <= end.room)
            self._allow(layer.ends, Cause.STARTED)

    def _allow(self, ends: Iterable[End], cause: Cause) -> None:
        for end in ends:
            if end.cause is cause and not end.allowed and not end.held:
                self._may_come(end)

    def _check(self, stage: Stage, descriptor: Descriptor, lead: Claim) -> Iterable[Violation]:
        """The rules that a layer breaks that starts now."""
        running = tuple(other for other in self.layers if not other.lead.free.confirmed)
        return self._rulebook.check_start(descriptor, Start(lead, running, self._before.get(stage.name, ())))

    def _check_alone(self, stage: Stage, claim: Claim, reason: str = "") -> None:
        """The rules that a claim breaks that becomes part of no layer; those of the layer that it would complete."""
        needless_partner = reason and claim.block != stage.lead
        if claims := {} if needless_partner else self._joins.completed_by(stage, claim):
            with suppress(ValueError):  # what cannot be described breaks no rule
                self._break(self._check(stage, stage.describe(claims), claims[stage.lead]), tuple(claims.values()))
        else:
            self._break(self._rulebook.check(Joined(stage, {claim.block: claim}, reason)), [claim])

    def _end_layer(self, layer: Layer) -> None:
        if layer not in self.layers or not all(end.confirmed for end in layer.ends):
            return
        if layer not in self._written and self._unseen(layer):
            apply_writes(layer.writes, self._memories)
            self._written.add(layer)
        if layer in self._written:
            self.layers.remove(layer)
            self._written.discard(layer)
            self.happened.finished.append(layer)

    def _refuse(self, claims: Sequence[Claim], text: str) -> None:
        for claim in claims:
            claim.refused = True
            self._refused |= {stage.name for stage in self._stages if claim.block in stage.blocks}
            if claim in self.claims:
                self.claims.remove(claim)
        self.happened.refused.append(text)

    def _break(self, violations: Iterable[Violation], claims: Sequence[Claim]) -> None:
        """Note broken rules, each with what broke it and with whose layer it is."""
        for violation in violations:
            self.happened.broken.append(located(violation, claims))
