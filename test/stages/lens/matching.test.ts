import { describe, expect, test } from "vitest";
import { tryAliases } from "../../../bench/lenses/trial.ts";
import { lens } from "../../../src/stages/lens/index.ts";
import { parseLensName } from "../../../src/stages/lens/names.ts";
import { testContext } from "../../support/context.ts";
import { lensDatabase, lensPhoto } from "../../support/lens-database.ts";

const find = (photo: ReturnType<typeof lensPhoto>) =>
  lens({ photo, width: 6000, height: 4000, database: lensDatabase(), developed: false }, {}, testContext());

describe("lens finds", () => {
  test.each([
    ["Canon", "Canon EOS 6D", "EF17-40mm f/4L USM", 17, 8, "Canon EF 17-40mm f/4L USM"],
    ["Canon", "Canon EOS 6D", "Canon EF 17-40mm f/4L USM", 17, 8, "Canon EF 17-40mm f/4L USM"],
    ["Canon", "Canon EOS 5D", "EF24-105mm f/4L IS USM", 24, 5.6, "Canon EF 24-105mm f/4L IS USM"],
    ["Canon", "Canon EOS 6D Mark II", "EF24-105mm f/4L IS II USM", 24, 8, "Canon EF 24-105mm f/4L IS II USM"],
    ["Canon", "Canon EOS 5D", "EF24mm f/1.4L USM", 24, 10, "Canon EF 24mm f/1.4L USM"],
    ["Canon", "Canon EOS 30D", "EF-S18-55mm f/3.5-5.6", 55, 7.1, "Canon EF-S 18-55mm f/3.5-5.6"],
    ["Canon", "Canon EOS REBEL T3", "EF-S18-55mm f/3.5-5.6 IS II", 49, 5.6, "Canon EF-S 18-55mm f/3.5-5.6 IS II"],
    ["Canon", "Canon EOS RP", "RF35mm F1.8 MACRO IS STM", 35, 2.8, "Canon RF 35mm F1.8 MACRO IS STM"],
    ["Canon", "Canon EOS R6", "RF70-200mm F2.8 L IS USM", 200, 25, "Canon RF 70-200mm F2.8L IS USM"],
    ["Canon", "Canon EOS R6", "EF17-40mm f/4L USM", 17, 8, "Canon EF 17-40mm f/4L USM"],
    ["Canon", "Canon PowerShot S120", undefined, 5.2, 4, "Canon PowerShot S120 & compatibles"],
    [
      "NIKON CORPORATION",
      "NIKON D5000",
      "AF-S DX VR Zoom-Nikkor 18-55mm f/3.5-5.6G",
      24,
      6.3,
      "Nikon AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G VR",
    ],
    [
      "NIKON CORPORATION",
      "NIKON D3",
      "AF-S Zoom-Nikkor 24-70mm f/2.8G ED",
      32,
      9,
      "Nikon AF-S Zoom-Nikkor 24-70mm f/2.8G ED",
    ],
    [
      "NIKON CORPORATION",
      "NIKON D800E",
      "AF-S Nikkor 16-35mm f/4G ED VR",
      16,
      8,
      "Nikon AF-S Nikkor 16-35mm f/4G ED VR",
    ],
    [
      "NIKON CORPORATION",
      "NIKON D70",
      "AF-S DX Zoom-Nikkor 18-70mm f/3.5-4.5G IF-ED",
      50,
      9,
      "Nikon AF-S DX Zoom-Nikkor 18-70mm f/3.5-4.5G IF-ED",
    ],
    [
      "NIKON CORPORATION",
      "NIKON D70s",
      "AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G ED",
      55,
      9.5,
      "Nikon AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G ED",
    ],
    [
      "NIKON CORPORATION",
      "NIKON D750",
      "Sigma 24-70mm F2.8 DG OS HSM | A",
      24,
      10,
      "Sigma 24-70mm F2.8 DG OS HSM | Art 017",
    ],
    [
      "NIKON CORPORATION",
      "NIKON D7200",
      "Tamron SP 150-600mm f/5-6.3 Di VC USD G2",
      600,
      6.3,
      "Tamron SP AF 150-600mm F/5-6.3 Di VC USD G2 (A022)",
    ],
    ["PENTAX Corporation", "PENTAX K10D", "Sigma AF 10-20mm F4-5.6 EX DC", 17, 5.6, "Sigma 10-20mm f/4-5.6 EX DC HSM"],
    [
      "RICOH IMAGING COMPANY, LTD.",
      "PENTAX K-3 II",
      "smc PENTAX-DA* 16-50mm F2.8 ED AL [IF] SDM",
      21,
      5.6,
      "smc Pentax-DA* 16-50mm f/2.8 ED AL IF SDM",
    ],
    [
      "OLYMPUS CORPORATION",
      "E-1",
      "Olympus Zuiko Digital 14-54mm F2.8-3.5",
      20,
      4.5,
      "Olympus Zuiko Digital 14-54mm f/2.8-3.5",
    ],
    ["SONY", "ILCE-6000", "E PZ 16-50mm F3.5-5.6 OSS", 23, 4, "E PZ 16-50mm f/3.5-5.6 OSS"],
    ["SONY", "ILCE-7SM3", "FE 24-70mm F2.8 GM", 48, 3.2, "FE 24-70mm f/2.8 GM"],
    ["SONY", "DSLR-A330", "Sony DT 18-55mm F3.5-5.6 SAM (SAL1855)", 55, 5.6, "Sony DT 18-55mm f/3.5-5.6 SAM (SAL1855)"],
    ["SONY", "SLT-A77V", "Tamron SP 70-300mm F4-5.6 Di USD", 70, 4, "Tamron SP 70-300mm f/4-5.6 Di USD"],
    ["NIKON CORPORATION", "NIKON Z 6", "NIKKOR Z 40mm f/2", 40, 8, "Nikkor Z 40mm f/2"],
    ["NIKON CORPORATION", "NIKON Z 6", "Z 40mm f/2", 40, 8, "Nikkor Z 40mm f/2"],
    ["NIKON CORPORATION", "NIKON Z 6", "40mmF2.0Z", 40, 8, "TTARTISAN 40mmF2.0Z"],
    ["Panasonic", "DMC-LX3", undefined, 5.1, 4, "DMC-LX3 & compatibles (Standard)"],
    ["FUJIFILM", "X100T", undefined, 23, 2, "X100 & compatibles (Standard)"],
    ["SAMSUNG", "EX2F", undefined, 5.2, 2.5, "EX2F & compatibles (Standard)"],
    [
      "Apple",
      "iPhone XS",
      "iPhone XS back dual camera 4.25mm f/1.8",
      4.25,
      1.8,
      "iPhone XS back camera 4.25mm f/1.8 & compatibles",
    ],
    ["Hasselblad", "L1D-20c", undefined, 10.26, 5.6, "L1D-20c & compatibles"],
  ])("%s %s with %s at %s mm", async (make, model, name, focalMm, fNumber, expected) => {
    const { applied, profile } = await find(lensPhoto(make, model, name, focalMm, fNumber));
    expect([applied, profile.lens]).toEqual([true, expected]);
  });
});

