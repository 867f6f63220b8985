"""What a register read may return: a value, one of a set or within a bound, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.registers import Register

Allowed = frozenset[int] | range


@dataclass(frozen=True, slots=True)
class Prediction:
    """What reading one address may return.

    Attributes:
        register: the register there; None where nothing is, which reads 0.
        value: the register's value where nothing else is said.
        fields: allowed values of the fields that may read several values.
        known: False where the value is unknown; then anything is right.
    """

    register: Register | None
    value: int
    fields: Mapping[str, Allowed] = field(default_factory=dict)
    known: bool = True

    def mismatch(self, word: int) -> str | None:
        """None where the value is allowed, else what is wrong, field by field."""
        if self.register is None:
            return None if word == 0 else f"nothing is there: expected 0, got {word:#x}"
        if not self.known:
            return None
        wrong = [line for name in self.register.fields if (line := self._field_mismatch(name, word))]
        named = 0
        for item in self.register.fields.values():
            named |= item.mask
        if word & ~named:
            wrong.append(f"unused bits read {word & ~named:#x}, expected 0")
        return "; ".join(wrong) or None

    @property
    def decides(self) -> bool:
        """Whether any field could read wrong: a read that may return anything compares nothing."""
        if self.register is None:
            return True
        fields = self.register.fields
        return self.known and any(len(self.allowed(name)) <= item.limit for name, item in fields.items())

    def widen(self, other: Prediction) -> Prediction:
        """The union of two predictions of one address: what may be read while the one becomes the other."""
        if self.register is None:
            return self
        fields = {name: union(self.allowed(name), other.allowed(name)) for name in self.register.fields}
        return Prediction(self.register, other.value, fields, self.known and other.known)

    def example(self) -> int:
        """One allowed value: what a device without time answers."""
        word = self.value
        for name, allowed in self.fields.items():
            item = self.register.fields[name] if self.register else None
            if item and item.get(word) not in allowed:
                word = word & ~item.mask | item.put(_low(allowed))
        return word

    def allowed(self, name: str) -> Allowed:
        """What a field may read."""
        if name in self.fields:
            return self.fields[name]
        assert self.register is not None
        return frozenset((self.register.fields[name].get(self.value),))

    def _field_mismatch(self, name: str, word: int) -> str | None:
        assert self.register is not None
        item, allowed = self.register.fields[name], self.allowed(name)
        got = item.get(word)
        if got in allowed:
            return None
        if isinstance(allowed, range):
            return f"{name}: expected {allowed.start} to {allowed.stop - 1}, got {got}"
        labels = " or ".join(item.label(value) for value in sorted(allowed))
        return f"{name}: expected {labels}, got {item.label(got)}"


def union(one: Allowed, other: Allowed) -> Allowed:
    """What either allows; where one is a range, all between as well."""
    if one == other:
        return one
    if isinstance(one, range) or isinstance(other, range):
        return range(min(_low(one), _low(other)), max(_high(one), _high(other)) + 1)
    return one | other


def _low(allowed: Allowed) -> int:
    return allowed.start if isinstance(allowed, range) else min(allowed)


def _high(allowed: Allowed) -> int:
    return allowed.stop - 1 if isinstance(allowed, range) else max(allowed)
