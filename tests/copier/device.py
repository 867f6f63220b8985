"""Its registers, its stage, and the device."""

from models.blocks.interrupts import InterruptBlock
from models.blocks.register_block import RegisterBlock
from models.breakers import cannot
from models.layer import Cause, Claim, EndKind, Result
from models.memory.footprint import ExpectedWrites
from models.memory.sparse import SparseMemory
from models.pipeline.device import EventDevice
from models.pipeline.plain_rulebook import PlainRulebook
from models.pipeline.stage import Stage
from models.prediction import Prediction
from models.reference import OutstandingLimit
from models.registers import Behaviour, ReadKind
from models.rules import Broken, RuleList
from tests.copier.copies import Copy, Launch, Side
from tests.made_devices import BLOCK_BYTES, READ_ONLY, made_block, made_map

COPY, LINE, LAUNCHES = "COPY", "irq", 2
SIDES, EXTENT = ("SOURCE", "DESTINATION"), ("SURFACES", "LINES", "ATOMS")
BITS = tuple(f"DONE{number}" for number in range(LAUNCHES))
RULES = RuleList[Launch, None](Launch)


@RULES.rule("empty-launch", "A launch has a copy at least.", "tests", cannot)
def _empty(launch, _):
    if not launch.copies:
        yield Broken("it copies nothing")


def register_map():
    words = (("BYTES", 0, 32), {})
    trigger = {"behaviour": Behaviour.TRIGGER}
    numbers = range(LAUNCHES)
    bits = [(name, low, 1) for low, name in enumerate(BITS)]
    busy = [(f"BUSY{number}", number, 1, 0, {"NO": 0, "YES": 1}) for number in numbers]
    copy = made_block(
        COPY,
        0,
        *((f"{side}{what}", *words) for side in SIDES for what in ("", "_LINE", "_SURFACE")),
        ("MEMORIES", ("SOURCE", 0, 4), ("DESTINATION", 4, 4), {}),
        ("SIZE", ("ATOMS", 0, 8), ("LINES", 8, 8), ("SURFACES", 16, 8), {}),
        ("ADD", ("GO", 0, 1), trigger),
        *((f"LAUNCH{number}", ("GO", 0, 1), trigger) for number in numbers),
        ("STATUS", *busy, {**READ_ONLY, "read": ReadKind.ONE_OF}),
        ("COUNTING", ("ON", 0, 1), {}),
        *((f"STALLS{number}", ("COUNT", 0, 32), {**READ_ONLY, "read": ReadKind.BOUNDED}) for number in numbers),
        ("OUTSTANDING", ("READS", 0, 8, 255), ("WRITES", 8, 8, 255), {}),
    )
    interrupts = made_block(
        "INTERRUPTS",
        BLOCK_BYTES,
        ("STATUS", *bits, {"read": ReadKind.ONE_OF, "behaviour": Behaviour.WRITE_ONE_TO_CLEAR}),
        ("MASK", *bits, {}),
        ("SET", *bits, {"behaviour": Behaviour.PULSE}),
    )
    return made_map("copier", copy, interrupts)


class CopyBlock(RegisterBlock):
    """Gathers copies until they are launched; what is launched claims at once."""

    def __init__(self, block, sizes):
        self.sizes = sizes
        super().__init__(block)

    def reset(self):
        super().reset()
        self.gathered, self.launched, self.running = [], [], {}
        self.stalls = [range(1)] * LAUNCHES

    def write(self, register, data, number):
        super().write(register, data, number)
        if register.name == "ADD":
            self.gathered.append(self._copy())
        elif register.name.startswith("LAUNCH"):
            launch = Launch(tuple(self.gathered), self.sizes.atom_bytes)
            self.gathered = []
            self.launched.append(Claim(COPY, f"launch {register.name[-1]}", launch, started_by=number))

    def _copy(self):
        size, memories = (self.block.registers[name].decode(self.values[name]) for name in ("SIZE", "MEMORIES"))
        return Copy(*(self._side(name, memories[name]) for name in SIDES), *(size[name] for name in EXTENT))

    def _side(self, name, memory):
        numbers = (self.values[f"{name}{what}"] for what in ("", "_LINE", "_SURFACE"))
        return Side(list(self.sizes.memories)[memory], *numbers)

    def claims(self):
        while self.launched:
            claim = self.launched.pop(0)
            self.running[launch_of(claim)] = claim
            yield claim

    def predict(self, register):
        if register.name == "STATUS":
            possible = {f"BUSY{number}": self._busy(number) for number in range(LAUNCHES)}
            return Prediction(register, 0, possible)
        if register.name.startswith("STALLS"):
            return Prediction(register, 0, {"COUNT": self.stalls[int(register.name[-1])]})
        return super().predict(register)

    def _busy(self, number):
        claim = self.running.get(number)
        return frozenset((0,) if claim is None else (0, 1) if claim.free.allowed else (1,))

    def observe(self, register, word):
        if register.name != "STATUS":
            return ()
        return [claim.free for number, claim in self.running.items() if not word >> number & 1]

    def ended(self, end):
        if end.kind is EndKind.FREE:
            self.running.pop(launch_of(end.claim), None)

    def timed(self, claim, elapsed_cycles, _waited):
        counts = range(elapsed_cycles + 1) if self.values["COUNTING"] else range(1)
        self.stalls[launch_of(claim)] = counts


def launch_of(claim):
    """Which launch a claim is."""
    return int(claim.instance[-1])


class CopyStage(Stage):
    """A launch."""

    name = lead = COPY
    blocks = (COPY,)

    def claimed(self, claim):
        claim.raises(BITS[launch_of(claim)], Cause.ANSWERED, frees=True)
        return claim.settings.reads()

    def needless(self, claim):
        return "" if claim.settings.copies else "it copies nothing"

    def describe(self, claims):
        return claims[COPY].settings

    def compute(self, layer):
        sides = zip(layer.descriptor.writes(), layer.lead.fetched, strict=True)
        writes = tuple(ExpectedWrites(where, fetched.data, fetched.known) for where, fetched in sides)
        return Result(writes, last_write=len(writes) - 1)


class CopierDevice(EventDevice):
    """The device."""

    def __init__(self, sizes, *, zeroed_memory=False):
        registers = register_map()
        self.copy = CopyBlock(registers.COPY, sizes)
        interrupts = InterruptBlock(registers.INTERRUPTS, "STATUS", "MASK", {LINE: BITS})
        memories = {name: SparseMemory(zeroed=zeroed_memory) for name in sizes.memories}
        parts = {"memories": memories, "rulebook": PlainRulebook(RULES, None, "tests"), "interrupts": interrupts}
        super().__init__(registers, {COPY: self.copy, "INTERRUPTS": interrupts}, [CopyStage()], **parts)

    @property
    def outstanding_limits(self):
        allowed = self.registers.COPY.OUTSTANDING.decode(self.copy.values["OUTSTANDING"])
        return dict.fromkeys(self.memories, OutstandingLimit(allowed["READS"] + 1, allowed["WRITES"] + 1))
