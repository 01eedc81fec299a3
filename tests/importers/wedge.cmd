! A box on a wedge on a table, two rods and a pin: what exported and written command files hold, made for these tests.
defaults units  length = mm  angle = deg  force = newton  mass = kg  time = sec
defaults units  coordinate_system_type = cartesian  orientation_type = body123
model create  model_name = wedge
variable create  variable_name = .wedge.WIDTH  real_value = 50.0
variable create  variable_name = .wedge.stop  real_value = -20.0
material create  material_name = .wedge.steel  density = 7.8E-06
defaults coordinate_system  default_coordinate_system = .wedge.ground
point create  point_name = .wedge.ground.A  location = 0, 0, 0
point create  point_name = .wedge.ground.B  location = (.wedge.WIDTH * 6), 400, 0
point create  point_name = .wedge.ground.C  location = 0, 10, 0
point modify  point_name = .wedge.ground.A  location = (LOC_RELATIVE_TO({0, 0, 0}, .wedge.ground.B))
point modify  point_name = .wedge.ground.A  location = 0, 0, 0
marker create  marker_name = .wedge.ground.slide  adams_id = 1  location = 0, 0, 0  orientation = 0.0, 90.0, 0.0
!
part create rigid_body name_and_position  part_name = .wedge.body  adams_id = 2  location = 10, 0, 0  orientation = 0.0d, 0.0d, 30.0d
marker create  marker=.wedge.body.slide  adams_id=20  location=(LOC_RELATIVE_TO({0,0,0}, .wedge.ground.slide))  &
   orientation=(ORI_RELATIVE_TO({0,0,0}, .wedge.ground.slide))
defaults coordinate_system  default_coordinate_system = .wedge.body
marker create  marker_name = .wedge.body.face  adams_id = 21  location = 0, 0, 0
defaults coordinate_system  default_coordinate_system = .wedge.body.face
geometry create shape extrusion  extrusion_name = .wedge.body.prism  adams_id = 1  reference_marker = .wedge.body.face  &
   analytical = yes  points_for_profile = 0, 0, -25, 60, 0, -25, 0, 30, -25, 0, 0, -25  length_along_z_axis = (.wedge.WIDTH)
defaults coordinate_system  default_coordinate_system = .wedge.ground
part create rigid_body mass_properties  part_name = .wedge.body  material_type = .wedge.steel
!
part create rigid_body name_and_position  part_name = .wedge.ball  adams_id = 3  location = 0, 300, 0
marker create  marker_name = .wedge.ball.cm  adams_id = 30  location = 0, 300, 0
part modify rigid_body mass_properties  part_name = .wedge.ball  mass = 2.0  ixx = 5  iyy = 5  izz = 5
geometry create shape ellipsoid  ellipsoid_name = .wedge.ball.round  adams_id = 2  center_marker = .wedge.ball.cm  &
   x_scale_factor = 20  y_scale_factor = 20  z_scale_factor = 20
!
part create rigid_body name_and_position  part_name = .wedge.cylinder  adams_id = 4
marker create  marker_name = .wedge.cylinder.along  adams_id = 40  location = (LOC_ALONG_LINE(.wedge.ground.A, .wedge.ground.B, 100))  &
   orientation = (ORI_ALONG_AXIS(.wedge.ground.A, .wedge.ground.B, "z"))
marker create  marker_name = .wedge.cylinder.across  adams_id = 41  location = 60, 80, 0  &
   orientation = (ORI_IN_PLANE(.wedge.ground.A, .wedge.ground.B, .wedge.ground.C, "x_xy"))
geometry create shape cylinder  cylinder_name = .wedge.cylinder.barrel  adams_id = 3  center_marker = .wedge.cylinder.along  &
   angle_extent = 360.0  length = (DM(.wedge.ground.A, .wedge.ground.B) - 140)  radius = 4
geometry create shape cylinder  cylinder_name = .wedge.cylinder.eye  adams_id = 4  center_marker = .wedge.cylinder.along  &
   angle_extent = 360.0  length = -8  radius = 4
