"""Kinds of elements with kernels of their own, one file each (kind.py); constraints of joints are in `primitives`."""
