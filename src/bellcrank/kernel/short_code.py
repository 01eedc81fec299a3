"""Shorter code for what kernels do most: items of arrays, loops, calls. Imported with Numba.

For `a[i]` Numba writes thirty instructions: it puts the seven fields of the array into memory and takes some out again.
LLVM removes them, but by then each has cost 0.2 ms: as an object, as text, as something to be read and optimised. Here
an item is an address and a load: of the 55 000 instructions of the integrator's step 24 000 are left. The machine code
is the same.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba.core import base, callconv, cgutils, types
from numba.core.types.containers import BaseTuple
from numba.np import arrayobj

DATA, SHAPE = 4, 5
"""Fields of an array in Numba's model."""
WORD = ir.IntType(64)
_find = base.BaseContext.get_function


def changes() -> list[tuple[Any, str, Any]]:
    """The members of Numba that are replaced: owner, name, what stands in for it."""
    return [(arrayobj, "fix_integer_index", _place_from_the_beginning())]


def more() -> list[tuple[Any, str, Any]]:
    """More of them, of versions that were tried."""
    return [
        (base.BaseContext, "get_function", _get_function),
        (base.BaseContext, "get_getattr", _get_attribute()),
        (base.BaseContext, "pair_first", lambda self, builder, value, kind: builder.extract_value(value, 0)),
        (base.BaseContext, "pair_second", lambda self, builder, value, kind: builder.extract_value(value, 1)),
        (callconv.CPUCallConv, "_get_return_status", lambda self, *given: _Status(*given)),
        (callconv.CPUCallConv, "return_status_propagate", _pass_on()),
    ]


def _get_function(self: Any, function: Any, signature: Any, _firstcall: bool = True) -> Any:
    """The implementation of an operation (`BaseContext.get_function`): ours, where there is one."""
    key = function if isinstance(function, str) else getattr(function, "typing_key", None)
    suits, ours = OURS.get(key, (None, None))
    if suits is not None and suits(self, signature):
        return base._wrap_impl(ours, self, signature)
    return _find(self, function, signature, _firstcall)


def _place_from_the_beginning() -> Any:
    """Do not ask at every access to an array whether its place counts from the end.

    Kernels have no such places but written ones (a[-1]); asking takes instructions, and hides from the optimiser that
    neighbours in a loop are neighbours in memory.
    """
    fix = arrayobj.fix_integer_index

    def fix_integer_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if kind.signed and not (isinstance(index, ir.Constant) and index.constant < 0):
            return context.cast(builder, index, kind, types.intp)
        return fix(context, builder, kind, index, size)

    return fix_integer_index


def _kinds(index: Any) -> Sequence[Any]:
    return tuple(index.types) if isinstance(index, BaseTuple) else (index,)


def _is_item(context: Any, signature: Any) -> bool:
    """a[i] or a[i, j] of an array of numbers in C order, with a place for each dimension."""
    array, kinds = signature.args[0], _kinds(signature.args[1])
    if not isinstance(array, types.Array) or array.layout != "C" or not array.aligned or context.enable_boundscheck:
        return False
    numbers = isinstance(array.dtype, types.Number) and all(isinstance(kind, types.Integer) for kind in kinds)
    return numbers and len(kinds) == array.ndim <= 2


def _part(builder: Any, whole: Any, n: int) -> Any:
    """Number n of a tuple: what was put there just before, so that a written -1 is seen, or taken out."""
    made = whole
    while isinstance(made, ir.instructions.InsertValue):
        if list(made.indices) == [n]:
            return made.operands[1]
        made = made.operands[0]
    return builder.extract_value(whole, n)


