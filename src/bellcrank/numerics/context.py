"""Kernels behind addresses: one context of arrays, one table of C functions.

A compiled time loop calls element kernels through their C-ABI addresses, each with one argument, the context: for every
array of the problem its data pointer and shape; the second argument is the number of the kernel's own first table.
Each kernel compiles and caches alone, only those a model uses are
compiled, and a kernel in another language fits the same slot.

In plain Python (no compile mode) the context is a list of arrays and an address is the kernel itself.

    def residual(c, k):
        q = view2(c, Q)          # 2-D float array number Q of the context
        mine = index2(c, k)      # the kernel's own table
        ...
        call(functions[n], c, k) # another kernel
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from bellcrank import kernel as _kernel

SIGNATURE = "void(CPointer(int64), int64)"


class View:
    """Takes array number k out of a context: `view1(c, k)`. Plain Python indexes a list, Numba builds the array."""

    def __init__(self, dtype: str, ndim: int) -> None:
        self.dtype, self.ndim = dtype, ndim

    def __call__(self, c: Any, k: int) -> Any:
        return c[k]


view1, view2 = View("float64", 1), View("float64", 2)
"""Float arrays."""
index1, index2 = View("uint32", 1), View("uint32", 2)
"""Index arrays (uint32: a signed index costs a test for wrap-around at every access)."""
table, longs2 = View("int64", 1), View("int64", 2)
"""Tables of addresses and other whole numbers."""


class Group:
    """Takes several arrays out of a context as a named tuple: `lu = group(c)`."""

    def __init__(self, kind: Any, views: Sequence[View], numbers: Sequence[int]) -> None:
        self.kind, self.views, self.numbers = kind, tuple(views), tuple(int(k) for k in numbers)

    def __call__(self, c: Any) -> Any:
        return self.kind(*(c[k] for k in self.numbers))


def call(function: Any, c: Any, k: int) -> None:
    """Call a kernel of a table of addresses with the context and the number of its first own array."""
    function(c, k)


class Context:
    """The arrays of a problem, in the order of their numbers, ready for compiled or plain kernels."""

    def __init__(self, arrays: Sequence[np.ndarray]) -> None:
        self.compiled = _kernel.compiling()
        """Whether kernels run compiled over it: the mode of the thread that made it."""
        self.arrays: list[Any] = [np.ascontiguousarray(a) for a in arrays]
        for given, kept in zip(arrays, self.arrays, strict=True):
            if given is not kept and given.size:
                raise ValueError("a context needs C-contiguous arrays: a copy would lose the connection")
        self.block = np.array([number for a in self.arrays for number in _where(a)], np.int64)
        self._address = _where(self.block)[0] if len(self.block) else 0

    def replace(self, k: int, a: np.ndarray) -> None:
        """Put another array into place k."""
        self.arrays[k] = a
        self.block[3 * k : 3 * k + 3] = _where(a)

    @property
    def handle(self) -> Any:
        """What kernels get: the address of the block, or in plain Python the arrays."""
        return self._address if self.compiled else self.arrays


def _where(a: np.ndarray) -> tuple[int, int, int]:
    """Address and shape of an array; `ctypes.data` says the same and takes ten times as long."""
    return a.__array_interface__["data"][0], a.shape[0], a.shape[1] if a.ndim == 2 else 1


def addresses(kernels: Sequence[_kernel.Kernel]) -> Any:
    """The table of addresses of kernels (in plain Python: the kernels themselves)."""
    if not _kernel.compiling():
        return list(kernels)
    last = sorted(kernels, key=lambda f: _kernel.second_process.is_ordered(f, SIGNATURE))
    found = {f: _kernel.address(f, SIGNATURE) for f in last}  # those that another process compiles come last
    return np.array([found[f] for f in kernels], dtype=np.int64)


def run_kernel(function: _kernel.Kernel, context: Context, k: int = 0) -> None:
    """Run a kernel of signature (c, k) over a context, compiled or plain."""
    if context.compiled:
        pointer = _pointers.get(function)
        if pointer is None:
            pointer = _pointers[function] = _pointer_to(_kernel.address(function, SIGNATURE))
        pointer(context.handle, k)
    else:
        function.py_func(context.handle, k)


_pointers: dict[_kernel.Kernel, Any] = {}
"""Compiled kernels as Python calls them."""


def _pointer_to(address: int) -> Any:
    import ctypes

    return ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(address)


def _array_type(view: View) -> Any:
    from numba import types

    return types.Array(getattr(types, view.dtype), view.ndim, "C")


def _load(context: Any, builder: Any, kind: Any, block: Any, number: Any) -> Any:
    """Build an array from its address and shape in the block of a context, field by field (Numba's way is longer)."""
    from llvmlite import ir
    from numba import types

    word, model = ir.IntType(64), context.data_model_manager[kind]
    size = context.get_constant(types.intp, kind.dtype.bitwidth // 8)
    if isinstance(number, ir.Constant):
        places = [word(3 * number.constant + n) for n in range(1 + kind.ndim)]
    else:
        first = builder.mul(number, word(3))
        places = [builder.add(first, word(n)) for n in range(1 + kind.ndim)]
    address, *shape = (builder.load(builder.gep(block, [place])) for place in places)
    strides = [builder.mul(size, shape[1]), size] if kind.ndim == 2 else [size]
    fields = {
        "nitems": builder.mul(*shape) if kind.ndim == 2 else shape[0],
        "itemsize": size,
        "data": builder.inttoptr(address, context.get_data_type(kind.dtype).as_pointer()),
    }
    array = ir.Constant(model.get_value_type(), None)
    for name, value in fields.items():
        array = builder.insert_value(array, value, model.get_field_position(name))
    for name, values in (("shape", shape), ("strides", strides)):
        for n, value in enumerate(values):
            array = builder.insert_value(array, value, (model.get_field_position(name), n))
    return array


def _view_builder(view: View) -> Any:
    """An intrinsic, not a function: kernels are compiled without reference counting and cannot return arrays."""
    from numba import types
    from numba.extending import intrinsic

    kind = _array_type(view)

    @intrinsic
    def build(typing_context: Any, c: Any, k: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _load(context, builder, kind, *args)

        return kind(types.CPointer(types.int64), types.int64), generate

    return build


def _group_builder(group: Group) -> Any:
    """The same for a named tuple of arrays."""
    from numba import types
    from numba.extending import intrinsic

    kinds = [_array_type(view) for view in group.views]
    whole = types.NamedTuple(kinds, group.kind)

    @intrinsic
    def build(typing_context: Any, c: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = [context.get_constant(types.int64, k) for k in group.numbers]
            arrays = [_load(context, builder, kind, args[0], k) for kind, k in zip(kinds, numbers, strict=True)]
            return context.make_tuple(builder, whole, arrays)

        return whole(types.CPointer(types.int64)), generate

    return build


@functools.cache
def _type_of(thing: View | Group) -> Any:
    from numba.core.registry import cpu_target

    builder = _view_builder(thing) if isinstance(thing, View) else _group_builder(thing)
    cpu_target.typing_context.refresh()  # it is new
    cpu_target.target_context.refresh()
    return cpu_target.typing_context.resolve_value_type(builder)


def _teach_call() -> None:
    """`call` in a kernel: an address, a context, a number."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def call_address(typing_context: Any, address: Any, c: Any, k: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word, by_number = ir.IntType(64), isinstance(signature.args[1], types.Integer)
            function = ir.FunctionType(ir.VoidType(), [word.as_pointer(), word])
            block = builder.inttoptr(args[1], word.as_pointer()) if by_number else args[1]
            builder.call(builder.inttoptr(args[0], function.as_pointer()), [block, args[2]])
            return context.get_dummy_value()

        pointer = c if isinstance(c, types.CPointer) else types.int64
        return types.void(types.int64, pointer, types.int64), generate

    @overload(call)
    def _(function, c, k):  # type: ignore[no-untyped-def]
        return lambda function, c, k: call_address(function, c, k)


def _teach_numba() -> None:
    from numba.core.typing.typeof import typeof_impl

    typeof_impl.register(View, lambda view, context: _type_of(view))
    typeof_impl.register(Group, lambda group, context: _type_of(group))
    _teach_call()


_kernel.when_numba_loads(_teach_numba)
