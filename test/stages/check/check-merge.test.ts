import { beforeAll, describe, expect, test } from "vitest";
import { type IntegerImage, share } from "../../../src/image/index.ts";
import {
  type CheckResult,
  checkMerge,
  type Evidence,
  gatherEvidence,
  releaseView,
  viewPicture,
} from "../../../src/stages/check/index.ts";
import { blur, changePixels } from "../../support/change-pixels.ts";
import { testContext } from "../../support/context.ts";
import { makeMovingBracket } from "../../support/moving-brackets.ts";
import { seededRandom } from "../../support/random.ts";
import { relateAndMerge } from "../../support/related-stages.ts";

type Frames = readonly [IntegerImage, ...IntegerImage[]];
const size = { width: 390, height: 260 };
const evs = [-2, 0, 2];
const context = testContext();

/** The picture stays the test's. */
const check = (image: IntegerImage, evidence: Evidence, facts = {}) =>
  checkMerge({ image: share(image, context.memory), evidence, facts }, {}, context);

async function evidenceOf(frames: Frames): Promise<Evidence> {
  const evidence = await gatherEvidence(
    { frames: await Promise.all(frames.map((frame) => viewPicture(frame, context))) },
    {},
    context,
  );
  if (!evidence) throw new Error("the frames show too little");
  return evidence;
}

const measuresOf = ({ findings }: CheckResult) => findings.map(({ measure }) => measure);

const inPatch = (u: number, v: number) => u > 0.3 && u < 0.6 && v > 0.3 && v < 0.7;
const random = seededRandom(5);
const grain = (strength: number) => (random() + random() + random() - 1.5) * strength;
const each = (rgb: readonly [number, number, number], change: (value: number) => number) =>
  [change(rgb[0]), change(rgb[1]), change(rgb[2])] as const;

/** One property each, at a strength that anybody sees. */
const faults: readonly (readonly [string, (image: IntegerImage) => IntegerImage])[] = [
  [
    "foreign-colour",
    (image) => changePixels(image, ([r, g, b], u, v) => (inPatch(u, v) ? [r + 0.12, g - 0.12, b + 0.12] : [r, g, b])),
  ],
  ["cast", (image) => changePixels(image, ([r, g, b]) => [r * 1.08, g, b * 0.88])],
  [
    "tinted-area",
    (image) => changePixels(image, ([r, g, b], u, v) => (inPatch(u, v) ? [r * 1.12, g / 1.12, b * 1.12] : [r, g, b])),
  ],
  ["made-edges", (image) => changePixels(image, (rgb, u, v) => (inPatch(u, v) ? each(rgb, (x) => x * 0.8) : rgb))],
  ["specks", (image) => changePixels(image, (rgb, u, v) => (inPatch(u, v) ? each(rgb, (x) => x + grain(0.7)) : rgb))],
  [
    "seams",
    (image) =>
      changePixels(image, (rgb, u, v) =>
        (Math.floor(u * 24) + Math.floor(v * 16)) % 2 === 0 ? each(rgb, (x) => x * 1.25) : rgb,
      ),
  ],
  [
    "torn-area",
    (image) =>
      changePixels(image, (rgb, u, v) =>
        u > 0.4 && u < 0.52 && v > 0.4 && v < 0.58 && (Math.floor(u * 100) + Math.floor(v * 70)) % 2 === 0
          ? each(rgb, (x) => 0.7 * x)
          : rgb,
      ),
  ],
  ["blur", (image) => blur(image, 3)],
  ["structure-lost", (image) => blur(image, 4)],
  ["noise", (image) => changePixels(image, (rgb) => each(rgb, (x) => x + grain(0.12)))],
  ["posterised", (image) => changePixels(image, (rgb) => each(rgb, (x) => Math.round(x * 7) / 7))],
  [
    "halo",
    (image) =>
      changePixels(image, (rgb, u, v) => each(rgb, (x) => x * (1 + 0.45 * Math.sin(u * 40) * Math.sin(v * 28)))),
  ],
  ["lost-highlights", (image) => changePixels(image, (rgb) => each(rgb, (x) => x * 1.9))],
  ["lost-shadows", (image) => changePixels(image, (rgb) => each(rgb, (x) => (x - 0.35) * 1.4))],
  ["reversed-contrast", (image) => changePixels(image, (rgb) => each(rgb, (x) => 1 - x))],
  ["blank", (image) => changePixels(image, () => [0.5, 0.5, 0.5])],
];

