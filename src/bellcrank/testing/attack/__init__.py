"""Mutated inputs, as many as one likes: nothing may break, hang, or be taken as good. See `scripts/attack`."""
