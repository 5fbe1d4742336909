import { relative } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Delivered, type Engine, EngineError, type Inspection } from "../../src/index.ts";
import { hasPhotographs, hasSharedFixtures, sharedFixture, sharedFixtures } from "../support/shared-fixtures.ts";

/** A file may take no longer, however busy the machine is: it would hold a worker up. */
const timeoutMs = 20_000;
const maxPixels = 30_000_000;

const nameOf = (path: string): string => relative(sharedFixture("."), path);

describe.skipIf(!hasSharedFixtures)("every real and hostile file", () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine({ maxPixels, timeoutMs, workers: 2 });
  });
  afterAll(() => engine.close());

  test("is described or refused with one typed error", async () => {
    const files = ["raw", "heif", "standard", "pano360", "hostile", "metadata"].flatMap(sharedFixtures);
    const found = await engine.inspectAll(files);
    expect(found).toHaveLength(files.length);
    const faults = found.flatMap((entry, i) => {
      if ("error" in entry) return isTyped(entry.error) ? [] : [`${nameOf(files[i])}: ${entry.error}`];
      const sane = entry.width > 0 && entry.height > 0 && entry.bitDepth > 0 && entry.path === files[i];
      return sane ? [] : [`${nameOf(files[i])}: ${JSON.stringify(entry)}`];
    });
    expect(faults).toEqual([]);
  }, 120_000);

  test.each(["raw", "heif", "standard", "pano360", "hostile"])(
    "of %s becomes a picture or is refused with one typed error, in bounded time",
    async (folder) => {
      const faults: string[] = [];
      await sideBySide(sharedFixtures(folder), async (file) => {
        const start = performance.now();
        const outcome = await engine.develop(file, { maxWidthPx: 256, quality: 50 }).catch((thrown) => thrown);
        const ms = performance.now() - start;
        const fault =
          outcome instanceof Error ? !isTyped(outcome) : (await sharp(outcome.bytes).stats()).isOpaque === false;
        if (fault || ms > 2 * timeoutMs) faults.push(`${nameOf(file)} after ${Math.round(ms)} ms: ${outcome}`);
      });
      expect(faults).toEqual([]);
    },
    180_000,
  );
});

/** What a file may be refused with: whose message says something, and never a defect or the time limit. */
function isTyped(error: unknown): boolean {
  return (
    error instanceof EngineError &&
    !["internal", "cancelled"].includes(error.kind) &&
    error.code !== "limits/time" &&
    error.message.length > 10 &&
    !/undefined|\n|\[object/.test(error.message)
  );
}

async function sideBySide(files: readonly string[], work: (file: string) => Promise<void>): Promise<void> {
  const waiting = [...files];
  const lane = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await work(file);
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}

describe.skipIf(!hasPhotographs("brackets/kitchen"))("real brackets", () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine();
  });
  afterAll(() => engine.close());

  test("of five cameras in one list are the five sets that they are", async () => {
    const folders = ["kitchen", "raw_d5000", "library_canon", "lighthouse", "mask"];
    const truth = folders.map((folder) => sharedFixtures(`brackets/${folder}`));
    const { groups, failed } = await engine.group(truth.flat());
    expect(failed).toEqual([]);
    expect(groups.map(({ files }) => [...files].sort()).sort()).toEqual(truth.map((files) => [...files].sort()).sort());
  });

  describe("of a kitchen", () => {
    let delivered: Delivered;
    let before: Inspection;
    let after: Inspection;
    beforeAll(async () => {
      const files = sharedFixtures("brackets/kitchen");
      delivered = await engine.enhance(files);
      before = await engine.inspect(delivered.report.set.reference);
      after = await engine.inspect({ name: "kitchen.jpg", bytes: delivered.bytes ?? new Uint8Array() });
    }, 60_000);

    test("become one picture that keeps the camera's data and no place", () => {
      expect(delivered.report.operations).toContain("merged 5 exposures");
      expect(after).toMatchObject({ orientation: 1, hasLocation: false, camera: before.camera });
      expect(after.exposure).toEqual(before.exposure);
      expect(after.capturedAt).toBe(before.capturedAt);
    });

    test("show the cabinets bright", async () => {
      const lightness = await patch(delivered, { left: 0.01, right: 0.26, top: 0.62, bottom: 0.98 }, "lab");
      const sorted = lightness.filter((_, i) => i % 3 === 0).sort((a, b) => a - b);
      expect(sorted[sorted.length >> 1]).toBeGreaterThanOrEqual(58);
    });

    test("show what is outside the window", async () => {
      const pixels = await patch(delivered, { left: 0.72, right: 1, top: 0.27, bottom: 0.61 }, "srgb");
      let clipped = 0;
      for (let i = 0; i < pixels.length; i += 3) if (pixels.slice(i, i + 3).every((value) => value >= 254)) clipped++;
      expect(clipped / (pixels.length / 3)).toBeLessThan(0.05);
    });
  });
});

/** Interleaved samples of a part of the picture, given in shares of its size: sRGB levels, or CIE Lab. */
async function patch(
  { bytes }: Delivered,
  part: { left: number; right: number; top: number; bottom: number },
  space: "srgb" | "lab",
): Promise<number[]> {
  const picture = sharp(bytes);
  const { width = 0, height = 0 } = await picture.metadata();
  const left = Math.round(part.left * width);
  const top = Math.round(part.top * height);
  const extent = {
    left,
    top,
    width: Math.round(part.right * width) - left,
    height: Math.round(part.bottom * height) - top,
  };
  const cut = sharp(await sharp(bytes).extract(extent).removeAlpha().png().toBuffer());
  if (space === "srgb") return [...(await cut.removeAlpha().raw().toBuffer())];
  const data = await cut.removeAlpha().toColourspace("lab").raw({ depth: "float" }).toBuffer();
  return [...new Float32Array(data.buffer, data.byteOffset, data.length / 4)];
}
