"""Settings of the whole test suite."""

from hypothesis import settings

# A shared or loaded machine makes time limits per example meaningless; the suite as a whole is timed instead.
settings.register_profile("bellcrank", deadline=None)
settings.load_profile("bellcrank")
