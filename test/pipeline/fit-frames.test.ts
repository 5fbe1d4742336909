import { describe, expect, test } from "vitest";
import type { U8 } from "../../src/image/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import type { PhotoSet } from "../../src/pipeline/finding/index.ts";
import { fillTransparent, fitFrames, needsFitting } from "../../src/pipeline/making/fit-frames.ts";
import type { DecodedFrame } from "../../src/stages/decode/index.ts";

type Value = (x: number, y: number) => number;

function frame(width: number, height: number, value: Value, opaque?: Value): DecodedFrame {
  const data: U8 = new PixelPool(0).u8(width * height * 3);
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      data.fill(value(x, y), 3 * (y * width + x), 3 * (y * width + x) + 3);
      mask[y * width + x] = opaque?.(x, y) ?? 1;
    }
  }
  const facts = { format: "tiff", sourceBitDepth: 8, sourceColorSpace: "srgb", source: "image" } as const;
  const image = { width, height, channels: 3, data, space: "srgb" } as const;
  return { image, facts, file: "a", ...(opaque && { opaque: mask }) };
}

function setOf(frames: readonly DecodedFrame[], turns: readonly (number | undefined)[] = []): PhotoSet {
  const described = frames.map(({ image: { width, height } }, i) => ({
    inspection: { width, height },
    ...(turns[i] === undefined ? {} : { turn: turns[i] }),
  }));
  return { frames: described } as unknown as PhotoSet;
}

const memory = new PixelPool(0);
const shade: Value = (x, y) => 10 + x + 2 * y;

describe("frames of one set", () => {
  test("of one size that stand alike are left as they are", () => {
    expect(needsFitting(setOf([frame(6, 4, shade), frame(6, 4, shade)]))).toBe(false);
  });

  test("are turned as the set says", () => {
    const upright = frame(4, 6, (x, y) => shade(y, 3 - x));
    const [, fitted] = fitFrames([frame(6, 4, shade), upright], setOf([upright, upright], [undefined, 8]), memory);
    expect(fitted.image).toMatchObject({ width: 6, height: 4 });
    expect(fitted.image.data[0]).toBe(upright.image.data[3 * 3]);
  });

  test("are cropped to their common size, transparent pixels too", () => {
    const frames = [
      frame(
        200,
        150,
        () => 9,
        (x) => (x === 2 ? 0 : 1),
      ),
      frame(196, 148, () => 9),
    ];
    const [first, second] = fitFrames(frames, setOf(frames), memory);
    expect([first.image.width, first.image.height]).toEqual([196, 148]);
    expect(first.opaque?.[0]).toBe(0);
    expect(second).toBe(frames[1]);
  });

  test("whose sides differ by more than 2 % keep their sizes", () => {
    const frames = [frame(200, 150, () => 9), frame(190, 150, () => 9)];
    expect(fitFrames(frames, setOf(frames), memory)).toEqual(frames);
  });
});

describe("transparent pixels of a set", () => {
  const scene: Value = (x, y) => 40 + ((x * 7 + y * 13) % 80);
  const border: Value = (x) => (x < 8 ? 0 : 1);
  const warnings: string[] = [];
  const context = { warn: (code: string) => void warnings.push(code) };

  test("show what another frame shows there, in the frame's own tones", () => {
    const bright = frame(64, 48, (x, y) => (x < 8 ? 255 : 2 * scene(x, y)), border);
    fillTransparent([frame(64, 48, scene), bright], context);
    for (let y = 0; y < 48; y++)
      for (let x = 0; x < 8; x++)
        expect(Math.abs(bright.image.data[3 * (64 * y + x)] - 2 * scene(x, y))).toBeLessThan(4);
    expect(warnings).toEqual([]);
  });

  test("stay white with a warning where every frame is transparent", () => {
    const frames = [1, 2].map((gain) => frame(64, 48, (x, y) => (x < 8 ? 255 : gain * scene(x, y)), border));
    fillTransparent(frames, context);
    expect(frames[0].image.data[0]).toBe(255);
    expect(warnings).toEqual(["decode/alpha-flattened"]);
  });
});