part create rigid_body mass_properties  part_name = .wedge.cylinder  material_type = .wedge.steel
!
part create rigid_body name_and_position  part_name = .wedge.spare  adams_id = 5
marker create  marker_name = .wedge.spare.cm  adams_id = 50  location = 0, 0, 0
part create rigid_body mass_properties  part_name = .wedge.spare  mass = 1.0  center_of_mass_marker = .wedge.spare.cm  ixx = 1  iyy = 1  izz = 1
part attributes  part_name = .wedge.spare  active = off
!
constraint create joint translational  joint_name = .wedge.way  adams_id = 1  friction_enabled = no  &
   i_marker_name = .wedge.body.slide  j_marker_name = .wedge.ground.slide
constraint create joint fixed  joint_name = .wedge.weld  adams_id = 2  i_marker_name = .wedge.cylinder.along  j_marker_name = .wedge.body.face
constraint create joint fixed  joint_name = .wedge.wrong  adams_id = 3  i_marker_name = .wedge.cylinder.across  j_marker_name = .wedge.ground.slide
constraint create joint spherical  joint_name = .wedge.spare_ball  adams_id = 4  i_marker_name = .wedge.spare.cm  j_marker_name = .wedge.ground.slide
constraint delete  constraint_name = .wedge.wrong
force create element_like friction  friction_name = .wedge.rub  adams_id = 1  joint_name = .wedge.way  mu_static = 0.4  mu_dynamic = 0.3  &
   reaction_arm = 1.0  initial_overlap = 1000.0  formulation = original  effect = all  preload = off  reaction_force = on  &
   torsional_moment = off  bending_moment = off  inactive_during_static = off
contact create  contact_name = .wedge.hit  adams_id = 1  type = solid_to_solid  i_geometry_name = .wedge.ball.round  &
   j_geometry_name = .wedge.body.prism  stiffness = 1.0E+05  damping = 10.0  exponent = 2.2  dmax = 0.1  &
   coulomb_friction = on  mu_static = 0.3  mu_dynamic = 0.1  stiction_transition_velocity = 100.0  friction_transition_velocity = 1000.0
contact create  contact_name = .wedge.idle  adams_id = 2  type = solid_to_solid  i_geometry_name = .wedge.ball.round  &
   j_geometry_name = .wedge.cylinder.barrel  stiffness = 1.0E+05  damping = 10.0  exponent = 2.2  dmax = 0.1
force attributes  force_name = .wedge.idle  active = off
force create direct single_component_force  single_component_force_name = .wedge.buffer  adams_id = 1  type_of_freedom = translational  &
   i_marker_name = .wedge.body.slide  j_marker_name = .wedge.ground.slide  action_only = on  function = ""
measure create pt2pt  measure_name = .wedge.gap  from_point = .wedge.ground.slide  to_point = .wedge.ball.cm  &
   characteristic = translational_displacement  component = y_component  create_measure_display = no
measure create object  measure_name = .wedge.fall  from_first = no  object = .wedge.ball  characteristic = cm_velocity  component = y_component
measure create object  measure_name = .wedge.heat  object = .wedge.ball  characteristic = kinetic_energy
executive_control create sensor  sensor_name = .wedge.low  adams_id = 1  compare = le  value = 5.0  error = 0.001  halt = on  function = ".wedge.gap"
force modify direct single_component_force  single_component_force_name = .wedge.buffer  &
   function = "BISTOP(DZ(.wedge.body.slide, .wedge.ground.slide, .wedge.ground.slide), ",  &
              "VZ(.wedge.body.slide, .wedge.ground.slide, .wedge.ground.slide), .wedge.stop, .wedge.WIDTH, 1e3, 1.5, 1, 0.1)"
force create body gravitational  gravity_field_name = gravity  x_component_gravity = 0  y_component_gravity = -9806.65  z_component_gravity = 0
simulation single_run transient  type = auto_select  initial_static = no  end_time = 2.0  number_of_steps = 100
