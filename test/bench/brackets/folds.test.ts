import { describe, expect, it } from "vitest";
import { bracketsFolder, findBrackets, framesOf } from "../../../bench/brackets/real/find-brackets.ts";
import { foldOf, folds, notStill, partlyMoving } from "../../../bench/brackets/real/folds.ts";
import { ExifTool } from "../../../src/exiftool/index.ts";
import { describePhoto } from "../../../src/stages/metadata/index.ts";
import { hasPhotographs } from "../../support/shared-fixtures.ts";

const named = folds.flatMap(({ sets }) => sets);

describe("the folds of the real brackets", () => {
  it("hold every set once", () => {
    expect(new Set(named).size).toBe(named.length);
    for (const [i, { sets }] of folds.entries()) for (const set of sets) expect(foldOf(set)).toBe(i + 1);
    expect(foldOf("a set of another folder")).toBeUndefined();
  });

  it("know the sets in which something moves", () => {
    for (const name of [...notStill, ...partlyMoving]) expect(named).toContain(name);
    expect([...notStill].filter((name) => partlyMoving.has(name))).toEqual([]);
  });

  it.skipIf(!hasPhotographs("brackets/kitchen"))(
    "cover the brackets next to the checkout, and no more (skipped without them)",
    () => {
      const found = findBrackets([bracketsFolder]).map(({ name }) => name);
      expect(found.sort()).toEqual([...named].sort());
    },
  );

  it.skipIf(!hasPhotographs("brackets/kitchen"))(
    "have no camera in two of them (skipped without the brackets)",
    async () => {
      const foldOfCamera = new Map<string, number | undefined>();
      const folders = findBrackets([bracketsFolder]);
      const metadata = new ExifTool({ timeoutMs: 120_000 });
      const tags = await metadata.read(
        folders.map(({ paths }) => paths[0]),
        new AbortController().signal,
      );
      await metadata.close();
      for (const [i, { name }] of folders.entries()) {
        const read = tags[i];
        if (read instanceof Error) throw read;
        const { make, model } = describePhoto(read).photo.camera;
        if (model === undefined) continue;
        // Some programs write the maker twice, some once.
        const camera = `${make?.split(" ")[0].toLowerCase()} ${model.replace(/^NIKON /, "")}`;
        const known = foldOfCamera.get(camera) ?? foldOf(name);
        expect([name, known]).toEqual([name, foldOf(name)]);
        foldOfCamera.set(camera, known);
      }
      expect(foldOfCamera.size).toBeGreaterThan(15);
    },
    240_000,
  );
});

describe("the frames of a folder", () => {
  it.each([
    [
      ["a.jpg", "b.JPG", "notes.txt", "fusion.jpg", "result-1.png"],
      ["a.jpg", "b.JPG"],
    ],
    [
      ["1.dng", "1.dng.tiff", "2.dng", "2.dng.tiff"],
      ["1.dng", "2.dng"],
    ],
    [
      ["1.dng", "a.tif", "b.tif"],
      ["1.dng", "a.tif", "b.tif"],
    ],
  ])("of %j are %j", (names, frames) => {
    expect(framesOf(names)).toEqual(frames);
  });
});
