"""Bodies and the markers on them."""
