/** Linear ramp from 0 at `from` to 1 at `to`, constant outside. */
export function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / Math.max(1e-3, to - from)));
}
