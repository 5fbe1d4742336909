import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bayerFilters, cameraLight, shootScene } from "../../bench/raw/sensor.ts";
import { encodeDngFile } from "../../fixtures/dng/dng-file.ts";
import { createScene, renderScene } from "../../fixtures/scene/index.ts";
import { createEngine } from "../../src/engine.ts";
import { loadFilePages } from "../../src/kernels/index.ts";
import { planMemory } from "../../src/pipeline/making/run-set.ts";
import { idleBytesOf } from "../../src/pipeline/memory-budget.ts";
import { TestFolder } from "../support/sample-shoot.ts";

const MB = 2 ** 20;
const threads = 2;
const size = { width: 1200, height: 800 };
/** Pixels of a frame for one of the rendered room. */
const enlarged = 2;
const levels = { black: 512, white: 15_300 };
const evs = [-4, -2, 0, 2, 4];
const folder = new TestFolder();
const shots = folder.fresh("shots");
const paths = evs.map((_, i) => join(shots, `frame-${i}.dng`));

beforeAll(() => {
  mkdirSync(shots);
  const small = { width: size.width / enlarged + 8, height: size.height / enlarged + 8 };
  const { radiance } = renderScene(createScene({ room: "kitchen" }), small);
  const room = { name: "kitchen", ...small, light: Float32Array.from(radiance.data, (each) => Math.max(0, each)) };
  const { colors } = bayerFilters.RGGB;
  for (const [i, ev] of evs.entries()) {
    let state = i + 1;
    // The camera moved before the last photograph.
    const moved = i === evs.length - 1 ? 6 : 0;
    const gain = 2 ** ev * (levels.white - levels.black);
    const sample = (x: number, y: number) => {
      const [column, row] = [x, y].map((each) => Math.floor((each + moved) / enlarged));
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      const light = gain * cameraLight(room, column, row, colors[(y % 2) * 2 + (x % 2)]);
      return Math.min(levels.white, Math.max(0, Math.round(levels.black + light + ((state >>> 28) - 7.5))));
    };
    writeFileSync(
      paths[i],
      encodeDngFile({ ...shootScene(room, bayerFilters.RGGB, levels), ...size, sample, iso: 100 }),
    );
  }
});

afterAll(() => folder.remove());

function planOf(hasFiles: boolean) {
  const file = { name: "a.dng", path: "/a.dng", sizeBytes: 1 };
  const sizes = evs.map(() => ({ file, ...size, bitDepth: 16, format: "raw" as const }));
  return planMemory(sizes, { format: "jpeg", bits: 16, threads, hasFiles }, 0);
}

const budgetOf = (hasFiles: boolean) => Math.ceil((planOf(hasFiles).bytes + idleBytesOf(threads)) / MB);

async function enhance(memoryBudgetMb: number): Promise<{ bytes: Uint8Array; aligned: boolean }> {
  const engine = createEngine({ memoryBudgetMb, workers: threads });
  try {
    const { bytes, report } = await engine.enhance(paths, { format: "jpeg" });
    return { bytes, aligned: report.operations.includes("aligned the exposures") };
  } finally {
    await engine.close();
  }
}

const hasFilePages = loadFilePages() !== undefined;

describe.runIf(hasFilePages)("a set of RAW files with its frames in files", () => {
  test("needs less memory, by two frames and a half", () => {
    expect(planOf(true)).toMatchObject({ inFiles: true, decoders: 1 });
    expect(planOf(false).bytes - planOf(true).bytes).toBe(2.5 * 6 * size.width * size.height);
  });

  test("has the bytes of one with its frames in memory", async () => {
    const inFiles = await enhance(budgetOf(true));
    const inMemory = await enhance(4096);
    expect(inFiles.aligned).toBe(true);
    expect(Buffer.compare(inFiles.bytes, inMemory.bytes)).toBe(0);
  });

  test("is refused by name under the budget that it needs", async () => {
    await expect(enhance(budgetOf(true) - 1)).rejects.toMatchObject({
      code: "limits/memory",
      message: expect.stringContaining(`a set of 5 × 1.0 megapixels needs about ${budgetOf(true)} MB`),
    });
  });
});
