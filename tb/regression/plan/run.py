"""What a regression consists of: runs, each one test and one seed from reset, and the settings they are played in."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

ID_DIGITS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What runs of one simulation have in common.

    Attributes:
        family: the device family.
        config: the hardware configuration: its name, or a user's file.
        sim: the simulator's name.
        memory: what answers the memory ports, ``hdl`` or ``python``.
        attach: the file that describes a user's RTL; None: the family's own.
        plusargs: arguments that the RTL may ask for, each with its leading plus.
        errata: which errata of the part are errors, as ``ERRATA`` says it; empty: none.
    """

    family: str
    config: str
    sim: str
    memory: str
    attach: str | None = None
    plusargs: tuple[str, ...] = ()
    errata: str = ""

    @property
    def on(self) -> str:
        """Simulator and memory, in words, with what the RTL is told and which errata are errors."""
        errata = [f"ERRATA={self.errata}"] if self.errata else []
        return " ".join([self.sim, self.memory, *self.plusargs, *errata])

    @property
    def words(self) -> dict[str, object]:
        """The variables of make that stand for it."""
        return {
            "SIM": self.sim,
            "FAMILY": self.family,
            "CONFIG": self.config,
            "ATTACH": self.attach,
            "MEMORY": self.memory,
            "PLUSARGS": " ".join(self.plusargs),
            "ERRATA": self.errata,
        }

    def to_json(self) -> dict[str, Any]:
        """The setting as JSON's objects; ids of runs without plusargs or errata are what they were before these."""
        data = asdict(self)
        for name in ("plusargs", "errata"):
            if not data[name]:
                del data[name]
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setting:
        """A setting from its object.

        Raises:
            TypeError: it has another form.
        """
        return cls(**{**data, "plusargs": tuple(data.get("plusargs", ()))})


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One test and one seed from reset. What it plays depends on nothing but what stands here.

    Attributes:
        setting: on what.
        test: the test's ``module.name``.
        seed: what its random choices hang on, beside its name.
        knobs: what is set of it: names in order, and values.
    """

    setting: Setting
    test: str
    seed: int
    knobs: tuple[tuple[str, str], ...] = ()

    @property
    def id(self) -> str:
        """Tells it from all others, on every machine."""
        return hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()[:ID_DIGITS]

    @property
    def kind(self) -> tuple[Setting, str, str]:
        """What it has in common with runs of other seeds."""
        return self.setting, self.test, self.knob_words

    @property
    def knob_words(self) -> str:
        """Its knobs as they are written."""
        return " ".join(f"{name}={shlex.quote(value)}" for name, value in self.knobs)

    @property
    def words(self) -> dict[str, object]:
        """The variables with which ``make sim`` plays exactly this run."""
        return {"TEST": f"{self.test}$", "SEED": self.seed, "KNOBS": self.knob_words, **self.setting.words}

    def to_json(self) -> dict[str, Any]:
        """The run as JSON's objects."""
        return {**asdict(self), "setting": self.setting.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Run:
        """A run from its object.

        Raises:
            TypeError: it has another form.
            KeyError: something is missing.
        """
        knobs = tuple((name, value) for name, value in data["knobs"])
        return cls(**{**data, "setting": Setting.from_json(data["setting"]), "knobs": knobs})
