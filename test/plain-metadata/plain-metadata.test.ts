import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { headCarrier } from "../../src/codecs/index.ts";
import { EngineError } from "../../src/errors/index.ts";
import { ExifTool } from "../../src/exiftool/index.ts";
import type { MetadataTool } from "../../src/pipeline/tools.ts";
import { toRational } from "../../src/plain-metadata/exif-fields.ts";
import { OwnFirst, PlainMetadata } from "../../src/plain-metadata/index.ts";
import { planBlocks } from "../../src/plain-metadata/plan-blocks.ts";
import { readOwn } from "../../src/plain-metadata/read-own.ts";
import { describePhoto, planRewrite, type RewritePlan, type TagRecord } from "../../src/stages/metadata/index.ts";
import { randomTags } from "../support/random-tags.ts";

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
    "reads of %s what ExifTool reads",
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
  const planFor = (format: "jpeg" | "png" | "webp" | "tiff" | "avif") =>
    planRewrite({
      tags: {
        "IFD0:ImageDescription": "Ein Zimmer <mit> & Küche",
        "IFD0:Artist": "Ján Ü; 李",
        "IFD0:Copyright": "© 2026 Ö",
        "XMP-xmpRights:UsageTerms": "Ask first",
      },
      format,
      widthPx: 16,
      heightPx: 8,
      frameCount: 3,
      is360: true,
      operations: ["merged 3 exposures", "evened out the light"],
      version: "0.1.0",
    });
  const plan = planFor("jpeg");

  const write = async (format: "jpeg" | "png" | "webp" | "tiff" | "avif", rewrite: RewritePlan) => {
    const [ours, theirs] = [join(folder, `ours.${format}`), join(folder, `theirs.${format}`)];
    const picture = await sharp({ create: { width: 16, height: 8, channels: 3, background: "#888" } })
      .withIccProfile("srgb")
      [format]()
      .toBuffer();
    for (const path of [ours, theirs]) writeFileSync(path, picture);
    const warnings = await plain.write(ours, rewrite, signal);
    expect(await exiftool.write(theirs, rewrite, signal)).toEqual([]);
    return { ours, theirs, warnings };
  };

  test.each(["jpeg", "png", "webp", "tiff", "avif"] as const)(
    "gives a %s the metadata that ExifTool would give it",
    async (format) => {
      const { ours, theirs, warnings } = await write(format, planFor(format));
      expect(warnings).toEqual([]);
      const [a, b] = (await exiftool.read([ours, theirs], signal)).map(recordOf);
      expect(Object.keys(b).length).toBeGreaterThan(20);
      expect(a).toEqual(b);
      expect((await sharp(ours).metadata()).icc?.length).toBeGreaterThan(300);
      expect(await sharp(ours).raw().toBuffer()).toEqual(await sharp(theirs).raw().toBuffer());
    },
  );

  test("names what the picture does not have", async () => {
    const licensor = { tag: "XMP-plus:Licensor", values: [{ LicensorName: "L" }] };
    const { warnings } = await write("jpeg", { assignments: [...plan.assignments, licensor] });
    expect(warnings).toMatchObject([
      { code: "metadata/no-perl", message: expect.stringContaining("XMP-plus:Licensor") },
    ]);
  });

  test("leaves a file that has metadata as it is, and says what it lacks", async () => {
    const path = join(folder, "picture.tif");
    copyFileSync(shoot("IMG_0013.TIF"), path);
    const before = readFileSync(path);
    expect(await plain.write(path, plan, signal)).toMatchObject([{ message: expect.stringContaining("copyright") }]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe("our own code before ExifTool", () => {
  const never: MetadataTool = new Proxy({} as MetadataTool, {
    get: (_, name) => () => {
      throw new Error(`asked to ${String(name)}`);
    },
  });
  const planWith = (tags: TagRecord) => {
    const base = {
      format: "jpeg",
      widthPx: 640,
      heightPx: 480,
      frameCount: 3,
      is360: false,
      version: "0.1.0",
    } as const;
    return planRewrite({ ...base, tags, operations: ["merged 3 exposures"] }, { keepSerialNumbers: true });
  };
  const planOf = (seed: number) => {
    const plan = planWith(randomTags(seed));
    const { missing } = planBlocks(plan);
    return { assignments: plan.assignments.filter(({ tag }) => !missing.includes(tag)) };
  };

  test("reads a JPEG of EXIF alone or of none as ExifTool does, also what is refused and what is asked of each", async () => {
    const bare = join(folder, "bare.jpg");
    writeFileSync(bare, headCarrier());
    const paths = [...["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0006.JPG"].map(shoot), bare];
    const refusal = new EngineError("limits/memory", "too much");
    let told = 0;
    const count = () => told++;
    const refusalOf = async (i: number) => (i === 1 ? refusal : undefined);
    const read = await new OwnFirst(never).read(paths, signal, count, refusalOf);
    const theirs = await exiftool.read(paths, signal);
    expect(read[1]).toBe(refusal);
    expect(told).toBe(4);
    for (const i of [0, 2, 3]) {
      const [a, b] = [recordOf(read[i]), recordOf(theirs[i])];
      expect(describePhoto(a)).toEqual(describePhoto(b));
      expect(planWith(a)).toEqual(planWith(b));
    }
  });

  test("leaves files of anything more to ExifTool, each in its place", async () => {
    const base = [
      ["IFD0:Model", "M"],
      ["ExifIFD:ExposureTime", "0.01"],
      ["ExifIFD:FNumber", "8"],
      ["ExifIFD:ISO", "100"],
      ["ExifIFD:LensModel", "Lens 16mm"],
    ];
    const more = [
      ["GPS:GPSLatitude", "52.5"],
      ["XMP-dc:Title", "T"],
      ["IPTC:Keywords", "K"],
      ["ExifIFD:UserComment", "C"],
      ["IFD0:XPTitle", "X"],
      ["IFD0:Artist", "Ján"],
    ];
    const paths: string[] = [];
    for (const [i, added] of [[], ...more].entries()) {
      const path = join(folder, `more-${i}.jpg`);
      writeFileSync(path, headCarrier());
      const assignments = [...base, ...(added.length > 0 ? [added] : [])].map(([tag, value]) => ({
        tag,
        values: [value],
      }));
      expect(await exiftool.write(path, { assignments }, signal)).toEqual([]);
      paths.push(path);
    }
    expect(await readOwn(paths[0])).toMatchObject({ "IFD0:Model": "M", "ExifIFD:ISO": "100" });
    for (const [i, path] of paths.slice(1).entries()) expect(await readOwn(path), more[i][0]).toBeUndefined();
    const read = await new OwnFirst(exiftool).read([paths[1], paths[0], paths[4], join(folder, "none.jpg")], signal);
    expect(read[0]).toHaveProperty(["GPS:GPSLatitude"]);
    expect(read[1]).toMatchObject({ "IFD0:Model": "M" });
    expect(read[2]).toHaveProperty(["ExifIFD:UserComment"]);
    expect(read[3]).toMatchObject({ code: "io/read" });
  });

  test.skipIf(process.platform === "win32")("does not wait for a pipe without a writer", async () => {
    const path = join(folder, "pipe.jpg");
    execFileSync("mkfifo", [path]);
    expect(await readOwn(path)).toBeUndefined();
  });

  test("writes the bytes that ExifTool would write", async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const paths = [join(folder, "own-head.jpg"), join(folder, "their-head.jpg")];
      for (const path of paths) writeFileSync(path, headCarrier());
      expect(await new OwnFirst(never).write(paths[0], planOf(seed), signal)).toEqual([]);
      expect(await exiftool.write(paths[1], planOf(seed), signal)).toEqual([]);
      const [own, their] = paths.map((path) => readFileSync(path));
      expect(own.equals(their), `seed ${seed}`).toBe(true);
    }
  });

  test.each([
    ["a tag that it does not know", { tag: "XMP-plus:Licensor", values: [{ LicensorName: "L" }] }, "jpg"],
    ["a value that is none", { tag: "ExifIFD:ISO", values: ["many"] }, "jpg"],
    ["a tag that appears twice", { tag: "IFD0:Model", values: ["other"] }, "jpg"],
    ["another format", { tag: "IFD0:Artist", values: ["A"] }, "tif"],
  ])("leaves %s to ExifTool, and the file as it is", async (_, assignment, extension) => {
    const path = join(folder, `left.${extension}`);
    if (extension === "jpg") writeFileSync(path, headCarrier());
    else copyFileSync(shoot("IMG_0013.TIF"), path);
    const before = readFileSync(path);
    const rewrite = { assignments: [{ tag: "IFD0:Model", values: ["M"] }, assignment] };
    await expect(new OwnFirst(never).write(path, rewrite, signal)).rejects.toThrow("asked to write");
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("leaves a JPEG that has metadata to ExifTool", async () => {
    const path = join(folder, "has-metadata.jpg");
    copyFileSync(shoot("IMG_0001.JPG"), path);
    await expect(new OwnFirst(never).write(path, { assignments: [] }, signal)).rejects.toThrow("asked to write");
  });
});

test.each([
  ["0.001", [1, 1000]],
  ["0.0166666667", [1, 60]],
  ["30", [30, 1]],
  ["-0.67", [-67, 100]],
  ["0", [0, 1]],
  ["undef", [0, 0]],
  ["inf", [1, 0]],
  ["1e-12", [0, 1]],
  ["5000000000", [0xffffffff, 1]],
])("the fraction of %s is of the smallest terms", (text, fraction) => {
  expect(toRational(text, 0xffffffff)).toEqual(fraction);
});

test.each(["", "many", "1,5", "0x10"])("%j has no fraction", (text) => {
  expect(toRational(text, 0xffffffff)).toBeUndefined();
});
