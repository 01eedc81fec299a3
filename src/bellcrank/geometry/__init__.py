"""Solids: what a shape or a file encloses, as a closed net of triangles and as mass, centre and inertia.

mesh, mass, shading, decimate     nets of triangles and what can be said of them
solid                             Solid: a shape or net with a density, for Python
shapes/                           one file for each shape of the GRAPHICS statement
files/                            one file for each file format (`@solid_file(".stl")`)
parasolid/                        the reader of Parasolid transmit files
places                            where the file lies that a dataset names
cache                             nets of files already read, by content
"""
