import { describe, expect, test } from "vitest";
import { emptyPhoto, type IntegerImage } from "../../src/image/index.ts";
import { checkMerge, checkTone, gatherEvidence, releaseView, viewPicture } from "../../src/stages/check/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { detect360 } from "../../src/stages/detect360/index.ts";
import { encode } from "../../src/stages/encode/index.ts";
import { perspective } from "../../src/stages/perspective/index.ts";
import { rectify } from "../../src/stages/rectify/index.ts";
import { readContent } from "../../src/stages/scene/index.ts";
import { measurePair } from "../../src/stages/tone/index.ts";
import { alignBracket } from "../support/align-bracket.ts";
import { movePixels } from "../support/change-pixels.ts";
import { leased, testContext } from "../support/context.ts";
import { makeMovingBracket } from "../support/moving-brackets.ts";
import { relateAndDeghost, relateAndMerge } from "../support/related-stages.ts";
import { tone } from "../support/tone.ts";

type Frames = readonly [IntegerImage, ...IntegerImage[]];
/** Hands pictures to a stage; what of its result is a picture comes back. */
type Use = (frames: Frames, context: StageContext) => Promise<readonly IntegerImage[]>;

const size = { width: 390, height: 260, evs: [-2, 0, 2] };
const still = makeMovingBracket({ ...size, kind: "nothing", seed: 6 }).frames;
const moving = makeMovingBracket({ ...size, kind: "screen", seed: 6 }).frames;
const shifted: Frames = [still[0], still[1], movePixels(still[2], (x, y) => [x + 5, y + 3])];
const unknown = [undefined, undefined, undefined];

const align: (options?: object) => Use =
  (options = {}) =>
  async (frames, context) =>
    (await alignBracket(frames, unknown, options, context)).frames;
const deghost: (options?: object) => Use =
  (options = {}) =>
  async (frames, context) =>
    (await relateAndDeghost(frames, options, context)).frames;
const merge: (options?: object, setting?: object) => Use = (options, setting) => async (frames, context) => [
  (await relateAndMerge(frames, options ?? {}, context, setting)).image,
];

/** A verb that is given one picture and gives one back. */
const one =
  (verb: (image: IntegerImage, context: StageContext) => Promise<{ readonly image: IntegerImage }>): Use =>
  async ([image], context) => [(await verb(image, context)).image];

/** A verb that only looks at pictures. */
const look =
  (verb: (frames: Frames, context: StageContext) => Promise<unknown>): Use =>
  async (frames, context) => {
    await verb(frames, context);
    return [];
  };

async function evidenceOf(frames: Frames, context: StageContext) {
  const views = await Promise.all(frames.map((frame) => viewPicture(frame, context)));
  const evidence = (await gatherEvidence({ frames: views }, {}, context))!;
  const end = () => {
    for (const view of views) releaseView(view, context);
  };
  return { evidence, end };
}

const plain = { photo: emptyPhoto, is360: false };
const size360 = { photo: emptyPhoto, width: 780, height: 390 };

const dark = {
  width: 390,
  height: 260,
  scale: 1,
  vignetting: { unitsPerPx: 1 / 234, terms: [-0.3, 0, 0] },
};

