"""Which command makes which statement, and which of its arguments is which.

A rule is (command, statement, key of the name, arguments); an argument is `key: "attribute how"`, where how is

    m  marker       o KEYWORD  another element      n  number         N  numbers       i  whole number
    a  angle        p  numbers per angle            f  function       u  numbers of a USER function
    t  text         T  texts                        w  word           +  flag where on, - where off
    B  TRUE or FALSE, several
"""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """How one command is read."""

    keyword: str
    name: str
    arguments: dict[str, str]
    kind: str = ""


ENDS = {"i_marker_name": "i m", "j_marker_name": "j m"}
USER = {"user_function": "function u", "routine": "routine t"}
VECTOR = {"i_marker_name": "i m", "j_floating_marker_name": "jfloat m", "ref_marker_name": "rm m", **USER}
FORCES = {f"{a}_force_function": f"f{a} f" for a in "xyz"}
TORQUES = {f"{a}_torque_function": f"t{a} f" for a in "xyz"}
DRAWN = {"segment_count": "seg i", "segment_count_for_ends": "seg i", "side_count_for_body": "sides i"}
JOINTS = (
    "revolute", "translational", "cylindrical", "spherical", "universal", "hooke", "planar", "fixed", "convel",
    "screw", "rackpin",
)  # fmt: skip
PRIMITIVES = {
    "at_point": "ATPOINT", "inline": "INLINE", "inplane": "INPLANE", "orientation": "ORIENTATION",
    "parallel_axis": "PARALLEL_AXES", "perpendicular": "PERPENDICULAR", "perpendicular_axis": "PERPENDICULAR",
}  # fmt: skip

