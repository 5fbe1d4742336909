import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { describePhoto, planRewrite, type TagRecord, wantedTags } from "../../../src/stages/metadata/index.ts";

const describeTags = (tags: TagRecord) => describePhoto(tags).photo;

describe("a complete record", () => {
  const photo = describeTags({
    "Composite:ImageSize": "5472 3648",
    "IFD0:Make": "Canon",
    "IFD0:Model": "Canon EOS 6D",
    "IFD0:Orientation": "6",
    "ExifIFD:SerialNumber": "0383051002252",
    "ExifIFD:LensModel": "EF17-40mm f/4L USM",
    "ExifIFD:LensInfo": "17 40 0 0",
    "ExifIFD:FocalLength": "17",
    "Composite:ScaleFactor35efl": "0.98741",
    "ExifIFD:ExposureTime": "0.05",
    "ExifIFD:FNumber": "8",
    "ExifIFD:ISO": "800",
    "ExifIFD:ExposureCompensation": "-0.3333333333",
    "ExifIFD:DateTimeOriginal": "2022:07:29 12:48:00",
    "ExifIFD:SubSecTimeOriginal": "07",
    "ExifIFD:OffsetTimeOriginal": "+02:00",
    "Canon:FocusDistanceUpper": "2",
    "Canon:FocusDistanceLower": "0.5",
  });

  it("gives the size as stored and the orientation", () => {
    expect(photo).toMatchObject({ widthPx: 5472, heightPx: 3648, orientation: 6 });
  });

  it("keeps the zeros of serial numbers that come as text", () => {
    expect(photo.camera).toEqual({ make: "Canon", model: "Canon EOS 6D", serial: "0383051002252" });
  });

  it("computes the 35 mm equivalent from the scale factor when EXIF has none", () => {
    expect(photo.lens).toEqual({
      model: "EF17-40mm f/4L USM",
      focalMm: 17,
      focal35Mm: 16.8,
      minFocalMm: 17,
      maxFocalMm: 40,
      focusDistanceM: 1,
    });
  });

  it("gives the exposure in seconds, f-number, ISO and EV", () => {
    expect(photo.exposure).toEqual({ timeS: 0.05, fNumber: 8, iso: 800, biasEv: -0.3333333333 });
  });

  it("joins date, sub-seconds and zone", () => {
    expect(photo.capturedAt).toEqual({
      iso: "2022-07-29T12:48:00.07+02:00",
      epochMs: Date.UTC(2022, 6, 29, 10, 48, 0, 70),
      resolutionMs: 10,
      hasZone: true,
    });
  });
});

it("describes an empty record as an empty photo without warnings", () => {
  expect(describePhoto({})).toEqual({
    photo: {
      orientation: 1,
      camera: {},
      lens: {},
      exposure: {},
      series: {},
      description: {},
      hasLocation: false,
    },
    warnings: [],
  });
});

it("warns when ExifTool complains and nothing was found", () => {
  const { warnings } = describePhoto({ "ExifTool:Error": "File format error" });
  expect(warnings).toEqual([{ code: "metadata/unreadable", message: "metadata: ExifTool says: File format error" }]);
  expect(describePhoto({ "ExifTool:Warning": "odd", "IFD0:Model": "X" }).warnings).toEqual([]);
});

