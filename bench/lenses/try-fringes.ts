import { PixelPool } from "../../src/image/index.ts";
import { findFringes } from "../../src/stages/lens/index.ts";
import { InlineExecutor } from "../../src/workers/help.ts";
import { Dice } from "../dice.ts";
import { type ChartLens, drawChart, noFringes, shiftAt } from "./fringe-chart.ts";

/** Interval of charts whose lens has no fringes. */
const plainEvery = 4;
/** Ranges for the corner: shifts of red and blue in px, and distortion relative to the radius. */
const shiftsPx = [0.3, 3] as const;
const maxDistortion = 0.05;

/** Renders charts by lenses with known fringes, and reports the errors of the estimates. */
export async function tryFringes(count: number, first: number): Promise<string[]> {
  const { signal } = new AbortController();
  const kernels = new InlineExecutor().kernels(signal);
  const context = { kernels, memory: new PixelPool(), signal, warn: () => {} };
  const errors: number[] = [];
  let [fringed, found, plain, alarms] = [0, 0, 0, 0];
  const lines: string[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const isPlain = seed % plainEvery === 0;
    const lens = drawLens(seed, isPlain);
    const { image } = await drawChart(seed, lens);
    const { tca, cornerPx, reason = "corrected" } = await findFringes([image], context);
    if (isPlain) plain++;
    else fringed++;
    if (tca && isPlain) alarms++;
    if (tca && !isPlain) found++;
    const off = tca ? errorsOf(tca, lens) : [];
    if (!isPlain) errors.push(...off);
    lines.push(
      `  ${seed}: red ${lens.redPx.toFixed(2)}, blue ${lens.bluePx.toFixed(2)}; found ${cornerPx.red.toFixed(2)}, ${cornerPx.blue.toFixed(2)}, ${reason}; 95 % within ${quantile(off, 0.95).toFixed(3)} px`,
    );
  }
  return [
    `${fringed} charts with fringes of ${shiftsPx.join(" to ")} px: ${found} corrected, 95 % within ${quantile(errors, 0.95).toFixed(3)} px of the truth (0.15)`,
    `${plain} without: ${alarms} corrected (0)`,
    ...lines,
  ];
}

function drawLens(seed: number, isPlain: boolean): ChartLens {
  const dice = new Dice(seed * 7 + 1);
  const signed = () => (dice.chance(0.5) ? 1 : -1) * dice.between(...shiftsPx);
  const lens = { redPx: signed(), bluePx: signed(), cubicPart: dice.between(0, 1) };
  const distortion = dice.chance(0.5) ? dice.between(-maxDistortion, maxDistortion) : 0;
  return { ...(isPlain ? noFringes : lens), distortion };
}

interface Terms {
  readonly unitsPerPx: number;
  readonly red: readonly number[];
  readonly blue: readonly number[];
}

/** Errors over the radius, in px. */
function errorsOf({ unitsPerPx, red, blue }: Terms, lens: ChartLens): number[] {
  const radii = Array.from({ length: 19 }, (_, i) => 0.1 + 0.05 * i);
  return radii.flatMap((rho) =>
    [[red, lens.redPx] as const, [blue, lens.bluePx] as const].map(([[v, , cubic], px]) =>
      Math.abs(((v - 1 + cubic * rho * rho) * rho) / unitsPerPx - shiftAt(px, lens.cubicPart, rho)),
    ),
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
