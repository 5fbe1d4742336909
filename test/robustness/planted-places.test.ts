import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeCarriers, writeMakers } from "../../bench/places/carriers.ts";
import { formats, placeTagsOf } from "../../bench/places/develop.ts";
import { exiftool, tracesIn } from "../../bench/places/plant.ts";
import { createEngine } from "../../src/index.ts";
import { plain, TestFolder } from "../support/sample-shoot.ts";
import { hasPhotographs } from "../support/shared-fixtures.ts";

const folder = new TestFolder();
const engine = createEngine({ workers: 1 });
let sources: readonly string[];

beforeAll(async () => {
  sources = await writeCarriers(join(folder.path, "planted"));
}, 60_000);
afterAll(async () => {
  await engine.close();
  folder.remove();
});

/** One format of each source is made as by default; the report of its tone has no place either. */
const lookOf = (i: number) => (i === 0 ? {} : plain);

const sourceOf = (name: string) => sources.find((path) => basename(path) === name) ?? "";
const tagsOf = (path: string, ...args: string[]) =>
  (JSON.parse(exiftool("-json", "-G1", "-ee", ...args, path)) as Record<string, unknown>[])[0];

describe("a planted place", () => {
  test("stands where phones and signing programs have theirs", () => {
    const gainMap = tagsOf(sourceOf("gain-map.jpg"), "-struct");
    expect(gainMap["MPF0:NumberOfImages"]).toBe(2);
    expect(JSON.stringify(gainMap["XMP-GContainer:ContainerDirectory"])).toContain("GainMap");
    const bytes = readFileSync(sourceOf("gain-map.jpg"));
    const second = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xd8, 0xff, 0xe1])));
    expect(tracesIn(second).length).toBeGreaterThan(2);
    const credentials = tagsOf(sourceOf("credentials.jpg"));
    expect(credentials["JUMBF:JUMDLabel"]).toBe("c2pa");
    expect(tracesIn(readFileSync(sourceOf("credentials.jpg"))).length).toBeGreaterThan(2);
  });

  test.each(["gain-map.jpg", "credentials.jpg", "a.jpg", "a.dng"])(
    "is in no result of %s, in no format, nor in its report",
    async (name) => {
      const outputs = formats.map((format) => join(folder.path, `${name}.${format}`));
      for (const [i, format] of formats.entries()) {
        const { report } = await engine.enhance([sourceOf(name)], { output: outputs[i], format, ...lookOf(i) });
        expect(tracesIn(readFileSync(outputs[i])), format).toEqual([]);
        expect(tracesIn(Buffer.from(JSON.stringify(report))), format).toEqual([]);
      }
      expect(placeTagsOf(...outputs)).toEqual([]);
    },
    120_000,
  );

  test.skipIf(!hasPhotographs("metadata/exiftool"))(
    "is in no result of nine makers, whose notes have it",
    async () => {
      const makers = /et_(?:Apple|Canon|FLIR|Kodak|Minolta|NikonD70|OlympusE1|Panasonic|Ricoh)\.jpg$/;
      const planted = writeMakers(join(folder.path, "makers"), (source) => makers.test(source));
      expect(planted).toHaveLength(9);
      const outputs: string[] = [];
      for (const { path, inNotes } of planted) {
        expect(inNotes, path).toBeGreaterThan(0);
        for (const [i, format] of formats.entries()) {
          const output = `${path}.${format}`;
          await engine.enhance([path], { output, format, ...lookOf(i) });
          expect(tracesIn(readFileSync(output)), output).toEqual([]);
          outputs.push(output);
        }
      }
      expect(placeTagsOf(...outputs)).toEqual([]);
    },
    180_000,
  );
});
