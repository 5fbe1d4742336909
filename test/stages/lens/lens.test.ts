import { describe, expect, test } from "vitest";
import { EngineError } from "../../../src/errors/index.ts";
import { type GeometryHistory, unknownHistory } from "../../../src/image/index.ts";
import { distortPoint, vignettingGain } from "../../../src/ops/index.ts";
import { type LensInput, type LensOptionsInput, lens, parseLensDatabase } from "../../../src/stages/lens/index.ts";
import { testContext } from "../../support/context.ts";
import { lensDatabase, lensPhoto } from "../../support/lens-database.ts";

const kitchen = lensPhoto("Canon", "Canon EOS 6D", "EF17-40mm f/4L USM", 17, 8);
const canon24 = lensPhoto("Canon", "Canon EOS 5D", "EF24-105mm f/4L IS USM", 47, 5.6, 10);

const run = (
  photo: LensInput["photo"],
  options: LensOptionsInput = {},
  developed = false,
  width = 6000,
  height = 4000,
) => lens({ photo, width, height, database: lensDatabase(), developed }, options, testContext());

/**
 * Rows: pixel of the corrected picture; its source in red, green, blue; gain. Computed by liblensfun 0.3.3 at scale 1.
 */
const oracle = [
  {
    photo: kitchen,
    size: [6000, 4000],
    rows: [
      [0, 0, 30.7821, 20.5198, 30.7821, 20.5198, 30.7821, 20.5198, 1],
      [1499.75, 499.875, 1502.6323, 502.7571, 1502.6323, 502.7571, 1502.6323, 502.7571, 1],
      [4499.25, 1499.625, 4511.1519, 1495.6581, 4511.1519, 1495.6581, 4511.1519, 1495.6581, 1],
    ],
  },
  {
    photo: lensPhoto("NIKON CORPORATION", "NIKON D5000", "AF-S DX VR Zoom-Nikkor 18-55mm f/3.5-5.6G", 27, 5, 3),
    size: [4310, 2868],
    rows: [
      [0, 0, 20.7118, 13.7806, 20.7118, 13.7806, 20.7118, 13.7806, 1.476419],
      [1077.25, 358.375, 1077.9617, 359.0853, 1077.9617, 359.0853, 1077.9617, 359.0853, 1.110352],
      [3231.75, 1075.125, 3233.4109, 1074.5725, 3233.4109, 1074.5725, 3233.4109, 1074.5725, 1.052283],
    ],
  },
  {
    photo: lensPhoto("Canon", "Canon PowerShot S120", undefined, 5.2, 4),
    size: [4000, 3000],
    rows: [
      [0, 0, 276.3923, 207.277, 277.4256, 208.0518, 276.5647, 207.4061, 1],
      [999.75, 374.875, 999.8235, 374.9576, 1000.423, 375.6319, 999.9235, 375.0701, 1],
      [2999.25, 1124.625, 3051.6426, 1104.9795, 3051.0117, 1105.2159, 3051.5374, 1105.0188, 1],
    ],
  },
  {
    photo: lensPhoto("SONY", "ILCE-6000", "E PZ 16-50mm F3.5-5.6 OSS", 23, 4),
    size: [4000, 6000],
    rows: [
      [0, 0, 62.8273, 94.2487, 63.3185, 94.9856, 63.1747, 94.7698, 2.994939],
      [999.75, 749.875, 1007.7338, 767.84, 1007.8652, 768.1359, 1007.6577, 767.6686, 1.438803],
      [2999.25, 2249.625, 3008.1318, 2242.9631, 3008.084, 2242.999, 3008.3909, 2242.7688, 1.06223],
    ],
  },
  {
    photo: canon24,
    size: [6000, 4000],
    rows: [
      [0, 0, -67.096, -44.7266, -65.4276, -43.6146, -64.8791, -43.2489, 1.722014],
      [1499.75, 499.875, 1497.7343, 497.8594, 1498.3033, 498.4284, 1498.28, 498.4052, 1.176399],
      [4499.25, 1499.625, 4495.7769, 1500.7826, 4495.2651, 1500.9531, 4495.353, 1500.9238, 1.100056],
    ],
  },
];

