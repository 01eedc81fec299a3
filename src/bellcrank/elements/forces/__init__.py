"""Forces and torques."""
