/** The floor: fine and coarse lines that fade out, and the shadow of the parts. */

import * as THREE from "three";

const VERTEX = `
  varying vec2 place;
  void main() {
    place = position.xy;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

// Lines are one pixel wide at any distance (fwidth), fine ones vanish before they turn into a moire.
const FRAGMENT = `
  varying vec2 place;
  uniform float cell;
  uniform float reach;
  uniform vec3 color;
  uniform float strength;
  float lines(vec2 q, vec2 width) {
    vec2 line = abs(fract(q - 0.5) - 0.5) / max(width, 1e-6);
    float ink = 1.0 - min(min(line.x, line.y), 1.0);
    return ink * (1.0 - smoothstep(0.15, 0.6, max(width.x, width.y)));
  }
  void main() {
    float fade = 1.0 - smoothstep(0.25, 1.0, length(place) / reach);
    vec2 q = place / cell;
    vec2 width = fwidth(q);
    float ink = max(0.32 * lines(q, width), 0.75 * lines(0.2 * q, 0.2 * width));
    gl_FragColor = vec4(color, strength * ink * fade);
  }`;

export class Grid {
  readonly group = new THREE.Group();
  private readonly material: THREE.ShaderMaterial;
  private readonly shadow: THREE.ShadowMaterial;
  private readonly floor: THREE.Mesh;

  constructor(
    readonly cell: number,
    reach: number,
  ) {
    this.material = new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { cell: { value: cell }, reach: { value: reach }, color: { value: new THREE.Color() }, strength: { value: 1 } },
      transparent: true,
      depthWrite: false,
      side: THREE.DoubleSide,
    });
    this.shadow = new THREE.ShadowMaterial({ opacity: 0.2, depthWrite: false });
    const plane = new THREE.PlaneGeometry(2 * reach, 2 * reach);
    const lines = new THREE.Mesh(plane, this.material);
    this.floor = new THREE.Mesh(new THREE.PlaneGeometry(0.7 * reach, 0.7 * reach), this.shadow); // as far as shadows fall
    this.floor.receiveShadow = true;
    this.floor.renderOrder = -2;
    lines.renderOrder = -1;
    this.group.add(this.floor, lines);
  }

  /** Lay the floor through a point, square to `up`, with its lines on the multiples of the cell. */
  lay(point: THREE.Vector3, up: THREE.Vector3): void {
    this.group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), up);
    const local = point.clone().applyQuaternion(this.group.quaternion.clone().invert());
    const coarse = 5 * this.cell;
    local.x = Math.round(local.x / coarse) * coarse;
    local.y = Math.round(local.y / coarse) * coarse;
    this.group.position.copy(local.applyQuaternion(this.group.quaternion));
  }

  /** Whether there are shadows that fall onto it; its lines are fainter where their one pixel is a wide one. */
  shade(on: boolean, strength: number): void {
    this.floor.visible = on;
    this.material.uniforms.strength.value = strength;
  }

  paint(lines: THREE.ColorRepresentation, shadow: number): void {
    this.material.uniforms.color.value.set(lines).convertLinearToSRGB(); // once, instead of in every pixel
    this.shadow.opacity = shadow;
  }
}
