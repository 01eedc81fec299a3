"""File formats of solids, one file each."""
