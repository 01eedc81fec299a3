"""Models in other languages that mutations start from: URDF, MJCF and a command file of Adams View."""

from __future__ import annotations

URDF = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><origin xyz="0.2 0.01 -0.02" rpy="0.3 -0.2 0.5"/><mass value="2.5"/>
      <inertia ixx="0.02" ixy="0.001" ixz="-0.002" iyy="0.05" iyz="0.0005" izz="0.06"/></inertial>
    <visual><origin xyz="0.2 0 0" rpy="0 1.57 0"/><geometry><cylinder radius="0.03" length="0.4"/></geometry></visual>
    <visual><geometry><mesh filename="package://arm/meshes/upper.stl"/></geometry></visual>
  </link>
  <link name="lower"><inertial><mass value="1.5"/><inertia ixx="0.02" iyy="0.12" izz="0.13"/></inertial></link>
  <joint name="shoulder" type="revolute"><origin xyz="0 0 0.5"/><parent link="base"/><child link="upper"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="30" velocity="4"/><dynamics damping="0.2"/></joint>
  <joint name="elbow" type="continuous"><origin xyz="0.4 0 0" rpy="0.7 0 0"/><parent link="upper"/>
    <child link="lower"/><axis xyz="0 1 0"/><mimic joint="shoulder" multiplier="2"/></joint>
</robot>
"""
MJCF = """<mujoco model="cart pole">
  <option timestep="0.01" gravity="0 0 -9.81"/>
  <default><geom density="800"/><joint damping="0.02"/><motor ctrlrange="-1 1" gear="30"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="4 4 0.1" pos="0 0 -1"/>
    <body name="cart" pos="0 0 1">
      <joint name="slider" type="slide" axis="1 0 0" range="-2 2" damping="3"/>
      <geom name="cart" type="box" size="0.2 0.15 0.1"/>
      <body name="pole" euler="0 40 0">
        <joint name="pivot" axis="0 1 0" stiffness="2"/>
        <geom name="pole" type="capsule" fromto="0 0 0 0 0 0.8" size="0.03"/><site name="tip" pos="0 0 0.8"/>
      </body>
    </body>
    <body name="ball" pos="1 0 1"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body>
  </worldbody>
  <equality><connect body1="pole" body2="ball" anchor="0 0 0.8"/></equality>
  <actuator><motor name="push" joint="slider"/></actuator>
</mujoco>
"""
VIEW = """defaults units  length = mm  angle = deg  force = newton  mass = kg  time = sec
defaults units  coordinate_system_type = cartesian  orientation_type = body313
model create  model_name = press
variable create  variable_name = .press.radius  real_value = 50.0
marker create  marker_name = .press.ground.bearing  adams_id = 1  location = 0.0, 0.0, 0.0  &
   orientation = 0.0d, 90.0d, 0.0d
part create rigid_body name_and_position  part_name = .press.crank  adams_id = 2  location = 10.0, 0.0, 0.0
marker create  marker_name = .press.crank.cm  adams_id = 10  location = 0.0, 0.0, 0.0
marker create  marker_name = .press.crank.pin  adams_id = 11  location = ((.press.radius) - 1cm), 0.0, 0.0
part create rigid_body mass_properties  part_name = .press.crank  mass = 2000gram  &
   center_of_mass_marker = .press.crank.cm  ixx = 1e3  iyy = 1e3  izz = (2 * 1.5e3)
geometry create shape cylinder  cylinder_name = .press.crank.body  adams_id = 1  center_marker = .press.crank.cm  &
   angle_extent = 360.0  length = 40.0  radius = (.press.radius / 2)
constraint create joint revolute  joint_name = .press.main  adams_id = 1  &
   i_marker_name = .press.crank.cm  j_marker_name = .press.ground.bearing
force create direct single_component_force  single_component_force_name = .press.work  adams_id = 1  &
   type_of_freedom = translational  i_marker_name = .press.crank.pin  j_marker_name = .press.ground.bearing  &
   action_only = off  function = "-100*VX(.press.crank.cm,", " .press.ground.bearing)"
force create element_like rotational_spring_damper  spring_damper_name = .press.coil  adams_id = 1  &
   i_marker_name = .press.crank.cm  j_marker_name = .press.ground.bearing  stiffness = 2.0  damping = 0.0  preload = 0.0
force create body gravitational  gravity_field_name = gravity  &
   x_component_gravity = 0.0  y_component_gravity = -9806.65  z_component_gravity = 0.0
"""
