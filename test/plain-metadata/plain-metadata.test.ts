import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EngineError } from "../../src/errors/index.ts";
import { ExifTool } from "../../src/exiftool/index.ts";
import { PlainMetadata } from "../../src/plain-metadata/index.ts";
import { describePhoto, planRewrite, type TagRecord } from "../../src/stages/metadata/index.ts";

const { signal } = new AbortController();
const exiftool = new ExifTool();
const plain = new PlainMetadata();
const shoot = (name: string) => fileURLToPath(new URL(`../../fixtures/shoot/${name}`, import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightwell-plain-"));
});
afterAll(async () => {
  await exiftool.close();
  rmSync(folder, { recursive: true });
});

function recordOf(result: TagRecord | EngineError): TagRecord {
  if (result instanceof EngineError) throw result;
  return result;
}

describe("reading without ExifTool", () => {
  test.each(["IMG_0001.JPG", "IMG_0006.JPG", "IMG_0009.DNG", "IMG_0013.TIF", "R0010014.JPG"])(
    "tells of %s what ExifTool tells",
    async (name) => {
      const [theirs] = await exiftool.read([shoot(name)], signal);
      const [ours] = await plain.read([shoot(name)], signal);
      const [a, b] = [describePhoto(recordOf(theirs)).photo, describePhoto(recordOf(ours)).photo];
      for (const key of ["camera", "capturedAt", "orientation", "hasLocation", "panorama"] as const)
        expect(b[key], key).toEqual(a[key]);
      for (const key of ["timeS", "fNumber", "iso", "biasEv"] as const)
        if (a.exposure[key] === undefined) expect(b.exposure[key]).toBeUndefined();
        else expect(b.exposure[key]).toBeCloseTo(a.exposure[key], 6);
      expect(b.lens.model).toEqual(a.lens.model);
    },
  );

  test("a missing file, one of no image and one that is refused have their errors, the others their tags", async () => {
    const text = join(folder, "text.jpg");
    writeFileSync(text, "no picture");
    const refusal = new EngineError("limits/memory", "too much");
    const paths = [join(folder, "none.jpg"), text, shoot("IMG_0001.JPG"), shoot("IMG_0001.JPG")];
    const read = await plain.read(paths, signal, undefined, async (i) => (i === 2 ? refusal : undefined));
    expect(read[0]).toMatchObject({ code: "io/read" });
    expect(read[1]).toMatchObject({ code: "input/not-an-image" });
    expect(read[2]).toBe(refusal);
    expect(read[3]).toHaveProperty(["IFD0:Make"]);
  });
});

describe("writing without ExifTool", () => {
  const plan = planRewrite({
    tags: {
      "IFD0:ImageDescription": "Ein Zimmer <mit> & Küche",
      "IFD0:Artist": "Ján Ü; 李",
      "IFD0:Copyright": "© 2026 Ö",
      "XMP-xmpRights:UsageTerms": "Ask first",
    },
    format: "jpeg",
    widthPx: 16,
    heightPx: 8,
    frameCount: 3,
    is360: true,
    operations: ["merged 3 exposures", "evened out the light"],
    version: "0.1.0",
  });

  test.each(["jpeg", "png", "webp"] as const)("gives a %s the XMP that ExifTool would give it", async (format) => {
    const [ours, theirs] = [join(folder, `ours.${format}`), join(folder, `theirs.${format}`)];
    const picture = await sharp({ create: { width: 16, height: 8, channels: 3, background: "#888" } })
      .withIccProfile("srgb")
      [format]()
      .toBuffer();
    for (const path of [ours, theirs]) writeFileSync(path, picture);
    expect(await plain.write(ours, plan, signal)).toMatchObject([{ code: "metadata/dropped" }]);
    expect(await exiftool.write(theirs, plan, signal)).toEqual([]);
    const [a, b] = (await exiftool.read([ours, theirs], signal)).map(recordOf);
    // But for the name of the toolkit, which is ExifTool's own.
    const isXmp = (key: string) => key.startsWith("XMP-") && key !== "XMP-x:XMPToolkit";
    const xmp = (tags: TagRecord) => Object.fromEntries(Object.entries(tags).filter(([key]) => isXmp(key)));
    expect(Object.keys(xmp(b)).length).toBeGreaterThan(8);
    expect(xmp(a)).toEqual(xmp(b));
    expect((await sharp(ours).metadata()).icc?.length).toBeGreaterThan(300);
    expect(await sharp(ours).raw().toBuffer()).toEqual(await sharp(theirs).raw().toBuffer());
    if (format !== "jpeg") return;
    const [read] = await plain.read([ours], signal);
    expect(read).toMatchObject({
      "XMP-xmp:CreatorTool": "lightwell 0.1.0",
      "XMP-GPano:ProjectionType": "equirectangular",
    });
  });

  test("leaves other formats as they are, and says what they lack", async () => {
    const path = join(folder, "picture.tif");
    copyFileSync(shoot("IMG_0013.TIF"), path);
    const before = readFileSync(path);
    expect(await plain.write(path, plan, signal)).toMatchObject([{ message: expect.stringContaining("copyright") }]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