RULES: dict[str, Rule] = {
    "constraint motion_generator": Rule(
        "MOTION", "motion_name",
        {"joint_name": "joint o JOINT", **ENDS, "type_of_freedom": "axis w", "axis": "axis w",
         "time_derivative": "level w",
         "displacement_ic": "icdisp n", "velocity_ic": "icvel n", "function": "function f", **USER},
    ),
    "constraint complex_joint coupler": Rule(
        "COUPLER", "coupler_name", {"joint_name": "joints O JOINT", "multiplier": "scales N",
         "type_of_freedom": "type W"},
    ),
    "constraint complex_joint gear": Rule(
        "GEAR", "gear_name", {"joint_name": "joints O JOINT", "common_velocity_marker_name": "cv m"},
    ),
    "constraint higher_pair_contact point_curve": Rule(
        "PTCV", "point_curve_name",
        {"i_marker_name": "i m", "j_floating_marker_name": "jfloat m", "ref_marker_name": "rm m",
         "curve_name": "curve o CURVE",
         "displacement_ic": "displacement_ic N", "velocity_ic": "velocity_ic n", "ic_ref_marker_name": "icrm m"},
    ),
    "force direct single_component_force": Rule(
        "SFORCE", "single_component_force_name", {**ENDS, "action_only": "actiononly +", "function": "function f",
         **USER},
        "TRANSLATION",
    ),
    "force direct force_vector": Rule("VFORCE", "force_vector_name", {**VECTOR, **FORCES}),
    "force direct torque_vector": Rule("VTORQUE", "torque_vector_name", {**VECTOR, **TORQUES}),
    "force direct general_force": Rule("GFORCE", "general_force_name", {**VECTOR, **FORCES, **TORQUES}),
    "force element_like translational_spring_damper": Rule(
        "SPRINGDAMPER", "spring_damper_name",
        {**ENDS, "stiffness": "k n", "damping": "c n", "preload": "force n", "displacement_at_preload": "length n"},
        "TRANSLATION",
    ),
    "force element_like rotational_spring_damper": Rule(
        "SPRINGDAMPER", "spring_damper_name",
        {**ENDS, "stiffness": "kt p", "damping": "ct p", "r_stiff": "kt p", "r_damp": "ct p", "preload": "torque n",
         "displacement_at_preload": "angle a"}, "ROTATION",
    ),
    "force element_like bushing": Rule(
        "BUSHING", "bushing_name",
        {**ENDS, "stiffness": "k N", "damping": "c N", "tstiffness": "kt P", "tdamping": "ct P",
         "force_preload": "force N",
         "torque_preload": "torque N"},
    ),
    "force element_like friction": Rule(
        "FRICTION", "friction_name",
        {"joint_name": "joint o JOINT", "formulation": "formulation w", "effect": "effect w", "yoke": "yoke w",
         "overlap_delta": "overlap_delta w", "routine": "routine t",
         **{key: f"{key} n" for key in (
             "mu_static", "mu_dynamic", "reaction_arm", "initial_overlap", "pin_radius", "friction_arm",
             "bending_reaction_arm", "ball_radius", "stiction_transition_velocity", "transition_velocity_coefficient",
             "max_stiction_deformation", "friction_force_preload", "friction_torque_preload", "max_friction_force",
             "max_friction_torque", "smooth")}},
    ),
    "contact": Rule(
        "CONTACT", "contact_name",
        {"i_geometry_name": "igeom O GRAPHICS", "j_geometry_name": "jgeom O GRAPHICS",
         "i_flip_normal": "iflip B", "j_flip_normal": "jflip B",
         "coulomb_friction": "coulomb_friction w", "stiction": "stiction w",
         "augmented_lagrangian_formulation": "augmented_lagrangian_formulation +",
         "normal_function": "normal_function u", "normal_routine": "normal_routine t",
         "friction_function": "friction_function u", "friction_routine": "friction_routine t",
         **{key: f"{key} n" for key in (
             "stiffness", "damping", "exponent", "dmax", "penalty", "restitution_coefficient", "mu_static",
             "mu_dynamic", "stiction_transition_velocity", "friction_transition_velocity",
             "max_stiction_deformation")}},
    ),
    "force element_like beam": Rule(
        "BEAM", "beam_name",
        {**ENDS, "length": "length n", "area_of_cross_section": "area n", "y_shear_area_ratio": "asy n",
         "z_shear_area_ratio": "asz n", "youngs_modulus": "emodulus n", "shear_modulus": "gmodulus n", "ixx": "ixx n",
         "iyy": "iyy n", "izz": "izz n", "damping_ratio": "cratio n", "formulation": "formulation w"},
    ),
    "data_element variable": Rule(
        "VARIABLE", "variable_name", {"function": "function f", "initial_condition": "ic n", **USER},
    ),
    "data_element spline": Rule(
        "SPLINE", "spline_name", {"x": "x N", "y": "y N", "linear_extrapolate": "linear_extrapolate +"},
    ),
    "data_element matrix full": Rule(
        "MATRIX", "matrix_name",
        {"input_order": "full w", "row_count": "rows i", "column_count": "columns i", "values": "values N"},
    ),
    "data_element curve": Rule(
        "CURVE", "curve_name",
        {"closed": "form w", "minimum_parameter": "minpar n", "maximum_parameter": "maxpar n", **USER,
         "matrix_name": "matrix o MATRIX", "fit_type": "points w", "segment_count": "segments i"},
    ),
    "data_element array ic_array": Rule("ARRAY", "array_name", {"size": "size i", "numbers": "numbers N"}),
    "data_element array u_input_array": Rule(
        "ARRAY", "array_name", {"size": "size i", "variable_name": "variables O VARIABLE"},
    ),
    "data_element array x_state_array": Rule("ARRAY", "array_name", {"size": "size i"}),
    "data_element array y_output_array": Rule("ARRAY", "array_name", {"size": "size i"}),
    "data_element array general_array": Rule("ARRAY", "array_name", {"size": "size i", "numbers": "numbers N"}),
    "data_element string": Rule("STRING", "string_name", {"string": "string t"}),
    "data_element plant input": Rule("PINPUT", "plant_input_name", {"variable_name": "variables O VARIABLE"}),
    "data_element plant output": Rule("POUTPUT", "plant_output_name", {"variable_name": "variables O VARIABLE"}),
    "part equation differential_equation": Rule(
        "DIFF", "differential_equation_name",
        {"initial_condition": "ic N", "function": "function f", "implicit": "implicit +",
         "static_hold": "static_hold +", **USER},
    ),
    "part equation linear_state_equation": Rule(
        "LSE", "linear_state_equation_name",
        {"x_state_array_name": "x o ARRAY", "u_input_array_name": "u o ARRAY", "y_output_array_name": "y o ARRAY",
         "ic_array_name": "ic o ARRAY", "a_state_matrix_name": "a o MATRIX", "b_input_matrix_name": "b o MATRIX",
         "c_output_matrix_name": "c o MATRIX", "d_feedforward_matrix_name": "d o MATRIX",
         "static_hold": "static_hold +"},
    ),
    "part equation general_state_equation": Rule(
        "GSE", "general_state_equation_name",
        {"state_equation_count": "ns i", "output_equation_count": "no i", "discrete_state_equation_count": "nd i",
         "x_state_array_name": "x o ARRAY", "u_input_array_name": "u o ARRAY", "y_output_array_name": "y o ARRAY",
         "ic_array_name": "ic o ARRAY", "discrete_state_array_name": "xd o ARRAY",
         "discrete_ic_array_name": "icd o ARRAY",
         "sample_period": "sample_period f", "sample_offset": "sample_offset f", "interface_routines": "interface T",
         "static_hold": "static_hold +", "implicit": "implicit +", "user_function": "function u",
         "routine": "routine T"},
    ),
    "output_control request": Rule(
        "REQUEST", "request_name",
        {"i_marker_name": "i m", "j_marker_name": "j m", "ref_marker_name": "rm m", "output_type": "measure w",
         "comment": "comment t",
         "component_names": "cnames T", "component_units": "cunits T", "component_labels": "clabels T",
         "results_name": "results_name t", "variable_name": "variables O VARIABLE", "title": "headings T",
         **{f"f{k}": f"f{k} f" for k in range(1, 9)}, **USER},
    ),
    "executive_control sensor": Rule(
        "SENSOR", "sensor_name",
        {"compare": "relation w", "value": "value n", "error": "error n", "dt": "dt n", "stepsize": "stepsize n",
         "halt": "halt +",
         "print": "print +", "restart": "restart +", "return": "return_ +", "codgen": "codgen +", "yydump": "yydump +",
         "function": "function f", "evaluate": "evaluate f", **USER},
    ),
    "geometry shape cylinder": Rule(
        "GRAPHICS", "cylinder_name", {"center_marker": "cm m", "length": "length n", "radius": "radius n", **DRAWN},
         "CYLINDER",
    ),
    "geometry shape frustum": Rule(
        "GRAPHICS", "frustum_name",
        {"center_marker": "cm m", "length": "length n", "top_radius": "top n", "bottom_radius": "bottom n", **DRAWN},
         "FRUSTUM",
    ),
    "geometry shape ellipsoid": Rule(
        "GRAPHICS", "ellipsoid_name",
        {"center_marker": "cm m", "x_scale_factor": "xscale n", "y_scale_factor": "yscale n",
         "z_scale_factor": "zscale n"},
        "ELLIPSOID",
    ),
    "geometry shape block": Rule(
        "GRAPHICS", "block_name", {"corner_marker": "corner m"}, "BOX",
    ),
    "geometry shape torus": Rule(
        "GRAPHICS", "torus_name", {"center_marker": "cm m", "major_radius": "majorradius n",
         "minor_radius": "minorradius n"},
        "TORUS",
    ),
    "geometry shape extrusion": Rule(
        "GRAPHICS", "extrusion_name", {"reference_marker": "rm m", "length_along_z_axis": "length n"}, "EXTRUSION",
    ),
    "geometry shape revolution": Rule(
        "GRAPHICS", "revolution_name", {"reference_marker": "rm m", "angle_extent": "rangle A"}, "REVOLUTION",
    ),
    "geometry curve circle": Rule(
        "GRAPHICS", "circle_name", {"center_marker": "cm m", "radius": "radius n", **DRAWN}, "CIRCLE",
    ),
    "geometry curve outline": Rule("GRAPHICS", "outline_name", {"marker_name": "outline M"}, "OUTLINE"),
    "geometry shape spring_damper": Rule(
        "GRAPHICS", "spring_damper_name",
        {"i_marker_name": "i m", "j_marker_name": "j m", "coil_count": "coils i", "diameter_of_spring": "da n",
         "damper_diameter_at_i": "db n", "damper_diameter_at_j": "dc n", "tip_length_at_i": "la n",
         "tip_length_at_j": "lb n",
         "cup_length_at_i": "lc n", "cup_length_at_j": "ld n"}, "SPRDAMP",
    ),
    "geometry shape force": Rule("GRAPHICS", "force_name", {"applied_at_marker_name": "emarker m"}, "FORCE"),
}  # fmt: skip
for _kind in JOINTS:
    _more = {"pitch": "pitch n"} if _kind == "screw" else {"diameter_of_pitch": "pd n"} if _kind == "rackpin" else {}
    RULES[f"constraint joint {_kind}"] = Rule("JOINT", "joint_name", {**ENDS, **_more}, _kind.upper())
