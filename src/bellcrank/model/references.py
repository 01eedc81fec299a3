"""Who refers to whom, in arguments and inside expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bellcrank.errors import ExpressionError, Message, ModelError
from bellcrank.expression import check, parse_syntax, references
from bellcrank.expression.mistakes import picture
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import Field
from bellcrank.schema.user_function import PythonExpression

_DIGITS = re.compile(r"\d+(?:\.0*)?")


def all_references(element: Element) -> Iterator[tuple[tuple[str, ...], int]]:
    """(possible statements, id) of everything an element refers to."""
    for field, id in element.references():
        yield field.targets or (), id
    for _, expression in element.expressions():
        try:
            for keyword, id, _ in references(expression.tree):
                yield (keyword,), id
        except ExpressionError:
            continue


def redirect(user: Element, keyword: str, old: int, new: int) -> None:
    """Let an element refer to another id."""
    for field in user.reference_fields:
        value = user.__dict__.get(field.attribute)
        if value is None or keyword not in (field.targets or ()):
            continue
        if isinstance(value, tuple):
            user.__dict__[field.attribute] = tuple(new if id == old else id for id in value)
        elif value == old:
            user.__dict__[field.attribute] = new
    for field, expression in user.expressions():
        changed = _redirected(expression, keyword, old, new)
        if changed is None:
            raise ModelError(user.message("E106", f"{field.name} computes the id {old}.", at=field.attribute))
        if changed != expression:
            user.__dict__[field.attribute] = changed


def _redirected(expression: Expression, keyword: str, old: int, new: int) -> Expression | None:
    """The expression with another id; None when the id is computed."""
    if isinstance(expression, PythonExpression):
        arguments = [_redirected(argument, keyword, old, new) for argument in expression.arguments]
        return expression.with_arguments([a for a in arguments if a is not None]) if None not in arguments else None
    text = expression.text
    for target, id, position in reversed(references(expression.tree)):
        if (target, id) == (keyword, old):
            digits = _DIGITS.match(text, position)
            if digits is None:
                return None
            text = f"{text[:position]}{new}{text[digits.end() :]}"
    return expression if text == expression.text else Expression(text)


def check_expressions(element: Element, model: Any) -> Iterator[Message]:
    """Mistakes in the expressions of an element, and ids in them that do not exist."""
    for field, expression in element.expressions():
        if expression.constant is not None:
            continue
        try:
            tree = expression.tree
        except ExpressionError as error:
            positions = _positions(expression.text)
            for message, position in zip(error.report, positions, strict=False):
                yield _placed(element, field, message, position)
            continue
        for keyword, id, position in references(tree):
            if model.find(keyword, id) is None:
                yield _dangling(element, field, expression, keyword, id, position)


def _positions(text: str) -> list[int]:
    """Where the mistakes of an expression are."""
    try:
        return [mistake.position for mistake in check(parse_syntax(text))]
    except ExpressionError as error:
        return [error.position]


def _placed(element: Element, field: Field, message: Message, position: int) -> Message:
    return Message(
        message.severity,
        message.rule,
        f"{field.name}: {message.what}",
        element.place_of(field.attribute, position),
        element.title,
        message.why,
        message.cure,
    )


def _dangling(element: Element, field: Field, expression: Expression, keyword: str, id: int, position: int) -> Message:
    return Message(
        "error",
        "E107",
        f"{field.name} asks for {keyword}/{id}, which does not exist.\n{picture(expression.text, position)}",
        element.place_of(field.attribute, position),
        element.title,
        cure=f"add {keyword}/{id} or correct the number.",
    )
