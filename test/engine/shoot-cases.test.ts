import { existsSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createEngine, type GroupOptions } from "../../src/index.ts";
import { plain } from "../support/sample-shoot.ts";
import { sharedFixture, sharedFixtures } from "../support/shared-fixtures.ts";

/** Shoots as photographers bring them; a case that is missing is skipped. */
const engine = createEngine({ workers: 2 });
afterAll(() => engine.close());

const has = (name: string) => existsSync(sharedFixture(`cases/${name}`));
const filesOf = (name: string) => sharedFixtures(`cases/${name}`);
const sizesOf = async (name: string, options: GroupOptions = {}) =>
  (await engine.group(filesOf(name), options)).groups.map(({ files }) => files.length);

describe.each([
  ["orient_mixed", [3, 3, 3, 3]],
  ["virtual_copies", [3, 3, 3]],
  ["size_differs", [3, 3]],
  ["frames22", [22, 22]],
  ["aperture_bracket_dup", [7, 7, 7]],
  ["alpha_tiff", [3]],
  ["theta_yaw", [3]],
] as const)("%s", (name, sizes) => {
  test.skipIf(!has(name))(`makes sets of ${sizes.join(", ")}`, async () => {
    expect(await sizesOf(name)).toEqual(sizes);
  });
});

test.skipIf(!has("orient_mixed"))(
  "frames that stand differently make pictures of one orientation",
  async () => {
    const made = new Map<string, ReturnType<typeof engine.enhance>>();
    for (const bracketSize of [0, 3]) {
      const { groups } = await engine.group(filesOf("orient_mixed"), { bracketSize });
      for (const { files } of groups) {
        const set = files.join();
        const result = made.get(set) ?? engine.enhance(files, { toneStrength: 0 });
        made.set(set, result);
        const { report } = await result;
        const { width, height } = report.result;
        expect(width).toBeGreaterThan(height);
        expect(report.operations).toContain("merged 3 exposures");
        expect(report.warnings.map(({ code }) => code)).not.toContain("check/turned-frame");
      }
    }
  },
  120_000,
);

test.skipIf(!has("size_differs"))(
  "frames cropped by a few pixels are aligned and merged",
  async () => {
    const { groups } = await engine.group(filesOf("size_differs"));
    const { report } = await engine.enhance(groups[0].files, plain);
    expect(report.operations).toContain("merged 3 exposures");
  },
  60_000,
);

test.skipIf(!has("alpha_tiff"))(
  "transparent borders show nothing, and nothing is flattened on white",
  async () => {
    const { report } = await engine.enhance(filesOf("alpha_tiff"), plain);
    expect(report.operations).toContain("merged 3 exposures");
    expect(report.warnings.map(({ code }) => code)).not.toContain("decode/alpha-flattened");
  },
  60_000,
);

test.skipIf(!has("theta_yaw"))(
  "spheres that rotated between the frames are aligned, and no frame is blamed",
  async () => {
    const { report } = await engine.enhance(filesOf("theta_yaw"));
    const spheres = report.stages.align?.spheres ?? [];
    expect(spheres.map(({ yawDeg }) => Math.round(yawDeg * 20) / 20)).toEqual([0, 0.6, -0.45]);
    expect(spheres.map(({ applied }) => applied)).toEqual([false, true, true]);
    expect(report.operations).toContain("aligned the exposures");
    expect(report.check?.rung).toBe("full");
    const codes = report.warnings.map(({ code }) => code);
    expect(codes.filter((code) => code === "check/blurred-frame" || code === "align/failed")).toEqual([]);
  },
  120_000,
);