for _word, _name in PRIMITIVES.items():
    RULES[f"constraint primitive_joint {_word}"] = Rule("JPRIM", "jprim_name", ENDS, _name)

SETTINGS: dict[str, tuple[str, dict[str, str]]] = {
    "executive_control set numerical_integration_parameters": (
        "INTEGRATOR",
        {"integrator_type": "method w", "formulation": "formulation w", "error_tolerance": "error n",
         "hmax_time_step": "hmax n",
         "hmin_time_step": "hmin n", "hinit_time_step": "hinit n", "kmax": "kmax i", "corrector": "corrector w",
         "alpha": "alpha n",
         "interpolate": "interpolate +", "adaptivity": "adaptivity n", "maxit": "maxit i"},
    ),
    "executive_control set equilibrium_parameters": (
        "EQUILIBRIUM",
        {"alimit": "alimit a", "tlimit": "tlimit n", "error": "error n", "imbalance": "imbalance n", "maxit": "maxit i",
         "stability": "stability n"},
    ),
    "executive_control set preferences": ("PREFERENCES", {"thread_count": "nthreads i"}),
    "output_control set output": ("OUTPUT", {"reqsave": "reqsave +", "grsave": "grsave +"}),
    "output_control set results": (
        "RESULTS",
        {"velocities": "novelocities -", "accelerations": "noaccelerations -", "applied_forces": "noappliedforces -",
         "reaction_forces": "noreactionforces -", "data_structures": "nodatastructures -",
         "system_elements": "nosystemelements -",
         "linear": "nolinear -", "floating_markers": "nofloatingmarkers -", "contact_incidents": "nocontacts -",
         "displacements": "nodisplacements -", "requests": "norequests -"},
    ),
}  # fmt: skip

