"""Shapes of the GRAPHICS statement that enclose a volume, one file each."""
