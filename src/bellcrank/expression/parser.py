"""Tokens -> tree: a Pratt parser (V. R. Pratt, "Top down operator precedence", POPL 1973).

    expr   := term { (+|-) term }
    term   := factor { (*|/) factor }
    factor := [+|-] power
    power  := primary [ ** factor ]           right associative; -a**b = -(a**b), the rule of Fortran
    primary:= number[D] | name | name( expr {, expr} ) | IF( expr : expr , expr , expr ) | ( expr )

Every operator has a binding power; `expression(least)` takes what binds more strongly than `least`.
"""

from __future__ import annotations

from typing import cast

from bellcrank.errors import ExpressionError
from bellcrank.expression.check import check
from bellcrank.expression.mistakes import Mistake, error
from bellcrank.expression.tokens import END, NAME, NUMBER, Token, tokenize
from bellcrank.expression.tree import Binary, Call, If, Node, Number, Unary

BINDING = {"+": 10, "-": 10, "*": 20, "/": 20, "**": 40}
SIGN = 30
"""A sign binds its operand more strongly than * and less strongly than **."""
DEEPEST = 150
"""Levels of nesting; three Python frames each."""


def parse(source: str) -> Node:
    """The tree of an expression; ExpressionError with every mistake of names and arguments, or the first of syntax."""
    tree = parse_syntax(source)
    mistakes = check(tree)
    if mistakes:
        raise error(mistakes, source)
    return tree


def parse_syntax(source: str) -> Node:
    """The tree of an expression whose names and arguments have not been looked at."""
    return Parser(source).whole()


class Parser:
    """One pass over the tokens of one expression."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens = tokenize(source)
        self.at = 0
        self.depth = 0

    def whole(self) -> Node:
        """The whole text as one expression."""
        if self.tokens[0].kind == END:
            raise self.mistake("The expression is empty.", self.tokens[0], "write 0 where nothing is meant")
        tree = self.expression(0)
        if self.tokens[self.at].kind != END:
            raise self.left_over(self.tokens[self.at])
        return tree

    def expression(self, least: int) -> Node:
        """Operands joined by operators that bind more strongly than `least`."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.too_deep()
        left = self.operand()
        while True:
            token = self.tokens[self.at]
            binding = BINDING.get(token.kind, 0)
            if binding <= least:
                break
            self.at += 1
            right = self.expression(SIGN if token.kind == "**" else binding)
            left = Binary(token.kind, left, right, token.position)
        self.depth -= 1
        return left

    def operand(self) -> Node:
        """A sign with its operand, a number, a name, a call or a parenthesis."""
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == NUMBER:
            return Number(cast(float, token.value), token.degrees, token.position)
        if token.kind == NAME:
            return self.named(token)
        if token.kind == "(":
            inner = self.expression(0)
            self.expect(")", token)
            return inner
        if token.kind in "+-":
            operand = self.expression(SIGN)
            return operand if token.kind == "+" else Unary("-", operand, token.position)
        raise self.missing_operand(token)

    def named(self, token: Token) -> Node:
        """A name alone, a function with its arguments, or IF."""
        name = cast(str, token.value)
        if self.tokens[self.at].kind != "(":
            return Call(name, (), token.position)
        opening = self.tokens[self.at]
        self.at += 1
        if name == "IF":
            return self.choice(token, opening)
        arguments: list[Node] = []
        if self.tokens[self.at].kind != ")":
            arguments.append(self.expression(0))
            while self.tokens[self.at].kind == ",":
                self.at += 1
                arguments.append(self.expression(0))
        self.expect(")", opening)
        return Call(name, tuple(arguments), token.position)

    def choice(self, token: Token, opening: Token) -> Node:
        """IF(condition: negative, zero, positive), after its opening parenthesis."""
        parts = [self.expression(0)]
        for mark in (":", ",", ","):
            found = self.tokens[self.at]
            if found.kind != mark:
                cure = "write IF(condition: value if negative, value if zero, value if positive)"
                raise self.mistake(f"IF needs a {mark} here.", found, cure)
            self.at += 1
            parts.append(self.expression(0))
        self.expect(")", opening)
        return If(parts[0], parts[1], parts[2], parts[3], token.position)

    def expect(self, mark: str, opening: Token) -> None:
        """Step over the closing parenthesis."""
        token = self.tokens[self.at]
        if token.kind == mark:
            self.at += 1
        elif token.kind == END:
            raise self.mistake("This parenthesis is never closed.", opening, "add the missing )")
        else:
            raise self.left_over(token)

    def mistake(self, what: str, token: Token, cure: str = "") -> ExpressionError:
        """An ExpressionError at a token."""
        return error([Mistake("E301", what, token.position, cure=cure)], self.source)

    def missing_operand(self, token: Token) -> ExpressionError:
        """Something else stands where a number, name or parenthesis is needed."""
        if token.kind == END:
            return self.mistake("The expression ends where a value is needed.", token)
        return self.mistake(f"A value is needed before this {token.kind}", token)

    def left_over(self, token: Token) -> ExpressionError:
        """Something stands where an operator or a closing mark is needed."""
        if token.kind in (NUMBER, NAME, "("):
            cure = "put an operator, or a comma between arguments (one that begins a continuation line does not count)"
            return self.mistake("Two values follow each other without an operator.", token, cure)
        if token.kind == ":":
            return self.mistake("A colon belongs only into IF(a: b, c, d).", token)
        if token.kind == ",":
            return self.mistake("A comma belongs only between the arguments of a function.", token)
        return self.mistake("This parenthesis was never opened.", token)

    def too_deep(self) -> ExpressionError:
        """More levels than a reader, or the Python stack, can take."""
        what = f"The expression is nested more than {DEEPEST} levels deep."
        position = self.tokens[self.at].position
        cure = "split it into several VARIABLE statements and use VARVAL"
        return error([Mistake("E305", what, position, cure=cure)], self.source)
