"""Calling a function of numbers f(n, x, out) by its C address from a kernel; in plain Python by the function itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellcrank import kernel as _kernel

SIGNATURE = "void(int64, CPointer(float64), CPointer(float64))"


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
    def call_address(typing_context, address, n, data, x, out):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
            word, real = ir.IntType(64), ir.DoubleType().as_pointer()
            function = ir.FunctionType(ir.VoidType(), [word, real, real])
            base = builder.inttoptr(args[2], real)
            pointers = [builder.gep(base, [args[3]]), builder.gep(base, [args[4]])]
            builder.call(builder.inttoptr(args[0], function.as_pointer()), [args[1], *pointers])
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.uintp, types.int64, types.int64), generate

    @overload(call_numbers)
    def _(function, n, work, x, out):  # type: ignore[no-untyped-def]
        return lambda function, n, work, x, out: call_address(function, n, work.ctypes.data, x, out)


_kernel.when_numba_loads(_teach_numba)
