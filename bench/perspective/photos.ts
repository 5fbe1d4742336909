import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import {
  applyHomography,
  composeHomographies,
  emptyPhoto,
  type Homography,
  type IntegerImage,
  identityHomography,
  invertHomography,
} from "../../src/image/index.ts";
import { warpImage } from "../../src/ops/index.ts";
import { axesOf, type PerspectiveResult, perspective } from "../../src/stages/perspective/index.ts";
import { testContext } from "../../test/support/context.ts";
import { gridFromHomography } from "../../test/support/homography-grid.ts";

/** Tilts for upright photographs: roll and pitch in degrees, with magnitudes of 2 to 6. */
const POSES: readonly (readonly [number, number])[] = [
  [2, 0],
  [0, 3],
  [-1.5, -3.7],
  [3, 4],
  [-2.5, 1.5],
  [1, -5.9],
];

/**
 * Maximum lean after a correction, in degrees: the photographs are upright to some tenths of a degree, and their lens
 * is a guess.
 */
const DONE_DEG = 0.7;

interface TiltedPhotograph {
  readonly name: string;
  readonly pose: readonly [number, number];
  readonly image: IntegerImage;
  /** From its pixels to those of the upright photograph. */
  readonly toUpright: Homography;
}

/** Tilts upright photographs and reports which of them are straightened. */
export async function tryPhotographs(folder: string, isListed: boolean): Promise<void> {
  const outcomes: { isTilted: boolean; result: PerspectiveResult; beforeDeg: number; afterDeg: number }[] = [];
  for await (const photograph of tiltedPhotographs(folder)) {
    const { name, pose, image } = photograph;
    const result = await perspective({ image, photo: emptyPhoto, is360: false }, {}, testContext());
    const [beforeDeg, afterDeg] = [undefined, result.homography].map((h) => leanOfPhotographDeg(photograph, h));
    outcomes.push({ isTilted: pose.some((angle) => angle !== 0), result, beforeDeg, afterDeg });
    if (!isListed) continue;
    const told = `${beforeDeg.toFixed(2)}° → ${afterDeg.toFixed(2)}°, confidence ${result.facts.confidence.toFixed(2)}`;
    console.log(`    ${name} ${pose.join(", ")}: ${told}: ${result.reason ?? "corrected"}`);
  }
  console.log("| held | pictures | changed | of them to 0.7° | lean before, mean | left, mean / worst |");
  console.log("|---|---|---|---|---|---|");
  for (const isTilted of [true, false]) {
    const of = outcomes.filter((each) => each.isTilted === isTilted);
    const changed = of.filter(({ result }) => result.applied);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const left = changed.map(({ afterDeg }) => afterDeg);
    const done = left.filter((deg) => deg < DONE_DEG).length;
    const before = mean(of.map(({ beforeDeg }) => beforeDeg)).toFixed(2);
    const leans = left.length > 0 ? `${mean(left).toFixed(2)}° / ${Math.max(...left).toFixed(2)}°` : "–";
    console.log(
      `| ${isTilted ? "tilted" : "as finished"} | ${of.length} | ${changed.length} | ${done} | ${before}° | ${leans} |`,
    );
  }
}

/**
 * Finished photographs in subfolders with a `result.*`, upright as professionals left them: each unchanged and as seen
 * by a tilted camera with a longer lens, without a focal length.
 */
export async function* tiltedPhotographs(folder: string): AsyncGenerator<TiltedPhotograph> {
  const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const name of folders.map((entry) => entry.name).sort()) {
    const result = (await readdir(join(folder, name))).find((file) => file.startsWith("result."));
    if (!result) continue;
    const image = await read(join(folder, name, result));
    yield { name, pose: [0, 0], image, toUpright: identityHomography };
    for (const pose of POSES) yield { name, pose, ...(await tilted(image, pose)) };
  }
}

async function read(path: string): Promise<IntegerImage> {
  const picture = sharp(await readFile(path))
    .rotate()
    .toColourspace("srgb")
    .removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const samples = testContext().memory.u8(data.length);
  samples.set(data);
  return { width, height, channels: 3, data: samples, space: "srgb" };
}

/** 20 mm, the most common focal length for rooms. */
const FOCAL_SHARE = 20 / 36;

async function tilted(image: IntegerImage, [roll, pitch]: readonly [number, number]) {
  const { width, height } = image;
  const axes = axesOf({ roll: (roll * Math.PI) / 180, pitch: (pitch * Math.PI) / 180 });
  const focal = FOCAL_SHARE * Math.max(width, height);
  for (let zoom = 1; ; zoom *= 1.01) {
    const toUpright = turnedBy(axes, { width, height, focal, zoom });
    const corners = [0, width - 1].flatMap((x) => [0, height - 1].map((y) => applyHomography(toUpright, x, y)));
    if (corners.some(({ x, y }) => x < 0 || y < 0 || x > width - 1 || y > height - 1)) continue;
    const grid = gridFromHomography(width, height, toUpright, testContext().memory);
    return { image: await warpImage(image, grid, testContext()), toUpright };
  }
}

/** From pixels of a camera with these axes to those of the level one; the first has the longer lens. */
function turnedBy(
  { right, down, forward }: ReturnType<typeof axesOf>,
  { width, height, focal, zoom }: { width: number; height: number; focal: number; zoom: number },
): Homography {
  const [centerX, centerY] = [(width - 1) / 2, (height - 1) / 2];
  const rayRow = (axis: readonly number[]) => {
    const [x, y, z] = axis.map((value, k) => (k < 2 ? value / (focal * zoom) : value));
    return [x, y, z - x * centerX - y * centerY];
  };
  const [x, y, z] = [right, down, forward].map(rayRow);
  const row = (values: readonly number[], center: number) => values.map((value, k) => focal * value + center * z[k]);
  return [...row(x, centerX), ...row(y, centerY), ...z] as unknown as Homography;
}

/** Mean lean, in degrees, of lines that were upright in the photograph; `homography` is target to picture. */
export function leanOfPhotographDeg(
  { image, toUpright }: Pick<TiltedPhotograph, "image" | "toUpright">,
  homography = identityHomography,
): number {
  const toTarget = invertHomography(composeHomographies(toUpright, homography));
  let sum = 0;
  for (let k = 0; k < 25; k++) {
    const [x, y] = [((image.width - 1) * (k % 5)) / 4, ((image.height - 1) * Math.floor(k / 5)) / 4];
    const at = applyHomography(composeHomographies(toUpright, homography), x, y);
    const [foot, head] = [applyHomography(toTarget, at.x, at.y), applyHomography(toTarget, at.x, at.y - 1)];
    sum += Math.abs(Math.atan((head.x - foot.x) / (foot.y - head.y)));
  }
  return ((sum / 25) * 180) / Math.PI;
}
