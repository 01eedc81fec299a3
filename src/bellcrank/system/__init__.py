"""The flat system: numbered tables, compiled kernels over them, assembly of residual and matrix."""
