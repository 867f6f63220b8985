"""What drives what in a design: continuous assignments, ports, and the values that nets are declared with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from pyslang import ast

from tb.mutation.faults.elaborated import without_conversion

Driver = ast.Expression | ast.Symbol
Member = tuple[ast.Symbol, tuple[str, ...]]
"""A symbol, or what is reached from it by such names of members."""


@dataclass(frozen=True, slots=True)
class Drivers:
    """The drivers of a design.

    Attributes:
        drivers: all of a symbol, or of a member of it.
        written: symbols that a process or a function assigns to, or something that is no member of them.
        begun: what runs by itself: processes, and the values of assignments, nets and ports.
    """

    drivers: dict[Member, list[Driver]] = field(default_factory=lambda: defaultdict(list))
    written: set[ast.Symbol] = field(default_factory=set)
    begun: list[ast.Expression | ast.Statement] = field(default_factory=list)

    def note(self, node: object) -> ast.VisitAction:
        """Note what drives what, and where what runs begins."""
        match node:
            case ast.GenerateBlockSymbol() if node.isUninstantiated:
                return ast.VisitAction.Skip
            case ast.NetSymbol() if node.initializer is not None:
                self._drives(node, node.initializer)
            case ast.ContinuousAssignSymbol() if isinstance(node.assignment, ast.AssignmentExpression):
                self._assigns(node.assignment.left, node.assignment.right)
            case ast.InstanceSymbol():
                for connection in node.portConnections:
                    self._connects(connection)
            case ast.ProceduralBlockSymbol() | ast.SubroutineSymbol():
                node.body.visit(self._note_written)
                if isinstance(node, ast.ProceduralBlockSymbol):
                    self.begun.append(node.body)
        return ast.VisitAction.Advance

    def _note_written(self, node: object) -> ast.VisitAction:
        """Note what a process or a function assigns to."""
        if isinstance(node, ast.AssignmentExpression):
            for target in _targets(node.left):
                if (symbol := target.getSymbolReference()) is not None:
                    self.written.add(symbol)
        return ast.VisitAction.Advance

    def _drives(self, symbol: ast.Symbol, expression: ast.Expression) -> None:
        self.drivers[symbol, ()].append(expression)
        self.begun.append(expression)

    def _assigns(self, left: ast.Expression, right: ast.Expression) -> None:
        self.begun.append(right)
        parts = list(_targets(left))
        all_zeros = isinstance(operand(right), ast.UnbasedUnsizedIntegerLiteral)
        for part in parts:
            if (member := member_of(part)) is not None and (len(parts) == 1 or all_zeros):
                self.drivers[member].append(right)
            elif (symbol := part.getSymbolReference()) is not None:
                self.written.add(symbol)

    def _connects(self, connection: ast.PortConnection) -> None:
        port, outside = connection.port, connection.expression
        if not isinstance(port, ast.PortSymbol) or port.internalSymbol is None or outside is None:
            return
        if port.direction == ast.ArgumentDirection.In:
            self._drives(port.internalSymbol, outside)
        elif isinstance(outside, ast.AssignmentExpression) and (member := member_of(outside.left)) is not None:
            self.drivers[member].append(port.internalSymbol)
        elif (symbol := outside.getSymbolReference()) is not None:
            self.written.add(symbol)


def drivers_of(root: ast.RootSymbol) -> Drivers:
    """The drivers of all that is in a design."""
    drivers = Drivers()
    root.visit(drivers.note)
    return drivers


def operand(expression: ast.Expression) -> ast.Expression:
    """An expression without conversions, also those that are asked for, as long as no bit is lost."""
    expression = without_conversion(expression)
    while isinstance(expression, ast.ConversionExpression):
        if expression.type.bitWidth < expression.operand.type.bitWidth:
            break
        expression = without_conversion(expression.operand)
    return expression


def member_of(expression: ast.Expression) -> Member | None:
    """What an expression names; None if it is not a name, or one of a part that is no member."""
    path: list[str] = []
    expression = operand(expression)
    while isinstance(expression, ast.MemberAccessExpression):
        path.append(expression.member.name)
        expression = expression.value
    return (expression.symbol, tuple(reversed(path))) if isinstance(expression, ast.NamedValueExpression) else None


def _targets(left: ast.Expression) -> Iterator[ast.Expression]:
    """What is assigned to at once."""
    if isinstance(left, ast.ConcatenationExpression):
        for part in left.operands:
            yield from _targets(part)
    else:
        yield left
