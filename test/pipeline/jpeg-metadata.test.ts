import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { SourceStore } from "../../src/pipeline/disk/source.ts";
import type { PhotoSet } from "../../src/pipeline/finding/photo-set.ts";
import { Job } from "../../src/pipeline/making/job.ts";
import { HeadMaker, type PlannedPicture, planFor } from "../../src/pipeline/making/jpeg-metadata.ts";
import { resolveEnhanceOptions } from "../../src/pipeline/options.ts";
import type { Tools } from "../../src/pipeline/tools.ts";

const store = new SourceStore(2 ** 20);
afterAll(() => store.close());

const options = resolveEnhanceOptions({}, {});
const set = {
  frames: [{ tags: { "IFD0:Make": "Maker" }, inspection: { is360: { is360: false } } }],
  reference: 0,
} as unknown as PhotoSet;
const picture: PlannedPicture = { width: 600, height: 400, frameCount: 3, operations: ["merged 3 exposures"] };

let written = 0;
let failure: Error | undefined;
const tools = {
  executor: { kernels: () => ({}) },
  version: "1",
  metadata: {
    write: async () => {
      written++;
      if (failure) throw failure;
      return [];
    },
  },
} as unknown as Tools;
const makeHeads = () => new HeadMaker(set, options, new Job(tools, new AbortController().signal), store, tools);

describe("the metadata of a JPEG", () => {
  beforeEach(() => {
    written = 0;
    failure = undefined;
  });

  test("that are begun before the picture are written once when it comes as expected", async () => {
    const heads = makeHeads();
    heads.expect(picture);
    await heads.take(planFor(picture, set, options, tools));
    expect(written).toBe(1);
  });

  test("are written again if it turns out differently", async () => {
    const heads = makeHeads();
    heads.expect(picture);
    await heads.take(planFor({ ...picture, width: 599 }, set, options, tools));
    await heads.settle();
    expect(written).toBe(2);
  });

  test("that could not be begun fail where they are asked for", async () => {
    failure = new Error("no tool");
    const heads = makeHeads();
    heads.expect(picture);
    await heads.settle();
    await expect(heads.take(planFor(picture, set, options, tools))).rejects.toThrow("no tool");
  });
});
