/** Names of the parts beside them. */

import * as THREE from "three";
import type { App } from "../app";
import { h } from "../dom";

export class Labels {
  private readonly element = h("div", { class: "part-labels" });
  private tags: HTMLElement[] = [];

  constructor(
    private readonly app: App,
    host: HTMLElement,
  ) {
    host.append(this.element);
  }

  place(groups: readonly { group: THREE.Group; box: THREE.Box3 }[], screen: (point: THREE.Vector3) => [number, number]): void {
    this.element.hidden = !this.app.show.labels.get();
    if (this.element.hidden) return;
    const { parts } = this.app.run.header;
    if (this.tags.length !== parts.length) {
      this.tags = parts.map(() => h("span", {}));
      this.element.replaceChildren(...this.tags);
    }
    parts.forEach((part, k) => {
      const { group, box } = groups[k];
      this.tags[k].hidden = part.pose < 0 || !group.visible;
      const centre = part.cm ? new THREE.Vector3(...part.cm) : box.isEmpty() ? new THREE.Vector3() : box.getCenter(new THREE.Vector3());
      const [x, y] = screen(centre.applyMatrix4(group.matrixWorld));
      this.tags[k].textContent = part.name;
      this.tags[k].style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)`;
    });
  }
}
