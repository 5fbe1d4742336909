import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { getEncoder, headCarrier, withHeadOf } from "../../src/codecs/index.ts";
import { ExifTool } from "../../src/exiftool/index.ts";
import { describePhoto, type PlanValue, planRewrite, type TagRecord } from "../../src/stages/metadata/index.ts";
import { keptFields } from "../../src/stages/metadata/kept-fields.ts";
import { hasPhotographs, sharedFixtures } from "../support/shared-fixtures.ts";

const tool = new ExifTool();
const { signal } = new AbortController();
const formats = ["jpeg", "png", "webp", "tiff", "avif"] as const;
const exiftoolScript = createRequire(import.meta.url)("exiftool-vendored.pl") as string;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightwell-rewrite-"));
});

afterAll(async () => {
  await tool.close();
  rmSync(folder, { recursive: true });
});

/** All tags of each file, unknown and embedded ones too. */
function readEverything(...paths: string[]): Record<string, unknown>[] {
  const args = [exiftoolScript, "-json", "-G1", "-n", "-a", "-u", "-ee", "--System:all", ...paths];
  return JSON.parse(execFileSync("perl", args, { encoding: "utf8" }));
}

const anyLocation =
  /GPS|Latitude|Longitude|Location|City|State(?!ment)|Country|Province|Landmark|Region|Altitude|What3Words/i;

function locationTags(tags: Record<string, unknown>): string[] {
  // The addresses of the photographer and of who licenses are no place of the photograph.
  return Object.keys(tags).filter((key) => anyLocation.test(key) && !/^ICC|:(?:Creator|Licensor)/.test(key));
}

/** A picture as encoders leave it, and with an old EXIF block that the rewrite must remove. */
async function encode(format: (typeof formats)[number], name: string): Promise<string> {
  const path = join(folder, `${name}.${format}`);
  const picture = sharp({ create: { width: 64, height: 32, channels: 3, background: "#a86" } })
    .withIccProfile("srgb")
    .withExif({ IFD0: { ImageDescription: "old" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "50/1 0/1 0/1" } });
  writeFileSync(path, await picture[format]().toBuffer());
  return path;
}

const caption = "Küche 厨房 🏠 &amp; <b> 100 % @home\n-execute\n  #[CSTR] $x";
const locations = [
  "-GPS:GPSLatitude=52.5",
  "-GPS:GPSLatitudeRef=N",
  "-GPS:GPSLongitude=13.4",
  "-GPS:GPSLongitudeRef=E",
  "-GPS:GPSAltitude=30",
  "-GPS:GPSAreaInformation=Berlin",
  "-XMP-exif:GPSLatitude=52.5",
  "-XMP-exif:GPSLongitude=13.4",
  "-XMP-photoshop:City=Berlin",
  "-XMP-photoshop:State=Berlin",
  "-XMP-photoshop:Country=Germany",
  "-XMP-iptcCore:Location=Main Street 12",
  "-XMP-iptcCore:CountryCode=DEU",
  "-XMP-iptcExt:LocationCreatedCity=Berlin",
  "-XMP-iptcExt:LocationShownSublocation=Main Street 12",
  "-IPTC:City=Berlin",
  "-IPTC:Sub-location=Main Street 12",
  "-IPTC:Province-State=Berlin",
  "-IPTC:Country-PrimaryLocationName=Germany",
];

