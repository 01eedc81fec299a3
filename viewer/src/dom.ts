/** Building the page: elements, icons. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void)>;

/** An element with attributes, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => !!child || child === ""));
  return element;
}

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  first: "M6 5h2.4v14H6zM19 5v14L9 12z",
  last: "M15.6 5H18v14h-2.4zM5 5v14l10-7z",
  back: "M16 5v14L6 12zM17 5h1.6v14H17z",
  next: "M8 5v14l10-7zM5.4 5H7v14H5.4z",
  loop: "M7 7h9V4l5 4-5 4V9H8v4H6V8a1 1 0 0 1 1-1zm10 10H8v3l-5-4 5-4v3h8v-4h2v5a1 1 0 0 1-1 1z",
  close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4L12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",
  eye: "M12 6c4.5 0 8 3.2 9.5 6-1.5 2.8-5 6-9.5 6s-8-3.2-9.5-6C4 9.200 7.500 6 12 6zm0 2.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  chevron: "M9 5.500 15.500 12 9 18.500 7.600 17.100 12.700 12 7.600 6.900z",
  sun: "M12 7.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM11 2h2v3.500h-2zM11 18.500h2V22h-2zM2 11h3.500v2H2zM18.500 11H22v2h-3.500zM4.200 5.600l1.400-1.400 2.500 2.500-1.400 1.400zM15.900 17.300l1.400-1.400 2.500 2.500-1.400 1.400zM4.200 18.400l2.500-2.500 1.400 1.400-2.500 2.500zM15.900 6.700l2.500-2.500 1.400 1.400-2.500 2.500z",
  help: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm-1 13v2h2v-2zm1-10a3.700 3.700 0 0 0-3.700 3.500h2A1.700 1.700 0 0 1 12 8a1.600 1.600 0 0 1 1 2.900c-1.400 1-2 1.700-2 3.600h2c0-1.300.4-1.600 1.300-2.300A3.700 3.700 0 0 0 12 6z",
  fit: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  download: "M11 4h2v8l3-3 1.400 1.400L12 15.800 6.600 10.400 8 9l3 3zM5 18h14v2H5z",
  search: "M10.500 4a6.500 6.500 0 0 1 5.200 10.400l4.700 4.700-1.400 1.400-4.700-4.700A6.500 6.500 0 1 1 10.500 4zm0 2a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9z",
  menu: "M4 6h16v2H4zM4 11h16v2H4zM4 16h16v2H4z",
  chart: "M4 4h2v14h14v2H4zM8 15l4-5 3 3 4-6 1.600 1.200L15.200 16 12.200 13 9.600 16.200z",
  camera: "M9 5h6l1.500 2H20v12H4V7h3.500zm3 3.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zm0 2a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z",
} as const;

export type IconName = keyof typeof PATHS;

/** A small drawing in the colour of the text. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(svg.namespaceURI!, "path") as SVGPathElement;
  path.setAttribute("d", PATHS[name]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

/** A button that shows an icon and says what it does. */
export function iconButton(name: IconName, title: string, onclick: () => void): HTMLButtonElement {
  return h("button", { class: "icon-button", title, "aria-label": title, type: "button", onclick }, icon(name));
}

/** Let an element show a text; one that stays costs nothing. */
export function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Offer a file for saving. */
export function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The value of a colour (or other custom property) of the theme. */
export function themed(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
