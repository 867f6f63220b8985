"""The places of a design where a fault can be planted.

Constant contexts are none: parameters, widths, generate conditions, the heads of loops, labels of cases, and functions
that a constant is computed with. Nor is what the numbers of a configuration have decided: values that never change,
branches that are never taken, functions that are never called. Assertions, ``initial`` blocks and variables of
packages, in which assertions leave what they have found, belong to the bench and not to the device.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyslang import ast, syntax

from tb.mutation.faults.elaborated import (
    PROCESSES,
    Elaborated,
    constant_functions,
    is_constant,
    without_conversion,
)
from tb.mutation.faults.fault import Change, Form, Place
from tb.mutation.faults.operators import LOST, Operators
from tb.mutation.faults.settled import Settled


def find_changes(elaborated: Elaborated) -> dict[Place, set[Change]]:
    """Every place of a design, with the changes that it can have; each once, however often its module is there."""
    finder = _Finder(elaborated)
    elaborated.compilation.getRoot().visit(finder.look)
    return finder.found


class _Finder:
    def __init__(self, elaborated: Elaborated) -> None:
        self.found: dict[Place, set[Change]] = {}
        self._elaborated = elaborated
        self._settled = Settled(elaborated)
        self._operators = Operators(elaborated, self._settled)
        self._constant_functions = constant_functions(elaborated)

    def look(self, node: object) -> ast.VisitAction:
        """Note what can be changed in one symbol of the design; what stands in those that are skipped is noted here."""
        match node:
            case ast.GenerateBlockSymbol() if node.isUninstantiated:
                return ast.VisitAction.Skip
            case ast.ContinuousAssignSymbol():
                self._assigned_value(node.assignment)
            case ast.ProceduralBlockSymbol():
                if node.procedureKind in PROCESSES:
                    self._statement(node.body)
            case ast.SubroutineSymbol():
                if self._settled.is_called(node) and node.name not in self._constant_functions:
                    self._statement(node.body)
            case ast.ParameterSymbol():
                pass
            case _:
                self._around(node)
                return ast.VisitAction.Advance
        return ast.VisitAction.Skip

    def _around(self, node: object) -> None:
        """What belongs to a symbol that others are in."""
        if isinstance(node, ast.NetSymbol) and node.initializer is not None and not _of_a_package(node.initializer):
            self._value(node.initializer, node.type)
        if isinstance(node, ast.InstanceSymbol):
            for connection in node.portConnections:
                self._connected(connection)

    def _statement(self, statement: ast.Statement) -> None:
        match statement:
            case ast.ConditionalStatement():
                for item in statement.conditions:
                    self._add(item.expr.syntax, Form.VALUE, self._operators.condition(item.expr))
            case ast.ExpressionStatement() if isinstance(statement.expr, ast.AssignmentExpression):
                self._assignment(statement.syntax, statement.expr)
            case ast.ReturnStatement() if statement.expr is not None:
                self._value(statement.expr, statement.expr.type)
            case ast.VariableDeclStatement():
                self._declared(statement.symbol)
        for inner in self._inner(statement):
            self._statement(inner)

    def _inner(self, statement: ast.Statement) -> Iterator[ast.Statement]:
        """The statements that a statement is made of."""
        match statement:
            case ast.StatementList():
                yield from statement.list
            case ast.BlockStatement():
                yield statement.body
            case ast.TimedStatement():
                yield statement.stmt
            case ast.ConditionalStatement():
                yield from self._settled.taken(statement)
            case ast.CaseStatement():
                yield from (item.stmt for item in statement.items)
                if statement.defaultCase is not None:
                    yield statement.defaultCase
            case ast.ForLoopStatement():
                yield statement.body

    def _assignment(self, node: syntax.SyntaxNode, assignment: ast.AssignmentExpression) -> None:
        span = self._elaborated.span(node)
        if span is None:
            return
        self._add(node, Form.STATEMENT, [Change(span.start, span.end, LOST, ";")])
        if not assignment.isCompound:
            self._add(node, Form.STATEMENT, self._operators.within(assignment.right))
            self._add(node, Form.STATEMENT, self._stuck(assignment.right, assignment.left.type))
        self._add(node, Form.STATEMENT, self._operators.within(assignment.left))

    def _declared(self, variable: ast.VariableSymbol) -> None:
        """A variable's first value; a constant one may be the beginning of a loop."""
        if variable.initializer is not None and not is_constant(variable.initializer):
            self._value(variable.initializer, variable.type)

    def _assigned_value(self, assignment: ast.Expression) -> None:
        if isinstance(assignment, ast.AssignmentExpression):
            self._value(assignment.right, assignment.left.type)

    def _connected(self, connection: ast.PortConnection) -> None:
        """A port's value; a mere name is the matter of what has that name."""
        port, value = connection.port, connection.expression
        if not isinstance(port, ast.PortSymbol) or port.direction != ast.ArgumentDirection.In or value is None:
            return
        if not isinstance(value, ast.ValueExpressionBase | ast.MemberAccessExpression | ast.EmptyArgumentExpression):
            self._value(value, port.type)

    def _value(self, expression: ast.Expression, of: ast.Type) -> None:
        if of.isIntegral:
            self._add(expression.syntax, Form.VALUE, self._operators.within(expression))
            self._add(expression.syntax, Form.VALUE, self._stuck(expression, of))

    def _stuck(self, expression: ast.Expression, of: ast.Type) -> Iterator[Change]:
        return self._operators.stuck(expression, of.bitWidth) if of.isIntegral and not of.isEnum else iter(())

    def _add(self, node: syntax.SyntaxNode | None, form: Form, changes: Iterator[Change] | list[Change]) -> None:
        span = self._elaborated.span(node)
        if span is None:
            return
        inside = [change for change in changes if span.start <= change.start and change.end <= span.end]
        if inside:
            self.found.setdefault(Place(span, form), set()).update(inside)


def _of_a_package(expression: ast.Expression) -> bool:
    """Whether a value is a variable of a package: no module declares it."""
    value = without_conversion(expression)
    return isinstance(value, ast.NamedValueExpression) and value.symbol.declaringDefinition is None
