import { describe, expect, test } from "vitest";
import { baseCurve } from "../../../src/codecs/index.ts";
import { type CameraLook, settleCameraLook } from "../../../src/stages/decode/camera-look.ts";
import { type DecodeInput, type DecodeOptionsInput, decode } from "../../../src/stages/decode/index.ts";
import { lightAt, photograph } from "../../support/camera-picture.ts";
import { testContext } from "../../support/context.ts";

async function lookOf(source: Uint8Array, options: DecodeOptionsInput = {}, settled?: DecodeInput["cameraLook"]) {
  const { development } = await decode({ source, maxPixels: 1e8, cameraLook: settled }, options, testContext());
  return development?.cameraLook;
}

describe("the camera's own picture", () => {
  test.each([
    [{ liftEv: 0.6, contrast: 1.5 }, 1],
    [{ liftEv: -0.5, contrast: 1.4 }, 6],
    [{ liftEv: 0, contrast: 1.7 }, 1],
  ])("tells brightness and contrast %o, of a file of orientation %i", async (shape, orientation) => {
    const look = await lookOf(await photograph({ shape, orientation }));
    expect(look?.curve.liftEv).toBeCloseTo(shape.liftEv, 1);
    expect(Math.abs((look?.curve.contrast ?? 0) - shape.contrast)).toBeLessThan(0.06);
    expect(look?.neutral).toBeUndefined();
  });

  test("is followed for a stop and no farther", async () => {
    const look = await lookOf(await photograph({ shape: { liftEv: 1.6, contrast: 1.5 } }));
    expect(look?.curve.liftEv).toBe(1);
  });

  test.each([
    ["that shows something else", { light: (x: number, y: number, c: number) => lightAt(143 - x, y, c) }],
    ["that is white nearly everywhere", { light: () => 1.9 }],
  ])("is not asked where it is one %s", async (_, told) => {
    expect(await lookOf(await photograph(told))).toBeUndefined();
  });

  test.each<DecodeOptionsInput>([{ rawCameraLook: "off" }, { rawToneCurve: "linear" }])(
    "is not asked with %o",
    async (options) => {
      expect(await lookOf(await photograph({ shape: { liftEv: 0.6, contrast: 1.5 } }), options)).toBeUndefined();
    },
  );

  test("gives way to what was settled for the set", async () => {
    const source = await photograph({ shape: { liftEv: 0.6, contrast: 1.5 } });
    const settled = { curve: { liftEv: 0.2, contrast: 1.6 } };
    expect(await lookOf(source, {}, settled)).toEqual(settled);
    expect(await lookOf(source, {}, "none")).toBeUndefined();
  });

  test("tells the white balance where the file does not state it", async () => {
    const shape = { liftEv: 0.3, contrast: 1.5 };
    const source = await photograph({ shape, neutral: [0.6, 1, 0.7] });
    const stated = new DataView(source.buffer);
    // AsShotNeutral becomes an unknown tag.
    for (let at = 10; at < 400; at += 12) if (stated.getUint16(at, true) === 50728) stated.setUint16(at, 65_001, true);
    const look = await lookOf(source);
    for (const [c, value] of [0.6, 1, 0.7].entries()) expect(look?.neutral?.[c]).toBeCloseTo(value, 1);
    expect(look?.curve.liftEv).toBeCloseTo(0.3, 1);
  });

  test("leaves black black and white white, whatever it tells", () => {
    for (const liftEv of [-1, 0, 1]) {
      for (const contrast of [1.3, 1.8]) {
        expect(baseCurve(0, 2, { liftEv, contrast })).toBe(0);
        expect(baseCurve(2, 2, { liftEv, contrast })).toBeCloseTo(1, 6);
        const values = Array.from({ length: 200 }, (_, i) => baseCurve(i / 100, 2, { liftEv, contrast }));
        expect(values).toEqual([...values].sort((a, b) => a - b));
      }
    }
  });
});

test("One look is settled for a set, the middle one, without the frames that tell none", () => {
  const look = (liftEv: number, red?: number): CameraLook => ({
    curve: { liftEv, contrast: 1.5 + liftEv / 10 },
    ...(red && { neutral: [red, 1, 0.5] }),
  });
  expect(settleCameraLook([])).toBeUndefined();
  expect(settleCameraLook([undefined])).toBeUndefined();
  expect(settleCameraLook([look(0.4), undefined, look(-1), look(0.5)])).toEqual(look(0.4));
  expect(settleCameraLook([look(0.1, 0.4), look(0.2, 0.6), look(0.3, 0.5)])?.neutral).toEqual([0.5, 1, 0.5]);
});
