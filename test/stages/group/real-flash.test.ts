import { readdirSync } from "node:fs";
import { basename } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createEngine } from "../../../src/engine.ts";
import { sharedFixture, sharedFixtures } from "../../support/shared-fixtures.ts";

const folder = "cases/flambient";
const files = sharedFixtures("cases").filter((path) => path.includes("flambient"));

test.skipIf(files.length === 0)("a real kitchen has one set a view, with all its flash frames", async () => {
  const names = readdirSync(sharedFixture(folder)).filter((name) => name.endsWith(".JPG"));
  const engine = createEngine({ workers: 1 });
  try {
    const { groups } = await engine.group(names.map((name) => `${sharedFixture(folder)}/${name}`));
    const found = groups.map((set) => set.files.map((file) => basename(file, ".JPG").slice(-2)).join(" "));
    expect(found).toEqual(["01 02 03", "04 06 07", "08 09 10", "12 13", "14 15 16"]);
    expect(groups.every((set) => set.reasons.join().includes("EXIF Flash"))).toBe(true);
  } finally {
    await engine.close();
  }
});

/** Where four views show the same wall, in pixels of the picture: left, top, side. */
const walls: Readonly<Record<string, readonly [number, number, number]>> = {
  "01": [1560, 60, 60],
  "04": [1080, 150, 40],
  "08": [1500, 150, 100],
  "14": [1350, 250, 80],
};

test.skipIf(files.length === 0)(
  "the wall of a real kitchen has one colour in all views",
  { timeout: 240_000 },
  async () => {
    const names = readdirSync(sharedFixture(folder)).filter((name) => name.endsWith(".JPG"));
    const engine = createEngine({ workers: 1 });
    const opponents: number[][] = [];
    try {
      for await (const event of engine.enhanceBatch(names.map((name) => `${sharedFixture(folder)}/${name}`))) {
        expect(event.type).not.toBe("failed");
        if (event.type !== "finished" || event.bytes === undefined) continue;
        const wall = walls[basename(event.set.files[0], ".JPG").slice(-2)];
        if (wall === undefined) continue;
        expect(event.report?.unused).toBeUndefined();
        const [left, top, side] = wall;
        const { channels } = await sharp(event.bytes).extract({ left, top, width: side, height: side }).stats();
        const [red, green, blue] = channels.map(({ mean }) => mean);
        opponents.push([red - green, (red + green) / 2 - blue]);
      }
    } finally {
      await engine.close();
    }
    expect(opponents).toHaveLength(4);
    // Levels of 255 between any two views; a colour difference of 3 is about 6 of them on a pale wall.
    for (const axis of [0, 1]) {
      const values = opponents.map((pair) => pair[axis]);
      expect(Math.max(...values) - Math.min(...values)).toBeLessThan(6);
    }
  },
);