it("throws for no record, however odd its values", () => {
  const known = wantedTags.filter((tag) => !tag.includes("*")).map((tag) => tag.replace(/^-(?:.*:)?|#$/g, ""));
  const groups = [
    "IFD0",
    "ExifIFD",
    "Canon",
    "Nikon",
    "Sony",
    "Olympus",
    "Pentax",
    "SR2SubIFD",
    "FujiIFD",
    "PanasonicRaw",
    "XMP-dc",
    "XMP-GPano",
    "GPS",
    "IPTC",
  ];
  const key = fc.tuple(fc.constantFrom(...groups), fc.constantFrom(...known)).map((parts) => parts.join(":"));
  const record = fc.dictionary(key, fc.oneof(fc.jsonValue(), fc.double().map(String), fc.string({ unit: "binary" })));
  fc.assert(
    fc.property(record, (tags) => {
      const { photo } = describePhoto(tags as TagRecord);
      expect(JSON.stringify(photo)).not.toMatch(/null/);
      const subject = { widthPx: 1, heightPx: 1, frameCount: 1, is360: true, operations: [], version: "1" };
      const { assignments } = planRewrite({ ...subject, format: "jpeg", tags: tags as TagRecord });
      for (const { values } of assignments) for (const value of values) expect(String(value).isWellFormed()).toBe(true);
    }),
    { seed: 20261120, numRuns: 1000, examples: [[{ "IFD0:SerialNumber": null }]] },
  );
});

it("cuts endless text, so that the result's blocks have room for it", () => {
  const { caption, author } = describeTags({
    "XMP-dc:Description": "漢".repeat(1e5),
    "XMP-dc:Creator": "🏠".repeat(1e4),
  }).description;
  expect([caption?.length, author?.length]).toEqual([10_000, 1000]);
});

it("takes numbers as well as text", () => {
  expect(describeTags({ "ExifIFD:ISO": 200, "ExifIFD:FNumber": 5.6 }).exposure).toEqual({ iso: 200, fNumber: 5.6 });
});

test.each<[string, TagRecord, object]>([
  ["zero f-number of a manual lens", { "ExifIFD:FNumber": "0", "ExifIFD:FocalLength": 0 }, {}],
  ["undefined rationals", { "ExifIFD:ExposureTime": "undef", "ExifIFD:FNumber": "inf" }, {}],
  ["an impossible bias", { "ExifIFD:ExposureCompensation": "-165191049.8" }, {}],
  ["Nikon's pair of ISO numbers", { "Nikon:ISO": "0 200" }, { iso: 200 }],
  [
    "an ISO above EXIF's 16 bits",
    { "ExifIFD:ISO": 65535, "ExifIFD:RecommendedExposureIndex": 102400 },
    { iso: 102400 },
  ],
  ["a shutter value without exposure time", { "ExifIFD:ShutterSpeedValue": "0.008" }, { timeS: 0.008 }],
])("reads the exposure of %s", (_, tags, expected) => {
  expect(describeTags(tags).exposure).toEqual(expected);
});

test.each<[string, TagRecord, string | undefined]>([
  ["EXIF", { "ExifIFD:LensModel": "FE 24-70mm F2.8 GM", "Composite:LensID": "Sony FE" }, "FE 24-70mm F2.8 GM"],
  [
    "the composite before a generic EXIF name",
    { "ExifIFD:LensModel": "18-55mm f/3.5-5.6", "Composite:LensID": "AF-S DX VR" },
    "AF-S DX VR",
  ],
  ["a generic name when there is no other", { "XMP-aux:Lens": "18.0-55.0 mm" }, "18.0-55.0 mm"],
  [
    "a certain name before an ambiguous one",
    { "Composite:LensID": "A 1mm or B 1mm", "Pentax:LensType": "A 1mm" },
    "A 1mm",
  ],
  [
    "nothing for placeholders",
    { "ExifIFD:LensModel": "----", "Composite:LensID": "Unknown (255)", "Pentax:LensType": "Sigma Lens (3 255)" },
    undefined,
  ],
  ["nothing for Nikon's lens properties", { "Nikon:LensType": "G VR" }, undefined],
])("names the lens from %s", (_, tags, expected) => {
  expect(describeTags(tags).lens.model).toBe(expected);
});

test.each<[string, TagRecord, string | undefined, number?]>([
  ["whole seconds", { "ExifIFD:DateTimeOriginal": "2020:02:29 23:59:59" }, "2020-02-29T23:59:59", 1000],
  [
    "milliseconds",
    { "ExifIFD:DateTimeOriginal": "2020:01:02 03:04:05", "ExifIFD:SubSecTimeOriginal": "0075" },
    "2020-01-02T03:04:05.007",
    1,
  ],
  [
    "XMP with fraction and zone",
    { "XMP-exif:DateTimeOriginal": "2020:01:02 03:04:05.5-07:00" },
    "2020-01-02T03:04:05.5-07:00",
    100,
  ],
  ["XMP to the minute", { "XMP-photoshop:DateCreated": "2020:01:02 03:04" }, "2020-01-02T03:04:00", 60000],
  [
    "IPTC's two fields",
    { "IPTC:DateCreated": "2020:01:02", "IPTC:TimeCreated": "03:04:05+01:00" },
    "2020-01-02T03:04:05+01:00",
    1000,
  ],
  [
    "the digitising time when the original is unset",
    { "ExifIFD:DateTimeOriginal": "0000:00:00 00:00:00", "ExifIFD:CreateDate": "2020:01:02 03:04:05" },
    "2020-01-02T03:04:05",
    1000,
  ],
  ["no blank date", { "ExifIFD:DateTimeOriginal": "    :  :     :  :  " }, undefined],
  ["no 30 February", { "ExifIFD:DateTimeOriginal": "2020:02:30 10:00:00" }, undefined],
  [
    "no impossible zone",
    { "ExifIFD:DateTimeOriginal": "2020:01:02 03:04:05", "ExifIFD:OffsetTimeOriginal": "+99:00" },
    "2020-01-02T03:04:05",
    1000,
  ],
  [
    "no time of the last change",
    { "IFD0:ModifyDate": "2020:01:02 03:04:05", "System:FileModifyDate": "2020:01:02 03:04:05" },
    undefined,
  ],
])("reads the capture time: %s", (_, tags, iso, resolutionMs) => {
  const { capturedAt } = describeTags(tags);
  expect(capturedAt?.iso).toBe(iso);
  if (iso !== undefined) expect(capturedAt?.resolutionMs).toBe(resolutionMs);
});

test.each<[string, TagRecord, string | undefined]>([
  [
    "XMP before IPTC before EXIF",
    { "XMP-dc:Description": "x", "IPTC:Caption-Abstract": "i", "IFD0:ImageDescription": "e" },
    "x",
  ],
  [
    "the next source when the first is blank",
    { "XMP-dc:Description": "  ", "IPTC:Caption-Abstract": "Küche 厨房 🏠" },
    "Küche 厨房 🏠",
  ],
  [
    "the next source when the first is boilerplate",
    { "XMP-dc:Description": "OLYMPUS DIGITAL CAMERA", "IFD0:XPComment": "Bath" },
    "Bath",
  ],
  ["no model name", { "IFD0:ImageDescription": "LG-H815", "IFD0:Model": "LG-H815" }, undefined],
  ["no DJI placeholder", { "IFD0:ImageDescription": "DCIM\\100MEDIA\\DJI_0001.JPG" }, undefined],
  ["clean text", { "IFD0:ImageDescription": " a\u0000b\r\nc\u0007 " }, "ab\nc"],
  ["words that look like numbers", { "XMP-dc:Description": "1e5" }, "1e5"],
])("takes the caption: %s", (_, tags, expected) => {
  expect(describeTags(tags).description.caption).toBe(expected);
});

it("joins several authors", () => {
  expect(describeTags({ "XMP-dc:Creator": ["A", "B"], "XMP-dc:Rights": "© C" }).description).toEqual({
    author: "A; B",
    copyright: "© C",
  });
});

test.each<[string, boolean, TagRecord]>([
  ["the GPS block", true, { "GPS:GPSLatitude": "52.5", "GPS:GPSLongitude": "13.4" }],
  ["an empty GPS block", false, { "GPS:GPSVersionID": "2 3 0 0" }],
  ["0° 0° without a fix", false, { "GPS:GPSLatitude": 0, "GPS:GPSLongitude": "0 0 0" }],
  ["XMP GPS", true, { "XMP-exif:GPSLatitude": "52.5" }],
  ["an IPTC city", true, { "IPTC:City": "Würzburg" }],
  ["an IPTC sub-location", true, { "IPTC:Sub-location": "12 Main Street" }],
  ["an XMP country code", true, { "XMP-iptcCore:CountryCode": "DE" }],
  ["a location structure", true, { "XMP-iptcExt:LocationShownSublocation": ["", "x"] }],
  ["Panasonic's landmark", true, { "Panasonic:Landmark": "Tower" }],
  ["Panasonic's empty landmark", false, { "Panasonic:City": "---", "Panasonic:State": "" }],
  ["a drone's coordinates", true, { "XMP-drone-dji:Latitude": "+51.7" }],
  ["QuickTime coordinates", true, { "Keys:GPSCoordinates": "48.1 11.5 500" }],
  ["the camera's home city", false, { "Pentax:HometownCity": 56, "Canon:TimeZoneCity": 29 }],
  ["the photographer's address", false, { "XMP-iptcCore:CreatorCity": "Bonn", "XMP-plus:LicensorCity": "Bonn" }],
  ["focus points", false, { "Sony:FocusLocation": "1 2 3 4", "ExifIFD:SubjectLocation": "10 20" }],
])("tells whether %s says where it was: %s", (_, expected, tags) => {
  expect(describeTags(tags).hasLocation).toBe(expected);
});

it("reads GPano fields as found", () => {
  const tags = {
    "XMP-GPano:ProjectionType": "equirectangular",
    "XMP-GPano:FullPanoWidthPixels": 8192,
    "XMP-GPano:FullPanoHeightPixels": 4096,
    "XMP-GPano:CroppedAreaImageWidthPixels": "8192",
    "XMP-GPano:CroppedAreaImageHeightPixels": "4096",
  };
  expect(describeTags(tags).panorama).toEqual({
    projection: "equirectangular",
    fullWidthPx: 8192,
    fullHeightPx: 4096,
    croppedWidthPx: 8192,
    croppedHeightPx: 4096,
  });
  expect(describeTags({}).panorama).toBeUndefined();
});

describe("the history of a picture's geometry", () => {
  const upright = { "XMP-crs:PerspectiveUpright": 4 };
  const applied = { "XMP-crs:AlreadyApplied": true };
  test.each([
    ["Canon", { "Canon:DistortionCorrectionSetting": 1, "Canon:PeripheralLightingSetting": 0 }, ["distortion"]],
    ["older Canon", { "Canon:PeripheralLighting": 1, "Canon:ChromaticAberrationCorr": 1 }, ["fringes", "vignetting"]],
    ["Nikon", { "Nikon:AutoDistortionControl": 1, "Nikon:VignetteControl": 3 }, ["distortion", "vignetting"]],
    ["Nikon, all off", { "Nikon:AutoDistortionControl": 0, "Nikon:VignetteControl": 0 }, []],
    [
      "Sony",
      { "Sony:DistortionCorrectionSetting": 2, "Sony:LateralChromaticAberration": 2 },
      ["distortion", "fringes"],
    ],
    [
      "Sony, not known",
      { "Sony:DistortionCorrectionSetting": 4294967295, "Sony:VignettingCorrection": 2 },
      ["vignetting"],
    ],
    ["Olympus", { "Olympus:DistortionCorrection2": 1, "Olympus:KeystoneCompensation": "0 1" }, ["distortion", "tilt"]],
    [
      "Pentax",
      { "Pentax:DistortionCorrection": 1, "Pentax:PeripheralIlluminationCorr": 1 },
      ["distortion", "vignetting"],
    ],
    [
      "Lightroom's export",
      { ...applied, "XMP-crs:LensProfileEnable": 1, "XMP-crs:AutoLateralCA": 1 },
      ["distortion", "fringes", "vignetting"],
    ],
    ["Lightroom's Upright", { ...applied, ...upright, "XMP-crs:LensProfileEnable": 0 }, ["tilt"]],
    ["a slider of Lightroom's", { ...applied, "XMP-crs:PerspectiveVertical": -12 }, ["tilt"]],
    ["settings that are not applied", { "XMP-crs:LensProfileEnable": 1, ...upright }, []],
    ["settings told to be not applied", { "XMP-crs:AlreadyApplied": false, ...upright }, []],
    ["Capture One", { "IFD0:Software": "Capture One 23 Windows" }, ["distortion", "fringes", "vignetting"]],
    ["DxO", { "IFD0:Software": "DxO PhotoLab 7.1" }, ["distortion", "fringes", "vignetting"]],
    [
      "Lightroom without settings",
      { "IFD0:Software": "Adobe Photoshop Lightroom 6.0" },
      ["distortion", "fringes", "vignetting"],
    ],
    ["a camera's firmware", { "IFD0:Software": "Ver.1.02" }, []],
  ] as const)("tells what %s corrected", (_, tags, done) => {
    const { geometry } = describeTags(tags);
    expect([...(geometry?.done ?? [])].sort()).toEqual(done);
    expect(geometry?.open ?? []).not.toEqual(expect.arrayContaining(["tilt"]));
  });

  test("knows that unread notes may name the lens, unless another field does", () => {
    const unread = { "IFD0:Model": "X", "ExifIFD:UnreadNotes": 1 };
    expect(describeTags(unread).lens).toEqual({ isUnread: true });
    expect(describeTags({ ...unread, "ExifIFD:LensModel": "EF17-40mm f/4L USM" }).lens).toEqual({
      model: "EF17-40mm f/4L USM",
    });
  });

  test("has its fields asked for", () => {
    expect(wantedTags).toEqual(expect.arrayContaining(["-LensProfileEnable#", "-AutoDistortionControl#"]));
    expect(wantedTags).not.toContain("--XMP-crs:all");
  });

  test.each([
    [{ "IFD0:Software": "Hugin 2022.0.0" }, "stitched"],
    [{ "XMP-GPano:ProjectionType": "cylindrical" }, "stitched"],
    [{ ...applied, "XMP-crs:HasCrop": true }, "cropped"],
    [
      {
        "File:ImageWidth": 3000,
        "File:ImageHeight": 3000,
        "ExifIFD:ExifImageWidth": 6000,
        "ExifIFD:ExifImageHeight": 4000,
      },
      "cropped",
    ],
    [
      {
        "File:ImageWidth": 1500,
        "File:ImageHeight": 1000,
        "ExifIFD:ExifImageWidth": 6000,
        "ExifIFD:ExifImageHeight": 4000,
      },
      undefined,
    ],
    [
      {
        "File:ImageWidth": 4000,
        "File:ImageHeight": 6000,
        "ExifIFD:ExifImageWidth": 6000,
        "ExifIFD:ExifImageHeight": 4000,
      },
      undefined,
    ],
  ] as const)("tells pictures whose middle is not the lens's: %j is %s", (tags, reframed) => {
    expect(describeTags(tags).geometry?.reframed).toBe(reframed);
  });
});
