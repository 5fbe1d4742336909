import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { PixelPool } from "../../src/image/index.ts";
import { createEngine } from "../../src/index.ts";
import { steps } from "../../src/pipeline/stages.ts";
import { shootSet, TestFolder, writeFlashed, writeSmallBracket, writeSmallSphere } from "../support/sample-shoot.ts";

/** What the tests see of the engine's memory, and what they have it and stages do. */
const watched = vi.hoisted(() => ({
  pools: [] as PixelPool[],
  /** Leases that were left when a piece of work ended. */
  left: [] as number[],
  spoils: false,
  ruinsMerge: false,
}));

vi.mock("../../src/image/allocate.ts", async (original) => {
  const real = await original<typeof import("../../src/image/allocate.ts")>();
  class WatchedPool extends real.PixelPool {
    constructor(...args: ConstructorParameters<typeof real.PixelPool>) {
      super(...args);
      if (args[0] === undefined) watched.pools.push(this);
    }

    override release(view: Parameters<PixelPool["release"]>[0]): void {
      if (watched.spoils && this.mayOverwrite(view)) view.fill(0x5a);
      super.release(view);
    }
  }
  return { ...real, PixelPool: WatchedPool };
});

vi.mock("../../src/pipeline/leases.ts", async (original) => {
  const real = await original<typeof import("../../src/pipeline/leases.ts")>();
  class WatchedLeases extends real.Leases {
    override end(): Promise<void> {
      watched.left.push(this.size);
      return super.end();
    }
  }
  return { ...real, Leases: WatchedLeases };
});

vi.mock("../../src/stages/merge/index.ts", async (original) => {
  const real = await original<typeof import("../../src/stages/merge/index.ts")>();
  return {
    ...real,
    merge: async (...args: Parameters<typeof real.merge>) => {
      const result = await real.merge(...args);
      if (watched.ruinsMerge && result.applied && result.method === "natural")
        for (const [i, value] of result.image.data.entries()) result.image.data[i] = i % 2 ? 65535 - value : value;
      return result;
    },
  };
});

const engine = createEngine({ workers: 2 });
const folder = new TestFolder();
let bracket: string[];
let sphere: string;
let broken: string;
let upsideDown: string;

beforeAll(async () => {
  bracket = await writeSmallBracket(folder.fresh("bracket"), 160);
  sphere = await writeSmallSphere(folder.fresh("sphere.jpg"));
  broken = folder.fresh("broken.dng");
  const raw = readFileSync(shootSet("bedroom")[0]);
  writeFileSync(broken, raw.subarray(0, raw.length >> 1));
  upsideDown = folder.fresh("turned.jpg");
  await sharp(bracket[0]).rotate(180).keepExif().jpeg().toFile(upsideDown);
});
afterEach(() => {
  watched.left.length = 0;
  Object.assign(watched, { spoils: false, ruinsMerge: false });
});
afterAll(async () => {
  await engine.close();
  folder.remove();
});

/** Nothing is leased any more, once the last thread has stopped. */
async function expectAllBack(): Promise<void> {
  await vi.waitFor(() => expect(watched.pools.map(({ leasedViews }) => leasedViews)).toEqual([0]), 5000);
}

const plain = { format: "png" } as const;

describe("the engine's memory", () => {
  test.each([
    ["enhance", () => engine.enhance(bracket, plain)],
    ["enhance, unchecked", () => engine.enhance(bracket, { ...plain, check: "off" })],
    ["enhance, frames as they lie", () => engine.enhance(bracket, { ...plain, align: false, deghost: "off" })],
    ["enhance, one photograph", () => engine.enhance([bracket[1]], plain)],
    ["enhance, 16 bits of RAW", () => engine.enhance(shootSet("bedroom").slice(1), { format: "tiff" })],
    ["enhance, a full circle", () => engine.enhance([sphere], plain)],
    ["enhance, without toning", () => engine.enhance(bracket, { ...plain, toneStrength: 0 })],
    ["merge", () => engine.merge(bracket, plain)],
    ["merge, cropped", () => engine.merge(bracket, { ...plain, alignEdges: "crop" })],
    ["merge, with a frame that is left out", () => engine.merge([...bracket, upsideDown], plain)],
    ["develop", () => engine.develop(bracket[0], plain)],
  ])("is released by each stage, and not read after that: %s", async (_, call) => {
    const { bytes } = await call();
    expect(Math.max(...watched.left)).toBe(0);
    watched.spoils = true;
    expect(Buffer.compare((await call()).bytes ?? Buffer.alloc(0), bytes ?? Buffer.alloc(1))).toBe(0);
    await expectAllBack();
  });

  test("is given back by every rung", async () => {
    Object.assign(watched, { ruinsMerge: true, spoils: true });
    const { report } = await engine.enhance(bracket, plain);
    expect(report.check?.tried.length).toBeGreaterThan(0);
    expect(Math.max(...watched.left)).toBe(0);
    await expectAllBack();
  });

  test.each([
    ["a file that cannot be decoded", () => engine.enhance([...bracket, broken])],
    ["a picture that fails its check", () => engine.enhance(bracket, { strict: true })],
    ["frames of two sizes", async () => engine.merge([...bracket, ...shootSet("bedroom")])],
    ["an output that cannot be written", () => engine.enhance(bracket, { output: join(broken, "out.jpg") })],
  ])("is back after %s", async (_, call) => {
    watched.ruinsMerge = true;
    await expect(call()).rejects.toThrow();
    await expectAllBack();
  });

  test.each(steps)("is back after a batch was stopped at %s", async (step) => {
    const stop = new AbortController();
    const outputDir = folder.fresh(step);
    const files =
      step === "flash" ? [...bracket, await writeFlashed(bracket[1], folder.fresh("flashed.jpg"))] : bracket;
    const options = { outputDir, signal: stop.signal, groups: [files, [upsideDown]] };
    const batch = async () => {
      for await (const event of engine.enhanceBatch([...files, upsideDown], options))
        if (event.type === "progress" && event.step === step) stop.abort();
    };
    await expect(batch()).rejects.toMatchObject({ code: "cancelled" });
    await expectAllBack();
  });
});
