"""Everything that can stand in a dataset: one file per statement."""
