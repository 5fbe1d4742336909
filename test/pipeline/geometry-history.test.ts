import { describe, expect, it } from "vitest";
import { emptyPhoto, unknownHistory } from "../../src/image/index.ts";
import { geometryHistory } from "../../src/pipeline/making/earlier-work.ts";

const geometry = { ...unknownHistory, done: ["distortion"], evidence: ["the camera says so"] } as const;
const photo = { ...emptyPhoto, geometry };

describe("geometryHistory", () => {
  it.each([
    [["warpRectilinear"], ["distortion", "fringes", "vignetting"]],
    [["warpFisheye"], ["distortion", "fringes", "vignetting"]],
    [["gainMap"], ["vignetting"]],
    [["fixBadPixelsList", "fixVignetteRadial"], ["vignetting"]],
    [[], []],
  ] as const)("counts the opcodes %j, and not what a RAW file says of its JPEGs", (opcodes, done) => {
    const development = { opcodes } as unknown as NonNullable<Parameters<typeof geometryHistory>[1]>;
    expect(geometryHistory(photo, development, true).done).toEqual(done);
  });

  it("takes a trimmed picture for a cropped one, whose centre is not the lens's", () => {
    const opcodes = ["warpRectilinear", "trimBounds"];
    const development = { opcodes } as unknown as NonNullable<Parameters<typeof geometryHistory>[1]>;
    const { reframed, done, evidence } = geometryHistory(photo, development, true);
    expect({ reframed, done }).toEqual({ reframed: "cropped", done: ["distortion", "fringes", "vignetting"] });
    expect(evidence).toContain("its opcode trimBounds was carried out");
  });

  it("takes a file's word for its pixels, unless it is not to be trusted", () => {
    expect(geometryHistory(photo, undefined, true)).toEqual(geometry);
    expect(geometryHistory(photo, undefined, false)).toEqual(unknownHistory);
    expect(geometryHistory(emptyPhoto, undefined, true)).toEqual(unknownHistory);
  });
});
