"""Reading a hardware configuration from a file: every mistake in it is reported at once.

The file is TOML; `nv_full.toml` shows every key. A file may name a configuration that npuvm has as
its ``base``: what it does not say is as there, and a table that it has replaces the base's as a whole; its
``errata`` and what is ``mended`` stand beside the base's, but what its base says is mended it may have again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from models.memory.ports import MemoryPort
from models.nearest import did_you_mean
from models.nvdla.config.hardware import HwConfig
from models.nvdla.config.ports import reduced_signals
from models.nvdla.config.relations import PDP_BANK_ATOMS_AT_MOST, TABLE_ENTRIES_AT_MOST
from models.nvdla.config.rules import BDMA_SLOTS_AT_MOST, check_config
from models.user_file import read_description

FOLDER = Path(__file__).parent
SUFFIX = ".toml"
BASE = "base"
ADDED = ("errata", "mended")
"""Sets to which a file adds what it says to what its base does."""
RENAMED = {"block_bases": "blocks", "absent_bases": "absent_blocks"}
"""Attributes of `HwConfig` whose key in a file has another name."""
OPTIONAL: Mapping[str, Any] = MappingProxyType(
    {
        "absent_bases": MappingProxyType({}),
        "absent_interrupt_bits": MappingProxyType({}),
        "relaxed_rules": frozenset(),
        "errata": frozenset(),
        "mended": frozenset(),
    }
)
"""What a file need not have, and what is there then."""
SETS = ("features", "relaxed_rules", "errata", "mended")
PORT_TEXTS = ("pin_prefix",)
PORT_SAME = ("name", "signals", "read_align_bytes")
"""What a file does not say of a port: its name is the table's, and the others are the same on all ports of NVDLA."""
MOST_BITS = 64
"""What counts bits is not larger, nor is what bits count."""


class ConfigError(ValueError):
    """A configuration file is wrong; the message has a line for every mistake."""

    def __init__(self, path: Path, errors: list[str]) -> None:
        head = f"{path}: {errors[0]}" if len(errors) == 1 else f"{path}: {len(errors)} mistakes"
        super().__init__("\n  ".join([head, *(errors if len(errors) > 1 else ())]))


def read_config(path: Path) -> HwConfig:
    """Read a configuration; its name is the file's.

    Raises:
        ConfigError: there is no such file, it is not TOML, or something in it is wrong.
    """
    errors: list[str] = []
    values = _with_base(path, _read_toml(path))
    known = {RENAMED.get(item.name, item.name): item.name for item in fields(HwConfig) if item.name != "name"}
    errors += [_unknown(key, (*known, BASE)) for key in values if key not in known]
    missing = [key for key, name in known.items() if key not in values and name not in OPTIONAL]
    errors += [f"{key}: is missing" for key in missing]
    found = {name: _value(key, name, values[key], errors) for key, name in known.items() if key in values}
    if errors:
        raise ConfigError(path, errors)
    config = HwConfig(name=path.stem, **(dict(OPTIONAL) | found))
    if errors := check_config(config):
        raise ConfigError(path, errors)
    return replace(config, errata=config.errata - config.mended)


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return read_description(path)
    except FileNotFoundError as error:
        text = f"{error.strerror}; give a file {SUFFIX} that is there, or one of {', '.join(_names())}"
        raise ConfigError(path, [text]) from error
    except OSError as error:
        raise ConfigError(path, [str(error.strerror)]) from error
    except ValueError as error:
        raise ConfigError(path, [f"is not TOML: {error}"]) from error


def _with_base(path: Path, values: dict[str, Any]) -> dict[str, Any]:
    """The values, with those of the configuration that the file names as its base behind them."""
    if BASE not in values:
        return values
    name = values.pop(BASE)
    if name not in _names():
        near = did_you_mean(name, _names())
        raise ConfigError(path, [f"{BASE} = {_shown(name)}: must be one of {', '.join(_names())}{near}"])
    base = FOLDER / f"{name}{SUFFIX}"
    supplied = _with_base(base, _read_toml(base))
    if isinstance(had := values.get("errata"), list):
        supplied["mended"] = [item for item in supplied.get("mended", ()) if item not in had]
    for key in ADDED:
        if isinstance(mine := values.get(key), list):
            values[key] = [*(item for item in supplied.get(key, ()) if item not in mine), *mine]
    return supplied | values


