"""stub"""
from bellcrank.kernel import kernel


def pack_tapes(tapes):
    return {}


@kernel
def run_tape(c, tape, first):
    return 0.0
