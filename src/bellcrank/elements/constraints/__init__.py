"""Constraints that are no joints: gears, couplers, curves, general equations."""
