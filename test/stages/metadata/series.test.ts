import { describe, expect, test } from "vitest";
import { EngineError } from "../../../src/errors/index.ts";
import { ExifTool } from "../../../src/exiftool/index.ts";
import type { SeriesHints } from "../../../src/image/index.ts";
import { describePhoto, type TagRecord } from "../../../src/stages/metadata/index.ts";
import { hasPhotographs, sharedFixtures } from "../../support/shared-fixtures.ts";

const seriesOf = (tags: TagRecord) => describePhoto(tags).photo.series;

/** Values as `exiftool -n` prints them; an empty object is "no bracket of any kind". */
describe.each<[string, (readonly [string, TagRecord, SeriesHints])[]]>([
  [
    "Canon",
    [
      [
        "an exposure bracket by custom function",
        { "Canon:BracketMode": 1, "Canon:AEBBracketValue": -2, "CanonCustom:AEBShotCount": "5 shots" },
        { bracketing: true, bracketValueEv: -2, shotCount: 5 },
      ],
      [
        "the normal frame of a bracket in the order 0, −, +",
        {
          "Canon:BracketMode": 1,
          "Canon:AEBBracketValue": 0,
          "CanonCustom:AEBShotCount": "5 shots",
          "CanonCustom:AEBSequence": 0,
        },
        { bracketing: true, bracketValueEv: 0, shotNumber: 1, shotCount: 5 },
      ],
      [
        "the normal frame of a bracket in the order −, 0, +",
        {
          "Canon:BracketMode": 1,
          "Canon:AEBBracketValue": 0,
          "CanonCustom:AEBShotCount": "7 shots",
          "CanonCustom:AEBSequence": 1,
        },
        { bracketing: true, bracketValueEv: 0, shotNumber: 4, shotCount: 7 },
      ],
      [
        "the counted shot of a compact",
        { "Canon:AutoExposureBracketing": 2, "Canon:AEBBracketValue": "0.333333333333333" },
        { bracketing: true, bracketValueEv: 0.333333333333333, shotNumber: 2 },
      ],
      [
        "a bracket whose shots are not counted",
        { "Canon:AutoExposureBracketing": -1 },
        { bracketing: true, bracketValueEv: 0 },
      ],
      ["an ISO bracket", { "Canon:BracketMode": 3 }, { bracketing: true, bracketValueEv: 0 }],
      ["a remembered setting", { "Canon:BracketMode": 0, "CanonCustom:AEBShotCount": "5 shots" }, {}],
      [
        "a focus bracket",
        { "Canon:FocusBracketing": 1, "Canon:SequenceNumber": 3, "Canon:FocusBracketingImageCount": 40 },
        { otherBracketing: "focus", shotNumber: 3, shotCount: 40 },
      ],
      ["a white-balance bracket", { "Canon:BracketMode": 4 }, { otherBracketing: "white-balance" }],
      ["a shifted white balance", { "Canon:WBBracketMode": 1 }, { otherBracketing: "white-balance" }],
      ["a flash bracket", { "Canon:BracketMode": 2 }, { otherBracketing: "flash" }],
    ],
  ],
  [
    "Nikon",
    [
      [
        "an exposure bracket",
        { "Nikon:ShootingMode": 17, "Nikon:ExposureBracketValue": "-2" },
        { bracketing: true, bracketValueEv: -2 },
      ],
      [
        "the steps of a D850",
        { "Nikon:ShootingMode": 16, "Nikon:ExposureBracketValue": 1, "Nikon:AEBracketingSteps": 0xb6 },
        { bracketing: true, bracketValueEv: 1, shotCount: 5 },
      ],
      [
        "disabled steps",
        { "Nikon:ShootingMode": 16, "Nikon:ExposureBracketValue": 1, "Nikon:AEBracketingSteps": 0x40 },
        { bracketing: true, bracketValueEv: 1 },
      ],
      [
        "the program of a Z 9",
        { "Nikon:ShootingMode": 16, "Nikon:BracketSet": 1, "Nikon:BracketProgram": 9 },
        { bracketing: true, bracketValueEv: 0, shotCount: 9 },
      ],
      [
        "the program of a D6",
        { "Nikon:ShootingMode": 16, "NikonSettings:BracketSet": 2, "NikonSettings:BracketProgram": 21 },
        { bracketing: true, bracketValueEv: 0, shotCount: 5 },
      ],
      [
        "a D6 whose program is off",
        { "Nikon:ShootingMode": 16, "NikonSettings:BracketProgram": 19 },
        { bracketing: true, bracketValueEv: 0 },
      ],
      ["a remembered program", { "Nikon:ShootingMode": 1, "Nikon:BracketProgram": 5 }, {}],
      ["white balance", { "Nikon:ShootingMode": 80 }, { otherBracketing: "white-balance" }],
      ["Active D-Lighting", { "Nikon:ShootingMode": 272 }, { otherBracketing: "rendering" }],
      [
        "flash alone",
        { "Nikon:ShootingMode": 16, "Nikon:FlashExposureBracketValue": -1, "Nikon:BracketSet": 2 },
        { otherBracketing: "flash" },
      ],
      [
        "focus shift",
        { "Nikon:FocusShiftShooting": 4, "Nikon:FocusShiftNumberShots": 30 },
        { otherBracketing: "focus", shotNumber: 4, shotCount: 30 },
      ],
      ["pixel shift", { "Nikon:PixelShiftActive": 1 }, { otherBracketing: "pixel-shift" }],
    ],
  ],
  [
    "Sony",
    [
      [
        "a bracket at once",
        { "Sony:ReleaseMode": 5, "Sony:ReleaseMode2": 2, "Sony:SequenceNumber": 2, "Sony:SequenceLength": 3 },
        { bracketing: true, shotNumber: 2, shotCount: 3 },
      ],
      [
        "a bracket one by one",
        { "Sony:ReleaseMode2": 23, "Sony:SequenceNumber": 0, "Sony:SequenceImageNumber": 1, "Sony:SequenceLength": 1 },
        { bracketing: true },
      ],
      [
        "a body without SequenceNumber",
        { "Sony:ReleaseMode2": 2, "Sony:SequenceImageNumber": 3, "Sony:SequenceLength": 9 },
        { bracketing: true, shotNumber: 3, shotCount: 9 },
      ],
      [
        "an A-mount body, which counts from 0",
        { "Sony:DriveMode": 7, "Sony:ExposureBracketShotNumber": 0 },
        { bracketing: true, shotNumber: 1 },
      ],
      ["an A-mount white-balance bracket", { "Sony:DriveMode2": 0x18 }, { otherBracketing: "white-balance" }],
      ["an A-mount DRO bracket", { "Sony:DriveMode2": 0x29 }, { otherBracketing: "rendering" }],
      ["white balance", { "Sony:ReleaseMode": 6 }, { otherBracketing: "white-balance" }],
      ["DRO", { "Sony:ReleaseMode": 8, "Sony:ReleaseMode2": 3 }, { otherBracketing: "rendering" }],
      ["a burst", { "Sony:ReleaseMode": 2, "Sony:ReleaseMode2": 1, "Sony:SequenceNumber": 2 }, {}],
      [
        "pixel shift",
        { "Sony:PixelShiftInfo": "07090118 3 16 0x1a" },
        { otherBracketing: "pixel-shift", shotNumber: 3, shotCount: 16 },
      ],
      [
        "the combined picture of a pixel shift",
        { "Sony:PixelShiftInfo": "07090118 0 4 0x1a" },
        { otherBracketing: "pixel-shift", shotCount: 4 },
      ],
      ["no pixel shift", { "Sony:PixelShiftInfo": "00000000 0 0 0x0" }, {}],
      [
        "white balance with EXIF ExposureMode",
        { "Sony:ReleaseMode": 6, "ExifIFD:ExposureMode": 2 },
        { otherBracketing: "white-balance" },
      ],
    ],
  ],
  [
    "Fujifilm",
    [
      [
        "a bracket",
        { "FujiFilm:AutoBracketing": 1, "FujiFilm:SequenceNumber": 3 },
        { bracketing: true, shotNumber: 3 },
      ],
      [
        "pixel shift",
        { "FujiFilm:AutoBracketing": 6, "FujiFilm:SequenceNumber": 2, "FujiFilm:PixelShiftShots": 16 },
        { otherBracketing: "pixel-shift", shotNumber: 2, shotCount: 16 },
      ],
      ["without and with flash", { "FujiFilm:AutoBracketing": 2 }, { otherBracketing: "flash" }],
      ["the X-T3's pre-shots", { "IFD0:Model": "X-T3", "FujiFilm:AutoBracketing": 2 }, {}],
      ["no bracket", { "FujiFilm:AutoBracketing": 0, "FujiFilm:SequenceNumber": 4 }, {}],
    ],
  ],
  [
    "Panasonic",
    [
      [
        "a bracket of seven",
        { "Panasonic:BracketSettings": 5, "Panasonic:SequenceNumber": 7 },
        { bracketing: true, shotNumber: 7, shotCount: 7 },
      ],
      [
        "AEB by burst mode",
        { "Panasonic:BurstMode": 2, "Panasonic:SequenceNumber": 1 },
        { bracketing: true, shotNumber: 1 },
      ],
      ["focus", { "Panasonic:BurstMode": 3 }, { otherBracketing: "focus" }],
      ["white balance", { "Panasonic:BurstMode": 8 }, { otherBracketing: "white-balance" }],
      ["aperture", { "Panasonic:BurstMode": 18, "Panasonic:BracketSettings": 1 }, { otherBracketing: "aperture" }],
      ["a burst", { "Panasonic:BurstMode": 1, "Panasonic:SequenceNumber": 4, "Panasonic:BracketSettings": 0 }, {}],
    ],
  ],
  [
    "Olympus",
    [
      ["AE", { "Olympus:DriveMode": "5 3 1 4" }, { bracketing: true, shotNumber: 3 }],
      ["AE and white balance", { "Olympus:DriveMode": "5 1 3 4 4" }, { bracketing: true, shotNumber: 1 }],
      ["ISO", { "Olympus:DriveMode": "5 2 16" }, { bracketing: true, shotNumber: 2 }],
      ["an early body", { "Olympus:DriveMode": "2 1" }, { bracketing: true, shotNumber: 1 }],
      ["focus", { "Olympus:DriveMode": "5 3 64 4" }, { otherBracketing: "focus", shotNumber: 3 }],
      ["flash", { "Olympus:DriveMode": "5 1 4" }, { otherBracketing: "flash", shotNumber: 1 }],
      ["white balance", { "Olympus:DriveMode": "5 1 2" }, { otherBracketing: "white-balance", shotNumber: 1 }],
      ["a burst", { "Olympus:DriveMode": "1 3" }, {}],
    ],
  ],
  [
    "Pentax",
    [
      [
        "a bracket in thirds",
        { "Pentax:AutoBracketing": "2/3 0", "Pentax:BracketShotNumber": 0x13, "Pentax:AEBXv": 0.625 },
        { bracketing: true, shotNumber: 2, shotCount: 3, bracketValueEv: -0.625 },
      ],
      [
        "a bracket by drive mode",
        { "Pentax:AutoBracketing": 0, "Pentax:DriveMode2": 0x41, "Pentax:BracketShotNumber": 0x45 },
        { bracketing: true, shotNumber: 5, shotCount: 5 },
      ],
      ["white balance", { "Pentax:AutoBracketing": "0 257" }, { otherBracketing: "white-balance" }],
      ["saturation", { "Pentax:AutoBracketing": "0 769" }, { otherBracketing: "rendering" }],
      [
        "a remembered step",
        { "Pentax:AutoBracketing": 0, "Pentax:ExposureBracketStepSize": 4, "Pentax:BracketShotNumber": 0 },
        {},
      ],
    ],
  ],
  [
    "Ricoh, Sigma, Apple and plain EXIF",
    [
      ["Ricoh exposure", { "Ricoh:AutoBracketing": 9 }, { bracketing: true }],
      ["Ricoh white balance", { "Ricoh:AutoBracketing": 11 }, { otherBracketing: "white-balance" }],
      ["Ricoh dynamic range", { "Ricoh:AutoBracketing": 16 }, { otherBracketing: "rendering" }],
      ["Sigma", { "Sigma:AutoBracket": "2of3" }, { bracketing: true, shotNumber: 2, shotCount: 3 }],
      ["Sigma X3F", { "SigmaRaw:BracketShot": "3 of 3" }, { bracketing: true, shotNumber: 3, shotCount: 3 }],
      ["Sigma, off", { "Sigma:AutoBracket": " " }, {}],
      ["an Apple burst", { "Apple:BurstUUID": "AB-1" }, { burstId: "AB-1" }],
      ["a burst of an Android phone", { "XMP-GCamera:BurstID": "77" }, { burstId: "77" }],
      ["EXIF ExposureMode", { "ExifIFD:ExposureMode": 2 }, { bracketing: true }],
      ["a file number", { "Canon:FileNumber": 1000431 }, { fileNumber: 1000431 }],
    ],
  ],
])("%s", (_, cases) => {
  test.each(cases)("says: %s", (_name, tags, expected) => {
    expect(seriesOf(tags)).toEqual(expected);
  });
});

