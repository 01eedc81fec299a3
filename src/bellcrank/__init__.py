"""bellcrank: multibody dynamics of mechanical systems, from Adams datasets or Python."""

__version__ = "0.1.0"
