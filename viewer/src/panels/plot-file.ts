/** A plot as a file: CSV of its numbers, SVG of its drawing, PNG of the SVG. */

import type uPlot from "uplot";
import { download } from "../dom";

/** A line of the drawing, with what the legend says. */
export interface Drawn {
  name: string;
  color: string;
  dash?: number[];
  width: number;
  alpha: number;
  x: ArrayLike<number | null | undefined>;
  y: ArrayLike<number | null | undefined>;
  scale: string;
}

export interface Sheet {
  chart: uPlot;
  title: string;
  ink: string;
  paper: string;
  grid: string;
  lines: Drawn[];
}

const FONT = "ui-sans-serif, system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
const ROW = 18;

function text(value: string): string {
  return value.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The plot as it is shown, in vectors. */
export function svgOf(sheet: Sheet): string {
  const { chart } = sheet;
  const { width, height } = chart;
  const ratio = chart.ctx.canvas.width / width;
  const box = { x: chart.bbox.left / ratio, y: chart.bbox.top / ratio, w: chart.bbox.width / ratio, h: chart.bbox.height / ratio };
  const named = sheet.lines.filter((line) => line.name);
  const top = ROW * named.length + 10;
  const legend = named.map((line, k) =>
    `<line x1="${box.x}" x2="${box.x + 22}" y1="${ROW * k + 14}" y2="${ROW * k + 14}" stroke="${line.color}" stroke-width="2.4"${dashes(line)}/>` +
    `<text x="${box.x + 30}" y="${ROW * k + 18}" font-size="12">${text(line.name)}</text>`);
  const body = [frame(sheet, box), `<g clip-path="url(#frame)">${sheet.lines.map((line) => polyline(chart, line, box)).join("")}</g>`];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + top}" viewBox="0 0 ${width} ${height + top}" font-family="${FONT}" fill="${sheet.ink}">` +
    `<title>${text(sheet.title)}</title><rect width="100%" height="100%" fill="${sheet.paper}"/>` +
    `<clipPath id="frame"><rect x="${box.x}" y="${box.y}" width="${box.w}" height="${box.h}"/></clipPath>` +
    `${legend.join("")}<g transform="translate(0 ${top})">${body.join("")}</g></svg>\n`;
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

function dashes(line: Drawn): string {
  return line.dash ? ` stroke-dasharray="${line.dash.join(" ")}"` : "";
}

/** Axes with the same numbers as on the screen. */
function frame(sheet: Sheet, box: Box): string {
  const { chart } = sheet;
  const parts = [`<rect x="${box.x}" y="${box.y}" width="${box.w}" height="${box.h}" fill="none" stroke="${sheet.grid}"/>`];
  for (const axis of chart.axes as (uPlot.Axis & { _splits?: number[]; _values?: (string | null)[] })[]) {
    const across = axis.side === 2;
    (axis._splits ?? []).forEach((split, k) => {
      const at = chart.valToPos(split, axis.scale ?? "x") + (across ? box.x : box.y);
      if (across) parts.push(`<path d="M${at.toFixed(1)} ${box.y}v${box.h}" stroke="${sheet.grid}"/><text x="${at.toFixed(1)}" y="${box.y + box.h + 16}" font-size="11" text-anchor="middle">${text(axis._values?.[k] ?? "")}</text>`);
      else {
        const left = axis.side === 3;
        if (left) parts.push(`<path d="M${box.x} ${at.toFixed(1)}h${box.w}" stroke="${sheet.grid}"/>`);
        parts.push(`<text x="${left ? box.x - 6 : box.x + box.w + 6}" y="${(at + 4).toFixed(1)}" font-size="11" text-anchor="${left ? "end" : "start"}">${text(axis._values?.[k] ?? "")}</text>`);
      }
    });
    const label = typeof axis.label === "string" ? axis.label : "";
    if (label && across) parts.push(`<text x="${box.x + box.w / 2}" y="${box.y + box.h + 34}" font-size="11" text-anchor="middle">${text(label)}</text>`);
    else if (label) parts.push(`<text transform="translate(${axis.side === 3 ? 12 : chart.width - 4} ${box.y + box.h / 2}) rotate(-90)" font-size="11" text-anchor="middle">${text(label)}</text>`);
  }
  return parts.join("");
}

function polyline(chart: uPlot, line: Drawn, box: Box): string {
  let path = "";
  let pen = "M";
  for (let k = 0; k < line.x.length; k++) {
    const [x, y] = [line.x[k], line.y[k]];
    if (y === undefined || x === null || x === undefined) continue; // of another run's times
    if (y === null || !Number.isFinite(y)) pen = "M";
    else {
      path += `${pen}${(box.x + chart.valToPos(x, "x")).toFixed(2)} ${(box.y + chart.valToPos(y, line.scale)).toFixed(2)}`;
      pen = "L";
    }
  }
  return `<path d="${path}" fill="none" stroke="${line.color}" stroke-width="${line.width}" stroke-opacity="${line.alpha}" stroke-linejoin="round"${dashes(line)}/>`;
}

/** The drawing as a picture, twice as fine as on the screen. */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Columns with their names as CSV; a name that a spreadsheet would take for a formula is marked as text. */
export function csvOf(names: readonly string[], columns: readonly ArrayLike<number | null | undefined>[]): string {
  const lines = [names.map((name) => `"${name.replace(/^[=+@-]/, "'$&").replace(/"/g, '""')}"`).join(",")];
  const rows = Math.max(...columns.map((column) => column.length));
  for (let k = 0; k < rows; k++) lines.push(columns.map((column) => column[k] ?? "").join(","));
  return lines.join("\n") + "\n";
}

export async function savePlot(sheet: Sheet, kind: "svg" | "png", name: string): Promise<void> {
  const svg = svgOf(sheet);
  if (kind === "svg") download(`${name}.svg`, svg, "image/svg+xml");
  else download(`${name}.png`, await pngOf(svg), "image/png");
}
