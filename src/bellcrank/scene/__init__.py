"""A run as something to look at: `scene_from(model, results)`; the viewer and the snapshots draw it."""

from bellcrank.scene.build import scene_from, stored_model
from bellcrank.scene.scene import Scene

__all__ = ["Scene", "scene_from", "stored_model"]
