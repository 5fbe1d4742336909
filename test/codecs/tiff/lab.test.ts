import { describe, expect, test } from "vitest";
import { type Field, writeTiff } from "../../../fixtures/dng/tiff-file.ts";
import { decode } from "../../support/decode.ts";

/** L*a*b* of D50 and what display sRGB it is (Lindbloom's calculator, adapted by Bradford, 8 bits). */
const colors = [
  { lab: [100, 0, 0], rgb: [255, 255, 255] },
  { lab: [0, 0, 0], rgb: [0, 0, 0] },
  { lab: [53.585, 0, 0], rgb: [128, 128, 128] },
  { lab: [54.29, 80.81, 69.89], rgb: [255, 0, 0] },
  { lab: [87.82, -79.29, 80.99], rgb: [0, 255, 0] },
  { lab: [29.57, 68.3, -112.03], rgb: [0, 0, 255] },
];

interface Layout {
  readonly bits: 8 | 16;
  readonly photometric: 8 | 9;
  readonly bigEndian: boolean;
}

function labTiff({ bits, photometric, bigEndian }: Layout): Uint8Array {
  const unit = bits === 8 ? 1 : 256;
  const max = 2 ** bits - 1;
  const samples = colors.flatMap(({ lab: [l, a, b] }) => [
    Math.round((l / 100) * max),
    ...[a, b].map((value) => (Math.round(value * unit) + (photometric === 9 ? 128 * unit : 2 ** bits)) % 2 ** bits),
  ]);
  const data = new Uint8Array((samples.length * bits) / 8);
  const view = new DataView(data.buffer);
  for (const [i, sample] of samples.entries())
    bits === 8 ? view.setUint8(i, sample) : view.setUint16(2 * i, sample, !bigEndian);
  const fields: Field[] = [
    [256, "long", [colors.length]],
    [257, "long", [1]],
    [258, "short", [bits, bits, bits]],
    [259, "short", [1]],
    [262, "short", [photometric]],
    [273, "long", { blobs: [data] }],
    [277, "short", [3]],
    [278, "long", [1]],
    [279, "long", [data.length]],
    [284, "short", [1]],
  ];
  return writeTiff(fields, bigEndian);
}

describe("a TIFF of L*a*b*", () => {
  test.each<Layout>([
    { bits: 8, photometric: 8, bigEndian: false },
    { bits: 8, photometric: 8, bigEndian: true },
    { bits: 8, photometric: 9, bigEndian: false },
    { bits: 16, photometric: 8, bigEndian: false },
    { bits: 16, photometric: 8, bigEndian: true },
  ])("shows the colours of display sRGB: %j", async (layout) => {
    const { image, facts, warnings } = await decode(labTiff(layout));
    expect(facts).toMatchObject({ sourceBitDepth: layout.bits, sourceColorSpace: "CIELab" });
    expect(warnings).toEqual([]);
    const scale = layout.bits === 8 ? 1 : 257;
    // Half a step of 8-bit a* or b* moves a channel that is black by a dozen levels.
    const tolerance = layout.bits === 8 ? 16 : 2;
    for (const [i, { rgb }] of colors.entries()) {
      const seen = [...image.data.subarray(i * 3, i * 3 + 3)].map((value) => value / scale);
      for (const c of [0, 1, 2]) expect(Math.abs(seen[c] - rgb[c]), `${rgb} as ${seen}`).toBeLessThanOrEqual(tolerance);
    }
  });
});
