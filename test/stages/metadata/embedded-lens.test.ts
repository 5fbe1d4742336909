import { describe, expect, it } from "vitest";
import { describePhoto } from "../../../src/stages/metadata/index.ts";

describe("a RAW file's own lens data", () => {
  const list = (...values: number[]) => values.join(" ");
  const tenths = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
  const [shifts, percent] = [tenths.map((r) => r / 1000), tenths.map((r) => -3 * r)];

  it("are read from Sony's, not from its maker notes", () => {
    // Of a ZV-E10 at 29 mm, with the zeros that fill the fields.
    const tags = {
      "SR2SubIFD:DistortionCorrParams": "11 24 4 -22 -50 -84 -123 -164 -202 -237 -264 -285 0 0 0 0 0",
      "SR2SubIFD:ChromaticAberrationCorrParams": `22 -640${" 0".repeat(10)} 1664${" 0".repeat(20)}`,
      "Sony:DistortionCorrParams": "27 4 -24 -56 -94 -137 -183 -225 -264 -294 -317 0 0 0 0 0",
    };
    const lens = describePhoto(tags).photo.embeddedLens;
    expect(lens?.radii).toHaveLength(11);
    expect([lens?.radii[0], lens?.radii[10]]).toEqual([0.05, 1.05]);
    expect(lens?.distortion[10]).toBeCloseTo(1 - 285 / 16384, 10);
    expect(lens?.fringes?.red[0]).toBeCloseTo(1 - 640 / 2 ** 21, 10);
    expect(lens?.fringes?.blue[0]).toBeCloseTo(1 + 1664 / 2 ** 21, 10);
    const alone = { "Sony:DistortionCorrParams": tags["Sony:DistortionCorrParams"] };
    expect(describePhoto(alone).photo.embeddedLens).toBeUndefined();
  });

  it.each([
    ["since X-Trans IV", 9, (of: number[]) => list(1, ...of, ...shifts.slice(0, 9), ...shifts.slice(0, 9), 0), 1],
    ["before", 11, (of: number[]) => list(1, ...of.slice(1), ...shifts.slice(1), ...shifts.slice(1)), 1],
    ["in a cropped mode", 9, (of: number[]) => list(1, ...of, ...shifts.slice(0, 9), ...shifts.slice(0, 9), 0), 1.25],
  ] as const)("are read from Fujifilm's %s", (_, count, fringes, crop) => {
    const radii = tenths.slice(0, count);
    const lens = describePhoto({
      "FujiIFD:GeometricDistortionParams": list(1, ...radii, ...percent.slice(0, count)),
      "FujiIFD:ChromaticAberrationParams": fringes(radii),
      "FujiFilm:CropMode": crop === 1 ? 0 : 4,
    }).photo.embeddedLens;
    // The file's radii are those of the picture as it was taken.
    expect(lens?.radii).toEqual(radii.map((r, i) => (r * crop) / (1 + percent[i] / 100)));
    expect(lens?.distortion).toEqual(percent.slice(0, count).map((value) => 1 + value / 100));
    expect(lens?.fringes?.red).toEqual(shifts.slice(0, count).map((value) => 1 + value));
    expect(lens?.fringes?.blue).toEqual(lens?.fringes?.red);
  });

  it("are read from Panasonic's, unless they are off", () => {
    // Of a DMC-LX3 at 5.1 mm.
    const tags = {
      "PanasonicRaw:DistortionCorrection": 1,
      "PanasonicRaw:DistortionParam08": 0.1236,
      "PanasonicRaw:DistortionParam04": 0.0206,
      "PanasonicRaw:DistortionParam11": -0.0237,
    };
    const lens = describePhoto(tags).photo.embeddedLens;
    expect(lens?.radii[20]).toBeCloseTo(1 + 0.1236 + 0.0206 - 0.0237, 10);
    expect(lens?.distortion[20]).toBeCloseTo(1 / 1.1205, 10);
    expect(describePhoto({ ...tags, "PanasonicRaw:DistortionCorrection": 0 }).photo.embeddedLens).toBeUndefined();
  });

  it("are read from Olympus's", () => {
    const tags = {
      "Olympus:LensDistortionTerms": "-0.08 0.01 0.002 0.96",
      "Olympus:LensFringeTerms": "0.0002 0.0004 -0.0001 -0.0003 0.0001 0",
    };
    const lens = describePhoto(tags).photo.embeddedLens;
    expect(lens?.source).toBe("Olympus");
    const edge = 0.96 ** 2;
    expect(lens?.distortion[20]).toBeCloseTo(0.96 * (1 - 0.08 * edge + 0.01 * edge ** 2 + 0.002 * edge ** 3), 10);
    expect(lens?.fringes?.red[20]).toBeCloseTo(1.0005, 10);
    expect(lens?.fringes?.blue[10]).toBeCloseTo(1 - 0.0003 + 0.0001 / 4, 10);
    // What cameras write for a lens that needs nothing.
    expect(describePhoto({ "Olympus:LensDistortionTerms": "0 0 0 1" }).photo.embeddedLens).toBeUndefined();
    expect(describePhoto({ "Olympus:LensDistortionTerms": "0.1 0.2" }).photo.embeddedLens).toBeUndefined();
  });

  it.each([
    { "SR2SubIFD:DistortionCorrParams": "11 24 4" },
    { "SR2SubIFD:DistortionCorrParams": `4${" 32767".repeat(4)}` },
    { "SR2SubIFD:DistortionCorrParams": "0" },
    { "FujiIFD:GeometricDistortionParams": list(1, ...[...tenths].reverse(), ...percent) },
    { "FujiIFD:GeometricDistortionParams": list(1, 2, 3) },
    { "Olympus:LensDistortionTerms": "5 -3 2 1" },
  ])("are not believed where they are none of a lens: %j", (tags) => {
    expect(describePhoto(tags).photo.embeddedLens).toBeUndefined();
  });
});
