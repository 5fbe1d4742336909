import { expect, test } from "vitest";
import { curvesOf, fitLine, scalingTables } from "../../scripts/docs/scaling.ts";
import { scalingPlot } from "../../scripts/docs/scaling-plot.ts";

const run = {
  command: "npm run bench -- scaling",
  date: "2026-01-01",
  machine: "test",
  source: "test",
  rows: [
    ...[1, 2, 4].map((value) => row("frames", "lightwell enhance", value, 2 + 3 * value)),
    ...[1, 2, 4].map((value) => row("frames", "enfuse", value, value * value)),
    ...[1, 10, 100].map((value) => row("sets by one worker", "lightwell enhance", value, 1 + value)),
    ...[1, 10, 100].map((value) => row("sets", "lightwell enhance", value, 1 + value / 2)),
  ],
};

function row(series: string, program: string, value: number, seconds: number) {
  return { series, program, value: String(value), seconds: String(seconds), peak_mb: String(100 * value) };
}

test("a line is found exactly, and what leaves it is measured", () => {
  const straight = fitLine([1, 2, 4, 9].map((x) => [x, 2 + 3 * x]));
  expect(straight.slope).toBeCloseTo(3, 9);
  expect(straight.start).toBeCloseTo(2, 9);
  expect(straight.deviation).toBeLessThan(1e-9);
  expect(fitLine([1, 2, 4, 8].map((x) => [x, x * x])).deviation).toBeGreaterThan(0.3);
});

test("tables have a row for each program, and name the cost that is not linear", () => {
  const text = scalingTables(run).join("\n");
  expect(text.match(/^\| `lightwell enhance`/gm)).toHaveLength(3);
  expect(text).toContain("- `enfuse` over frames of 24 megapixels in one bracket: up to");
  expect(text).not.toContain("- `lightwell enhance` over");
});

test("the plot draws each curve in its panel", () => {
  expect(curvesOf(run)).toHaveLength(4);
  const svg = scalingPlot(run);
  // Each curve is drawn twice: its time and its memory.
  expect(svg.match(/stroke-width="2"/g)).toHaveLength(8);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});
