/** Faces that touch: a tint of the surfaces around the points at which contacts press. */

import * as THREE from "three";

const MOST = 12;

/** Points in ground and the radius of the tint, 0 where there is none; shared by all materials. */
export const TOUCHED = { value: Array.from({ length: MOST }, () => new THREE.Vector4(0, 0, 0, 0)) };

/** Let a material show the points of so many contacts. */
export function tinted<M extends THREE.Material>(material: M, contacts: number): M {
  const spots = Math.min(contacts, MOST);
  if (!spots) return material;
  material.customProgramCacheKey = () => `${spots} touched`;
  material.onBeforeCompile = (shader) => {
    shader.uniforms.touched = TOUCHED;
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 inGround;")
      .replace("#include <project_vertex>", "#include <project_vertex>\ninGround = (modelMatrix * vec4(transformed, 1.0)).xyz;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\nvarying vec3 inGround;\nuniform vec4 touched[${MOST}];`)
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        for (int k = 0; k < ${spots}; k++) {
          if (touched[k].w > 0.0) {
            float near = 1.0 - smoothstep(0.3, 1.0, distance(inGround, touched[k].xyz) / touched[k].w);
            diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.95, 0.35, 0.05), 0.85 * near);
          }
        }`,
      );
  };
  return material;
}