describe("lens", () => {
  test.each(oracle)(
    "agrees with lensfun: $photo.camera.model at $photo.lens.focalMm mm",
    async ({ photo, size, rows }) => {
      const { correction } = await run(photo, {}, false, size[0], size[1]);
      if (!correction) throw new Error("no correction");
      const unscaled = { ...correction, scale: 1 };
      for (const [x, y, ...expected] of rows) {
        for (const channel of [0, 1, 2]) {
          const point = distortPoint(unscaled, x, y, channel);
          expect(Math.hypot(point.x - expected[2 * channel], point.y - expected[2 * channel + 1])).toBeLessThan(0.1);
        }
        // lensfun reads the gain at whole pixels.
        expect(vignettingGain(unscaled, Math.trunc(x), Math.trunc(y)) / expected[6]).toBeCloseTo(1, 4);
      }
    },
  );

  test("scales just so far that every pixel of every channel lies in the source", async () => {
    for (const { photo, size } of oracle) {
      const [width, height] = size;
      const { correction } = await run(photo, {}, false, width, height);
      if (!correction) throw new Error("no correction");
      let closest = Number.POSITIVE_INFINITY;
      for (let i = 0; i <= 997; i++) {
        const [x, y] = [((width - 1) * i) / 997, ((height - 1) * i) / 997];
        for (const [px, py] of [
          [x, 0],
          [x, height - 1],
          [0, y],
          [width - 1, y],
        ]) {
          for (const channel of [0, 1, 2]) {
            const source = distortPoint(correction, px, py, channel);
            closest = Math.min(closest, source.x, source.y, width - 1 - source.x, height - 1 - source.y);
          }
        }
      }
      expect(closest).toBeGreaterThan(-0.01);
      expect(closest).toBeLessThan(0.05);
    }
  });

  test("says what it found", async () => {
    const { applied, profile } = await run(canon24);
    expect(applied).toBe(true);
    expect(profile).toMatchObject({
      camera: "Canon EOS 5D",
      lens: "Canon EF 24-105mm f/4L IS USM",
      score: 100,
      matchedBy: "its name",
      focalMm: 47,
      corrects: { distortion: true, tca: true, vignetting: true },
    });
  });

  test("leaves out what is switched off", async () => {
    const some = await run(canon24, { lensFringes: false, lensVignetting: false });
    expect(some.profile.corrects).toEqual({ distortion: true, tca: false, vignetting: false });
    expect(some.correction?.tca ?? some.correction?.vignetting).toBeUndefined();
    const none = await run(canon24, { lensCorrection: false });
    expect([none.applied, none.reason]).toEqual([false, "lens correction is switched off"]);
  });

  test("trusts the camera with what it develops itself, unless told not to", async () => {
    const reflex = await run(canon24, {}, true);
    expect(reflex.profile.corrects).toEqual({ distortion: true, tca: false, vignetting: false });
    const sony = lensPhoto("SONY", "ILCE-6000", "E PZ 16-50mm F3.5-5.6 OSS", 23, 4);
    const mirrorless = await run(sony, {}, true);
    expect([mirrorless.applied, mirrorless.reason]).toEqual([false, expect.stringMatching(/taken as corrected/)]);
    const compact = await run(lensPhoto("Canon", "Canon PowerShot S120", undefined, 5.2, 4), {}, true);
    expect(compact.applied).toBe(false);
    const distrusted = await run(sony, { lensTrustCamera: false }, true);
    expect(distrusted.profile.corrects).toEqual({ distortion: true, tca: true, vignetting: true });
  });

  describe("by the numbers in a RAW file", () => {
    const radii = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.05];
    const told = {
      source: "Sony",
      radii,
      distortion: radii.map((r) => 1.002 - 0.05 * r * r + 0.02 * r ** 4),
      fringes: { red: radii.map((r) => 1 - 0.0003 * r), blue: radii.map(() => 1.0008) },
    };
    const nobodys = { ...lensPhoto("SONY", "ILCE-9000", undefined, 20), embeddedLens: told };

    test("follows them to a twentieth of a pixel, without a profile", async () => {
      const { correction, profile } = await run(nobodys);
      if (!correction) throw new Error("no correction");
      const [cx, cy] = [(6000 - 1) / 2, (4000 - 1) / 2];
      for (const [k, r] of radii.entries()) {
        const radiusOf = (channel: number) => {
          const point = distortPoint({ ...correction, scale: 1 }, cx + cx * r, cy + cy * r, channel);
          return Math.hypot(point.x - cx, point.y - cy);
        };
        const green = r * told.distortion[k] * Math.hypot(cx, cy);
        expect(Math.abs(radiusOf(1) - green)).toBeLessThan(0.05);
        expect(Math.abs(radiusOf(0) - green * told.fringes.red[k])).toBeLessThan(0.05);
        expect(Math.abs(radiusOf(2) - green * told.fringes.blue[k])).toBeLessThan(0.05);
      }
      expect(profile).toMatchObject({
        matchedBy: "Sony's own numbers in the file",
        corrects: { distortion: true, tca: true, vignetting: false },
      });
    });

    test("takes vignetting from a profile, and obeys the switches", async () => {
      const bare = lensPhoto("SONY", "ILCE-6000", "E PZ 16-50mm F3.5-5.6 OSS", 23, 4);
      const photo = { ...bare, embeddedLens: told };
      const [own, profile] = [await run(photo), await run(bare)];
      expect(own.correction?.vignetting).toEqual(profile.correction?.vignetting);
      expect(own.correction?.distortion).not.toEqual(profile.correction?.distortion);
      const plain = await run(photo, { lensFringes: false });
      expect(plain.profile.corrects).toEqual({ distortion: true, tca: false, vignetting: true });
      expect((await run(photo, { lensCorrection: false })).applied).toBe(false);
    });

    test("leaves them alone in what the camera developed, and after a DNG's own warp", async () => {
      expect((await run(nobodys, {}, true)).applied).toBe(false);
      const history = { ...unknownHistory, done: ["distortion"] as const, evidence: ["a test says so"] };
      const input = { photo: nobodys, width: 6000, height: 4000, database: lensDatabase(), developed: false, history };
      expect((await lens(input, {}, testContext())).applied).toBe(false);
    });

    test("does not believe numbers that fold the picture", async () => {
      const folded = { ...told, distortion: radii.map((r) => 1 - 0.39 * r * r) };
      expect((await run({ ...nobodys, embeddedLens: folded })).applied).toBe(false);
    });
  });

  test("corrects nothing a second time", async () => {
    const again = (history: Partial<GeometryHistory>, developed = true) => {
      const told = { ...unknownHistory, evidence: ["a test says so"], ...history };
      const input = { photo: canon24, width: 6000, height: 4000, database: lensDatabase(), developed, history: told };
      return lens(input, {}, testContext());
    };
    const all = ["distortion", "fringes", "vignetting"] as const;
    expect(await again({ done: ["distortion"] })).toMatchObject({
      applied: false,
      reason: "it is corrected already: a test says so",
      history: { done: ["distortion"] },
    });
    expect((await again({ done: all }, false)).applied).toBe(false);
    const gained = await again({ done: ["vignetting"] }, false);
    expect(gained.profile.corrects).toEqual({ distortion: true, tca: true, vignetting: false });
    expect((await again({ reframed: "cropped" }, false)).reason).toMatch(/cropped/);
  });

  test("corrects only lenses with all three measurements where lensCoverage is complete", async () => {
    const input = { width: 6000, height: 4000, database: lensDatabase(), developed: false };
    const of = (photo: LensInput["photo"], lensCoverage: "all" | "complete") =>
      lens({ ...input, photo }, { lensCoverage }, testContext());
    const whole = lensPhoto("Canon", "Canon EOS 5D", "EF24-105mm f/4L IS USM", 47, 5.6, 10);
    const partial = lensPhoto("Canon", "Canon EOS 5D Mark III", "EF11-24mm f/4L USM", 15, 8);
    expect((await of(whole, "all")).profile.corrects).toEqual({ distortion: true, tca: true, vignetting: true });
    expect(await of(whole, "complete")).toEqual(await of(whole, "all"));
    expect((await of(partial, "all")).applied).toBe(true);
    expect(await of(partial, "complete")).toMatchObject({
      applied: false,
      reason: expect.stringMatching(/11-24mm.*lensCoverage/),
      profile: { corrects: { distortion: false, tca: false, vignetting: false } },
    });
  });

  test("warns of a refusal with its reason", async () => {
    const context = testContext();
    const input = { width: 600, height: 400, database: lensDatabase(), developed: false };
    const doubt = lensPhoto("Canon", "Canon EOS D30", "Canon EF 28-70mm f/2.8L USM or Sigma 28-70mm f/2.8 EX", 70, 4);
    await lens({ ...input, photo: lensPhoto("Google", "Pixel 4a", undefined) }, {}, context);
    await lens({ ...input, photo: doubt }, {}, context);
    const nameless = lensPhoto("Canon", "Canon EOS 350D DIGITAL", undefined);
    await lens({ ...input, photo: { ...nameless, lens: { ...nameless.lens, isUnread: true } } }, {}, context);
    expect(context.warnings.map(({ code }) => code)).toEqual(["lens/no-profile", "lens/ambiguous", "metadata/no-perl"]);
  });

  test("survives impossible numbers in a photo", async () => {
    for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-300, 1e300]) {
      const photo = lensPhoto("Canon", "Canon EOS 5D", "EF24-105mm f/4L IS USM", 47, bad, bad);
      const { correction } = await run(photo);
      const gain = correction ? vignettingGain(correction, 0, 0) : 1;
      expect(gain).toSatisfy(Number.isFinite);
      const zoomed = lensPhoto("Canon", "Canon EOS 5D", "EF24-105mm f/4L IS USM", bad, 8);
      expect((await run(zoomed)).correction).toBeUndefined();
    }
  });

  test("refuses a broken database and unknown options", async () => {
    expect(() => parseLensDatabase(new Uint8Array([1, 2, 3]))).toThrow(EngineError);
    await expect(run(kitchen, { lensCorection: true } as LensOptionsInput)).rejects.toMatchObject({
      code: "options/unknown",
    });
  });
});
