import { describe, expect, it, test } from "vitest";
import { planRewrite, type RewriteSubject, type TagRecord } from "../../../src/stages/metadata/index.ts";

const camera: TagRecord = {
  "IFD0:Make": "NIKON",
  "IFD0:Model": "Z 6",
  "ExifIFD:SerialNumber": "600123",
  "ExifIFD:LensModel": "NIKKOR Z 14-30mm f/4 S",
  "ExifIFD:ExposureTime": "0.0125",
  "ExifIFD:ExposureMode": "2",
  "ExifIFD:ISO": "100",
  "ExifIFD:DateTimeOriginal": "2024:05:06 07:08:09",
  "ExifIFD:SubSecTimeOriginal": "42",
  "ExifIFD:OffsetTimeOriginal": "+02:00",
  "GPS:GPSLatitude": "52.5",
  "GPS:GPSLongitude": "13.4",
  "IPTC:City": "Berlin",
  "Nikon:LocationName": "Berlin",
  "XMP-iptcExt:LocationShownSublocation": "Main Street 12",
};

function planOf(tags: TagRecord, subject: Partial<RewriteSubject> = {}, options = {}): Map<string, readonly string[]> {
  const base = { format: "jpeg", widthPx: 300, heightPx: 200, frameCount: 1, is360: false, operations: [] } as const;
  const { assignments } = planRewrite({ ...base, version: "1.2.3", tags, ...subject }, options);
  expect(new Set(assignments.map(({ tag }) => tag)).size).toBe(assignments.length);
  return new Map(assignments.map(({ tag, values }) => [tag, values as string[]]));
}

it("keeps camera, lens, exposure and time, and no place, serial number or bracket flag", () => {
  const plan = planOf(camera);
  expect(Object.fromEntries(plan)).toMatchObject({
    "IFD0:Make": ["NIKON"],
    "IFD0:Model": ["Z 6"],
    "ExifIFD:LensModel": ["NIKKOR Z 14-30mm f/4 S"],
    "ExifIFD:ExposureTime": ["0.0125"],
    "ExifIFD:DateTimeOriginal": ["2024:05:06 07:08:09"],
    "ExifIFD:SubSecTimeOriginal": ["42"],
    "ExifIFD:OffsetTimeOriginal": ["+02:00"],
  });
  expect([...plan.keys()].filter((tag) => /GPS|Location|City|Serial|ExposureMode/.test(tag))).toEqual([]);
  expect([...plan.values()].flat().join(" ")).not.toMatch(/Berlin|Main Street|600123/);
});

it("says upright, sRGB, the delivered size and who made it, whatever the source says", () => {
  const tags = { "IFD0:Orientation": 6, "ExifIFD:ExifImageWidth": 6000, "IFD0:Software": "Ver.1.00" };
  expect(Object.fromEntries(planOf(tags, {}, { disclosure: false }))).toEqual({
    "IFD0:Orientation": ["1"],
    "ExifIFD:ColorSpace": ["1"],
    "ExifIFD:ExifImageWidth": ["300"],
    "ExifIFD:ExifImageHeight": ["200"],
    "IFD0:Software": ["lightwell 1.2.3"],
    "XMP-xmp:CreatorTool": ["lightwell 1.2.3"],
  });
});

it("keeps serial numbers only on request, and camera data unless told not to", () => {
  expect(planOf(camera, {}, { keepSerialNumbers: true }).get("ExifIFD:SerialNumber")).toEqual(["600123"]);
  expect(planOf(camera, {}, { keepCameraData: false }).has("IFD0:Model")).toBe(false);
});

