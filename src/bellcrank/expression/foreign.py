"""Pointers in kernels: arrays without their reference counts, and functions f(n, x, out) called by their C address.

Handing an array to a function costs Numba a reference count and ten machine words, handing on a pointer costs nothing.
In plain Python a pointer is the flat array, and an address is the function itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellcrank import kernel as _kernel

SIGNATURE = "void(int64, CPointer(float64), CPointer(float64))"


def pointer(array: Any) -> Any:
    """The data of an array (or of a pointer) as a pointer, indexed as if it were flat."""
    return array.ravel() if hasattr(array, "ravel") else array


def call_numbers(function: Any, n: int, work: Any, x: int, out: int) -> None:
    """Call `function` with n arguments from work[x] on; it writes value and slopes from work[out] on."""
    function(n, work[x:], work[out:])


def addresses(kernels: Sequence[_kernel.Kernel]) -> Any:
    """What `call_numbers` takes for each kernel: its C address, or in plain Python the kernel."""
    if not _kernel.compiling():
        return list(kernels)
    return [_kernel.address(function, SIGNATURE) for function in kernels]


def _teach_numba() -> None:
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def data_of(typing_context, array):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return context.make_array(signature.args[0])(context, builder, args[0]).data

        return types.CPointer(array.dtype)(array), generate

    @intrinsic
    def call_address(typing_context, address, n, data, x, out):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
            word, real = ir.IntType(64), ir.DoubleType().as_pointer()
            function = ir.FunctionType(ir.VoidType(), [word, real, real])
            pointers = [builder.gep(args[2], [args[3]]), builder.gep(args[2], [args[4]])]
            builder.call(builder.inttoptr(args[0], function.as_pointer()), [args[1], *pointers])
            return context.get_dummy_value()

        reals = types.CPointer(types.float64)
        return types.void(types.int64, types.int64, reals, types.int64, types.int64), generate

    @overload(pointer, inline="always")
    def _(array):  # type: ignore[no-untyped-def]
        if isinstance(array, types.CPointer):
            return lambda array: array
        return lambda array: data_of(array)

    @overload(call_numbers)
    def _(function, n, work, x, out):  # type: ignore[no-untyped-def]
        return lambda function, n, work, x, out: call_address(function, n, work, x, out)


_kernel.when_numba_loads(_teach_numba)