describe.each(formats)("a finished %s", (format) => {
  let tags: Record<string, unknown>;
  let path: string;

  beforeAll(async () => {
    const source = await encode("jpeg", `located-for-${format}`);
    execFileSync("perl", [exiftoolScript, "-q", "-overwrite_original", ...locations, source]);
    const [read] = await tool.read([source], signal);
    expect(locationTags(read as TagRecord).length).toBeGreaterThan(15);
    expect(describePhoto(read as TagRecord).photo.hasLocation).toBe(true);
    path = await encode(format, "finished");
    const text = { "XMP-dc:Description": caption, "XMP-dc:Creator": ["Ján Ü", "李"], "XMP-dc:Rights": "© 2026 Ö" };
    const exposure = {
      "ExifIFD:ExposureTime": 1 / 60,
      "ExifIFD:LensModel": "E 10-18mm F4 OSS",
      "IFD0:Model": "ILCE-6000",
    };
    const plan = planRewrite({
      tags: { ...(read as TagRecord), ...text, ...exposure },
      format,
      widthPx: 64,
      heightPx: 32,
      frameCount: 3,
      is360: true,
      operations: ["merged 3 exposures", "evened out the light"],
      version: "0.1.0",
    });
    expect(await tool.write(path, plan, signal)).toEqual([]);
    [tags] = readEverything(path);
  });

  it("has no tag of any location", () => {
    expect(locationTags(tags)).toEqual([]);
    expect(readFileSync(path, "latin1")).not.toMatch(/Berlin|Main Street/);
  });

  it("keeps caption, author and copyright in full, in every block", () => {
    expect(tags).toMatchObject({
      "IFD0:ImageDescription": caption,
      "XMP-dc:Description": caption,
      "IFD0:Artist": "Ján Ü; 李",
      "XMP-dc:Creator": ["Ján Ü", "李"],
      "IFD0:Copyright": "© 2026 Ö",
      "XMP-dc:Rights": "© 2026 Ö",
    });
    if (format !== "jpeg" && format !== "tiff") return;
    expect(tags).toMatchObject({ "IPTC:Caption-Abstract": caption, "IPTC:By-line": ["Ján Ü", "李"] });
  });

  it("keeps its pixels' description: upright, sRGB, size, colour profile", async () => {
    expect(tags).toMatchObject({ "IFD0:Orientation": 1, "ExifIFD:ColorSpace": 1, "ExifIFD:ExifImageWidth": 64 });
    const { width, height, icc } = await sharp(path).metadata();
    expect({ width, height }).toEqual({ width: 64, height: 32 });
    expect(icc?.length).toBeGreaterThan(300);
  });

  it("keeps the reference frame's exposure and tells how it was made", () => {
    expect(tags).toMatchObject({
      "ExifIFD:ExposureTime": expect.closeTo(1 / 60, 6),
      "ExifIFD:LensModel": "E 10-18mm F4 OSS",
      "IFD0:Model": "ILCE-6000",
      "ExifIFD:CompositeImage": 2,
      "XMP-iptcExt:DigitalSourceType": "http://cv.iptc.org/newscodes/digitalsourcetype/computationalCapture",
      "XMP-xmpMM:HistoryParameters": "merged 3 exposures; evened out the light; no element was added or removed",
      "XMP-GPano:FullPanoWidthPixels": 64,
    });
  });
});

describe("the head of a finished JPEG", () => {
  test.each([90, 96])("is the same bytes whatever picture stands behind it, at quality %i", async (quality) => {
    const subject = { format: "jpeg", widthPx: 640, heightPx: 480, frameCount: 5, is360: false } as const;
    const tags = {
      "IFD0:Make": "Maker",
      "ExifIFD:ExposureTime": 0.01,
      "XMP-dc:Creator": ["a", "b"],
      "IFD0:Artist": "a",
    };
    const plan = planRewrite({ ...subject, tags, operations: ["merged 5 exposures"], version: "1" });
    const [width, height] = [640, 480];
    const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
    for (let i = 0; i < data.length; i++) data[i] = (i * 7919) % 251;
    const image = { width, height, channels: 3, space: "srgb", data } as const;
    const picture = await getEncoder("jpeg").encode(image, { quality, bitDepth: 8, width, height });
    const write = async (name: string, bytes: Uint8Array): Promise<Buffer> => {
      const path = join(folder, `${name}-${quality}.jpg`);
      writeFileSync(path, bytes);
      expect(await tool.write(path, plan, signal)).toEqual([]);
      return readFileSync(path);
    };
    const [whole, head] = await Promise.all([write("picture", picture), write("head", headCarrier())]);
    expect(Buffer.from(withHeadOf(head, picture)).equals(whole)).toBe(true);
  });
});

