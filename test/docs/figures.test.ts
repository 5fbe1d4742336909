import { describe, expect, test } from "vitest";
import { figuresFile, fillFigures, readFigures, scalingRun } from "../../scripts/docs/figures.ts";
import { handTypedFigures, listPages, readPage } from "../../scripts/docs/pages.ts";
import { performancePage } from "../../scripts/docs/performance.ts";
import { scalingPlot } from "../../scripts/docs/scaling-plot.ts";

const pages = listPages();

describe("figures of the docs (npm run docs renews them)", () => {
  test("docs/figures.json and PERFORMANCE.md have what benches saved", () => {
    expect(readPage("docs/figures.json")).toBe(figuresFile());
    expect(readPage("docs/PERFORMANCE.md")).toBe(performancePage());
    expect(readPage("docs/scaling.svg")).toBe(scalingPlot(scalingRun));
  });

  test.each(pages)("%s quotes figures as they were saved", (page) => {
    const text = readPage(page);
    expect(fillFigures(text, readFigures())).toBe(text);
  });

  test.each(pages)("%s has no figure outside of markers", (page) => {
    expect(handTypedFigures(readPage(page))).toEqual([]);
  });

  test("every figure is quoted somewhere", () => {
    const all = pages.map(readPage).join("\n");
    expect(Object.keys(readFigures()).filter((name) => !all.includes(`<!-- figure:${name} -->`))).toEqual([]);
  });

  test.each(pages)("no line of %s begins with a marker of a figure, which Markdown would take for a block", (page) => {
    expect(readPage(page).match(/^<!-- (?:\/?figure\b.*|(?:by|end of) definition -->.+)$/gm) ?? []).toEqual([]);
  });
});

describe("handTypedFigures", () => {
  test.each([
    ["found 98.6 % of them", 1],
    ["it took 3.2 s and 320 MB", 1],
    ["twice as dark, at L* 31", 1],
    ["five of 40 frames", 0],
    ["shown at 100 %", 0],
    ["blocks of 8 × 8", 0],
    ["up to 1.56 × as much", 1],
    ["`--memory-budget 20 MB`", 0],
    ["<!-- figure:a -->98.6 %<!-- /figure --> of them", 0],
    ["<!-- by definition -->\nat most 3 %\n<!-- end of definition -->", 0],
    ["<!-- faults: npm run bench -->\n| 3 % |\n<!-- end of faults -->", 0],
    ["## Limits\n\nat most 5 s\n\n## Results\n\nit took 5 s", 1],
    ["```\ntakes 5 s\n```", 0],
  ])("%s", (text, lines) => {
    expect(handTypedFigures(text)).toHaveLength(lines);
  });
});
