import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeCarriers } from "../../bench/places/carriers.ts";
import { formats, leaksOf, placeTagsOf } from "../../bench/places/develop.ts";
import { tracesIn } from "../../bench/places/plant.ts";
import { createEngine, type Engine } from "../../src/index.ts";
import { photograph } from "../support/camera-picture.ts";
import { sha256, TestFolder } from "../support/sample-shoot.ts";
import { bayerRggb, buildDng } from "../support/small-dng.ts";

/** JPEG XL, which has no decoder here. */
const unreadable = 52546;

async function dng(compression?: number): Promise<Uint8Array> {
  const create = { width: 128, height: 96, channels: 3 as const, background: "#c86432" };
  const trailer = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  const coding = compression === undefined ? {} : { compression };
  return buildDng({ width: 128, height: 96, pattern: bayerRggb, sample: (x) => 9 * x, trailer, ...coding });
}

describe("The metadata of a developed JPEG, which are begun before its pixels are there,", () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine({ workers: 2 });
  });
  afterAll(() => engine.close());

  const develop = async (bytes: Uint8Array, maxWidthPx = 0) => {
    const result = await engine.develop({ name: "a.dng", bytes }, { maxWidthPx });
    return Buffer.from(result.bytes ?? []);
  };

  test("say that sensor data was developed", async () => {
    const [result, again] = [await develop(await dng()), await develop(await dng())];
    expect(result.includes("developed sensor data")).toBe(true);
    expect(again.equals(result)).toBe(true);
  });

  test("are of frames that got one look, though each camera picture tells another", async () => {
    const shapes = [0.2, 0.3, 0.7].map((liftEv) => ({ liftEv, contrast: 1.5 }));
    const sources = await Promise.all(
      shapes.map(async (shape, i) => ({ name: `${i}.dng`, bytes: await photograph({ shape }) })),
    );
    const { report } = await engine.merge(sources);
    const looks = report.stages.decode?.map(({ development }) => development?.cameraLook?.curve.liftEv);
    expect(looks).toEqual(Array(3).fill(looks?.[0]));
    expect(looks?.[0]).toBeCloseTo(0.3, 1);
  });

  test("do not say so of a RAW that turned out to be rendered from its preview", async () => {
    const result = await develop(await dng(unreadable));
    expect(result.includes("developed sensor data")).toBe(false);
    expect(result.includes("lightwell")).toBe(true);
  });

  test("tell what sidecars of a RAW say, the one with its whole name first, and where it comes from", async () => {
    const folder = new TestFolder();
    const [raw, path] = [await dng(), join(folder.path, "a.dng")];
    const xmp = (title: string) =>
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmp:Label="${title}" tiff:Orientation="6"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;
    writeFileSync(path, raw);
    writeFileSync(join(folder.path, "A.XMP"), xmp("of the name"));
    writeFileSync(join(folder.path, "b.xmp"), xmp("of another"));
    const labelOf = async (): Promise<string | undefined> => {
      const result = Buffer.from((await engine.develop(path, {})).bytes ?? []).toString("latin1");
      expect(result).toContain(`sha256:${sha256(raw)}`);
      return /<xmp:Label>([^<]*)</.exec(result)?.[1];
    };
    expect(await labelOf()).toBe("of the name");
    writeFileSync(join(folder.path, "a.dng.xmp"), xmp("of the file"));
    expect(await labelOf()).toBe("of the file");
    folder.remove();
  });

  test("show a place neither as tags nor in any byte, wherever it was planted", async () => {
    const folder = new TestFolder();
    const sources = await writeCarriers(join(folder.path, "carriers"));
    const outputs: string[] = [];
    for (const [i, source] of sources.entries()) {
      expect(tracesIn(readFileSync(source)), source).toHaveLength(4);
      const format = formats[i % formats.length];
      outputs.push(folder.fresh(`out.${format}`));
      expect(await leaksOf(engine, source, outputs[i], format), source).toEqual([]);
    }
    expect(placeTagsOf(...outputs)).toEqual([]);
    folder.remove();
  });

  test("have the size as written", async () => {
    const result = await develop(await dng(), 64);
    const { exif, width } = await sharp(result).metadata();
    expect(width).toBe(64);
    // ExifImageWidth, a SHORT or LONG of one value.
    const at = exif?.indexOf(Buffer.from([0xa0, 0x02, 0x00])) ?? -1;
    expect(exif?.subarray(at + 8, at + 12).includes(64)).toBe(true);
  });
});
