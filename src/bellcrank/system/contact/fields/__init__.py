"""Fields: the signed distance of a point from a shape, its normal and its curvature; one file for each shape."""
