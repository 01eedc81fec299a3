"""Solids of Parasolid transmit files (.x_t, .xmt_txt; .x_b, .xmt_bin): reader, evaluators, closed meshes.

    schema, lexer_text, lexer_binary, nodes   the stream of nodes
    bodies                                    names, densities, colours, places of bodies, their faces
    splines, curves, surfaces, free_form, make    evaluators of geometry nodes
    planar, edges, layout, refine, tessellate     a body as a closed net of curved triangles

Units are metres and radians. Format: XT Format Reference (Siemens, published); only facts of the format are used here.
"""
