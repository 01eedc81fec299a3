"""Vectors and rotations for kernels: no mechanics."""