test("tells whether the flash fired from EXIF's bits or from XMP", () => {
  const fired = (tags: TagRecord) => describePhoto(tags).photo.exposure.flashFired;
  expect([9, 31, "8 0", 16].map((value) => fired({ "ExifIFD:Flash": value }))).toEqual([true, true, false, false]);
  expect(["True", "False"].map((value) => fired({ "XMP-exif:FlashFired": value }))).toEqual([true, false]);
  expect(fired({})).toBeUndefined();
});

describe.skipIf(!hasPhotographs("brackets/kitchen"))("hints of real files", () => {
  test.each<[string, (SeriesHints | undefined)[]]>([
    // A Canon 7D: five shots, 0 first.
    [
      "brackets/kitchen",
      [0, -4, -2, 2, 4].map((bracketValueEv, i) => ({
        bracketing: true,
        bracketValueEv,
        shotCount: 5,
        fileNumber: 1000431 + i,
        ...(i === 0 ? { shotNumber: 1 } : {}),
      })),
    ],
    // A Nikon D5000 on a continuous bracket.
    [
      "brackets/raw_d5000",
      [0, -2, 2].map((bracketValueEv, i) => ({ bracketing: true, bracketValueEv, fileNumber: 5827 + i })),
    ],
    // A compact set by hand.
    ["brackets/library_canon", [1130319, 1130321, 1130322].map((fileNumber) => ({ fileNumber }))],
  ])("of %s", async (folder, expected) => {
    const exiftool = new ExifTool({ maxProcesses: 1 });
    try {
      const records = await exiftool.read(sharedFixtures(folder).sort(), new AbortController().signal);
      expect(records.map((tags) => (tags instanceof EngineError ? undefined : seriesOf(tags)))).toEqual(expected);
    } finally {
      await exiftool.close();
    }
  });
});
