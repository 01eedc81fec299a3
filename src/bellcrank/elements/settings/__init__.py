"""Parameters of the analyses, units, gravity."""
