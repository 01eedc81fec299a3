"""Two or four numbers at a time: vectors of the processor in kernels, tuples in plain Python.

    x = load4(v, i)                     # v[i] ... v[i+3]
    x = plus4(x, scaled4(f, y))         # x + f y, f a number
    store4(v, i, x)

The compiler joins scalar operations into vectors where it finds them; which of them, and whether a number waits for one
that was just stored in another width, is left to chance. Where it matters it is written down with these instead.

Two right-hand sides are solved for together as pairs. A row of four coefficients r times four pairs is, two unknowns at
a time, (r0, r0, r2, r2) (first and third pair) + (r1, r1, r3, r3) (second and fourth pair), and its two halves added.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from bellcrank import kernel as _kernel

Emit = Callable[..., Any]
"""From a builder of LLVM code and the values of the arguments (of arrays: their data) to the value of the result."""


class Operation:
    """Python calls the twin; Numba gets the code that `emit` builds.

    Result and arguments by letters: a array, i place, r number, 2 and 4 vectors, v nothing.
    """

    def __init__(self, twin: Callable[..., Any], result: str, given: str, emit: Emit) -> None:
        self.twin, self.result, self.given, self.emit = twin, result, given, emit
        functools.update_wrapper(self, twin)

    def __call__(self, *args: Any) -> Any:
        return self.twin(*args)


def operation(result: str, given: str, emit: Emit) -> Callable[[Callable[..., Any]], Operation]:
    """Above the twin of an operation."""
    return lambda twin: Operation(twin, result, given, emit)


# ---- code
def _vector(count: int) -> Any:
    from llvmlite import ir

    return ir.VectorType(ir.DoubleType(), count)


def _shuffle(b: Any, x: Any, y: Any, places: Sequence[int]) -> Any:
    """Some of the numbers of x (0, 1, ...) and of y (behind those of x)."""
    from llvmlite import ir

    word = ir.IntType(32)
    return b.shuffle_vector(x, y, ir.Constant(ir.VectorType(word, len(places)), [word(k) for k in places]))


def _pick(*places: int) -> Emit:
    """These numbers of one vector, or of two."""
    return lambda b, x, y=None: _shuffle(b, x, x if y is None else y, places)


def _at(b: Any, data: Any, place: Any, count: int) -> Any:
    """A pointer to a vector inside an array of numbers."""
    return b.bitcast(b.gep(data, [place]), _vector(count).as_pointer())


def _load(count: int) -> Emit:
    return lambda b, v, i: b.load(_at(b, v, i, count), align=8)


def _store(count: int) -> Emit:
    return lambda b, v, i, x: b.store(x, _at(b, v, i, count), align=8)


def _build(b: Any, *numbers: Any) -> Any:
    from llvmlite import ir

    found = ir.Constant(_vector(len(numbers)), ir.Undefined)
    for k, number in enumerate(numbers):
        found = b.insert_element(found, number, ir.IntType(32)(k))
    return found


def _fold(b: Any, x: Any) -> Any:
    return b.fadd(_shuffle(b, x, x, (0, 1)), _shuffle(b, x, x, (2, 3)))


def _total(b: Any, x: Any) -> Any:
    from llvmlite import ir

    pair = _fold(b, x)
    return b.fadd(*(b.extract_element(pair, ir.IntType(32)(k)) for k in range(2)))


# ---- operations
@operation("4", "ai", _load(4))
def load4(v, i):  # type: ignore[no-untyped-def]
    """Four numbers from place i."""
    return tuple(v[int(i) : int(i) + 4])


@operation("2", "ai", _load(2))
def load2(v, i):  # type: ignore[no-untyped-def]
    """A pair from place i."""
    return tuple(v[int(i) : int(i) + 2])


@operation("v", "ai4", _store(4))
def store4(v, i, x):  # type: ignore[no-untyped-def]
    """Four numbers to place i."""
    v[int(i) : int(i) + 4] = x


@operation("v", "ai2", _store(2))
def store2(v, i, x):  # type: ignore[no-untyped-def]
    """A pair to place i."""
    v[int(i) : int(i) + 2] = x


@operation("4", "rrrr", _build)
def four(a, b, c, d):  # type: ignore[no-untyped-def]
    """Four numbers."""
    return a, b, c, d


@operation("4", "22", _pick(0, 1, 2, 3))
def join(x, y):  # type: ignore[no-untyped-def]
    """Two pairs."""
    return x + y


@operation("4", "4", _pick(0, 0, 2, 2))
def even(x):  # type: ignore[no-untyped-def]
    """(x0, x0, x2, x2)."""
    return x[0], x[0], x[2], x[2]


@operation("4", "4", _pick(1, 1, 3, 3))
def odd(x):  # type: ignore[no-untyped-def]
    """(x1, x1, x3, x3)."""
    return x[1], x[1], x[3], x[3]


@operation("4", "44", lambda b, x, y: b.fmul(x, y))
def times4(x, y):  # type: ignore[no-untyped-def]
    """x y, one by one."""
    return x[0] * y[0], x[1] * y[1], x[2] * y[2], x[3] * y[3]


@operation("4", "44", lambda b, x, y: b.fadd(x, y))
def plus4(x, y):  # type: ignore[no-untyped-def]
    """x + y."""
    return x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3]


@operation("4", "44", lambda b, x, y: b.fsub(x, y))
def minus4(x, y):  # type: ignore[no-untyped-def]
    """x - y."""
    return x[0] - y[0], x[1] - y[1], x[2] - y[2], x[3] - y[3]


@operation("2", "22", lambda b, x, y: b.fsub(x, y))
def minus2(x, y):  # type: ignore[no-untyped-def]
    """x - y for pairs."""
    return x[0] - y[0], x[1] - y[1]


@operation("4", "r4", lambda b, f, y: b.fmul(_build(b, f, f, f, f), y))
def scaled4(f, y):  # type: ignore[no-untyped-def]
    """f y, f a number."""
    return f * y[0], f * y[1], f * y[2], f * y[3]


@operation("4", "44", lambda b, x, y: b.fadd(_shuffle(b, x, y, (0, 1, 4, 5)), _shuffle(b, x, y, (2, 3, 6, 7))))
def folds(x, y):  # type: ignore[no-untyped-def]
    """The sums of both halves, of x and of y: two pairs."""
    return x[0] + x[2], x[1] + x[3], y[0] + y[2], y[1] + y[3]


@operation("2", "4", _fold)
def fold(x):  # type: ignore[no-untyped-def]
    """The sum of both halves: a pair."""
    return x[0] + x[2], x[1] + x[3]


@operation("r", "4", _total)
def total(x):  # type: ignore[no-untyped-def]
    """The sum of four numbers."""
    return (x[0] + x[2]) + (x[1] + x[3])


# ---- what Numba is taught
@functools.cache
def _kinds() -> dict[str, Any]:
    """The types of the letters; None: any array."""
    from numba import types
    from numba.extending import models, register_model

    class Vector(types.Type):  # type: ignore[misc]
        """Two or four numbers."""

        def __init__(self, count: int) -> None:
            self.count = count
            super().__init__(name=f"Lanes({count})")

    class Model(models.PrimitiveModel):  # type: ignore[misc]
        """A vector of LLVM."""

        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, _vector(kind.count))

    register_model(Vector)(Model)
    return {"a": None, "i": types.uint64, "r": types.float64, "v": types.void, "2": Vector(2), "4": Vector(4)}


@functools.cache
def _type_of(function: Operation) -> Any:
    """An intrinsic with the code of the operation."""
    from numba import types
    from numba.core.registry import cpu_target
    from numba.extending import intrinsic

    result, given = _kinds()[function.result], [_kinds()[letter] for letter in function.given]

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        values = [
            context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
            for kind, value in zip(signature.args, args, strict=True)
        ]
        found = function.emit(builder, *values)
        return context.get_dummy_value() if result is types.void else found

    def typed(*args: Any) -> Any:
        return result(*(kind or arg for kind, arg in zip(given, args, strict=True))), generate

    by_count = [  # Numba counts the names of the arguments
        lambda typing_context, a: typed(a),
        lambda typing_context, a, b: typed(a, b),
        lambda typing_context, a, b, c: typed(a, b, c),
        lambda typing_context, a, b, c, d: typed(a, b, c, d),
    ]
    found = intrinsic(by_count[len(given) - 1])
    cpu_target.typing_context.refresh()  # it is new
    cpu_target.target_context.refresh()
    return cpu_target.typing_context.resolve_value_type(found)


def _teach_numba() -> None:
    from numba.core.typing.typeof import typeof_impl

    typeof_impl.register(Operation, lambda function, context: _type_of(function))


_kernel.when_numba_loads(_teach_numba)
