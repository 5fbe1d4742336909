import { baseCurve, type CurveShape } from "../../codecs/index.ts";
import { encodeSrgb, type PixelMemory, type U16 } from "../../image/index.ts";

type Points = readonly (readonly [number, number])[];

/** A file's own tone curve, the engine's, or none. */
export type ToneCurve = CurveShape | "linear" | Points;

/** The engine's own curve takes 10 ms to compute and is shared by all pictures of a set. */
let kept: { readonly shape: CurveShape; readonly headroom: number; readonly table: Uint16Array } | undefined;

/** Table of the tone curve over [0, headroom] in 65536 steps, to display values. */
export function toneTable(kind: ToneCurve, headroom: number, memory: PixelMemory): U16 {
  const table = memory.u16(65536);
  const shape = isShape(kind) ? kind : undefined;
  if (kept && shape && isSame(kept.shape, shape) && kept.headroom === headroom) {
    table.set(kept.table);
    return table;
  }
  const display = displayCurve(kind, headroom);
  for (let i = 0; i < 65536; i++) table[i] = Math.round(display((i / 65535) * headroom) * 65535);
  if (shape) kept = { shape, headroom, table: table.slice() };
  return table;
}

/** Linear light to display values, 1 = white. */
export function displayCurve(kind: ToneCurve, headroom: number): (light: number) => number {
  if (kind === "linear") return (light) => encodeSrgb(Math.min(1, light));
  if (isShape(kind)) return (light) => baseCurve(light, headroom, kind);
  const curve = monotoneCurve(kind);
  return (light) => encodeSrgb(Math.min(1, Math.max(0, curve(Math.min(1, light)))));
}

function isShape(kind: ToneCurve): kind is CurveShape {
  return typeof kind === "object" && "contrast" in kind;
}

function isSame(one: CurveShape, other: CurveShape): boolean {
  return one.liftEv === other.liftEv && one.contrast === other.contrast;
}

/**
 * A monotone curve through points, without overshoot (Fritsch & Carlson 1980, with the harmonic mean of Fritsch &
 * Butland 1984).
 */
export function monotoneCurve(points: Points): (x: number) => number {
  const last = points.length - 1;
  const spans = points.slice(1).map(([x], i) => x - points[i][0]);
  const slopes = points.slice(1).map(([, y], i) => (y - points[i][1]) / spans[i]);
  const tangents = points.map((_, i) => {
    if (i === 0) return slopes[0];
    if (i === last) return slopes[last - 1];
    const [before, after] = [slopes[i - 1], slopes[i]];
    if (before * after <= 0) return 0;
    const [a, b] = [2 * spans[i] + spans[i - 1], spans[i] + 2 * spans[i - 1]];
    return (a + b) / (a / before + b / after);
  });
  let at = 0;
  return (x) => {
    if (x < points[at][0]) at = 0;
    while (at < last - 1 && x > points[at + 1][0]) at++;
    const [h, t] = [spans[at], (x - points[at][0]) / spans[at]];
    const u = 1 - t;
    const values = points[at][1] * (1 + 2 * t) * u * u + points[at + 1][1] * t * t * (3 - 2 * t);
    return values + h * t * u * (u * tangents[at] - t * tangents[at + 1]);
  };
}
