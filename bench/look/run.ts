import { dirname } from "node:path";
import type { IntegerImage } from "../../src/image/index.ts";
import type { SmallImage } from "../../src/ops/index.ts";
import { readContent } from "../../src/stages/scene/index.ts";
import { type Look, learnLook, measurePair } from "../../src/stages/tone/index.ts";
import { testContext } from "../../test/support/context.ts";
import { sharedFixtures } from "../../test/support/shared-fixtures.ts";
import { tone } from "../../test/support/tone.ts";
import { deltaE00, labOf } from "../fusion/color-difference.ts";
import { readPicture } from "./read-picture.ts";

/** Longer edge of the pictures that are toned and compared, px. */
const edgePx = 640;

const context = testContext();

const read = (path: string) => readPicture(path, edgePx, context);

/**
 * Leave-one-out over pairs of a photograph and its finished picture: distance of the result with a look learned from
 * all others.
 */
async function main(): Promise<void> {
  const files = sharedFixtures("finished");
  const inputs = files.filter((path) => /input_1\./.test(path));
  if (inputs.length === 0) return console.log("skipped: the finished pictures are not next to the checkout");
  const pairs = [];
  for (const path of inputs) {
    const result = files.find((file) => dirname(file) === dirname(path) && /result\./.test(file));
    if (result === undefined) continue;
    const [before, finished] = [await read(path), await read(result)];
    const describe = (small: SmallImage) => readContent({ small });
    const measure = await measurePair({ before, finished, describe }, {}, context).catch(() => undefined);
    if (measure) pairs.push({ name: dirname(path).split("/").at(-1), before, finished, measure });
  }
  console.log("| picture | plain | matched |\n|---|---|---|");
  const mean = { all: [0, 0], rooms: [0, 0] };
  const rooms = pairs.filter(({ measure }) => measure.isRoom).length;
  for (const pair of pairs) {
    const look = learnLook(pairs.filter((other) => other !== pair).map(({ measure }) => measure));
    const scores = [await distance(pair.before, pair.finished), await distance(pair.before, pair.finished, look)];
    for (const [i, score] of scores.entries()) {
      mean.all[i] += score / pairs.length;
      if (pair.measure.isRoom) mean.rooms[i] += score / rooms;
    }
    console.log(`| ${pair.name} | ${scores.map((score) => score.toFixed(1)).join(" | ")} |`);
  }
  console.log(`| mean of ${rooms} rooms | ${mean.rooms.map((sum) => sum.toFixed(2)).join(" | ")} |`);
  console.log(`| mean of all ${pairs.length} | ${mean.all.map((sum) => sum.toFixed(2)).join(" | ")} |`);
}

/** Mean ΔE00 over every third pixel, by relative places. */
async function distance(before: IntegerImage, finished: IntegerImage, look?: Look): Promise<number> {
  const { image } = await tone({ image: before, look }, {}, context);
  let [sum, count] = [0, 0];
  for (let y = 0; y < image.height; y += 3) {
    for (let x = 0; x < image.width; x += 3) {
      const row = Math.min(finished.height - 1, Math.floor(((y + 0.5) * finished.height) / image.height));
      const column = Math.min(finished.width - 1, Math.floor(((x + 0.5) * finished.width) / image.width));
      sum += deltaE00(labAt(image, y * image.width + x), labAt(finished, row * finished.width + column));
      count++;
    }
  }
  return sum / count;
}

function labAt({ data }: IntegerImage, i: number) {
  return labOf([data[3 * i] / 255, data[3 * i + 1] / 255, data[3 * i + 2] / 255]);
}

await main();
