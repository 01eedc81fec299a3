/** Numbers about curves: statistics of a stretch of time, amplitude spectrum. */

export interface Statistics {
  min: number;
  minAt: number;
  max: number;
  maxAt: number;
  mean: number;
  rms: number;
}

/** Of the outputs between two times; mean and RMS are integrals over time (trapezoidal rule). */
export function statistics(time: readonly number[], values: ArrayLike<number>, from: number, to: number): Statistics | null {
  let [first, last] = [0, time.length - 1];
  while (first < last && time[first] < from) first++;
  while (last > first && time[last] > to) last--;
  if (!time.length) return null;
  const found: Statistics = { min: Infinity, minAt: NaN, max: -Infinity, maxAt: NaN, mean: 0, rms: 0 };
  for (let k = first; k <= last; k++) {
    if (values[k] < found.min) [found.min, found.minAt] = [values[k], time[k]];
    if (values[k] > found.max) [found.max, found.maxAt] = [values[k], time[k]];
    if (k === first) continue;
    const [a, b, h] = [values[k - 1], values[k], time[k] - time[k - 1]];
    found.mean += (h * (a + b)) / 2;
    found.rms += (h * (a * a + b * b)) / 2;
  }
  const length = time[last] - time[first];
  found.mean = length > 0 ? found.mean / length : values[first];
  found.rms = length > 0 ? Math.sqrt(found.rms / length) : Math.abs(values[first]);
  return found;
}

const MOST = 1 << 15;

/**
 * The amplitude spectrum: the curve at 2^k even times, without its mean, under a Hann window. A sine of amplitude A gives
 * a peak of height A at its frequency.
 */
export function spectrum(time: readonly number[], values: ArrayLike<number>, from: number, to: number): { frequency: Float64Array; amplitude: Float64Array } {
  const samples = time.reduce((count, t) => count + Number(t >= from && t <= to), 0);
  let n = 8;
  while (n < samples && n < MOST) n *= 2;
  const real = resampled(time, values, Math.max(from, time[0]), Math.min(to, time[time.length - 1]), n);
  const mean = real.reduce((sum, x) => sum + x, 0) / n;
  let weight = 0;
  for (let k = 0; k < n; k++) {
    const w = 0.5 - 0.5 * Math.cos((2 * Math.PI * k) / n);
    real[k] = (real[k] - mean) * w;
    weight += w;
  }
  const imaginary = new Float64Array(n);
  fft(real, imaginary);
  const span = Math.min(to, time[time.length - 1]) - Math.max(from, time[0]);
  const half = n / 2;
  const step = ((n - 1) / n) / (span || 1);
  return {
    frequency: Float64Array.from({ length: half }, (_, k) => k * step),
    amplitude: Float64Array.from({ length: half }, (_, k) => (2 * Math.hypot(real[k], imaginary[k])) / weight),
  };
}

/** The curve in proportion between its points, at n even times. */
function resampled(time: readonly number[], values: ArrayLike<number>, from: number, to: number, n: number): Float64Array {
  const out = new Float64Array(n);
  let at = 0;
  for (let k = 0; k < n; k++) {
    const t = from + ((to - from) * k) / (n - 1);
    while (at < time.length - 2 && time[at + 1] <= t) at++;
    const width = time[at + 1] - time[at];
    const share = width > 0 ? (t - time[at]) / width : 0;
    const value = values[at] + share * ((values[at + 1] ?? values[at]) - values[at]);
    out[k] = Number.isFinite(value) ? value : 0;
  }
  return out;
}

/** Cooley and Tukey's fast Fourier transform in place, of a power of two. */
export function fft(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [real[i], real[j], imaginary[i], imaginary[j]] = [real[j], real[i], imaginary[j], imaginary[i]];
  }
  for (let size = 2; size <= n; size *= 2) {
    for (let k = 0; k < size / 2; k++) {
      const [c, s] = [Math.cos((-2 * Math.PI * k) / size), Math.sin((-2 * Math.PI * k) / size)];
      for (let a = k; a < n; a += size) {
        const b = a + size / 2;
        const [re, im] = [real[b] * c - imaginary[b] * s, real[b] * s + imaginary[b] * c];
        [real[b], imaginary[b]] = [real[a] - re, imaginary[a] - im];
        [real[a], imaginary[a]] = [real[a] + re, imaginary[a] + im];
      }
    }
  }
}
