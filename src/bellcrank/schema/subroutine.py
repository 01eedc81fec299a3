"""User subroutines: Python functions behind FUNCTION = USER(...) of a dataset.

    @bc.subroutine("DZ({0},{1},{1})", "VZ({0},{1},{1},{1})")
    def strut(par, z, v):
        return -par[2] * z - par[3] * v

    SFORCE/1, TRANSLATION, ACTIONONLY, I=21, J=11, FUNCTION=USER(21, 11, 2E4, 150)\\, ROUTINE=anything::strut

The strings are measures: expressions of the model, in which {0} stands for the first number of USER(...), {1} for the
second; {i}, {j}, {rm}, {id} for what the element itself has under these names. The function gets the numbers (`par`, a
tuple) and the values of the measures. It must depend on nothing else that changes: derivatives are then right, by
differences or by `derivatives`. Without measures it is a function of TIME.
Elements with several components want as many numbers; the function is called once for all of them.

Which function: the one registered under the name behind :: of ROUTINE, without ROUTINE under the name that Adams uses
(SFOSUB, ...). Else, where the model allows code, for ROUTINE = module::function that function of the file `module.py`
beside the dataset, without ROUTINE `sfosub` of the file with the dataset's own name. Files come from strangers: nothing
of them is executed unless somebody says so (`--allow-code`, `model.allow_code = True`).
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from bellcrank.dataset.files import inside
from bellcrank.errors import UnsupportedError
from bellcrank.expression import Number, parse
from bellcrank.expression.bound import Bound, Differences, Memo, Slopes
from bellcrank.expression.simplify import constant
from bellcrank.expression.tree import UserCall
from bellcrank.schema.expression import Expression
from bellcrank.schema.user_function import PythonExpression

F = TypeVar("F", bound=Callable[..., Any])
NAME = re.compile(r"[A-Za-z_]\w*")
OWN = re.compile(r"\{([A-Za-z_]\w*)\}")
"""A number of the element itself in a measure."""


@dataclass(frozen=True)
class Subroutine:
    """A function and what it is a function of."""

    function: Callable[..., Any]
    measures: tuple[str, ...] = ()
    derivatives: Callable[..., Any] | None = None


SUBROUTINES: dict[str, Subroutine] = {}
"""Name in capitals -> what was registered."""
_loaded: dict[tuple[str, int], dict[str, Any]] = {}
"""File and time of its last change -> what it defines."""


def subroutine(
    *measures: str, name: str | None = None, derivatives: Callable[..., Any] | None = None
) -> Callable[[F], F]:
    """Register a Python function as a user subroutine; see the module docstring.

    measures     expressions that it is a function of; {0}, {1}, ... stand for the numbers of USER(...), {i}, {j}, {rm},
                 {id} for those of the element
    name         under which datasets find it: its own name, or SFOSUB, VARSUB, ...
    derivatives  g(par, x1, ..., xn) -> n slopes, for several components one row of them for each
    """

    def register(function: F) -> F:
        known = name or str(getattr(function, "__name__", type(function).__name__))
        SUBROUTINES[known.upper()] = found = Subroutine(function, measures, derivatives)
        with contextlib.suppress(AttributeError):  # an object with slots, a built-in function: known by its name only
            function.__subroutine__ = found  # type: ignore[attr-defined]
        return function

    return register


class SubroutineExpression(PythonExpression):
    """USER(...) with its function: written as it was read."""

    __slots__ = ("known", "numbers", "source", "wants")

    def __init__(self, source: Expression, known: Subroutine, part: int = 0, parts: int = 1, memo: Memo | None = None):
        self.source, self.known = source, known
        self.numbers = numbers_of(source)
        measures = [Expression(m.format(*(_plain(n) for n in self.numbers))) for m in known.measures or ("TIME",)]
        memo, n = memo or Memo(2 * len(measures) + 1), len(self.numbers)
        slopes: Bound = Differences(known.function, n, part, parts, memo)
        if known.derivatives is not None:
            slopes = Slopes(known.derivatives, n, part, parts)
        super().__init__(Bound(known.function, n, part, parts, memo), measures, slopes)

    @property
    def tree(self) -> UserCall:
        """The call: the numbers, then the measures."""
        call = super().tree
        return UserCall(call.function, (*map(Number, self.numbers), *call.arguments), call.derivatives)

    def parts(self, count: int) -> list[SubroutineExpression]:
        """The components of a function that gives several numbers; it is called once for all of them."""
        memo = Memo(2 * len(self.arguments) + 1)
        return [SubroutineExpression(self.source, self.known, n, count, memo) for n in range(count)]

    @property
    def written(self) -> str:
        return self.source.text


def attached(element: Any, model: Any) -> Any:
    """The element with Python functions in the place of its USER(...): itself where it has none, else a copy.

    UnsupportedError when there is no function, or when it is in a file and code is not allowed.
    """
    if not element.subroutines:
        return element.attach(model) or element
    if element.passive:  # a CURVE is sampled by those who read it
        return element
    asked = {f.attribute: e for f, e in element.expressions() if e.is_user and not e.is_python}
    if not asked:
        return element
    twin = element.copy()
    for attribute, source in asked.items():
        if attribute not in element.subroutines:
            continue
        usual, components = element.subroutines[attribute]
        known = find(element, attribute, usual, model)
        if known is None and element.keyword == "REQUEST":  # told, and left out
            continue
        if known is None:
            raise UnsupportedError(missing(element, attribute, usual, model))
        if not known.measures and (given := element.subroutine_measures(model)):
            known = Subroutine(known.function, given, known.derivatives)
        whole = SubroutineExpression(source, of_element(known, element))
        twin.__dict__.pop(attribute) if components else twin.__dict__.update({attribute: whole})
        twin.__dict__.update(zip(components, whole.parts(len(components)), strict=True))
    return twin


def of_element(known: Subroutine, element: Any) -> Subroutine:
    """The subroutine with the numbers of the element in its measures: {i}, {j}, {rm}, {id}."""

    def own(found: re.Match[str]) -> str:
        number = getattr(element, found[1].lower(), None)
        if isinstance(number, bool) or not isinstance(number, int):
            what = f"A measure of its function reads {found[0]}, but {element.title} has no number of that name."
            cure = "write markers of the statement ({i}, {j}, {rm}), {id}, or {0}, {1} for numbers of USER(...)."
            raise UnsupportedError(element.message("E508", what, cure=cure))
        return str(number)

    return replace(known, measures=tuple(OWN.sub(own, measure) for measure in known.measures))


def law(element: Any, attribute: str, usual: str, floors: tuple[float, ...], model: Any) -> UserCall:
    """USER(...) of an argument whose function gets numbers of the element itself, not measures of the model.

    floors  one for each number: the size below which steps of differences do not shrink (bound.py)
    """
    count = len(floors)
    known = find(element, attribute, usual, model)
    if known is None:
        raise UnsupportedError(missing(element, attribute, usual, model))
    if known.measures:
        what = f"The function of {attribute.upper()} declares measures; it gets its {count} numbers from the element."
        raise UnsupportedError(element.message("E508", what, cure="register it without measures.", at=attribute))
    numbers = numbers_of(getattr(element, attribute))
    n, memo = len(numbers), Memo(2 * count + 1)
    slopes: Bound = Differences(known.function, n, memo=memo, floors=floors)
    if known.derivatives is not None:
        slopes = Slopes(known.derivatives, n)
    arguments = (*map(Number, numbers), *(Number(0.0) for _ in range(count)))
    return UserCall(Bound(known.function, n, memo=memo), arguments, slopes)


def find(element: Any, attribute: str, usual: str, model: Any) -> Subroutine | None:
    """The subroutine of an argument, or None."""
    module, name = routine_of(element, attribute, usual, model)
    known = SUBROUTINES.get(name.upper())
    if known is not None or not getattr(model, "allow_code", False):
        return known
    path = file_of(module, model)
    if path is None or not NAME.fullmatch(name):
        return None
    defined = _definitions(path, element)
    function = next((thing for key, thing in defined.items() if key.upper() == name.upper() and callable(thing)), None)
    if function is None:
        what = f"{path.name} has no function {name}."
        raise UnsupportedError(element.message("E508", what, cure=f"define it there: def {name}(par, time): ..."))
    return getattr(function, "__subroutine__", None) or Subroutine(function)


def routine_of(element: Any, attribute: str, usual: str, model: Any) -> tuple[str, str]:
    """Module and function that an element asks for."""
    names = attribute.replace("function", "routine"), f"{attribute}_routine", "routine"
    beside = next(name for name in names if name != attribute and hasattr(element, name))
    given = getattr(element, beside) or ""
    module, colons, name = given.partition("::")
    own = Path(getattr(model, "file", "") or "").stem
    return (module.strip(), name.strip()) if colons else (own, given.strip() or usual.lower())


def file_of(module: str, model: Any) -> Path | None:
    """The file of a module beside the dataset; a link that leads out of its folder is none."""
    if not NAME.fullmatch(module) or not getattr(model, "file", ""):
        return None
    path = inside(Path(model.file).resolve().parent, f"{module}.py")
    return path if path is not None and os.path.isfile(path) else None


def missing(element: Any, attribute: str, usual: str, model: Any) -> Any:
    """Why there is no function, in one line."""
    module, name = routine_of(element, attribute, usual, model)
    what = (
        f"{attribute.upper()} = {getattr(element, attribute)} asks for the user subroutine {name}, which is not there."
    )
    if file_of(module, model) is not None:
        what = f"{attribute.upper()} = {getattr(element, attribute)} asks for code: {name} of {module}.py."
        why = "Datasets come from strangers; code beside them is not executed unless you say so."
        return element.message(
            "E508", what, why, "if you trust it: --allow-code, or model.allow_code = True.", at=attribute
        )
    cure = f"register a Python function: @bc.subroutine(...) def {name}(par, ...); or give an expression."
    return element.message("E508", what, "A dataset cannot bring it along.", cure, at=attribute)


def numbers_of(source: Expression) -> tuple[float, ...]:
    """The numbers of USER(...)."""
    values = [constant(argument) for argument in parse(source.text).children]
    if any(value is None for value in values):
        raise UnsupportedError(f"{source}: the arguments of USER are numbers.")
    return tuple(float(value) for value in values if value is not None)


def _plain(number: float) -> str:
    """A number in the text of a measure: an id without its point."""
    return str(int(number)) if number == int(number) else repr(number)


def _definitions(path: Path, element: Any) -> dict[str, Any]:
    """What a file of the user defines; it is run once."""
    key = str(path), path.stat().st_mtime_ns
    if key not in _loaded:
        import runpy

        before = dict(SUBROUTINES)
        try:
            _loaded[key] = runpy.run_path(str(path), run_name=path.stem)
        except Exception as error:
            what = f"{path.name} cannot be used: {type(error).__name__}: {error}."
            raise UnsupportedError(element.message("E508", what, cure=f"try python {path.name} by itself.")) from error
        finally:
            SUBROUTINES.clear()  # what a file registers belongs to its dataset alone
            SUBROUTINES.update(before)
    return _loaded[key]


def unattached(element: Any, model: Any) -> Sequence[tuple[str, Expression]]:
    """The arguments of an element that ask for a subroutine which would not be found; nothing is executed."""

    def there(attribute: str) -> bool:
        if attribute not in element.subroutines:
            with contextlib.suppress(UnsupportedError):
                return element.attach(model) is not None
            return False
        module, name = routine_of(element, attribute, element.subroutines[attribute][0], model)
        allowed = getattr(model, "allow_code", False) and file_of(module, model) is not None
        return name.upper() in SUBROUTINES or allowed

    users = [(field, value) for field, value in element.expressions() if value.is_user and not value.is_python]
    return [(field.name, value) for field, value in users if not there(field.attribute)]
