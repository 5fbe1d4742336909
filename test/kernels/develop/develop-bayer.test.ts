import { describe, expect, test } from "vitest";
import type { U16 } from "../../../src/image/index.ts";
import type { KernelArgs } from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32Of, u8, u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

const f32 = (...values: number[]) => f32Of(values);
const curve = u16(65536);
const straight = u16(65536);
for (let i = 0; i < 65536; i++) {
  curve[i] = Math.round(65535 * (i / 65535) ** 0.45);
  straight[i] = i;
}

const looks = {
  black: f32(500, 510, 490),
  scale: f32(1.02, 1.01, 1.03),
  curve,
  matrix: f32(1.7, -0.6, -0.1, -0.2, 1.5, -0.3, 0.05, -0.5, 1.45),
  clip: f32(65535, 40000, 50000),
};
const cancel = new Int32Array(new SharedArrayBuffer(4));

/** A crop in the midst of the mosaic, upright, and turned as EXIF orientation 6 asks. */
function crops(width: number, height: number) {
  const cut = { left: 3, top: 5, cropWidth: width - 8, cropHeight: height - 6 };
  return [
    { left: 0, top: 0, cropWidth: width, cropHeight: height, start: 0, stepX: 1, stepY: width },
    { ...cut, start: 0, stepX: 1, stepY: cut.cropWidth },
    { ...cut, start: cut.cropHeight - 1, stepX: cut.cropHeight, stepY: -1 },
  ];
}

describe("developBayer", () => {
  test("gives the bytes of demosaic, colours and rounding one after the other", () => {
    const kernels = kernelSet("auto");
    const [width, height] = [433, 301];
    const source = randomSamples(width * height, 16, 9) as U16;
    const size = { width, height, redX: 1, redY: 0 };
    const linear = u16(width * height * 3);
    kernels.demosaicBayer({ source, target: linear, ...looks, ...size }, 0, height, cancel);
    for (const crop of crops(width, height)) {
      const { cropWidth: w, cropHeight: h, left, top, start, stepX, stepY } = crop;
      const upright = u16(w * h * 3);
      const from = { start: top * width + left, stepX: 1, stepY: width };
      kernels.developColor({ source: linear, target: upright, ...looks, width: w, height: h, ...from }, 0, h, cancel);
      const narrow = u8(w * h * 3);
      kernels.narrow({ source: upright, target: narrow, rowSamples: w * 3 }, 0, h, cancel);
      for (const [target, truth] of [[u16(w * h * 3), upright] as const, [u8(w * h * 3), narrow] as const]) {
        kernels.developBayer({ source, target, ...looks, ...size, ...crop }, 0, h, cancel);
        for (let y = 0; y < h; y++)
          for (let x = 0; x < w; x++)
            for (let c = 0; c < 3; c++)
              if (target[(start + x * stepX + y * stepY) * 3 + c] !== truth[(y * w + x) * 3 + c])
                throw new Error(`${w} × ${h}: sample ${c} of pixel (${x}, ${y}) differs`);
      }
    }
  });

  test.each([0, 1, 2])("native agrees with the reference, crop %i, 8 and 16 bits", (which) => {
    const [width, height] = [53, 41];
    const crop = crops(width, height)[which];
    const source = randomSamples(width * height, 16, 5) as U16;
    for (const [make, tolerance] of [[u8, 1] as const, [u16, 6] as const]) {
      expectAgreement({
        name: "developBayer",
        rows: crop.cropHeight,
        makeArgs: () => {
          const target = make(crop.cropWidth * crop.cropHeight * 3);
          return { source, target, ...looks, curve: straight, width, height, redX: 0, redY: 1, ...crop };
        },
        outputOf: (args) => args.target,
        tolerance,
      });
    }
  });

  test("refuses a crop or a walk that leaves the picture", () => {
    const good: KernelArgs["developBayer"] = {
      source: u16(64),
      target: u8(64 * 3),
      ...looks,
      width: 8,
      height: 8,
      redX: 0,
      redY: 0,
      left: 0,
      top: 0,
      cropWidth: 8,
      cropHeight: 8,
      start: 0,
      stepX: 1,
      stepY: 8,
    };
    const { developBayer } = kernelSet("auto");
    developBayer(good, 0, 8, cancel);
    const bad = [{ left: 1 }, { top: -1 }, { cropHeight: 9 }, { start: 1 }, { stepY: 9 }, { target: u8(64 * 3 - 1) }];
    for (const change of bad) expect(() => developBayer({ ...good, ...change }, 0, 8, cancel)).toThrow(/rejected/);
    expect(() => developBayer(good, 0, 9, cancel)).toThrow(/rejected/);
  });
});