const uses: readonly [string, Frames, Use][] = [
  ["align, of frames that moved", shifted, align()],
  ["align, of frames that stand still", still, align()],
  ["align, switched off", still, align({ align: false })],
  ["deghost, where something moved", moving, deghost()],
  ["deghost, where nothing did", still, deghost()],
  ["deghost, switched off", moving, deghost({ deghost: "off" })],
  ["merge, naturally", still, merge()],
  ["merge, as Mertens", still, merge({ method: "mertens" })],
  ["merge, around", still, merge({}, { wrapX: true })],
  ["merge, of one frame", [still[1]], merge()],
  ["merge, of copies of one frame", [still[1], still[1], still[1]], merge()],
  [
    "rectify, with a crop",
    [still[1]],
    one((image, context) => rectify({ image, crop: { x: 9, y: 9, width: 99, height: 99 } }, {}, context)),
  ],
  [
    "rectify, of what was aligned with its geometry",
    [still[1]],
    one((image, context) => rectify({ image, correction: dark, resampled: true }, {}, context)),
  ],
  ["rectify, with nothing to do", [still[1]], one((image, context) => rectify({ image }, {}, context))],
  ["tone", [still[1]], one((image, context) => tone({ image }, {}, context))],
  ["tone, of a full circle", [still[1]], one((image, context) => tone({ image, wrapX: true }, {}, context))],
  ["tone, switched off", [still[1]], one((image, context) => tone({ image }, { toneStrength: 0 }, context))],
  ["perspective", [still[1]], look(([image], context) => perspective({ image, ...plain }, {}, context))],
  [
    "perspective, switched off",
    [still[1]],
    look(([image], context) => perspective({ image, ...plain }, { perspective: "off" }, context)),
  ],
  ["detect360", [still[1]], look(([preview], context) => detect360({ ...size360, preview }, {}, context))],
  [
    "detect360, switched off",
    [still[1]],
    look(([preview], context) => detect360({ ...size360, preview }, { panorama: "off" }, context)),
  ],
  ["encode", [still[1]], look(([image], context) => encode({ image }, {}, context))],
  [
    "encode, of other bits",
    [still[1]],
    look(([image], context) => encode({ image }, { format: "png", bitDepth: "16" }, context)),
  ],
  [
    "measurePair",
    [still[1], still[2]],
    look(([before, finished], context) =>
      measurePair({ before, finished, describe: (small) => readContent({ small }) }, {}, context),
    ),
  ],
  ["checkTone", [still[1], still[2]], look(([before, after], context) => checkTone({ before, after }, {}, context))],
  [
    "checkMerge",
    still,
    look(async (frames, context) => {
      const { evidence, end } = await evidenceOf(frames, context);
      for (const image of frames) await checkMerge({ image, evidence, facts: {} }, {}, context);
      end();
    }),
  ],
];

function contextFor() {
  const context = testContext();
  const hand = (frames: Frames) => {
    const copies = new Map([...new Set(frames)].map((frame) => [frame, leased(frame, context.memory)]));
    return frames.map((frame) => copies.get(frame)) as unknown as Frames;
  };
  return { context, hand };
}

const bytesOf = ({ data }: IntegerImage) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

describe("a stage takes over the leases of its pictures, and its result has leases for the caller", () => {
  test.each(uses)("%s", async (_, frames, use) => {
    const { context, hand } = contextFor();
    const results = await use(hand(frames), context);
    expect(context.memory.leasedViews).toBe(new Set(results.map(({ data }) => data)).size);
    for (const { data } of results) expect(context.memory.mayOverwrite(data)).toBe(true);
  });

  test.each(uses)("%s: what others share stays with them, as it is", async (_, frames, use) => {
    const { context, hand } = contextFor();
    const given = hand(frames);
    const pictures = [...new Set(given)];
    for (const { data } of pictures) context.memory.share(data);
    const results = await use(given, context);
    for (const { data } of new Set(results)) context.memory.release(data);
    expect(context.memory.leasedViews).toBe(pictures.length);
    for (const [i, picture] of pictures.entries()) {
      expect(context.memory.mayOverwrite(picture.data)).toBe(true);
      expect(Buffer.compare(bytesOf(picture), bytesOf([...new Set(frames)][i]))).toBe(0);
    }
  });
});

test("a frame that appears twice is not changed in place", async () => {
  const { context, hand } = contextFor();
  const given = hand([moving[0], moving[1], moving[2], moving[2]]);
  const result = await relateAndDeghost(given, {}, context);
  const expected = await relateAndDeghost([moving[0], moving[1], moving[2], moving[2]], {}, testContext());
  for (const [i, frame] of result.frames.entries())
    expect(Buffer.compare(bytesOf(frame), bytesOf(expected.frames[i]))).toBe(0);
  expect(context.memory.leasedViews).toBe(new Set(result.frames.map(({ data }) => data)).size);
});
