/** What can be selected in the tree and in the picture. */

import type { Header } from "./types";

export type Kind = "part" | "marker" | "joint" | "force" | "line" | "object";

/** An element of the header by kind and index; an "object" is a group of channels by its name. */
export interface Ref {
  kind: Kind;
  index: number;
  name: string;
}

const LISTS = { part: "parts", marker: "markers", joint: "joints", force: "forces", line: "lines" } as const;

/** The reference to an element. */
export function refTo(header: Header, kind: Exclude<Kind, "object">, index: number): Ref {
  return { kind, index, name: header[LISTS[kind]][index].name };
}

export function same(a: Ref | null, b: Ref | null): boolean {
  return a === b || (!!a && !!b && a.kind === b.kind && a.index === b.index && a.name === b.name);
}

/** Channel indices by object name, in file order: "PART_2.X" belongs to "PART_2". */
export function channelsByObject(header: Header): Map<string, number[]> {
  const objects = new Map<string, number[]>();
  header.channels.forEach((channel, index) => {
    const object = objectOf(channel.name);
    const list = objects.get(object);
    if (list) list.push(index);
    else objects.set(object, [index]);
  });
  return objects;
}

export function objectOf(channel: string): string {
  const dot = channel.lastIndexOf(".");
  return dot < 0 ? channel : channel.slice(0, dot);
}

export function componentOf(channel: string): string {
  return channel.slice(channel.lastIndexOf(".") + 1);
}
