"""What the numbers of a configuration decide: values that never change, and functions that are never called.

A fault there would be one of hardware that this configuration does not have. A value is settled where what drives it, a
continuous assignment or a port, is computed of constants alone, or of enough of them: ``HAS_FLOATS != 0 && wanted`` is.
So is an argument with which a function is called everywhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pyslang import ConstantValue, SVInt, ast

from tb.mutation.faults.drivers import Driver, Member, drivers_of, member_of, operand
from tb.mutation.faults.elaborated import Elaborated, is_constant

Call = tuple[ast.SubroutineSymbol, Sequence[ast.Expression]]

MOST_ROUNDS = 8
"""Each round leaves out the calls of those that the round before has found out to be made nowhere."""
COMPARED = (ast.BinaryOperator.Equality, ast.BinaryOperator.Inequality)
LOGICAL = (ast.BinaryOperator.LogicalAnd, ast.BinaryOperator.LogicalOr)


class Settled:
    """Says of expressions whether they are settled, and of functions whether they are called.

    Args:
        elaborated: the design.
    """

    def __init__(self, elaborated: Elaborated) -> None:
        root = elaborated.compilation.getRoot()
        self._context = ast.EvalContext(root)
        self._design = drivers_of(root)
        self._drivers = self._design.drivers
        self._values: dict[Member, int | None] = {}
        self._called: set[ast.Symbol] = set()
        self._follow_calls()

    def is_called(self, function: ast.SubroutineSymbol) -> bool:
        """Whether a function is called while a simulation runs."""
        return function in self._called

    def value(self, expression: ast.Expression) -> int | None:
        """The value that an expression always has; None if it may have others."""
        expression = operand(expression)
        if is_constant(expression):
            return _number(expression.eval(self._context))
        match expression:
            case ast.NamedValueExpression() | ast.MemberAccessExpression():
                member = member_of(expression)
                return None if member is None else self._value_of(member)
            case ast.UnaryExpression() if expression.op == ast.UnaryOperator.LogicalNot:
                inner = self.value(expression.operand)
                return None if inner is None else int(not inner)
            case ast.BinaryExpression():
                return self._of_two(expression)
            case ast.ConditionalExpression():
                branch = self.branch(expression)
                return None if branch is None else self.value(branch)
        return None

    def branch(self, expression: ast.ConditionalExpression) -> ast.Expression | None:
        """The only branch that is ever taken; None if both may be."""
        if len(expression.conditions) != 1 or (value := self.value(expression.conditions[0].expr)) is None:
            return None
        return expression.left if value else expression.right

    def taken(self, statement: ast.ConditionalStatement) -> list[ast.Statement]:
        """The branches that may be taken."""
        both = [branch for branch in (statement.ifTrue, statement.ifFalse) if branch is not None]
        if len(statement.conditions) != 1 or (value := self.value(statement.conditions[0].expr)) is None:
            return both
        return both[:1] if value else both[1:]

    def _of_two(self, expression: ast.BinaryExpression) -> int | None:
        left, right = self.value(expression.left), self.value(expression.right)
        if expression.op in LOGICAL:
            deciding = expression.op == ast.BinaryOperator.LogicalOr
            if any(side is not None and bool(side) == deciding for side in (left, right)):
                return int(deciding)
            return None if left is None or right is None else int(not deciding)
        if left is None or right is None or expression.op not in COMPARED:
            return None
        return int((left == right) == (expression.op == ast.BinaryOperator.Equality))

    def _value_of(self, member: Member) -> int | None:
        if member not in self._values:
            self._values[member] = None  # what depends on itself is not settled
            self._values[member] = self._found(member)
        return self._values[member]

    def _found(self, member: Member) -> int | None:
        symbol, path = member
        if symbol in self._design.written:
            return None
        for length in range(len(path), -1, -1):
            if drivers := self._drivers.get((symbol, path[:length])):
                values = {self._driven(driver, path[length:]) for driver in drivers}
                return values.pop() if len(values) == 1 else None
        return None

    def _driven(self, driver: Driver, path: tuple[str, ...]) -> int | None:
        """What a driver gives to a member of what it drives."""
        if isinstance(driver, ast.Symbol):
            return self._value_of((driver, path))
        if not path:
            return self.value(driver)
        source = member_of(operand(driver))
        return None if source is None else self._value_of((source[0], (*source[1], *path)))

    def _follow_calls(self) -> None:
        before = None
        for _ in range(MOST_ROUNDS):
            calls = self._calls()
            self._called = {function for function, _ in calls}
            settled = sum(value is not None for value in self._values.values())
            if before == (len(calls), settled):
                break
            before = len(calls), settled
            arguments: dict[Member, list[Driver]] = defaultdict(list)
            for function, given in calls:
                for formal, value in zip(function.arguments, given, strict=True):
                    if formal.direction == ast.ArgumentDirection.In:
                        arguments[formal, ()].append(value)
            self._drivers = {**self._design.drivers, **arguments}
            self._values = {}

    def _calls(self) -> list[Call]:
        """The calls of functions of ours, in what runs and in what is called there."""
        calls: list[Call] = []
        seen: set[ast.Symbol] = set()
        waiting = list(self._design.begun)

        def look(node: object) -> ast.VisitAction:
            match node:
                case ast.CallExpression(subroutine=ast.SubroutineSymbol() as function):
                    calls.append((function, node.arguments))
                    if function not in seen:
                        seen.add(function)
                        waiting.append(function.body)
                case ast.ConditionalStatement():
                    if len(both := self.taken(node)) == 1 or node.ifFalse is None:
                        waiting.extend((*(item.expr for item in node.conditions), *both))
                        return ast.VisitAction.Skip
                case ast.ConditionalExpression() if (branch := self.branch(node)) is not None:
                    waiting.append(branch)
                    return ast.VisitAction.Skip
                case ast.BinaryExpression() if node.op in LOGICAL and self.value(node) is not None:
                    return ast.VisitAction.Skip
            return ast.VisitAction.Advance

        while waiting:
            waiting.pop().visit(look)
        return calls


def _number(constant: ConstantValue) -> int | None:
    value = constant.value
    return int(value) if isinstance(value, SVInt) and not value.hasUnknown else None
