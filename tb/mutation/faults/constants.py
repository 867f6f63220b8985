"""What is known of an expression before any simulation."""

from __future__ import annotations

from pyslang import ast

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
