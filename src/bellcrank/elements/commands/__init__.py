"""Commands of the command language that are no statements."""
