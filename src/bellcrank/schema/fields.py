"""Declaring the arguments of an element: one line per argument, in the class of the element.

    @element("SPRINGDAMPER", "TRANSLATION")
    class TranslationalSpringDamper(Element):
        i: int = reference("MARKER", required=True, doc="Marker I")
        k: float = quantity("force/length", 0.0, minimum=0.0, doc="Stiffness")

The attribute is the argument name in lower case. After the class is made, the attribute itself holds the default, and
an element stores only what its dataset or program gave.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bellcrank.schema import kinds
from bellcrank.schema.kinds import Dimension, Dimensions, Kind


class Field:
    """One argument of an element.

    attribute   name in Python           name      argument name in the dataset ("" for a group of flags)
    kind        kind of value            default   value when it is not given
    required    must be given            others    other spellings of the name
    words       for flags: word -> value that it stands for
    """

    __slots__ = ("attribute", "default", "doc", "kind", "name", "others", "required", "words")

    def __init__(
        self,
        kind: Kind | None,
        default: Any = None,
        required: bool = False,
        doc: str = "",
        name: str = "",
        others: Iterable[str] = (),
        words: dict[str, Any] | None = None,
    ) -> None:
        self.kind, self.default, self.required, self.doc = kind, default, required, doc
        self.name, self.others, self.words = name, tuple(others), words
        self.attribute = ""

    def bind(self, attribute: str) -> None:
        """The field learns its name from the class that declares it."""
        self.attribute = attribute
        if not self.name:
            self.name = attribute.upper()

    @property
    def is_flag(self) -> bool:
        """Whether the argument is only a word."""
        return self.words is not None

    def accept(self, value: Any) -> Any:
        """A value from Python; None takes the argument away."""
        if self.kind is not None:
            return self.kind.accept(value)
        assert self.words is not None
        if isinstance(self.default, bool):
            return bool(value)
        return kinds.Choice(dict.fromkeys(str(v) for v in self.words.values()), self._spellings()).accept(value)

    def _spellings(self) -> dict[str, str]:
        return {word: str(value) for word, value in (self.words or {}).items()}

    def lines(self, value: Any, ended: bool) -> list[str]:
        """The lines of the argument in a dataset."""
        if self.kind is not None:
            return self.kind.lines(self.name, value, ended)
        if isinstance(value, bool):
            return [f", {self.name}"] if value else []
        return [f", {value}"]

    def show(self, value: Any) -> str:
        """The value for a person."""
        if value is None:
            return "(not given)"
        return self.kind.show(value) if self.kind is not None else str(value)

    @property
    def dimension(self) -> Dimensions:
        """The dimension of the value: "" where there is none."""
        return getattr(self.kind, "dimension", "")

    @property
    def targets(self) -> tuple[str, ...] | None:
        """The statements a reference may point at; None when the field is no reference."""
        return getattr(self.kind, "targets", None)


def quantity(
    dimension: Dimensions,
    default: float | None = None,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    above: float | None = None,
    **options: Any,
) -> Any:
    """One number with a dimension, for instance `force/length`; "" for a pure number."""
    return Field(kinds.Real(dimension, minimum, maximum, above), default, **options)


def vector(
    dimension: Dimensions,
    default: tuple[float, ...] | None = None,
    *,
    count: int | tuple[int, int] | None = 3,
    holes: bool = False,
    separator: str = ",",
    **options: Any,
) -> Any:
    """A list of numbers; `count=None` for any number of them."""
    return Field(kinds.Reals(dimension, count, holes, separator), default, **options)


def rows(dimension: Dimension = None, **options: Any) -> Any:
    """A list of numbers that may be given several times."""
    return Field(kinds.RealRows(dimension), **options)


def reference(*targets: str, **options: Any) -> Any:
    """The id of another element."""
    return Field(kinds.Reference(*targets), **options)


def references(*targets: str, count: int | tuple[int, int] | None = None, **options: Any) -> Any:
    """The ids of other elements."""
    return Field(kinds.References(*targets, count=count), **options)


def integer(
    default: int | None = None, *, minimum: int | None = None, maximum: int | None = None, **options: Any
) -> Any:
    """A whole number."""
    return Field(kinds.Integer(minimum, maximum), default, **options)


def integers(default: Any = None, *, count: int | tuple[int, int] | None = None, **options: Any) -> Any:
    """Whole numbers."""
    return Field(kinds.Integers(count), default, **options)


def choice(words: str, default: str | None = None, *, spellings: dict[str, str] | None = None, **options: Any) -> Any:
    """`KEY = WORD`, one of the words (given in one string)."""
    return Field(kinds.Choice(words.split(), spellings), default, **options)


def switch(default: bool = False, **options: Any) -> Any:
    """`KEY = ON | OFF`."""
    return Field(kinds.Switch(), default, **options)


def words(
    table: str, default: Any = None, *, limit: int = 10**9, spellings: dict[str, str] | None = None, **options: Any
) -> Any:
    """`KEY = WORD:WORD:...`, words of a table."""
    return Field(kinds.Words(table.split(), spellings, limit), default, **options)


def jacobian_pattern(default: str | None = None, **options: Any) -> Any:
    """`PATTERN = T:F:...`: in which iterations the Jacobian matrix is made anew."""
    options.setdefault("doc", "Newton iterations with a new Jacobian matrix (T) or the old one (F)")
    return Field(
        kinds.Words(("T", "F"), {"TRUE": "T", "FALSE": "F"}, 10),
        tuple(default.split(":")) if default else None,
        **options,
    )


def flag(doc: str = "", **options: Any) -> Any:
    """An argument that is only a word: given or not."""
    return Field(None, False, doc=doc, words={}, **options)


def one_of(table: str, default: str | None = None, *, spellings: dict[str, str] | None = None, **options: Any) -> Any:
    """A group of words of which one is given without a key (`X | Y | Z`); the attribute holds the word."""
    options.setdefault("name", "-")
    values = {word: word for word in table.split()} | (spellings or {})
    return Field(None, default, words=values, **options)


def text(default: str = "", **options: Any) -> Any:
    """Free text."""
    return Field(kinds.Text(), default, **options)


def rest(default: str = "", **options: Any) -> Any:
    """Free text to the end of the statement."""
    return Field(kinds.Rest(), default, **options)


def strings(separator: str = ",", *, quoted: bool = True, limit: int = 10**9, **options: Any) -> Any:
    """A list of strings."""
    return Field(kinds.Strings(separator, quoted, limit), (), **options)


def expression(dimension: Dimensions = None, **options: Any) -> Any:
    """A function expression with the dimension of its value."""
    return Field(kinds.Formula(dimension), **options)
