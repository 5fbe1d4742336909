import type { SavedRun } from "./saved-rows.ts";

/** Measurements of one program over one series: work, seconds and MB. */
interface Curve {
  readonly series: string;
  readonly program: string;
  readonly points: readonly { value: number; seconds: number; peakMb: number }[];
}

/** What grows in a series, as a heading and as a unit. */
const headings: Readonly<Record<string, { title: string; unit: string }>> = {
  frames: { title: "Frames of 24 megapixels in one bracket", unit: "frame" },
  megapixels: { title: "Megapixels of each of five frames", unit: "megapixel" },
  "sets by one worker": { title: "Sets of three frames of 2 megapixels, one worker", unit: "set" },
  sets: { title: "Sets of three frames of 2 megapixels, two workers", unit: "set" },
};

/** Maximum deviation from the straight line, as a share of the line, of a cost that the page calls linear. */
const linearWithin = 0.15;

export function curvesOf({ rows }: SavedRun): Curve[] {
  const curves = new Map<string, Curve & { points: Curve["points"][number][] }>();
  for (const { series, program, value, seconds, peak_mb } of rows) {
    const key = `${series}/${program}`;
    const curve = curves.get(key) ?? { series, program, points: [] };
    curve.points.push({ value: Number(value), seconds: Number(seconds), peakMb: Number(peak_mb) });
    curves.set(key, curve);
  }
  return [...curves.values()];
}

/**
 * The straight line with the least relative squares through the points, and the maximum relative deviation from it.
 * Relative, because a second is much for one frame and little for nine.
 */
export function fitLine(points: readonly (readonly [x: number, y: number])[]) {
  let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0];
  for (const [x, y] of points) {
    const weight = 1 / (y * y);
    w += weight;
    wx += weight * x;
    wy += weight * y;
    wxx += weight * x * x;
    wxy += weight * x * y;
  }
  const slope = (w * wxy - wx * wy) / (w * wxx - wx * wx);
  const start = (wy - slope * wx) / w;
  const deviations = points.map(([x, y]) => Math.abs(y / (start + slope * x) - 1));
  return { start, slope, deviation: Math.max(...deviations) };
}

/** Tables of the cost curves, and a sentence for each cost that is not linear. */
export function scalingTables(run: SavedRun): string[] {
  const curves = curvesOf(run);
  const bent: string[] = [];
  const lines: string[] = [];
  for (const [series, { title, unit }] of Object.entries(headings)) {
    const shown = curves.filter((curve) => curve.series === series && curve.points.length > 2);
    if (shown.length === 0) continue;
    lines.push(`### ${title}`, "");
    lines.push(
      `| command | from, s | to, s | start, s | s per ${unit} | deviation from a line | from, MB | to, MB | MB per ${unit} |`,
    );
    lines.push("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (const { program, points } of shown) {
      const [first, last] = [points[0], points[points.length - 1]];
      const time = fitLine(points.map(({ value, seconds }) => [value, seconds]));
      const memory = fitLine(points.map(({ value, peakMb }) => [value, peakMb]));
      const seconds = `${ofValue(first.value, first.seconds)} | ${ofValue(last.value, last.seconds)} | ${short(time.start)} | ${short(time.slope)}`;
      const memoryCells = `${first.peakMb} | ${last.peakMb} | ${short(memory.slope)}`;
      lines.push(`| \`${program}\` | ${seconds} | ${percent(time.deviation)} | ${memoryCells} |`);
      if (time.deviation > linearWithin)
        bent.push(
          `- \`${program}\` over ${title[0].toLowerCase()}${title.slice(1)}: up to ${percent(time.deviation)} off the line.`,
        );
    }
    lines.push("");
  }
  const verdict =
    bent.length === 0
      ? [`Every time is linear to within ${percent(linearWithin)}.`]
      : [`Times are linear to within ${percent(linearWithin)}, except:`, "", ...bent];
  return [...lines, ...verdict, ""];
}

function ofValue(value: number, seconds: number): string {
  return `${seconds.toFixed(1)} (${value})`;
}

/** Two digits that matter, and at most two decimals. */
function short(value: number): string {
  const rounded = Number(Number(value.toPrecision(2)).toFixed(2));
  return rounded === 0 ? "0" : String(rounded);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