it("writes the same text to EXIF, XMP and IPTC", () => {
  const plan = planOf({ "XMP-dc:Description": "Küche", "XMP-dc:Creator": ["A", "B"], "XMP-dc:Rights": "©" });
  expect(plan.get("IFD0:ImageDescription")).toEqual(["Küche"]);
  expect(plan.get("XMP-dc:Description")).toEqual(["Küche"]);
  expect(plan.get("IPTC:Caption-Abstract")).toEqual(["Küche"]);
  expect(plan.get("IFD0:Artist")).toEqual(["A; B"]);
  expect(plan.get("XMP-dc:Creator")).toEqual(["A", "B"]);
  expect(plan.get("IPTC:By-line")).toEqual(["A", "B"]);
  expect(plan.get("IPTC:CopyrightNotice")).toEqual(["©"]);
});

it("keeps the terms of use", () => {
  const tags = { "XMP-xmpRights:UsageTerms": "ask first", "XMP-xmpRights:WebStatement": "https://a.example/licence" };
  expect(Object.fromEntries(planOf(tags))).toMatchObject({
    "XMP-xmpRights:UsageTerms": ["ask first"],
    "XMP-xmpRights:WebStatement": ["https://a.example/licence"],
  });
});

test.each(["png", "webp", "avif"] as const)("leaves IPTC out of %s, which has no place for it", (format) => {
  const plan = planOf({ "XMP-dc:Description": "x" }, { format });
  expect([...plan.keys()].some((tag) => tag.startsWith("IPTC:"))).toBe(false);
});

it("cuts IPTC text between characters at IPTC's length in bytes", () => {
  const plan = planOf({ "XMP-dc:Creator": "漢".repeat(20), "XMP-dc:Rights": "🏠".repeat(40) });
  expect(plan.get("IPTC:By-line")).toEqual(["漢".repeat(10)]);
  expect(plan.get("IPTC:CopyrightNotice")).toEqual(["🏠".repeat(32)]);
  expect(plan.get("XMP-dc:Rights")).toEqual(["🏠".repeat(40)]);
});

it("discloses a merged bracket as computational capture of so many frames", () => {
  const plan = planOf(camera, { frameCount: 5, operations: ["merged 5 exposures", "straightened verticals"] });
  expect(Object.fromEntries(plan)).toMatchObject({
    "XMP-iptcExt:DigitalSourceType": ["http://cv.iptc.org/newscodes/digitalsourcetype/computationalCapture"],
    "ExifIFD:CompositeImage": ["2"],
    "ExifIFD:CompositeImageCount": ["5 5"],
    "XMP-xmpMM:History": [
      {
        Action: "edited",
        Parameters: "merged 5 exposures; straightened verticals; no element was added or removed",
        SoftwareAgent: "lightwell 1.2.3",
      },
    ],
  });
});

it("continues the history of its own result, and of no other", () => {
  const history = { "XMP-xmpMM:HistoryParameters": "merged 5 exposures; straightened verticals" };
  const operations = ["straightened verticals", "corrected the lens (distortion)"];
  const own = planOf({ ...history, "XMP-xmp:CreatorTool": "lightwell 0.1.0" }, { operations });
  const foreign = planOf({ ...history, "XMP-xmp:CreatorTool": "Other 1.0" }, { operations });
  const end = "no element was added or removed";
  const event = (Parameters: string) => [{ Action: "edited", Parameters, SoftwareAgent: "lightwell 1.2.3" }];
  expect(own.get("XMP-xmpMM:History")).toEqual(
    event(`merged 5 exposures; straightened verticals; corrected the lens (distortion); ${end}`),
  );
  expect(foreign.get("XMP-xmpMM:History")).toEqual(
    event(`straightened verticals; corrected the lens (distortion); ${end}`),
  );
});

it("keeps the steps of other programs before its own, without paths and parameters", () => {
  const theirs = { Action: "saved", SoftwareAgent: "Editor 9", When: "2026:01:02 03:04:05", Changed: "/home/a/b" };
  const ours = { Action: "edited", Parameters: "merged 2 exposures", SoftwareAgent: "lightwell 0.1.0" };
  const tags = { "XMP-xmp:CreatorTool": "lightwell 0.1.0", "XMP-xmpMM:History": [theirs, ours] };
  const { Changed: _, ...kept } = theirs;
  expect(planOf(tags, { operations: ["merged 2 exposures"] }).get("XMP-xmpMM:History")).toEqual([
    kept,
    {
      Action: "edited",
      Parameters: "merged 2 exposures; no element was added or removed",
      SoftwareAgent: "lightwell 1.2.3",
    },
  ]);
});