/** Where ExifTool wants something else than a text, or a text with a meaning. */
const samples: Readonly<Record<string, PlanValue>> = {
  "XMP-xmp:Rating": "4",
  "XMP-xmp:RatingPercent": "75",
  "XMP-microsoft:RatingPercent": "75",
  "IFD0:RatingPercent": "75",
  "XMP-photoshop:Urgency": "5",
  "XMP-photoshop:Category": "HOU",
  "XMP-photoshop:LabelColor": "red",
  "XMP-digiKam:ColorLabel": "2",
  "XMP-digiKam:PickLabel": "1",
  "XMP-xmpRights:Marked": "True",
  "XMP-iptcExt:MetadataLastEdited": "2026:01:02 03:04:05",
  "XMP-iptcExt:ModelAge": "31",
  "XMP-plus:FirstPublicationDate": "2026:01:02",
  "XMP-plus:LicenseStartDate": "2026:01:02",
  "XMP-plus:LicenseEndDate": "2026:01:02",
  "XMP-plus:LicenseTransactionDate": "2026:01:02",
  "XMP-cc:DeprecatedOn": "2026:01:02",
  "XMP-iptcExt:CopyrightYear": "2026",
  "XMP-plus:DataMining": "http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED",
  "IPTC:EditorialUpdate": "01",
  "IPTC:ActionAdvised": "02",
  "IPTC:ObjectCycle": "a",
  "IPTC:ReleaseDate": "2026:01:02",
  "IPTC:ExpirationDate": "2027:01:02",
  "IPTC:ReleaseTime": "03:04:05+00:00",
  "IPTC:ExpirationTime": "03:04:05+00:00",
  "IPTC:LanguageIdentifier": "de",
  "IPTC:ObjectTypeReference": "01:News",
  "IPTC:ObjectAttributeReference": "001:Current",
  "IPTC:SubjectReference": "IPTC:04018000:ü",
  "ExifIFD:ImageUniqueID": "0123456789abcdef0123456789abcdef",
  "XMP-iptcCore:CreatorContactInfo": {
    CiAdrCity: "Rom",
    CiAdrExtadr: "Via 1, 2",
    CiEmailWork: "a@b.example",
    CiTelWork: "+39 1",
    CiUrlWork: "https://a.example/?a={1}&b=[2]|3",
  },
  "XMP-plus:Licensor": { LicensorEmail: "l@b.example", LicensorName: "Líc, & <Co>", LicensorURL: "https://l.example" },
  "XMP-iptcExt:ArtworkOrObject": { AOCreator: ["x", "y"], AOTitle: "t", "AOTitle-de": "td" },
};
const structures: Readonly<Record<string, string>> = {
  "XMP-iptcExt:Genre": "CvTermName",
  "XMP-iptcExt:AboutCvTerm": "CvTermName",
  "XMP-iptcExt:WorkflowTag": "CvTermName",
  "XMP-iptcExt:ProductInImage": "ProductName",
  "XMP-iptcExt:EmbdEncRightsExpr": "EncRightsExpr",
  "XMP-iptcExt:LinkedEncRightsExpr": "LinkedRightsExpr",
  "XMP-iptcExt:Creator": "Name",
  "XMP-iptcExt:Contributor": "Name",
  "XMP-iptcExt:Rating": "RatingValue",
  "XMP-iptcExt:MetadataAuthority": "Name",
  "XMP-iptcExt:MetadataLastEditor": "Name",
  "XMP-iptcExt:SupplyChainSource": "Name",
  "XMP-iptcExt:ShownEvent": "Name",
  "XMP-iptcExt:PlanningRef": "Name",
  "XMP-iptcExt:PersonInImageWDetails": "PersonName",
  "XMP-iptcExt:RegistryID": "RegItemId",
  "XMP-mwg-coll:Collections": "CollectionName",
  "XMP-plus:CopyrightOwner": "CopyrightOwnerName",
  "XMP-plus:EndUser": "EndUserName",
  "XMP-plus:ImageCreator": "ImageCreatorName",
  "XMP-plus:ImageSupplier": "ImageSupplierName",
  "XMP-plus:Licensee": "LicenseeName",
};

