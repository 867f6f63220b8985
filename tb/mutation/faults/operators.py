"""The kinds of faults: what can be wrong in an expression.

A changed expression has the width and the sign of the original one, so that it can stand in a ``?:`` beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from pyslang import ast, syntax

from tb.mutation.faults.elaborated import Elaborated, is_constant, without_conversion
from tb.mutation.faults.fault import Change, Span
from tb.mutation.faults.settled import Settled

OPERATOR, CONSTANT, CONDITION, LOST, STUCK = "operator", "constant", "condition", "lost", "stuck"
KINDS = (OPERATOR, CONSTANT, CONDITION, LOST, STUCK)

SWAPPED = MappingProxyType(
    {
        "+": "-",
        "-": "+",
        "*": "+",
        "/": "%",
        "%": "/",
        "&&": "||",
        "||": "&&",
        "==": "!=",
        "!=": "==",
        "===": "!==",
        "!==": "===",
        "<": "<=",
        "<=": "<",
        ">": ">=",
        ">=": ">",
        "&": "|",
        "|": "&",
        "^": "&",
        "<<": ">>",
        ">>": "<<",
        "<<<": ">>>",
        ">>>": "<<<",
    }
)
REDUCTIONS = MappingProxyType({"&": "|", "|": "&", "^": "|"})
NEUTRAL = MappingProxyType({"&&": 1, "||": 0})
"""What takes an operand out of these."""
FLIPPED = MappingProxyType({"1'b0": "1'b1", "1'b1": "1'b0"})
EQUALITIES = (ast.BinaryOperator.Equality, ast.BinaryOperator.Inequality)
SEEN_THROUGH = ("$signed", "$unsigned")


class Operators:
    """Finds the changes that an expression can have.

    Args:
        elaborated: the design that it is in.
        settled: what never changes there, and so is not changed.
    """

    def __init__(self, elaborated: Elaborated, settled: Settled) -> None:
        self._elaborated = elaborated
        self._settled = settled

    def within(self, expression: ast.Expression) -> Iterator[Change]:
        """Changes of the operators and constants in an expression, however deep."""
        expression = without_conversion(expression)
        if is_constant(expression):
            yield from self._off_by_one(expression)
            return
        if self._settled.value(expression) is not None:
            return
        match expression:
            case ast.UnaryExpression():
                yield from self._unary(expression)
            case ast.BinaryExpression():
                yield from self._binary(expression)
            case ast.ConditionalExpression() if (branch := self._settled.branch(expression)) is not None:
                yield from self.within(branch)
            case ast.ConditionalExpression():
                for condition in expression.conditions:
                    yield from self.condition(condition.expr)
                yield from self.within(expression.left)
                yield from self.within(expression.right)
            case _:
                for part in _parts(expression):
                    yield from self.within(part)

    def condition(self, expression: ast.Expression) -> Iterator[Change]:
        """Changes of something that is true or false: turned round, always true, always false, or wrong within."""
        span = self._span(expression)
        if span is None or self._settled.value(expression) is not None:
            return
        texts = ["1'b1", "1'b0"]
        if not isinstance(expression, ast.BinaryExpression) or expression.op not in EQUALITIES:  # swapped below
            texts.append(f"(!({self._elaborated.text(span)}))")
        for text in texts:
            yield Change(span.start, span.end, CONDITION, text)
        yield from self.within(expression)

    def stuck(self, expression: ast.Expression, width: int) -> Iterator[Change]:
        """One bit of a value that is assigned stuck at 0 or at 1: the first, the middle or the last one."""
        expression = without_conversion(expression)
        span = self._span(expression)
        if span is None or not expression.type.isIntegral or self._settled.value(expression) is not None:
            return
        if isinstance(expression, ast.AssignmentPatternExpressionBase):
            return
        if width == 1:
            for text in ("1'b0", "1'b1"):
                yield Change(span.start, span.end, STUCK, text)
        elif not expression.type.isSigned or expression.type.bitWidth >= width:
            text = self._elaborated.text(span)
            for bit in sorted({0, width // 2, width - 1}):
                mask = f"{width}'h{1 << bit:x}"
                yield Change(span.start, span.end, STUCK, f"({text}) | {mask}")
                yield Change(span.start, span.end, STUCK, f"({text}) & ~{mask}")

    def _unary(self, expression: ast.UnaryExpression) -> Iterator[Change]:
        node = _bare(expression.syntax)
        span = self._elaborated.span(node)
        if span is not None and isinstance(node, syntax.PrefixUnaryExpressionSyntax):
            sign, operand = node.operatorToken.valueText, self._elaborated.span(node.operand)
            if operand is not None and sign == "!":
                yield Change(span.start, span.end, CONDITION, f"(!({self._elaborated.text(span)}))")
            elif operand is not None and sign == "~":
                yield Change(span.start, span.end, OPERATOR, f"({self._elaborated.text(operand)})")
            elif operand is not None and sign in REDUCTIONS:
                yield Change(span.start, span.end, OPERATOR, f"({REDUCTIONS[sign]}{self._elaborated.text(operand)})")
        yield from self.within(expression.operand)

    def _binary(self, expression: ast.BinaryExpression) -> Iterator[Change]:
        node = _bare(expression.syntax)
        if isinstance(node, syntax.BinaryExpressionSyntax):
            sign = node.operatorToken.valueText
            span, left, right = map(self._elaborated.span, (node, node.left, node.right))
            if span and left and right and sign in SWAPPED:
                first = _grouped(self._elaborated.text(left), node.left)
                second = _grouped(self._elaborated.text(right), node.right)
                yield Change(span.start, span.end, OPERATOR, f"({first} {SWAPPED[sign]} {second})")
            if sign in NEUTRAL:
                for side, operand in ((expression.left, left), (expression.right, right)):
                    if operand is not None and self._settled.value(side) != NEUTRAL[sign]:
                        yield Change(operand.start, operand.end, CONDITION, f"1'b{NEUTRAL[sign]}")
        yield from self.within(expression.left)
        yield from self.within(expression.right)

    def _off_by_one(self, expression: ast.Expression) -> Iterator[Change]:
        """One more and one less; a word of all zeros or ones becomes the other one."""
        span, of = self._span(expression), expression.type
        if span is None or not of.isIntegral or of.isEnum or isinstance(expression, ast.StringLiteral):
            return
        text = self._elaborated.text(span)
        if isinstance(expression, ast.UnbasedUnsizedIntegerLiteral):
            changed = ["'1" if text == "'0" else "'0"]
        elif of.bitWidth == 1:
            changed = [FLIPPED.get(text, f"(!({text}))")]
        elif text.isdecimal():
            changed = [str(int(text) + 1), str(int(text) - 1)] if int(text) else ["1"]
        else:
            one = "2'sd1" if of.isSigned else "1'b1"
            changed = [f"({_grouped(text)} + {one})", f"({_grouped(text)} - {one})"]
        for new in changed:
            yield Change(span.start, span.end, CONSTANT, new)

    def _span(self, expression: ast.Expression) -> Span | None:
        return self._elaborated.span(_bare(without_conversion(expression).syntax))


def _parts(expression: ast.Expression) -> Iterator[ast.Expression]:
    """What an expression is made of and may be changed: no widths, no bounds, no names."""
    match expression:
        case ast.ConversionExpression():
            yield expression.operand
        case ast.ConcatenationExpression():
            yield from expression.operands
        case ast.ReplicationExpression():
            yield expression.concat
        case ast.MemberAccessExpression():
            yield expression.value
        case ast.CallExpression() if not expression.isSystemCall or expression.subroutineName in SEEN_THROUGH:
            yield from (item for item in expression.arguments if not isinstance(item, ast.AssignmentExpression))
        case ast.ElementSelectExpression():
            yield expression.value
            yield from _index(expression.selector)
        case ast.RangeSelectExpression():
            yield expression.value
            yield from _index(expression.left)


def _index(expression: ast.Expression) -> Iterator[ast.Expression]:
    """An index that is not the same at all times."""
    if not is_constant(expression):
        yield expression


def _grouped(text: str, node: syntax.SyntaxNode | None = None) -> str:
    """A text as an operand, whatever the operator beside it."""
    return f"({text})" if " " in text and not isinstance(node, syntax.ParenthesizedExpressionSyntax) else text


def _bare(node: syntax.SyntaxNode | None) -> syntax.SyntaxNode | None:
    """What stands within parentheses."""
    while isinstance(node, syntax.ParenthesizedExpressionSyntax):
        node = node.expression
    return node