describe("lens refuses", () => {
  test.each([
    [
      "a camera it does not know",
      "Google",
      "Pixel 4a",
      "Pixel 4a back camera 4.38mm f/1.73",
      4.38,
      1.7,
      /not in the lens database/,
    ],
    ["a phone's other lens", "Apple", "iPhone XS", "iPhone XS back dual camera 6mm f/2.4", 6, 2.4, /no profile/],
    ["a compact without a profile", "NIKON", "COOLPIX P6000", undefined, 6, 4.1, /no profile/],
    ["a picture that names no lens", "Canon", "Canon EOS 350D DIGITAL", undefined, 100, 6.3, /does not say which lens/],
    ["a picture without a camera", "", "", "EF17-40mm f/4L USM", 17, 8, /does not say which camera/],
    [
      "a code that means two lenses",
      "Canon",
      "Canon EOS D30",
      "Canon EF 28-70mm f/2.8L USM or Sigma 28-70mm f/2.8 EX",
      70,
      4,
      /means 2 lenses/,
    ],
    [
      "figures that fit several lenses",
      "NIKON CORPORATION",
      "NIKON D5300",
      "18.0-250.0 mm f/3.5-6.3",
      44,
      10,
      /does not name a lens; it may be .*, /,
    ],
    ["a lens it does not know", "SONY", "ILCE-6000", "Sony E 18-50mm F4-5.6", 24, 4.5, /no lens of the database/],
    [
      "another version of a lens it knows",
      "Canon",
      "Canon EOS 6D",
      "EF17-40mm f/4L II USM",
      17,
      8,
      /no lens of the database/,
    ],
    [
      "the same figures from another maker",
      "Canon",
      "Canon EOS 6D",
      "Sigma 17-40mm f/4L USM",
      17,
      8,
      /no lens of the database/,
    ],
    [
      "a focal length the lens does not have",
      "Canon",
      "Canon EOS 6D",
      "EF17-40mm f/4L USM",
      50,
      8,
      /cannot have taken/,
    ],
    ["an f-number the lens does not have", "Canon", "Canon EOS 6D", "EF17-40mm f/4L USM", 17, 2.8, /cannot have taken/],
    [
      "a lens of another mount",
      "NIKON CORPORATION",
      "NIKON D3",
      "Canon EF 17-40mm f/4L USM",
      17,
      8,
      /no lens of the database/,
    ],
    [
      "a profile measured on a smaller sensor only",
      "Canon",
      "Canon EOS 6D",
      "EF-S18-55mm f/3.5-5.6 IS II",
      24,
      8,
      /no lens|no measurements/,
    ],
    ["a lens without its focal length", "Canon", "Canon EOS 6D", "EF17-40mm f/4L USM", undefined, 8, /focal length/],
  ])("%s", async (_, make, model, name, focalMm, fNumber, reason) => {
    const result = await find(lensPhoto(make, model, name, focalMm, fNumber));
    expect(result.applied).toBe(false);
    expect(result.correction).toBeUndefined();
    expect(result.reason).toMatch(reason);
  });

  test("to take any Canon lens for another when its own entry is missing", async () => {
    const database = lensDatabase();
    const own = database.lenses.filter((entry) => entry.mounts.includes("Canon EF") && entry.makers[0] === "Canon");
    const taken: string[] = [];
    for (const name of new Set(own.map((entry) => entry.models[0]))) {
      const { focalMm } = parseLensName(name);
      const photo = lensPhoto("Canon", "Canon EOS 80D", name, focalMm?.[0], 11);
      const without = { ...database, lenses: database.lenses.filter((entry) => entry.models[0] !== name) };
      const input = { photo, width: 600, height: 400, database: without, developed: false };
      const { profile } = await lens(input, {}, testContext());
      if (profile.lens) taken.push(`${name} → ${profile.lens}`);
    }
    expect(taken).toEqual([]);
  });
});

