"""Kernels behind addresses: one context of arrays, one table of C functions.

A compiled time loop calls element kernels through their C-ABI addresses, each with one argument, the context: for every
array of the problem its data pointer and shape; the second argument is the number of the kernel's own first table. Each kernel compiles and caches alone, only those a model uses are
compiled, and a kernel in another language fits the same slot.

In plain Python (no compile mode) the context is a list of arrays and an address is the kernel itself.

    def residual(c, k):
        q = view2(c, Q)          # 2-D float array number Q of the context
        mine = index2(c, k)      # the kernel's own table
        ...
        call(functions[n], c, k) # another kernel
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bellcrank import kernel as _kernel

SIGNATURE = "void(CPointer(int64), int64)"


def view1(c: Any, k: int) -> Any:
    """1-D float array number k of the context."""
    return c[k]


def view2(c: Any, k: int) -> Any:
    """2-D float array number k of the context."""
    return c[k]


def index1(c: Any, k: int) -> Any:
    """1-D uint32 array number k of the context."""
    return c[k]


def index2(c: Any, k: int) -> Any:
    """2-D uint32 array number k of the context."""
    return c[k]


def table(c: Any, k: int) -> Any:
    """1-D array number k of addresses."""
    return c[k]


def longs2(c: Any, k: int) -> Any:
    """2-D int64 array number k of the context."""
    return c[k]


def call(function: Any, c: Any, k: int) -> None:
    """Call a kernel of a table of addresses with the context and the number of its first own array."""
    function(c, k)


class Context:
    """The arrays of a problem, in the order of their numbers, ready for compiled and plain kernels."""

    def __init__(self, arrays: Sequence[np.ndarray]) -> None:
        self.arrays = [np.ascontiguousarray(a) for a in arrays]
        for given, kept in zip(arrays, self.arrays, strict=True):
            if given is not kept and given.size:
                raise ValueError("a context needs C-contiguous arrays: a copy would lose the connection")
        self.block = np.zeros(3 * len(self.arrays), np.int64)
        for k, a in enumerate(self.arrays):
            self.block[3 * k] = a.ctypes.data
            self.block[3 * k + 1] = a.shape[0]
            self.block[3 * k + 2] = a.shape[1] if a.ndim == 2 else 1

    @property
    def handle(self) -> Any:
        """What kernels get: the address of the block, or in plain Python the arrays."""
        return self.block.ctypes.data if _kernel.compiling() else self.arrays


def addresses(kernels: Sequence[_kernel.Kernel]) -> Any:
    """The table of addresses of kernels (in plain Python: the kernels themselves)."""
    if not _kernel.compiling():
        return list(kernels)
    return np.array([_kernel.address(f, SIGNATURE) for f in kernels], dtype=np.int64)


def run_kernel(function: _kernel.Kernel, context: Context, k: int = 0) -> None:
    """Run a kernel of signature (c, k) over a context, compiled or plain."""
    if _kernel.compiling():
        import ctypes

        pointer = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)
        pointer(_kernel.address(function, SIGNATURE))(context.handle, k)
    else:
        function.py_func(context.handle, k)


def _teach_numba() -> None:
    from llvmlite import ir
    from numba import carray, types
    from numba.extending import intrinsic, overload

    def pointer(element: Any) -> Any:
        @intrinsic
        def as_pointer(typing_context: Any, address: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

            return types.CPointer(element)(types.int64), generate

        return as_pointer

    floats, indices, longs = pointer(types.float64), pointer(types.uint32), pointer(types.int64)

    @intrinsic
    def call_address(typing_context: Any, address: Any, c: Any, k: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            function = ir.FunctionType(ir.VoidType(), [word.as_pointer(), word])
            builder.call(builder.inttoptr(args[0], function.as_pointer()), [args[1], args[2]])
            return context.get_dummy_value()

        return types.void(types.int64, types.CPointer(types.int64), types.int64), generate

    @overload(view1)
    def _(c, k):  # type: ignore[no-untyped-def]
        return lambda c, k: carray(floats(c[3 * k]), c[3 * k + 1])

    @overload(view2)
    def _(c, k):  # type: ignore[no-untyped-def]
        return lambda c, k: carray(floats(c[3 * k]), (c[3 * k + 1], c[3 * k + 2]))

    @overload(index1)
    def _(c, k):  # type: ignore[no-untyped-def]
        return lambda c, k: carray(indices(c[3 * k]), c[3 * k + 1])

    @overload(index2)
    def _(c, k):  # type: ignore[no-untyped-def]
        return lambda c, k: carray(indices(c[3 * k]), (c[3 * k + 1], c[3 * k + 2]))

    @overload(table)
    def _(c, k):  # type: ignore[no-untyped-def]
        return lambda c, k: carray(longs(c[3 * k]), c[3 * k + 1])

    @overload(longs2)
    def _(c, k):  # type: ignore[no-untyped-def]
        return lambda c, k: carray(longs(c[3 * k]), (c[3 * k + 1], c[3 * k + 2]))

    @overload(call)
    def _(function, c, k):  # type: ignore[no-untyped-def]
        if isinstance(c, types.CPointer):
            return lambda function, c, k: call_address(function, c, k)
        return lambda function, c, k: call_address(function, longs(c), k)


_kernel.when_numba_loads(_teach_numba)
