"""Laws of the normal force and of friction, one file each."""
