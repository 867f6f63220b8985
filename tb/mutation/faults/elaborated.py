"""A design as slang, the SystemVerilog compiler behind pyslang, understands it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import pyslang
from pyslang import ast, parsing, syntax

from tb.mutation.faults.fault import Span
from tb.runner.design import Design
from tb.runner.errors import UserError


@dataclass(frozen=True, slots=True)
class Elaborated:
    """An elaborated design.

    Attributes:
        compilation: slang's own, which all symbols live in.
        manager: where slang's locations are.
        sources: the bytes of each source file.
        errors: what slang says is wrong, a line each.
    """

    compilation: ast.Compilation
    manager: pyslang.SourceManager
    sources: Mapping[Path, bytes]
    errors: tuple[str, ...]

    def span(self, node: syntax.SyntaxNode | None) -> Span | None:
        """Where a syntax node stands; None if it does not stand in a file as it is, but comes from a macro."""
        if node is None:
            return None
        start, end = node.sourceRange.start, node.sourceRange.end
        if not (self.manager.isFileLoc(start) and self.manager.isFileLoc(end)) or start.buffer != end.buffer:
            return None
        path = Path(self.manager.getFullPath(start.buffer))
        return Span(path, start.offset, end.offset) if path in self.sources else None

    def text(self, span: Span) -> str:
        """What stands there."""
        return self.sources[span.path][span.start : span.end].decode()


def elaborate(design: Design) -> Elaborated:
    """Let slang read a design."""
    preprocessor = parsing.PreprocessorOptions()
    preprocessor.predefines = [f"{name}={value}" for name, value in design.defines.items()]
    preprocessor.additionalIncludePaths = list(design.includes)
    options = ast.CompilationOptions()
    options.topModules = {design.top}
    options.flags = ast.CompilationFlags.AllowUseBeforeDeclare  # as both simulators do
    options.paramOverrides = [f"{name}={value}" for name, value in design.parameters.items()]
    bag = pyslang.Bag([preprocessor, options])
    manager = pyslang.SourceManager()
    compilation = ast.Compilation(bag)
    for path in design.sources:
        compilation.addSyntaxTree(syntax.SyntaxTree.fromFile(str(path), manager, bag))
    engine = pyslang.DiagnosticEngine(manager)
    errors = tuple(
        f"{manager.getFileName(item.location)}:{manager.getLineNumber(item.location)}: {engine.formatMessage(item)}"
        for item in compilation.getAllDiagnostics()
        if item.isError()
    )
    sources = MappingProxyType({path.resolve(): path.read_bytes() for path in design.sources})
    return Elaborated(compilation, manager, sources, errors)


def elaborate_correct(design: Design) -> Elaborated:
    """Let slang read a design in which nothing is wrong.

    Raises:
        UserError: slang finds an error in it.
    """
    elaborated = elaborate(design)
    if elaborated.errors:
        raise UserError(f"{design.name} cannot be read, so no fault can be planted: {elaborated.errors[0]}")
    return elaborated


PROCESSES = (
    ast.ProceduralBlockKind.Always,
    ast.ProceduralBlockKind.AlwaysComb,
    ast.ProceduralBlockKind.AlwaysFF,
    ast.ProceduralBlockKind.AlwaysLatch,
)
"""What describes hardware, clocked or combinational; ``initial`` and ``final`` belong to a bench."""


def constant_functions(elaborated: Elaborated) -> frozenset[str]:
    """Names of the functions that parameters are computed with."""
    found: set[str] = set()

    def note_call(node: object) -> ast.VisitAction:
        if isinstance(node, ast.CallExpression):
            found.add(node.subroutineName)
        return ast.VisitAction.Advance

    def look(node: object) -> ast.VisitAction:
        if isinstance(node, ast.ParameterSymbol) and node.initializer is not None:
            node.initializer.visit(note_call)
        return ast.VisitAction.Advance

    elaborated.compilation.getRoot().visit(look)
    return frozenset(found)


CONSTANT_SYMBOLS = (ast.ParameterSymbol, ast.EnumValueSymbol, ast.GenvarSymbol)


def is_constant(expression: ast.Expression) -> bool:
    """Whether nothing in an expression changes while a simulation runs: no signal, no call of a function of ours."""
    constant = True

    def look(node: object) -> ast.VisitAction:
        nonlocal constant
        if isinstance(node, ast.ValueExpressionBase) and not isinstance(node.symbol, CONSTANT_SYMBOLS):
            constant = False
        if isinstance(node, ast.CallExpression) and not node.isSystemCall:
            constant = False
        return ast.VisitAction.Advance if constant else ast.VisitAction.Interrupt

    expression.visit(look)
    return constant


def without_conversion(expression: ast.Expression) -> ast.Expression:
    """An expression without what the language converts by itself."""
    while isinstance(expression, ast.ConversionExpression) and expression.isImplicit:
        expression = expression.operand
    return expression
