"""JPRIM: one file per kind; single geometric conditions between two markers."""
