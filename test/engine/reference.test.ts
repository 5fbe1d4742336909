import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reproduce } from "../../src/cli/reproduce.ts";
import type { IntegerImage } from "../../src/image/index.ts";
import { type BatchOptions, createEngine, packageVersion } from "../../src/index.ts";
import { makeMovingBracket } from "../support/moving-brackets.ts";
import { plain, TestFolder, writeSmallBracket } from "../support/sample-shoot.ts";

const engine = createEngine({ workers: 2 });
const folder = new TestFolder();
afterAll(async () => {
  await engine.close();
  folder.remove();
});

const [width, height, margin] = [480, 320, 12];
const [wide, high] = [width - 2 * margin, height - 2 * margin];
/** Corners of the frames in the scene: the camera moved between them. */
const corners = [
  { left: 2, top: 9 },
  { left: margin, top: 7 },
  { left: 20, top: 15 },
] as const;
const names = ["0.png", "1.png", "2.png"];
const options = { format: "png", toneStrength: 0, perspective: "off" } as const;

async function fileOf(name: string, { data }: IntegerImage, { left, top }: { left: number; top: number }) {
  const raw = Uint8Array.from(data, (value) => (data instanceof Uint8Array ? value : value >> 8));
  const picture = sharp(raw, { raw: { width, height, channels: 3 } });
  const cut = picture.extract({ left, top, width: wide, height: high });
  return { name, bytes: new Uint8Array(await cut.png().toBuffer()) };
}

const pixelsOf = (bytes: Uint8Array = new Uint8Array()) => sharp(bytes).removeAlpha().raw().toBuffer();

describe("a chosen reference, where a person walks and the camera moved", () => {
  const bracket = makeMovingBracket({ kind: "people", seed: 2, width, height, evs: [-2, 0, 2] });
  const moved = bracket.moved();
  let files: Awaited<ReturnType<typeof fileOf>>[];
  /** The fused picture of the still scene of each frame, from its view. */
  let stills: Buffer[];

  beforeAll(async () => {
    files = await Promise.all(bracket.frames.map((frame, i) => fileOf(names[i], frame, corners[i])));
    stills = [];
    for (const [k, corner] of corners.entries()) {
      const still = bracket.still(k, "clean").map((frame, i) => fileOf(names[i], frame, corner));
      stills.push(await pixelsOf((await engine.merge(await Promise.all(still), { format: "png" })).bytes));
    }
  }, 120_000);

  /** Mean difference from the picture of frame k's scene, in 8-bit levels: where things moved, and elsewhere. */
  function differenceFrom(k: number, made: Buffer) {
    const sums = { moved: 0, still: 0 };
    const counts = { moved: 0, still: 0 };
    for (let p = 0; p < wide * high; p++) {
      const inScene = (Math.floor(p / wide) + corners[k].top) * width + (p % wide) + corners[k].left;
      const where = moved[inScene] ? "moved" : "still";
      counts[where] += 3;
      for (let c = 0; c < 3; c++) sums[where] += Math.abs(made[3 * p + c] - stills[k][3 * p + c]);
    }
    return { moved: sums.moved / counts.moved, still: sums.still / counts.still };
  }

  test.each([0, 1, 2])("gives the view of frame %i and the person as it shows them", async (k) => {
    const { bytes, report } = await engine.enhance(files, { ...options, reference: names[k] });
    expect(report.set).toMatchObject({ reference: names[k], isReferenceChosen: true });
    expect(report.stages.align?.reference).toBe(k);
    expect(report.warnings.map(({ code }) => code)).toEqual(["lens/no-profile"]);
    const made = await pixelsOf(bytes);
    const own = differenceFrom(k, made);
    expect(own.still).toBeLessThan(4);
    expect(own.moved).toBeLessThan(8);
    for (const other of [0, 1, 2].filter((i) => i !== k)) {
      const away = differenceFrom(other, made);
      expect(away.still).toBeGreaterThan(3 * own.still);
      expect(away.moved).toBeGreaterThan(3 * own.moved);
    }
  });

  test("is one frame of one set; anything else is one clear error", async () => {
    const refused = (reference: unknown) =>
      engine.merge(files, { reference: reference as string }).then(
        () => undefined,
        ({ code, message }) => [code, message],
      );
    const rule = "group: references must be frames of this call, at most one for each set";
    expect(await refused("4.png")).toEqual(["input/reference", `${rule}; 4.png is unknown`]);
    expect(await refused(1)).toEqual(["options/invalid", "engine: reference must be the name of a source, got number"]);
    const run = async (given: BatchOptions) => {
      for await (const event of engine.enhanceBatch(files, { ...plain, dryRun: true, ...given })) return event.type;
      return undefined;
    };
    await expect(run({ groups: [names], references: ["0.png", "2.png"] })).rejects.toMatchObject({
      code: "input/reference",
      message: `${rule}; 0.png and 2.png are frames of one set`,
    });
    expect(await run({ groups: [["0.png"], ["1.png", "2.png"]], references: ["0.png", "2.png"] })).toBe("grouped");
  });
});

test("a chosen reference gives its metadata, and changes no pixel where nothing moved", async () => {
  const files = await writeSmallBracket(folder.fresh());
  const found = await engine.enhance(files, { format: "png" });
  const other = files.find((file) => file !== found.report.set.reference)!;
  const chosen = await engine.enhance(files, { format: "png", reference: other });
  expect(found.report.set.isReferenceChosen).toBeUndefined();
  expect(chosen.report.set.reference).toBe(other);
  expect((await pixelsOf(chosen.bytes)).equals(await pixelsOf(found.bytes))).toBe(true);
  const again = await reproduce(chosen.report, engine, packageVersion, { signal: new AbortController().signal });
  expect(again.isSame).toBe(true);
  const [a, b] = await engine.inspectAll([found, chosen].map(({ bytes }, i) => ({ name: `${i}.png`, bytes: bytes! })));
  if ("error" in a || "error" in b) throw new Error("expected two pictures");
  expect(b.exposure.timeS).not.toBe(a.exposure.timeS);
});

test("each set of a run can have a reference, and a run with another one is not resumed", async () => {
  const files = await writeSmallBracket(folder.fresh());
  const outputDir = folder.fresh();
  const run = async (references: readonly string[], resume: boolean) => {
    const given = { ...plain, outputDir, groups: [files], references, resume };
    for await (const event of engine.enhanceBatch(files, given))
      if (event.type === "finished") return [event.skipped, event.report?.set.reference];
    return undefined;
  };
  const [first, , last] = files;
  expect(await run([first], false)).toEqual([false, first]);
  expect(await run([first], true)).toEqual([true, undefined]);
  expect(await run([last], true)).toEqual([false, last]);
  expect((await run([], true))?.[0]).toBe(false);
});
