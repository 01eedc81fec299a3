"""The base class of everything that is a statement: fields, identity, checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Protocol

from bellcrank.dataset.statement import Statement
from bellcrank.dataset.writer import statement_lines
from bellcrank.errors import Message, ModelError, Place, Severity, UnsupportedError
from bellcrank.schema.abbreviation import Spellings, did_you_mean
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import Field
from bellcrank.schema.kinds import BadValue, Formula
from bellcrank.schema.vocabulary import Vocabulary

PUBLIC = ("keyword", "kind", "id", "name", "label", "title", "place", "comments", "given", "copy", "check")
"""What `dir(element)` shows besides the arguments."""


class Elements(Protocol):
    """What an element may ask of the model it belongs to."""

    def find(self, keyword: str, id: int) -> Element | None:
        """The element with this id, or None."""

    def all(self, keyword: str | None = None) -> Iterable[Element]:
        """The elements of a statement in file order."""


def title_of(keyword: str, id: int | None, name: str, kind: str) -> str:
    """An element in messages: `JOINT/7 (name "elbow", REVOLUTE)`."""
    head = keyword if id is None else f"{keyword}/{id}"
    more = ", ".join(text for text in (f'name "{name}"' if name else "", kind) if text)
    return f"{head} ({more})" if more else head


class Element:
    """One statement of a model.

    keyword, kind   statement and variant (class)       id, name    number and adams_view_name
    fields          attribute -> Field (class)          statement   the text it came from, or None
    """

    keyword: ClassVar[str] = ""
    kind: ClassVar[str] = ""
    numbered: ClassVar[bool] = True
    """Whether the statement carries an id."""
    result_type: ClassVar[str] = ""
    """What the results call a body, or an element with forces (`entType` of the XML file); "" for all others."""
    rank: ClassVar[int] = 50
    """Elements with a small rank are lowered first: those that others refer to."""
    subroutines: ClassVar[dict[str, tuple[str, tuple[str, ...]]]] = {}
    """Arguments that may be USER(...): the name of the subroutine in Adams, the arguments that its values become."""
    passive: ClassVar[bool] = False
    """Whether the simulation may do without it (graphics, comments, output settings)."""
    repeatable: ClassVar[bool] = False
    """Whether a statement without id may be given several times."""
    plural: ClassVar[str] = ""
    """Name of the collection in the model; the keyword with an s where empty."""
    usual: ClassVar[bool] = False
    """Whether a program that does not say the kind means this one."""
    other_kinds: ClassVar[dict[str, str]] = {}
    """Other spellings of the kind."""
    open_arguments: ClassVar[bool] = False
    """Whether arguments that are not known are kept, with a warning; only where nothing of it is simulated."""

    fields: ClassVar[dict[str, Field]] = {}
    keys: ClassVar[Spellings]
    flags: ClassVar[Spellings]
    by_key: ClassVar[dict[str, Field]]
    by_flag: ClassVar[dict[str, tuple[Field, Any]]]

    id: int | None
    name: str
    statement: Statement | None
    comments: tuple[str, ...]

    unread: tuple[str, ...] = ()
    """Arguments that were given but could not be read (an error is in the report)."""
    others: tuple[str, ...] = ()
    """Arguments that are not known, as they were written (`open_arguments`)."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name, field in own.items():
            field.bind(name)
            setattr(cls, name, field.default)
        cls.fields = {**{n: f for n, f in cls.fields.items() if n not in own}, **own}
        cls._index()

    @classmethod
    def _index(cls) -> None:
        """Tables from argument names to fields, abbreviations included."""
        keyed = [field for field in cls.fields.values() if not field.is_flag]
        cls.by_key = {field.name: field for field in keyed}
        cls.keys = Spellings(cls.by_key, {other: field.name for field in keyed for other in field.others})
        cls.by_flag, others = {}, {}
        for field in cls.fields.values():
            if field.is_flag and not field.words:
                cls.by_flag[field.name] = (field, True)
                others.update(dict.fromkeys(field.others, field.name))
            for word, value in (field.words or {}).items():
                if word == value:
                    cls.by_flag[word] = (field, value)
                else:
                    others[word] = value
        cls.flags = Spellings(cls.by_flag, others)
        cls.reference_fields = [f for f in cls.fields.values() if f.targets is not None]
        cls.expression_fields = [f for f in cls.fields.values() if isinstance(f.kind, Formula)]
        cls.required_fields = [f for f in cls.fields.values() if f.required]

    @classmethod
    def flags_known(cls, word: str) -> bool:
        """Whether a word in capitals is a flag of this element."""
        return cls.flags.knows(word)

    reference_fields: ClassVar[list[Field]] = []
    expression_fields: ClassVar[list[Field]] = []
    required_fields: ClassVar[list[Field]] = []

    def __init__(self, id: int | None = None, name: str = "", **values: Any) -> None:
        self.__dict__.update(id=id, name="", statement=None, comments=())
        self.name = name
        for attribute, value in values.items():
            setattr(self, attribute, value)

    @classmethod
    def from_statement(cls, statement: Statement, values: dict[str, Any]) -> Element:
        """An element with values already read; the reader's way."""
        new = cls.__new__(cls)
        values["id"], values["name"], values["statement"] = statement.id, statement.name, statement
        values["comments"] = statement.comments
        new.__dict__.update(values)
        return new

    def __setattr__(self, attribute: str, value: Any) -> None:
        field = self.fields.get(attribute)
        if field is None:
            if attribute not in ("id", "name", "comments", "statement"):
                raise ModelError(self._unknown(attribute))
            if attribute == "name" and ("'" in value or "\n" in value):
                raise ModelError(
                    self.message("E104", f"{value!r} cannot be a name.", cure="leave out quotes and line ends.")
                )
            if attribute == "id" and self.id is not None and value != self.id:
                raise ModelError(self.message("E109", "An id does not change by itself.", cure="use model.renumber."))
            self.__dict__[attribute] = value
            if attribute == "name" and "_model" in self.__dict__:
                self.__dict__["_model"].relabelled(self)
        elif value is None:
            self.__dict__.pop(attribute, None)
        else:
            model = self.__dict__.get("_model")
            try:
                self.__dict__[attribute] = field.accept(value if model is None else model.resolve(self, field, value))
            except BadValue as error:
                raise ModelError(self.message("E104", f"{field.name}: {error}.", cure=error.cure)) from None

    def _unknown(self, attribute: str) -> Message:
        near = did_you_mean(attribute, self.fields)
        return self.message(
            "E103", f"{self.keyword} has no argument {attribute!r}.", cure=near or f"known: {', '.join(self.fields)}."
        )

    @property
    def given(self) -> dict[str, Any]:
        """The arguments that were given, by attribute, in the order of declaration."""
        values = self.__dict__
        return {name: values[name] for name in self.fields if name in values}

    @property
    def label(self) -> str:
        """The name used in results: adams_view_name, or `PART_2`."""
        return self.name or (self.keyword if self.id is None else f"{self.keyword}_{self.id}")

    @property
    def title(self) -> str:
        """The name used in messages: `JOINT/7 (name "elbow", REVOLUTE)`."""
        return title_of(self.keyword, self.id, self.name, self.kind)

    @property
    def place(self) -> Place | None:
        """File and line of the statement; None for elements made in Python."""
        return self.statement.place if self.statement is not None else None

    def place_of(self, attribute: str, position: int = 0) -> Place | None:
        """File and line of one argument; of a position in its text where an expression goes over several lines."""
        if self.statement is None:
            return None
        name = self.fields[attribute].name
        for argument in self.statement.arguments()[1]:
            if self.keys.knows(argument.key, name):
                return self.statement.place_at(argument.position_in_line(position))
        return self.statement.place

    def message(
        self, rule: str, what: str, why: str = "", cure: str = "", at: str = "", severity: Severity = "error"
    ) -> Message:
        """A message about this element, placed at the argument `at` if given."""
        return Message(severity, rule, what, self.place_of(at) if at else self.place, self.title, why, cure)

    # --- what the rest of the program asks ---

    def equations(self) -> int:
        """How many degrees of freedom the element takes away."""
        return 0

    def lower(self, to: Vocabulary) -> None:
        """Put the element into the tables of the system."""
        if not self.passive:
            raise UnsupportedError(
                self.message(
                    "E501",
                    f"{self.title} is understood and kept, but cannot be simulated.",
                    cure=f"use another element, or leave it out: bellcrank run ... --without {self.keyword}.",
                )
            )

    @property
    def only_kept(self) -> bool:
        """Whether this element is read and written back, but not simulated, though others of its kind are."""
        return False

    def shares(self) -> Iterable[Any]:
        """What it consists of where forces are told: itself, or one thing for each of its markers."""
        return (self,)

    def array_items(self, model: Elements) -> Iterator[tuple[int, int, Any]]:
        """What it puts into ARRAYs: array, number from 1, the expression of an output or None for a state."""
        return iter(())

    def sampled_items(self) -> Iterable[tuple[int, int]]:
        """Array and number from 1 of the states that it changes at samples only."""
        return ()

    def attach(self, model: Any) -> Element | None:
        """A copy with its Python functions, of an element that looks for them itself; raises where they are missing."""
        return None

    def subroutine_measures(self, model: Elements) -> tuple[str, ...]:
        """What a user subroutine that declares nothing is a function of; () is TIME."""
        return ()

    def channels(self, model: Elements) -> Iterator[tuple[str, Any, str]]:
        """Results of its own beside forces: name, measure (`("YAW", i, j)`) or expression as text, quantity."""
        return iter(())

    def references(self) -> Iterator[tuple[Field, int]]:
        """Every id in the arguments, with its field; zeros (global frame) left out. Not those inside expressions."""
        values = self.__dict__
        for field in self.reference_fields:
            if field.attribute in values and field.kind is not None:
                for id in field.kind.references(values[field.attribute]):
                    if id:
                        yield field, id

    def expressions(self) -> Iterator[tuple[Field, Expression]]:
        """The function expressions of the element."""
        values = self.__dict__
        for field in self.expression_fields:
            if field.attribute in values:
                yield field, values[field.attribute]

    def check(self, model: Elements) -> Iterator[Message]:
        """What is wrong with the element: missing arguments, references that lead nowhere; subclasses add their own."""
        values = self.__dict__
        for field in self.required_fields:
            if field.attribute not in values:
                if field.attribute not in self.unread:
                    yield self.missing(field)
            elif field.targets is not None:
                value = values[field.attribute]
                if 0 in (value if isinstance(value, tuple) else (value,)):
                    yield self._dangling(field, 0, model)
        for field, id in self.references():
            targets = field.targets or ()
            if targets and not any(model.find(keyword, id) for keyword in targets):
                yield self._dangling(field, id, model)

    def lacks(self, attribute: str) -> bool:
        """Whether an argument was not given at all."""
        return attribute not in self.__dict__ and attribute not in self.unread

    def missing(self, field: Field) -> Message:
        """The message that a required argument is not there."""
        if field.kind is None:
            words = ", ".join(field.words or {})
            return self.message("E105", f"One of {words} is missing.", f"{field.doc}.", f"add one of {words}.")
        why = f"{field.name}: {field.doc}." if field.doc else ""
        return self.message("E105", f"{field.name} is missing.", why, f"add , {field.name} = {field.kind.wanted()}.")

    def _dangling(self, field: Field, id: int, model: Elements) -> Message:
        targets = field.targets or ()
        name = targets[0] if len(targets) == 1 else " or ".join(targets)
        near = [other for other in range(id - 9, id + 10) if any(model.find(keyword, other) for keyword in targets)]
        near = sorted(sorted(near, key=lambda other: abs(other - id))[:3])
        known = f"near it: {', '.join(map(str, near))}" if near else f"no {name} has an id near it"
        return self.message(
            "E107",
            f"{field.name} = {id}, but there is no {name}/{id}.",
            f"{field.name}: {field.doc}." if field.doc else "",
            f"{f'add {targets[0]}/{id} or ' if id else ''}correct the number ({known}).",
            at=field.attribute,
        )

    def lines(self) -> list[str]:
        """The element as lines of a dataset; a word alone stands before the first list, which would take it in."""
        given = [(self.fields[name], value) for name, value in self.given.items()]
        flags = [pair for pair in given if pair[0].is_flag]
        keyed = [pair for pair in given if not pair[0].is_flag]
        words = [[f", {other}"] for other in self.others if " = " not in other]
        rest = [[f", {line}" for line in other.split("\n")] for other in self.others if " = " in other]
        pieces = [[f", {self.kind}"]] if self.kind and self.kind not in self.by_key else []
        pieces += [field.lines(value, ended=True) for field, value in flags] + words
        last = len(keyed) - 1 if not rest else len(keyed)
        pieces += [field.lines(value, ended=k < last) for k, (field, value) in enumerate(keyed)] + rest
        python = [
            f"{field.name} of {self.title} is the Python function {value}; a dataset cannot hold it"
            for field, value in self.expressions()
            if value.is_python
        ]
        return statement_lines(self.keyword, self.id, pieces, self.name, [*self.comments, *python])

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Element):
            return False
        if (self.id, self.name, self.others) != (other.id, other.name, other.others):
            return False
        return all(getattr(self, name) == getattr(other, name) for name in self.fields)

    __hash__ = object.__hash__

    def copy(self) -> Element:
        """A new element with the same values (they are immutable)."""
        new = type(self).__new__(type(self))
        new.__dict__.update(self.__dict__)
        return new

    def __dir__(self) -> list[str]:
        """The arguments, and what every element can tell; the inner parts are left out."""
        return sorted({*self.fields, *PUBLIC})

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={self.fields[name].show(value)}" for name, value in self.given.items())
        return f"<{self.title} {values}>" if values else f"<{self.title}>"
