! A press: crank, rod and ram, written for these tests.
defaults units  &
   length = mm  &
   angle = deg  &
   force = newton  &
   mass = kg  &
   time = sec
defaults units  coordinate_system_type = cartesian  orientation_type = body313
model create  model_name = press
variable create  variable_name = .press.radius  real_value = 50.0
variable create  variable_name = .press.rod_length  real_value = (4 * .press.radius)
defaults coordinate_system  default_coordinate_system = .press.ground
marker create  &
   marker_name = .press.ground.bearing  &
   adams_id = 1  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
marker create  marker_name = .press.ground.guide  adams_id = 2  location = 0, 0, 0  orientation = 90.0d, 90.0d, 0.0d
part create rigid_body name_and_position  &
   part_name = .press.crank  &
   adams_id = 2  &
   location = 10.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!  a marker given in ground, not in its part
marker create  marker_name = .press.crank.cm  adams_id = 10  location = 0.0, 0.0, 0.0
defaults coordinate_system  default_coordinate_system = .press.crank
marker create  marker_name = .press.crank.pin  adams_id = 11  location = ((.press.radius) - 1cm), 0.0, 0.0
part create rigid_body mass_properties  &
   part_name = .press.crank  mass = 2000gram  center_of_mass_marker = .press.crank.cm  &
   ixx = 1e3  iyy = 1e3  izz = (2 * 1.5e3)
defaults coordinate_system  default_coordinate_system = .press.ground
part create rigid_body name_and_position  part_name = .press.rod  adams_id = 3
marker create  marker_name = .press.rod.cm  adams_id = 20  location = 150.0, 0.0, 0.0
marker create  marker_name = .press.rod.big_end  adams_id = 21  location = 50.0, 0.0, 0.0
marker create  marker_name = .press.rod.small_end  adams_id = 22  location = (.press.radius + .press.rod_length), 0.0, 0.0
part create rigid_body mass_properties  part_name = .press.rod  mass = 1.0  center_of_mass_marker = .press.rod.cm  &
   ixx = 100.0  iyy = 4e3  izz = 4e3
part create rigid_body name_and_position  part_name = .press.ram  adams_id = 4
marker create  marker_name = .press.ram.cm  adams_id = 30  location = 250.0, 0.0, 0.0
marker create  marker_name = .press.ram.slide  adams_id = 31  location = 250, 0, 0  orientation = 90.0, 90.0, 0.0
marker create  marker_name = .press.ram.eye  adams_id = 32  location = 250, 0, 0
part create rigid_body mass_properties  part_name = .press.ram  mass = 5.0  center_of_mass_marker = .press.ram.cm  &
   ixx = 1e3  iyy = 1e3  izz = 1e3
geometry create shape cylinder  cylinder_name = .press.ram.body  adams_id = 1  center_marker = .press.ram.slide  &
   angle_extent = 360.0  length = 40.0  radius = (.press.radius / 2)
constraint create joint revolute  joint_name = .press.main  adams_id = 1  &
   i_marker_name = .press.crank.cm  j_marker_name = .press.ground.bearing
constraint create joint revolute  joint_name = .press.big  adams_id = 2  &
   i_marker_name = .press.rod.big_end  j_marker_name = .press.crank.pin
constraint create joint revolute  joint_name = .press.small  adams_id = 3  &
   i_marker_name = .press.ram.eye  j_marker_name = .press.rod.small_end
constraint create joint translational  joint_name = .press.way  adams_id = 4  &
   i_marker_name = .press.ram.slide  j_marker_name = .press.ground.guide
constraint create motion_generator  motion_name = .press.drive  adams_id = 1  type_of_freedom = rotational  &
   joint_name = .press.main  function = ""
force create direct single_component_force  single_component_force_name = .press.work  adams_id = 1  &
   type_of_freedom = translational  i_marker_name = .press.ram.cm  j_marker_name = .press.ground.bearing  &
   action_only = off  function = ""
force create element_like rotational_spring_damper  spring_damper_name = .press.coil  adams_id = 1  &
   i_marker_name = .press.crank.cm  j_marker_name = .press.ground.bearing  stiffness = 2.0  damping = 0.0  &
   preload = 0.0  displacement_at_preload = 30.0
force create body gravitational  gravity_field_name = gravity  &
   x_component_gravity = 0.0  y_component_gravity = -9806.65  z_component_gravity = 0.0
data_element create variable  variable_name = .press.height  adams_id = 7  function = ""
constraint modify motion_generator  motion_name = .press.drive  function = "360d * time"
force modify direct single_component_force  single_component_force_name = .press.work  &
   function = "-100*VX(.press.ram.cm, .press.ground.bearing,",  &
              " .press.ground.bearing)"
data_element modify variable  variable_name = .press.height  function = "DX(.press.ram.cm) - VARVAL(height)*0"
marker modify  marker_name = .press.crank.pin  location = (LOC_RELATIVE_TO({50, 0, 0}, .press.crank.cm))
constraint create user_defined  user_defined_name = .press.c
view erase
