"""One file per result format; each registers itself under its suffix."""