describe("checkMerge", () => {
  const { frames, exposuresEv } = makeMovingBracket({ ...size, kind: "nothing", seed: 6, evs, noise: 1 });
  let evidence: Evidence;
  let fused: IntegerImage;
  beforeAll(async () => {
    evidence = await evidenceOf(frames);
    fused = (await relateAndMerge(frames, {}, context, { exposuresEv })).image;
  });

  test.each(["natural", "mertens"] as const)(
    "finds nothing in what method %s makes of still scenes",
    async (method) => {
      for (const seed of [3, 6, 8, 10]) {
        const bracket = makeMovingBracket({ ...size, kind: "nothing", seed, evs, noise: 1, misalignedPx: 0.3 });
        const { image } = await relateAndMerge(bracket.frames, { method }, context, {
          exposuresEv: bracket.exposuresEv,
        });
        const held = await evidenceOf(bracket.frames);
        expect(measuresOf(await check(image, held))).toEqual([]);
        for (const view of held.frames) releaseView(view, context);
      }
    },
  );

  test.each(faults)("finds %s", async (measure, plant) => {
    expect(measuresOf(await check(plant(fused), evidence))).toContain(measure);
  });

  test.each(["people", "curtain"] as const)(
    "finds the ghosts of %s, and none where one frame shows them",
    async (kind) => {
      const bracket = makeMovingBracket({ ...size, kind, seed: 3, evs, noise: 1 });
      const held = await evidenceOf(bracket.frames);
      const options = [{ method: "mertens" }, context, { exposuresEv: bracket.exposuresEv }] as const;
      const ghostly = await relateAndMerge(bracket.frames, ...options);
      expect(measuresOf(await check(ghostly.image, held))).toContain("ghosts");
      const still = await relateAndMerge(bracket.still(1, "noisy"), ...options);
      expect(measuresOf(await check(still.image, held))).not.toContain("ghosts");
    },
  );

  test("believes the darkest frame where every frame is clipped, as at a lamp", async () => {
    const atLamp = (u: number, v: number) => u > 0.35 && u < 0.6 && v > 0.3 && v < 0.6;
    const paint = (image: IntegerImage, colour: readonly [number, number, number]) =>
      changePixels(image, (rgb, u, v) => (atLamp(u, v) ? colour : rgb));
    const [dark, middle, bright] = frames.map((frame, i) => paint(frame, i === 0 ? [0.98, 0.8, 0.36] : [1, 1, 1]));
    const held = await evidenceOf([dark, middle, bright]);
    expect(measuresOf(await check(paint(fused, [0.95, 0.8, 0.38]), held))).not.toContain("foreign-colour");
    expect(measuresOf(await check(paint(fused, [0.8, 0.95, 0.38]), held))).toContain("foreign-colour");
    for (const view of held.frames) releaseView(view, context);
  });

  test("finds that too much was replaced", async () => {
    expect(measuresOf(await check(fused, evidence, { deghost: { share: 0.5 } }))).toEqual(["replaced-share"]);
    expect(measuresOf(await check(fused, evidence, { deghost: { share: 0.1 } }))).toEqual([]);
  });

  test("says in numbers and plain words what it found", async () => {
    const { findings } = await check(faults[1][1](fused), evidence);
    const found = findings.find(({ measure }) => measure === "cast");
    expect(found).toMatchObject({ place: "merge", sentence: expect.stringMatching(/^[a-z].* cast /) });
    expect(found?.value).toBeGreaterThan(found?.limit ?? Infinity);
  });

  test("changes nothing that it is given", async () => {
    const before = [...frames, fused].map(({ data }) => data.slice());
    await check(fused, evidence);
    expect([...frames, fused].every(({ data }, i) => data.every((value, at) => value === before[i][at]))).toBe(true);
  });
});
