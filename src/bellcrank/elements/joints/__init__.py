"""JOINT: one file per kind; each is a set of primitive conditions between markers I and J."""