def _item(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The address of a[i] or a[i, j]."""
    kinds = _kinds(signature.args[1])
    alone = signature.args[1] is kinds[0]
    places = [args[1]] if alone else [_part(builder, args[1], n) for n in range(len(kinds))]
    flat = None
    for axis, (kind, place) in enumerate(zip(kinds, places, strict=True)):
        asked = axis > 0 or isinstance(place, ir.Constant)
        size = builder.extract_value(args[0], (SHAPE, axis)) if asked else None
        step = arrayobj.fix_integer_index(context, builder, kind, place, size)
        flat = step if flat is None else builder.add(builder.mul(flat, size), step)
    return builder.gep(builder.extract_value(args[0], DATA), [flat])


def _get_item(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return arrayobj.load_item(context, builder, signature.args[0], _item(context, builder, signature, args))


def _set_item(context: Any, builder: Any, signature: Any, args: Any) -> None:
    array, _, kind = signature.args
    value = context.cast(builder, args[2], kind, array.dtype)
    arrayobj.store_item(context, builder, array, value, _item(context, builder, signature, args))


def _get_attribute() -> Any:
    """a.shape (`BaseContext.get_getattr`)."""
    find = base.BaseContext.get_getattr

    def shape(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
        return builder.extract_value(value, SHAPE)

    def get_getattr(self: Any, kind: Any, name: str) -> Any:
        return shape if name == "shape" and isinstance(kind, types.Array) else find(self, kind, name)

    return get_getattr


def _is_range(context: Any, signature: Any) -> bool:
    """range(stop), range(start, stop): the step is 1."""
    return len(signature.args) < 3 and signature.return_type == types.range_state64_type


def _range(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    start, stop = (WORD(0), args[0]) if len(args) == 1 else args
    return cgutils.make_anonymous_struct(builder, [start, stop, WORD(1)])


def _steps_by_one(state: Any) -> bool:
    """Whether it is known that a range has no other step: it was made by `_range` just before."""
    made = isinstance(state, ir.instructions.InsertValue) and list(state.indices) == [2]
    return made and getattr(state.operands[1], "constant", None) == 1


def _loop(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The iterator of a range: where the next number is kept, and where how many are to come."""
    if not _steps_by_one(args[0]):
        return _find(context, "getiter", signature)(builder, args)
    start, stop = builder.extract_value(args[0], 0), builder.extract_value(args[0], 1)
    following, left = cgutils.alloca_once(builder, WORD), cgutils.alloca_once(builder, WORD)
    builder.store(start, following)
    difference = builder.sub(stop, start)
    builder.store(builder.select(builder.icmp_signed(">", difference, WORD(0)), difference, WORD(0)), left)
    return cgutils.make_anonymous_struct(builder, [following, stop, WORD(1), left])


def _next(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The next number of a loop, and whether there is one."""
    following, step, left = (builder.extract_value(args[0], n) for n in (0, 2, 3))
    count, number = builder.load(left), builder.load(following)
    more = builder.icmp_signed(">", count, WORD(0))
    with builder.if_then(more):
        builder.store(builder.sub(count, WORD(1), flags=["nsw"]), left)
        builder.store(builder.add(number, step), following)
    return cgutils.make_anonymous_struct(builder, [number, more])


OURS: dict[Any, tuple[Callable[[Any, Any], bool], Callable[[Any, Any, Any, Any], Any]]] = {
    operator.getitem: (_is_item, _get_item),
    operator.setitem: (_is_item, _set_item),
    range: (_is_range, _range),
    "getiter": (lambda context, signature: signature.args == (types.range_state64_type,), _loop),
    "iternext": (lambda context, signature: signature.args == (types.range_iter64_type,), _next),
}
"""By operation: for which arguments, and what is written."""


class _Status:
    """What a call has returned, 0 or the number of an error; a question about it is written where it is asked."""

    def __init__(self, builder: Any, code: Any, excinfoptr: Any) -> None:
        self._builder, self.code, self.excinfoptr = builder, code, excinfoptr

    def _is(self, relation: str, number: Any) -> Any:
        return self._builder.icmp_signed(relation, self.code, number)

    is_none = property(lambda self: self._is("==", callconv.RETCODE_NONE))
    is_ok = property(lambda self: self._builder.or_(self._is("==", callconv.RETCODE_OK), self.is_none))
    is_error = property(lambda self: self._builder.not_(self.is_ok))
    is_python_exc = property(lambda self: self._is("==", callconv.RETCODE_EXC))
    is_stop_iteration = property(lambda self: self._is("==", callconv.RETCODE_STOPIT))
    is_user_exc = property(lambda self: self._is(">=", callconv.RETCODE_USEREXC))


def _pass_on() -> Any:
    """The error of a call ends the caller; whether that is inside of a `try` is asked only where there is one."""
    whole = callconv.CPUCallConv.return_status_propagate

    def return_status_propagate(self: Any, builder: Any, status: Any) -> None:
        if hasattr(builder, "_CPUCallConv__eh_try_state"):
            whole(self, builder, status)
            return
        builder.store(status.excinfoptr, self._get_excinfo_argument(builder.function))
        builder.ret(status.code)

    return return_status_propagate
