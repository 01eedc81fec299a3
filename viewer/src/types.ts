/**
 * The data contract between Python and the browser; bellcrank/scene/contract.py is its twin and says what each field
 * means. A report holds one JSON `Header` and binary blocks (deflated, base64):
 *
 *   time      float64 [frames]
 *   poses     column block, 7 columns x y z qx qy qz qw per moving part
 *   channels  column block, one column per entry of `channels`
 *   meshes    of each mesh shape: float32 vertices, int16 normals (x 32767, filled up to four bytes), uint32 triangles,
 *             uint32 ends of edges
 *
 * A column block of c columns and n frames is low float64[c] | step float64[c] | order uint8[c] | bytes uint8[4][c][n]
 * (see data/columns.ts). Indices count from 0, -1 means none. Angles inside shapes are radians. Fields with a default
 * may be absent.
 */

/** x y z qx qy qz qw */
export type Frame = [number, number, number, number, number, number, number];
export type Vector = [number, number, number];
/** A label and its text. */
export type Row = [string, string];

interface ShapeBase {
  name?: string;
  /** Place in the part frame. */
  frame?: Frame;
  /** Guessed from inertia and markers. */
  inferred?: boolean;
}
export type Shape = ShapeBase &
  (
    | { kind: "box"; x: number; y: number; z: number }
    | { kind: "frustum"; length: number; bottom: number; top: number; start?: number; sweep?: number }
    | { kind: "ellipsoid"; x: number; y: number; z: number }
    | { kind: "torus"; major: number; minor: number }
    | { kind: "arc"; radius: number; sweep?: number }
    | { kind: "plate"; xmin: number; xmax: number; ymin: number; ymax: number }
    | { kind: "point" }
    | { kind: "polyline"; points: Vector[] }
    | { kind: "extrusion"; profile: [number, number][]; length: number }
    | { kind: "revolution"; profile: [number, number][]; sweep?: number }
    | { kind: "mesh"; offset: number; vertices: number; triangles: number; edges?: number }
  );

export interface Part {
  name: string;
  id: number;
  keyword: string;
  /** Index of its pose columns, -1 for ground. */
  pose: number;
  color: string;
  shapes?: Shape[];
  cm?: Vector;
  info?: Row[];
}

export interface Marker {
  name: string;
  id: number;
  part: number;
  frame?: Frame;
}

export interface Joint {
  name: string;
  id: number;
  keyword: string;
  kind: string;
  /** Marker indices. */
  i: number;
  j: number;
  info?: Row[];
}

export interface Force {
  name: string;
  id: number;
  keyword: string;
  marker: number;
  /** Channel indices of FX FY FZ TX TY TZ in ground axes. */
  channels: [number, number, number, number, number, number];
  sign?: number;
  reaction?: boolean;
  drawn?: boolean;
  /** Of a contact: channels of the point in ground at which the force acts. */
  at?: [number, number, number];
  info?: Row[];
}

export interface Spring {
  kind: "spring";
  name: string;
  i: number;
  j: number;
  coils?: number;
  diameter?: number;
  ends?: [number, number];
  tubes?: [number, number];
  lengths?: [number, number];
}

export interface Outline {
  kind: "outline";
  name: string;
  markers: number[];
}

export interface Channel {
  /** "object.component" */
  name: string;
  unit?: string;
  /** Of a verified run: how far the channel is off and when. */
  error?: string;
}

export interface Note {
  severity: string;
  text: string;
  where?: string;
  rule?: string;
  cure?: string;
}

export interface Check {
  name: string;
  value: string;
  ok?: boolean | null;
  why?: string;
}

export interface Units {
  length: string;
  mass: string;
  time: string;
  force: string;
  angle: string;
  /** Length of the time unit in seconds. */
  seconds: number;
}

/** A number of the model that a slider can move. */
export interface ModelNumber {
  key: string;
  element: string;
  argument: string;
  value: number;
  low: number;
  high: number;
  unit?: string;
  words?: string;
  /** The function it stands in, and where. */
  text?: string;
  place?: number;
  chosen?: boolean;
}

/** What a page needs that may run the model again. */
export interface StudioData {
  token: string;
  /** Proposed name for saving. */
  file: string;
  end: number;
  steps: number;
  numbers: ModelNumber[];
  functions: { element: string; statement: string; argument: string; text: string }[];
}

/** A mode of a linear analysis, and the piece of the time axis in which it goes through one cycle. */
export interface ModeRow {
  number: number;
  start: number;
  end: number;
  frequency: number;
  damping: number;
  rigid?: boolean;
  motion: string;
}

/** Curves over something that is not the time. */
export interface Chart {
  title: string;
  x: string;
  y: string;
  values: number[];
  curves: { name: string; values: (number | null)[]; dashed?: boolean; points?: boolean }[];
  logarithmic?: boolean;
}

export interface Header {
  title: string;
  version: number;
  frames: number;
  units: Units;
  up: Vector;
  parts: Part[];
  markers: Marker[];
  joints: Joint[];
  forces: Force[];
  lines: (Spring | Outline)[];
  channels: Channel[];
  /** Channels to plot at the start. */
  plots: number[][];
  summary: { title: string; rows: Row[] }[];
  audit: Check[];
  messages: Note[];
  /** Address of the stream of further frames, "" for a finished run. */
  live: string;
  /** Of a linear analysis. */
  modes?: ModeRow[];
  charts?: Chart[];
  /** Only in the page of `bellcrank studio`. */
  studio?: StudioData | null;
}

/** The version this program understands. */
export const VERSION = 2;
/** Numbers of one pose. */
export const POSE = 7;