test("names are found however cameras and programs write them, and none for another", () => {
  const tallies = [...tryAliases(lensDatabase(), { count: 600, seed: 3 }).values()];
  const sum = (of: (tally: (typeof tallies)[0]) => number) => tallies.reduce((total, each) => total + of(each), 0);
  expect(sum(({ wrong }) => wrong)).toBe(0);
  expect(sum(({ found }) => found)).toBeGreaterThan(0.97 * sum(({ tried }) => tried));
});

describe("a lens name", () => {
  test.each([
    ["EF-S18-55mm f/4-5.6 IS STM", [18, 55], [4, 5.6], ["EF", "S", "IS", "STM"]],
    ["XF18-55mmF2.8-4 R LM OIS", [18, 55], [2.8, 4], ["XF", "R", "LM", "OIS"]],
    ["LUMIX S 24-105/F4", [24, 105], [4, 4], ["S"]],
    ["Vario-Elmarit-SL 1:2.8/24-70 Asph.", [24, 70], [2.8, 2.8], ["VARIO", "ELMARIT", "SL", "ASPH"]],
    ["LUMIX S 14-28/1:4-5.6", [14, 28], [4, 5.6], ["S"]],
    ["LEICA DG NOCTICRON 42.5/F1.2", [42.5, 42.5], [1.2, 1.2], ["DG", "NOCTICRON"]],
    ["Tamron 28–75mm f/2.8 Di Mk2 for Sony E", [28, 75], [2.8, 2.8], ["DI", "II"]],
    ["ZEISS Batis 2/25", [25, 25], [2, 2], ["BATIS"]],
    ["24.0-70.0 mm f/2.8", [24, 70], [2.8, 2.8], []],
    ["Canon EF 50mm f/1.8 MkII", [50, 50], [1.8, 1.8], ["EF", "II"]],
    ["", undefined, undefined, []],
  ])("%s is taken apart", (name, focalMm, fNumber, tokens) => {
    const parsed = parseLensName(name);
    expect([parsed.focalMm, parsed.fNumber, [...parsed.tokens]]).toEqual([focalMm, fNumber, tokens]);
  });

  test.each([
    "mm".repeat(5000),
    "1-".repeat(20000),
    "f/".repeat(20000),
    `${"9".repeat(30000)}mm`,
    "a or ".repeat(5000),
  ])("of hostile text is read in no time (%#)", (name) => {
    const start = process.cpuUsage().user;
    parseLensName(name);
    expect(process.cpuUsage().user - start).toBeLessThan(1e6);
  });
});
