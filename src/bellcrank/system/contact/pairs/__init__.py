"""Pairs: kernels that find the samples of two shapes; one file for each family."""
