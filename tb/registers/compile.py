"""SystemRDL to plain data: elaborates a family's description with the parameters of one hardware configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from systemrdl import RDLCompileError, RDLCompiler
from systemrdl.messages import Severity
from systemrdl.node import AddrmapNode, FieldNode, Node, RegNode
from systemrdl.source_ref import SourceRefBase

from models.register_behaviours import behaviours_of
from models.registers import Behaviour, Block, Field, ReadKind, Register, RegisterMap
from tb.registers.sources import DescriptionError
from tb.runner.paths import shown

Behaviours = Mapping[str, Behaviour]


class RegisterConfig(Protocol):
    """What a hardware configuration gives to the register description.

    Those of a family are ``CONFIGS`` of ``models.<family>.config``, by name, the one with all blocks first.
    """

    @property
    def name(self) -> str:
        """The configuration's name."""

    @property
    def block_bytes(self) -> int:
        """Size of a block's window."""

    @property
    def block_bases(self) -> Mapping[str, int]:
        """Byte address of each register block that there is, in the order in which RTL is compiled."""

    @property
    def description_parameters(self) -> Mapping[str, int | bool]:
        """The parameters of the description's address map, by their names."""


@dataclass(frozen=True, slots=True)
class CompiledDescription:
    """A compiled register description.

    Attributes:
        register_map: the registers as plain data.
        rtl_blocks: all blocks, by name, those that the configuration lacks too, with all fields of the family: RTL of
            the family names them. What is absent can neither be read nor written.
        top: the compiler's own node of the whole map, for exporters that need one.
    """

    register_map: RegisterMap
    rtl_blocks: Mapping[str, Block]
    top: AddrmapNode


def compile_description(rdl: Path, family: str, configs: Sequence[RegisterConfig]) -> list[CompiledDescription]:
    """Read a family's SystemRDL once, and compile it for some of its hardware configurations.

    Args:
        rdl: the file whose address map is named like the family.
        family: name of the device family.
        configs: each gives the parameters of the address map.

    Raises:
        DescriptionError: the description is wrong, or does not fit a configuration.
    """
    printer = _FirstError()
    compiler = RDLCompiler(message_printer=printer)
    try:
        compiler.compile_file(str(rdl))
    except RDLCompileError as error:
        raise DescriptionError(printer.text or f"{rdl}: {error}") from error
    return [_compiled(compiler, printer, family, config) for config in configs]


def _compiled(compiler: RDLCompiler, printer: _FirstError, family: str, config: RegisterConfig) -> CompiledDescription:
    try:
        top = compiler.elaborate(family, parameters=dict(config.description_parameters)).top
    except RDLCompileError as error:
        raise DescriptionError(f"{printer.text or error} (configuration {config.name})") from error
    behaviours = behaviours_of(family)
    maps = [node for node in top.children(skip_not_present=False) if isinstance(node, AddrmapNode)]
    blocks = {node.inst_name: _block(node, config.block_bytes, behaviours) for node in maps if _is_present(node)}
    rtl_blocks = {node.inst_name: _block(node, config.block_bytes, behaviours, whole=True) for node in maps}
    by_address = {register.address: register for block in blocks.values() for register in block}
    return CompiledDescription(RegisterMap(family, config.name, blocks, by_address), rtl_blocks, top)


class _FirstError:
    """Receives the compiler's messages and keeps the first error, which the later ones follow from."""

    def __init__(self) -> None:
        self.text = ""

    def print_message(self, severity: Severity, text: str, source: SourceRefBase | None) -> None:
        """Take a message; the compiler calls this."""
        if severity >= Severity.ERROR and not self.text:
            self.text = " ".join(f"{_location(source)}{text}".split())


def _location(source: SourceRefBase | None) -> str:
    """``file:line: `` of a compiler's source reference, or nothing when there is none."""
    if source is None:
        return ""
    path = shown(Path(source.path).resolve())
    return f"{path}:{source.line}: " if hasattr(source, "line") else f"{path}: "


def _is_present(node: Node) -> bool:
    return bool(node.get_property("ispresent"))


def _block(node: AddrmapNode, window_bytes: int, behaviours: Behaviours, *, whole: bool = False) -> Block:
    """A block's registers; the whole of a block that is there has absent fields too, which no mask holds."""
    name = node.inst_name
    skips = _is_present(node)
    if node.size > window_bytes:
        where = _location(node.inst.inst_src_ref)
        raise DescriptionError(f"{where}{name} takes {node.size:#x} bytes, the window of a block has {window_bytes:#x}")
    nodes = [item for item in node.children(skip_not_present=skips) if isinstance(item, RegNode)]
    registers = {item.inst_name: _register(name, item, behaviours, whole=whole, skips=skips) for item in nodes}
    return Block(name, node.absolute_address, window_bytes, registers, _text(node))


def _register(block: str, node: RegNode, behaviours: Behaviours, *, whole: bool, skips: bool) -> Register:
    nodes = [item for item in node.children(skip_not_present=skips) if isinstance(item, FieldNode)]
    everything = [item for item in node.children(skip_not_present=not whole) if isinstance(item, FieldNode)]
    fields = [_field(item) for item in nodes]
    prediction = node.get_property("prediction", default=None)
    return Register(
        block=block,
        name=node.inst_name,
        address=node.absolute_address,
        reset=sum(item.reset << item.low for item in fields),
        read_mask=sum(item.mask for item, source in zip(fields, nodes, strict=True) if source.is_sw_readable),
        write_mask=sum(item.mask for item, source in zip(fields, nodes, strict=True) if source.is_sw_writable),
        behaviour=_behaviour(node, nodes, behaviours),
        read=ReadKind.STATIC if prediction is None else ReadKind(prediction.name),
        grouped=bool(node.get_property("grouped", default=False)),
        implemented=bool(node.get_property("implemented", default=True)),
        fields={item.inst_name: _field(item) for item in everything},
        description=_text(node),
    )


def _behaviour(node: RegNode, fields: list[FieldNode], behaviours: Behaviours) -> Behaviour:
    """What the description says, or else what the standard properties of the fields tell."""
    said = node.get_property("behaviour", default=None)
    if said is not None:
        if said not in behaviours:
            where, known = _location(node.inst.inst_src_ref), ", ".join(behaviours)
            raise DescriptionError(f"{where}{node.inst_name} has the behaviour {said!r}; there are {known}")
        return behaviours[said]
    if not any(item.is_sw_writable for item in fields):
        return Behaviour.READ_ONLY
    if any(item.get_property("onwrite") for item in fields):
        return Behaviour.WRITE_ONE_TO_CLEAR
    return Behaviour.PULSE if any(item.get_property("singlepulse") for item in fields) else Behaviour.PLAIN


def _field(node: FieldNode) -> Field:
    encode = node.get_property("encode")
    names = {item.name: int(item.value) for item in encode} if encode is not None else {}
    return Field(node.inst_name, node.low, node.width, int(node.get_property("reset", default=0)), names, _text(node))


def _text(node: Node) -> str:
    """The description of a node on one line."""
    return " ".join((node.get_property("desc") or "").split())
