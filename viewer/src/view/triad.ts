/** The axes of ground in a corner of the picture, turning with the camera. */

import * as THREE from "three";

const SIZE = 96;
const AXES = [
  { name: "X", color: "#d1453b", direction: new THREE.Vector3(1, 0, 0) },
  { name: "Y", color: "#2f9e44", direction: new THREE.Vector3(0, 1, 0) },
  { name: "Z", color: "#2f6fd0", direction: new THREE.Vector3(0, 0, 1) },
];

export class Triad {
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.OrthographicCamera(-1.5, 1.5, 1.5, -1.5, 0.1, 10);

  constructor() {
    for (const axis of AXES) {
      this.scene.add(arrow(axis.direction, axis.color));
      const label = letter(axis.name, axis.color);
      label.position.copy(axis.direction).multiplyScalar(1.22);
      this.scene.add(label);
    }
    this.scene.add(new THREE.Mesh(new THREE.SphereGeometry(0.075, 16, 12), new THREE.MeshBasicMaterial({ color: "#8b949e" })));
  }

  /** Draw into the lower left corner of what was drawn before. */
  render(renderer: THREE.WebGLRenderer, main: THREE.Camera): void {
    this.camera.quaternion.copy(main.quaternion);
    this.camera.position.set(0, 0, 5).applyQuaternion(main.quaternion);
    const auto = renderer.autoClear;
    renderer.autoClear = false;
    renderer.clearDepth();
    const size = renderer.getSize(new THREE.Vector2());
    renderer.setViewport(6, 6, SIZE, SIZE);
    renderer.render(this.scene, this.camera);
    renderer.setViewport(0, 0, size.x, size.y);
    renderer.autoClear = auto;
  }
}

function arrow(direction: THREE.Vector3, color: string): THREE.Group {
  const paint = new THREE.MeshBasicMaterial({ color });
  const shaft = new THREE.Mesh(new THREE.CylinderGeometry(0.038, 0.038, 0.78, 16).translate(0, 0.39, 0), paint);
  const head = new THREE.Mesh(new THREE.ConeGeometry(0.105, 0.26, 24).translate(0, 0.87, 0), paint);
  const group = new THREE.Group();
  group.add(shaft, head);
  group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), direction);
  return group;
}

function letter(text: string, color: string): THREE.Sprite {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const context = canvas.getContext("2d")!;
  context.font = "600 46px ui-sans-serif, system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = color;
  context.fillText(text, 32, 34);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: texture, depthTest: false }));
  sprite.scale.setScalar(0.46);
  return sprite;
}