WORDS = {
    "TRANSLATIONAL": "TRANSLATION", "ROTATIONAL": "ROTATION", "BY_COLUMN": "CORDER", "BY_ROW": "RORDER",
         "YES": "CLOSED",
    "NO": "OPEN", "X_AXIS": "X", "Y_AXIS": "Y", "Z_AXIS": "Z",
}  # fmt: skip
"""Words of Adams View -> words of the dataset."""

KEYS: dict[str, tuple[str, ...]] = {
    "marker": ("marker_name", "location", "orientation", "relative_to", "preserve_location"),
    "point": ("point_name", "location", "relative_to"),
    "part rigid_body name_and_position": (
        "part_name", "location", "orientation", "relative_to", "exact_coordinates", "planar", "view_name",
    ),
    "part rigid_body mass_properties": (
        "part_name", "mass", "center_of_mass_marker", "inertia_marker", "material_type", "density", "ixx", "iyy",
        "izz", "ixy", "izx", "iyz",
    ),
}  # fmt: skip
"""Commands with a method of their own -> the arguments that they have."""
INPUTS = {
    "preload": "PRELOAD", "reaction_force": "REACTION_FORCE", "bending_moment": "BENDING_MOMENT",
    "torsional_moment": "TORSIONAL_MOMENT",
}  # fmt: skip
"""What loads a friction surface, by switches."""

SILENT = (
    "defaults attributes", "defaults force", "view", "model display", "undo",
    "ude attributes", "group", "defaults names", "if", "end", "return", "geometry shape gcontact",
    "geometry create shape gcontact", "plugin load", "simulation script", "ude modify", "interface", "color",
)  # fmt: skip
"""Commands that only concern the screen, or simulations: nothing of the model is lost."""

HARMLESS = (
    "adams_id", "comments", "type_of_freedom", "diag_corner_coords", "force_element_name", "joint_name", "jprim_name",
    "point_curve_name", "model_name", "visibility", "color", "line_thickness", "active", "dependents_active",
    "angle_extent", "units", "no_friction", "type", "relative_to", "points_for_profile", "analytical",
    "number_of_sides", "inactive_during_static", "name_visibility", "create_measure_display", "legend",
    *INPUTS,
)  # fmt: skip
"""Arguments that are read elsewhere, or only concern the screen."""
NOTHING = {
    "pattern_for_jacobian": "no",
    "active": "on",
    "friction_enabled": "no",
    "planar": "no",
    "coulomb_friction": "off",
}
"""Arguments that say nothing with this value."""
