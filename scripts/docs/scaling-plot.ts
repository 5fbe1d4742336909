import type { SavedRun } from "./saved-rows.ts";
import { curvesOf } from "./scaling.ts";

/** Size of one panel and the space around its axes, in pixels. */
const panel = { width: 360, height: 220, left: 56, right: 12, top: 30, bottom: 40 };

const panels = [
  { series: "frames", x: "frames of 24 MP" },
  { series: "megapixels", x: "MP of each of five frames" },
  { series: "sets", x: "sets of three frames of 2 MP" },
] as const;

const quantities = [
  { title: "seconds", read: (point: { seconds: number }) => point.seconds },
  { title: "peak memory, GB", read: (point: { peakMb: number }) => point.peakMb / 1024 },
] as const;

/** Colours that differ on light and dark pages and for colour-blind readers (Okabe and Ito, 2008). */
const colours: Readonly<Record<string, string>> = {
  "lightwell enhance": "#0072b2",
  "lightwell enhance, one worker": "#56b4e9",
  enfuse: "#d55e00",
  "OpenCV Mertens": "#009e73",
};

/** Time and memory over growing work as an SVG: a row for each quantity, a column for each series. */
export function scalingPlot(run: SavedRun): string {
  const curves = curvesOf(run).map((curve) =>
    curve.series === "sets by one worker"
      ? { ...curve, series: "sets", program: `${curve.program}, one worker` }
      : curve,
  );
  const parts: string[] = [];
  for (const [column, { series, x }] of panels.entries()) {
    const shown = curves.filter((curve) => curve.series === series);
    if (shown.length === 0) continue;
    for (const [row, { title, read }] of quantities.entries()) {
      const lines = shown.map(({ program, points }) => ({
        program,
        points: points.map((point) => [point.value, read(point)] as const),
      }));
      const place = `translate(${column * panel.width} ${row * panel.height})`;
      parts.push(`<g transform="${place}">${drawPanel(lines, x, title)}</g>`);
    }
  }
  const height = quantities.length * panel.height + 30;
  const names = Object.keys(colours).filter((name) => curves.some(({ program }) => program === name));
  const legend = names.map((name, i) => {
    const x = panel.left + i * 240;
    return `<rect x="${x}" y="${height - 20}" width="14" height="4" fill="${colours[name]}"/><text x="${x + 20}" y="${height - 14}">${name}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${panels.length * panel.width} ${height}" font-family="sans-serif" font-size="12" fill="#777">`,
    "<title>Time and memory over frames, megapixels and sets</title>",
    ...parts,
    ...legend,
    "</svg>",
    "",
  ].join("\n");
}

type Line = { readonly program: string; readonly points: readonly (readonly [x: number, y: number])[] };

function drawPanel(lines: readonly Line[], xTitle: string, yTitle: string): string {
  const all = lines.flatMap(({ points }) => points);
  const xMax = niceMax(Math.max(...all.map(([x]) => x)));
  const yMax = niceMax(Math.max(...all.map(([, y]) => y)));
  const right = panel.width - panel.right;
  const base = panel.height - panel.bottom;
  const atX = (x: number) => round(panel.left + (x / xMax) * (right - panel.left));
  const atY = (y: number) => round(base - (y / yMax) * (base - panel.top));
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const grid = ticks.map(
    (tick) =>
      `<path d="M${panel.left} ${atY(tick * yMax)}H${right}" stroke="#8884"/><text x="${panel.left - 6}" y="${round(atY(tick * yMax) + 4)}" text-anchor="end">${round(tick * yMax)}</text><text x="${atX(tick * xMax)}" y="${base + 16}" text-anchor="middle">${round(tick * xMax)}</text>`,
  );
  const drawn = lines.map(({ program, points }) => {
    const path = points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${atX(x)} ${atY(y)}`).join("");
    const dots = points.map(([x, y]) => `<circle cx="${atX(x)}" cy="${atY(y)}" r="2.5"/>`).join("");
    return `<path d="${path}" fill="none" stroke="${colours[program]}" stroke-width="2"/><g fill="${colours[program]}">${dots}</g>`;
  });
  return [
    `<text x="${panel.left}" y="18">${yTitle}</text><text x="${right}" y="${base + 34}" text-anchor="end">${xTitle}</text>`,
    ...grid,
    ...drawn,
  ].join("");
}

/** The next of 1, 2, 4, 6, 8 and 10 times a power of ten. */
function niceMax(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