def _names() -> list[str]:
    """The configurations that npuvm has."""
    return sorted(item.stem for item in FOLDER.glob(f"*{SUFFIX}"))


def _value(key: str, name: str, value: object, errors: list[str]) -> Any:  # noqa: ANN401 - what HwConfig takes there
    """A value as `HwConfig` holds it."""
    if name == "ports":
        return _ports(value, errors)
    if name == "precisions" or name in SETS:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            errors.append(f"{key} = {_shown(value)}: must be a list of strings")
            return ()
        if name in SETS:  # which show no name twice
            errors += [f"{key}: {item} is there twice" for item in sorted({x for x in value if value.count(x) > 1})]
        return tuple(value) if name == "precisions" else frozenset(value)
    if name in _TABLES:
        return _numbers(key, value, errors)
    if not _is_number(value, key):
        errors.append(f"{key} = {_shown(value)}: {_must_be(key, value)}")
    return value


_TABLES = {item.name for item in fields(HwConfig) if str(item.type).startswith("Mapping")}


def _numbers(key: str, value: object, errors: list[str]) -> Mapping[str, int]:
    if not isinstance(value, dict):
        form = "LE = 65, LO = 257" if key == "table_entries" else "NAME = 1"
        errors.append(f"{key} = {_shown(value)}: must be a table of whole numbers, such as {key} = {{ {form} }}")
        return {}
    errors += [f"{key}.{k} = {_shown(v)}: {_must_be(k, v)}" for k, v in value.items() if not _is_number(v, k)]
    return MappingProxyType(value)


def _ports(value: object, errors: list[str]) -> Mapping[str, MemoryPort]:
    if not isinstance(value, dict) or not all(isinstance(item, dict) for item in value.values()):
        errors.append(f"ports = {value!r}: must be a table with a table for each port")
        return {}
    return MappingProxyType({name: _port(name, table, errors) for name, table in value.items()})


def _port(name: str, table: Mapping[str, Any], errors: list[str]) -> Any:  # noqa: ANN401 - a MemoryPort, if it is right
    keys = [item.name for item in fields(MemoryPort) if item.name not in PORT_SAME]
    wrong = [_unknown(key, keys) for key in table if key not in keys]
    wrong += [f"{key}: is missing" for key in keys if key not in table]
    for key in set(keys) & set(table):
        if key in PORT_TEXTS and not isinstance(table[key], str):
            wrong.append(f"{key} = {table[key]!r}: must be a string")
        elif key not in PORT_TEXTS and not _is_number(table[key], key):
            wrong.append(f"{key} = {_shown(table[key])}: {_must_be(key, table[key])}")
    errors += [f"ports.{name}.{text}" for text in sorted(wrong)]
    return None if wrong else MemoryPort(name=name, signals=reduced_signals(table["pin_prefix"]), **table)


def _is_number(value: object, key: str) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _largest(key)


def _must_be(key: str, value: object) -> str:
    if _counts_bits(key):
        return f"must be a whole number, 0 to {MOST_BITS}"
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return f"must be at most {_MOST.get(key, _largest(key))}"
    return "must be a whole number, 0 or more"


def _largest(key: str) -> int:
    return MOST_BITS if _counts_bits(key) else 1 << MOST_BITS


_MOST = {"bdma_slots": BDMA_SLOTS_AT_MOST, "pdp_bank_atoms": PDP_BANK_ATOMS_AT_MOST} | TABLE_ENTRIES_AT_MOST


def _unknown(key: str, keys: Sequence[str]) -> str:
    return f"{key}: unknown key; allowed are {', '.join(keys)}{did_you_mean(key, keys)}"


def _counts_bits(key: str) -> bool:
    return key.endswith("_bits")


def _shown(value: object) -> str:
    """A value for a message; Python writes no number that is much longer."""
    if isinstance(value, int) and value.bit_length() > 4 * MOST_BITS:
        return f"a number of {value.bit_length()} bits"
    return repr(value)