describe("the digital source type", () => {
  const key = "XMP-iptcExt:DigitalSourceType";
  const of = (term: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${term}`;
  const typeOf = (given: string | undefined, subject: Partial<RewriteSubject>, options = {}) =>
    planOf(given === undefined ? camera : { ...camera, [key]: of(given) }, subject, options).get(key)?.[0];
  const toned = { operations: ["evened out the light"] };

  test.each([
    [undefined, toned, "algorithmicallyEnhanced"],
    ["digitalCapture", toned, "algorithmicallyEnhanced"],
    ["negativeFilm", toned, "algorithmicallyEnhanced"],
    ["compositeCapture", toned, "compositeCapture"],
    ["trainedAlgorithmicMedia", toned, "trainedAlgorithmicMedia"],
    ["compositeWithTrainedAlgorithmicMedia", { frameCount: 3 }, "compositeWithTrainedAlgorithmicMedia"],
    ["termOfTomorrow", { frameCount: 3 }, "termOfTomorrow"],
    ["humanEdits", { frameCount: 3 }, "humanEdits"],
    ["digitalCapture", {}, "digitalCapture"],
  ])("of %s after %j is %s", (given, subject, expected) => {
    expect(typeOf(given, subject)).toBe(of(expected));
  });

  it("is not given where nothing was done", () => {
    const plan = planOf(camera);
    expect([plan.has(key), plan.has("XMP-xmpMM:History"), plan.has("ExifIFD:CompositeImage")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("of the input stays where the own work is not told", () => {
    expect(typeOf("trainedAlgorithmicMedia", toned, { disclosure: false })).toBe(of("trainedAlgorithmicMedia"));
    expect(typeOf(undefined, toned, { disclosure: false })).toBeUndefined();
  });

  it("is that of any frame, also where content credentials alone tell it", () => {
    const credentials = { "JUMBF:ActionsDigitalSourceType": of("trainedAlgorithmicMedia"), "JUMBF:JUMDLabel": "c2pa" };
    const frames = [{ tags: camera, sha256: "ab" }, { tags: credentials }];
    const plan = planOf(camera, { ...toned, frames });
    expect(plan.get(key)).toEqual([of("trainedAlgorithmicMedia")]);
    expect(plan.get("XMP-xmpMM:DerivedFrom")).toEqual([{ InstanceID: "sha256:ab" }]);
    expect(plan.get("XMP-xmpMM:Ingredients")).toEqual([{ InstanceID: "sha256:ab" }]);
  });
});

describe("what the photographer wrote", () => {
  it("is left out by group, rights excepted", () => {
    const tags = {
      "XMP-iptcExt:PersonInImage": ["Ann"],
      "IPTC:Headline": "H",
      "XMP-plus:Licensor": [{ LicensorName: "L" }],
    };
    const plan = planOf(tags, {}, { dropMetadata: "persons, description" });
    expect([...plan.keys()].filter((tag) => tag in tags)).toEqual(["XMP-plus:Licensor"]);
    expect(() => planOf({}, {}, { dropMetadata: "rights" })).toThrow(/dropMetadata/);
  });

  it("is left out and kept by tag, in every block", () => {
    const tags = {
      "XMP-dc:Title": "T",
      "XMP-photoshop:Headline": "H",
      "XMP-dc:Description": "D",
      "IPTC:City": "Berlin",
    };
    const kept = (options: object) =>
      [...planOf(tags, {}, options).keys()].filter((tag) => /^(XMP-(dc|ph)|IPTC)/.test(tag));
    const headline = ["XMP-photoshop:Headline", "IPTC:Headline", "IPTC:CodedCharacterSet"];
    const title = ["XMP-dc:Title", "IPTC:ObjectName"];
    const caption = ["XMP-dc:Description", "IPTC:Caption-Abstract"];
    const city = ["XMP-photoshop:City", "IPTC:City"];
    expect(kept({ dropMetadata: "XMP-dc:Title" }).sort()).toEqual([...headline, ...caption].sort());
    expect(kept({ dropMetadata: "IPTC:ObjectName,XMP-dc:Description" }).sort()).toEqual([...headline].sort());
    expect(kept({ dropMetadata: "description", keepMetadata: "XMP-dc:Title" }).sort()).toEqual(
      [...title, "IPTC:CodedCharacterSet"].sort(),
    );
    expect(kept({ dropMetadata: "description", keepMetadata: "XMP-photoshop:City" }).sort()).toEqual(
      [...city, "IPTC:CodedCharacterSet"].sort(),
    );
    expect(() => planOf({}, {}, { dropMetadata: "XMP-dc:Titel" })).toThrow(/did you mean XMP-dc:Title\b/);
    expect(() => planOf({}, {}, { dropMetadata: "XMP-plus:DataMining" })).toThrow(/dropMetadata must be/);
  });

  it("loses texts with coordinates, which is reported, and branches of keywords with the place", () => {
    const tags = {
      "IPTC:City": "Ulm",
      "XMP-lr:HierarchicalSubject": ["Places|Germany|Ulm", "rooms|kitchen"],
      "XMP-dc:Subject": ["ulm", "geo:lat=48.4", "kitchen"],
      "XMP-dc:Title": "48.4011, 9.9876",
      "XMP-dc:Title-de": "Lat: 48.4011",
      "XMP-dc:Description": "48° 24' 3\" N 9° 59' E",
      "XMP-photoshop:Headline": "From 250.000 / 300.000 EUR, 21.5 m by 30.25 m",
    };
    const base = { format: "jpeg", widthPx: 3, heightPx: 2, frameCount: 1, is360: false, operations: [] } as const;
    const { assignments, notKept } = planRewrite({ ...base, version: "1", tags });
    expect(notKept).toEqual(["XMP-dc:Description", "XMP-dc:Title", "XMP-dc:Subject"]);
    const plan = Object.fromEntries(assignments.map(({ tag, values }) => [tag, values]));
    expect(plan).toMatchObject({
      "XMP-lr:HierarchicalSubject": ["rooms|kitchen"],
      "XMP-dc:Subject": ["kitchen"],
      "XMP-photoshop:Headline": [tags["XMP-photoshop:Headline"]],
    });
    expect(JSON.stringify(plan)).not.toMatch(/48[.°]|ulm/i);
    expect(planOf(tags, {}, { keepLocation: true }).get("XMP-dc:Title")).toEqual(["48.4011, 9.9876"]);
  });

  it("comes without the places, unless asked for", () => {
    const tags = {
      ...camera,
      "XMP-dc:Subject": ["kitchen", "Places|Germany|Berlin"],
      "ExifIFD:UserComment": '{"latitude": 52.5}',
    };
    const values = (options: object) => JSON.stringify([...planOf(tags, {}, options).values()]);
    expect(values({})).not.toMatch(/Berlin|52\.5|Main Street/);
    expect(values({ keepLocation: true })).toMatch(/latitude.*52\.5.*Berlin.*"52\.5"/);
  });

  it("is named where it does not come along, and bounded", () => {
    const base = { format: "png", widthPx: 1, heightPx: 1, frameCount: 1, is360: false, operations: [] } as const;
    const tags = {
      "XMP-mwg-rs:RegionInfo": { RegionList: [{ Name: "Ann" }] },
      "IPTC:Contact": "Ann",
      "XMP-plus:OtherConditions": "&".repeat(2000),
      "XMP-plus:OtherConstraints": "<".repeat(4000),
      "XMP-photoshop:City": "Berlin",
      "XMP-xmp:ModifyDate": "2026:01:01 00:00:00",
      "JUMBF:JUMDLabel": "c2pa.claim",
    };
    const { notKept } = planRewrite({ ...base, version: "1", tags });
    expect(notKept).toEqual([
      "IPTC:Contact",
      "XMP-plus:OtherConstraints",
      "XMP-mwg-rs:RegionInfo",
      "content credentials (C2PA)",
    ]);
  });
});

it("writes an ISO above 16 bits to the wide field", () => {
  const plan = planOf({ "ExifIFD:ISO": 65535, "ExifIFD:ISOSpeed": 204800 });
  expect(plan.get("ExifIFD:ISO")).toEqual(["65535"]);
  expect(plan.get("ExifIFD:RecommendedExposureIndex")).toEqual(["204800"]);
});

it("corrects GPano to the delivered size and keeps pose, first view and how it was stitched", () => {
  const tags = {
    "XMP-GPano:ProjectionType": "equirectangular",
    "XMP-GPano:FullPanoWidthPixels": 8192,
    "XMP-GPano:PoseHeadingDegrees": "271.5",
    "XMP-GPano:InitialViewHeadingDegrees": 0,
    "XMP-GPano:SourcePhotosCount": 6,
    "XMP-GPano:StitchingSoftware": "RICOH THETA X 2.10",
    "XMP-GPano:FirstPhotoDate": "2024:01:01 00:00:00Z",
  };
  const plan = planOf(tags, { is360: true, widthPx: 4096, heightPx: 2048 });
  const panorama = Object.fromEntries([...plan].filter(([tag]) => tag.startsWith("XMP-GPano:")));
  expect(panorama).toEqual({
    "XMP-GPano:ProjectionType": ["equirectangular"],
    "XMP-GPano:UsePanoramaViewer": ["True"],
    "XMP-GPano:FullPanoWidthPixels": ["4096"],
    "XMP-GPano:FullPanoHeightPixels": ["2048"],
    "XMP-GPano:CroppedAreaImageWidthPixels": ["4096"],
    "XMP-GPano:CroppedAreaImageHeightPixels": ["2048"],
    "XMP-GPano:CroppedAreaLeftPixels": ["0"],
    "XMP-GPano:CroppedAreaTopPixels": ["0"],
    "XMP-GPano:PoseHeadingDegrees": ["271.5"],
    "XMP-GPano:InitialViewHeadingDegrees": ["0"],
    "XMP-GPano:SourcePhotosCount": ["6"],
    "XMP-GPano:StitchingSoftware": ["RICOH THETA X 2.10"],
  });
  expect([...planOf(tags).keys()].some((tag) => tag.includes("GPano"))).toBe(false);
});

it("refuses unknown options by name", () => {
  expect(() => planOf({}, {}, { keepGps: true })).toThrow(/keepGps/);
});

describe("GPano of a part of a sphere", () => {
  const tags = {
    "XMP-GPano:ProjectionType": "equirectangular",
    "XMP-GPano:FullPanoWidthPixels": 2400,
    "XMP-GPano:FullPanoHeightPixels": 1200,
    "XMP-GPano:CroppedAreaImageWidthPixels": 1800,
    "XMP-GPano:CroppedAreaImageHeightPixels": 600,
    "XMP-GPano:CroppedAreaLeftPixels": 200,
    "XMP-GPano:CroppedAreaTopPixels": 300,
  };
  const gpano = (subject: Parameters<typeof planOf>[1]) =>
    [...planOf(tags, subject)].filter(([tag]) => tag.startsWith("XMP-GPano:")).map(([, [value]]) => value);

  it("is scaled to the delivered size", () => {
    const scaled = ["equirectangular", "True", "1200", "600", "900", "300", "100", "150"];
    expect(gpano({ widthPx: 900, heightPx: 300 })).toEqual(scaled);
  });

  it("goes where the result is cropped or warped", () => {
    expect(gpano({ widthPx: 900, heightPx: 250 })).toEqual([]);
    expect(gpano({ widthPx: 900, heightPx: 300, operations: ["straightened verticals"] })).toEqual([]);
  });
});
