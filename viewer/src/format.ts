/** Numbers and units as an engineer reads them. */

/** A number with so many significant digits, without needless zeros; large and small ones with a power of ten. */
export function number(value: number, digits = 5): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return minus(value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e"));
  const text = value.toPrecision(digits);
  return minus(text.includes(".") ? text.replace(/\.?0+$/, "") : text);
}

/** A number as it is measured by what it is compared with: what is below its rounding is 0. */
export function tidy(value: number, scale: number): number {
  return Math.abs(value) < 1e-7 * Math.abs(scale) ? 0 : value;
}

/** A number with a fixed number of decimals. */
export function fixed(value: number, decimals: number): string {
  return minus(value.toFixed(decimals));
}

function minus(text: string): string {
  return text.replace("-", "−");
}

/** Words of result files and their symbols. */
const SYMBOLS: Record<string, string> = {
  meter: "m", millimeter: "mm", kilometer: "km", inch: "in", foot: "ft", mile: "mi", kilogram: "kg", gram: "g", tonne: "t", pound_mass: "lbm",
  newton: "N", knewton: "kN", kilonewton: "kN", pound_force: "lbf", kpound_force: "kip", kilogram_force: "kgf", dyne: "dyn", sec: "s", second: "s",
  msec: "ms", millisecond: "ms", minute: "min", hour: "h", deg: "°", degree: "°", radian: "rad",
};

/** A unit as it is printed: "mm/sec**2" becomes "mm/s²", "newton-mm" becomes "N·mm". */
export function unit(text: string | undefined): string {
  return (text ?? "")
    .replace(/[A-Za-z_]+/g, (word) => SYMBOLS[word.toLowerCase()] ?? word)
    .replace(/\*\*|\^/g, "^")
    .replace(/\^2(?![\d.])/g, "²")
    .replace(/\^3(?![\d.])/g, "³")
    .replace(/[*-](?=[A-Za-z°])/g, "·");
}

/** Decimals that tell neighbouring output times apart. */
export function timeDecimals(start: number, end: number, frames: number): number {
  const spacing = (end - start) / Math.max(frames - 1, 1);
  return spacing > 0 ? Math.min(Math.max(Math.ceil(-Math.log10(spacing)) + 1, 1), 9) : 3;
}

/** A speed as a multiple of real time. */
export function speed(value: number): string {
  return value < 1 ? `1/${Math.round(1 / value)}×` : `${value}×`;
}
