"""USER(r1, ..., r30): numbers for the user's subroutine that a ROUTINE= names; only as the whole value of FUNCTION=."""

from bellcrank.expression.declaration import declare, expr

declare(
    "USER",
    "?",
    "state",
    "Numbers passed to a user's subroutine.",
    rest=expr(),
    most=30,
    unsupported="the subroutine behind it is compiled code; give a Python function instead (UserCall)",
)
