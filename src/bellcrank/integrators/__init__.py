"""Integration methods: they know a Problem, and no mechanics."""
