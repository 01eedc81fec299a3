"""Linear algebra and the meeting point of kernels: no mechanics."""