describe("every place of the table of what is kept", () => {
  const wanted = keptFields.filter(({ group }) => group !== "location");
  const own = Object.fromEntries(
    wanted.map(({ tag, isList }, i): [string, readonly PlanValue[]] => {
      const field = structures[tag];
      const text = samples[tag] ?? `${i} ü 厨`;
      return [tag, isList ? [`${i} a`, `${i} b`] : [field === undefined ? text : { [field]: `${i} ü` }]];
    }),
  );
  const languages = ["Title-de", "Title-fr-CA", "Description-de", "Rights-it"].map((name) => `XMP-dc:${name}`);
  let planted: TagRecord;
  const results = new Map<string, TagRecord>();

  beforeAll(async () => {
    const source = await encode("jpeg", "planted");
    const assignments = [
      { tag: "IPTC:CodedCharacterSet", values: ["\u001b%G"] },
      ...Object.entries(own).map(([tag, values]) => ({ tag, values })),
      ...languages.map((tag) => ({ tag, values: [`${tag} ü`] })),
    ];
    expect(await tool.write(source, { assignments }, signal)).toEqual([]);
    const [read] = await tool.read([source], signal);
    planted = read as TagRecord;
    const base = { widthPx: 64, heightPx: 32, frameCount: 1, is360: false, operations: [], version: "0.1.0" };
    const paths: string[] = [];
    for (const format of formats) {
      const path = await encode(format, "kept");
      expect(await tool.write(path, planRewrite({ ...base, format, tags: planted }), signal)).toEqual([]);
      paths.push(path);
    }
    for (const [i, tags] of (await tool.read(paths, signal)).entries()) results.set(formats[i], tags as TagRecord);
  });

  test("is read of the source", () => {
    expect(Object.keys(own).filter((tag) => !(tag in planted))).toEqual([]);
  });

  test.each(formats)("is in a finished %s, the blocks alike", (format) => {
    const tags = results.get(format) ?? {};
    const hasIptc = format === "jpeg" || format === "tiff";
    const expected = Object.entries(planted).filter(
      ([tag]) => (tag in own || languages.includes(tag)) && (hasIptc || !tag.startsWith("IPTC:")),
    );
    for (const [tag, value] of expected) expect([tag, tags[tag]]).toEqual([tag, value]);
    for (const { tag, iptc, exif, isList } of wanted) {
      if (iptc && hasIptc) expect([iptc[0], tags[iptc[0]]]).toEqual([iptc[0], planted[tag]]);
      const joined = isList ? (planted[tag] as string[]).join("; ") : planted[tag];
      if (exif !== undefined) expect([exif, tags[exif]]).toEqual([exif, joined]);
    }
  });
});

describe("real photographs with a location", () => {
  const sources = ["metadata/gps", "metadata/iptc_std", "metadata/bep"].flatMap(sharedFixtures);

  test.skipIf(!hasPhotographs("metadata/gps", "metadata/iptc_std", "metadata/bep"))(
    "leave none in their results, and keep caption and time",
    async () => {
      const sourceTags = await tool.read(sources, signal);
      const paths: string[] = [];
      for (const [i, source] of sources.entries()) {
        const path = await encode("jpeg", `${i}-${basename(source)}`);
        const base = { format: "jpeg", widthPx: 64, heightPx: 32, frameCount: 1, operations: [] } as const;
        const plan = planRewrite({ ...base, version: "0.1.0", tags: sourceTags[i] as TagRecord, is360: false });
        await tool.write(path, plan, signal);
        paths.push(path);
      }
      expect(readEverything(...paths).flatMap(locationTags)).toEqual([]);
      for (const [i, tags] of (await tool.read(paths, signal)).entries()) {
        const { photo } = describePhoto(sourceTags[i] as TagRecord);
        const result = describePhoto(tags as TagRecord).photo;
        expect(result).toMatchObject({ orientation: 1, description: photo.description, hasLocation: false });
        expect(result.capturedAt).toEqual(photo.capturedAt);
      }
    },
  );
});

it("says what could not be written, and writes the rest", async () => {
  const path = await encode("jpeg", "partly");
  const assignments = [
    { tag: "ExifIFD:ISO", values: ["many"] },
    { tag: "IFD0:Model", values: ["M"] },
  ];
  const warnings = await tool.write(path, { assignments }, signal);
  expect(warnings).toMatchObject([{ code: "metadata/dropped", message: expect.stringContaining("ExifIFD:ISO") }]);
  expect(readEverything(path)[0]).toMatchObject({ "IFD0:Model": "M" });
});

it("says that a file cannot be written", async () => {
  const plan = { assignments: [{ tag: "IFD0:Model", values: ["M"] }] };
  const path = join(folder, "broken.jpg");
  writeFileSync(path, "not an image");
  await expect(tool.write(path, plan, signal)).rejects.toMatchObject({ code: "io/write" });
  await expect(tool.write(join(folder, "none.jpg"), plan, signal)).rejects.toMatchObject({ code: "io/write" });
});
