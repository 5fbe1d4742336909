import { type IntegerImage, share } from "../../src/image/index.ts";
import { testContext } from "../../test/support/context.ts";
import { sharedFixtures } from "../../test/support/shared-fixtures.ts";
import { tone } from "../../test/support/tone.ts";
import { hangChart, photograph } from "./charts.ts";
import {
  bandingOf,
  grainGrowth,
  haloOf,
  hueErrors,
  hueShifts,
  meanDistance,
  newlyClipped,
  noiseGrowth,
} from "./measure-harm.ts";
import { readPicture } from "./read-picture.ts";

/** Longer edge of photographs, px. */
const edgePx = 1000;

const context = testContext();

const toned = async (image: IntegerImage) => (await tone({ image: share(image, context.memory) }, {}, context)).image;

/**
 * Measures whether the look does harm: on rendered rooms with a chart on the wall, then on photographs and finished
 * pictures next to the checkout.
 */
async function main(): Promise<void> {
  console.log(
    "| rendered | noise × | banding, levels | hue off its paint's, mean / worst ° | hue turned without white balance | halo, levels | newly clipped % | twice ΔE00 |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (const room of ["kitchen", "living", "bedroom"] as const) {
    for (const ev of [-1.5, 0, 1]) console.log(`| ${room} ${ev} EV | ${await chartRow(room, ev)} |`);
  }
  console.log("\n| photograph | grain × | newly clipped % | twice ΔE00 |\n|---|---|---|---|");
  const isInput = (path: string) => !/result\.|\/expert\//.test(path);
  await rows(["finished", "retouch"].flatMap(sharedFixtures).filter(isInput), async (before) => {
    const after = await toned(before);
    const twice = meanDistance(after, await toned(after));
    return [grainGrowth(before, after), 100 * newlyClipped(before, after), twice];
  });
  console.log("\n| finished picture | changed by ΔE00 |\n|---|---|");
  const isFinished = (path: string) => /result\.|\/expert\//.test(path);
  await rows(["finished", "retouch"].flatMap(sharedFixtures).filter(isFinished), async (before) => [
    meanDistance(before, await toned(before)),
  ]);
}

async function chartRow(room: "kitchen" | "living" | "bedroom", ev: number): Promise<string> {
  const chart = hangChart(room, 1);
  const before = [photograph(chart, ev, 4), photograph(chart, ev, 0), photograph(chart, ev, 0, 16)];
  const after = await Promise.all(before.map(toned));
  const inTheirLight = (await tone({ image: before[1] }, { whiteBalance: 0 }, context)).image;
  return [
    noiseGrowth(chart, before, after).toFixed(2),
    `${bandingOf(before[2], chart.ramp).toFixed(2)} → ${bandingOf(after[2], chart.ramp).toFixed(2)}`,
    meanAndWorst(hueErrors(chart, after[1])),
    meanAndWorst(hueShifts(chart, before[1], inTheirLight)),
    haloOf(chart, after[1]).toFixed(1),
    (100 * newlyClipped(before[0], after[0])).toFixed(3),
    meanDistance(after[0], await toned(after[0])).toFixed(1),
  ].join(" | ");
}

function meanAndWorst(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${mean.toFixed(1)} / ${Math.max(...values).toFixed(1)}`;
}

async function rows(paths: readonly string[], measure: (image: IntegerImage) => Promise<number[]>): Promise<void> {
  const all: number[][] = [];
  for (const path of paths.filter((each) => /\.(jpe?g|png)$/i.test(each))) {
    const numbers = await measure(await readPicture(path, edgePx, context));
    all.push(numbers);
    const name = path.split("/").slice(-2).join("/");
    console.log(`| ${name} | ${numbers.map((value) => value.toFixed(2)).join(" | ")} |`);
  }
  if (all.length === 0) return console.log("| none is next to the checkout |");
  const column = (i: number) => all.map((numbers) => numbers[i]);
  const means = all[0].map((_, i) => column(i).reduce((sum, value) => sum + value, 0) / all.length);
  console.log(`| mean | ${means.map((value) => value.toFixed(2)).join(" | ")} |`);
  console.log(`| worst | ${all[0].map((_, i) => Math.max(...column(i)).toFixed(2)).join(" | ")} |`);
}

await main();
