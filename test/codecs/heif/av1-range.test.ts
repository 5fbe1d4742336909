import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { limitedPlanes } from "../../../src/codecs/heif/avif.ts";
import { declareAlphaRange, declarePremultiplied } from "../../support/avif-alpha.ts";
import { decode } from "../../support/decode.ts";
import { hasPhotographs, sharedFixture } from "../../support/shared-fixtures.ts";

const size = { width: 16, height: 8 };
/** Samples of alpha, a quarter of the picture each. */
const alphas = [0, 16, 126, 235];

/** One colour under bands of alpha. */
async function picture(bitdepth: 8 | 10 | 12, isMultiplied = false): Promise<Uint8Array> {
  const max = bitdepth === 8 ? 255 : 65_535;
  const data = new (bitdepth === 8 ? Uint8Array : Uint16Array)(size.width * size.height * 4);
  for (let i = 0; i < data.length / 4; i++) {
    const alpha = alphas[Math.floor((i * alphas.length) / (size.width * size.height))];
    const light = isMultiplied ? max * (alpha / 255) : max;
    data.set([light * 0.6, light * 0.4, light * 0.2, (alpha / 256) * (max + 1)], i * 4);
  }
  const source = sharp(data, { raw: { ...size, channels: 4 } }).toColourspace(bitdepth === 8 ? "srgb" : "rgb16");
  return source.avif({ lossless: true, effort: 0, bitdepth }).toBuffer();
}

describe("an alpha plane of an AVIF", () => {
  test.each([8, 10, 12] as const)(
    "of limited range and %i bits is transparent at 16 and opaque at 235",
    async (bits) => {
      const { image, warnings } = await decode(declareAlphaRange(await picture(bits), "limited"));
      const max = bits === 8 ? 255 : 65_535;
      const red = [...image.data].filter((_, i) => i % 3 === 0).map((value) => value / max);
      const expected = alphas.map((alpha) => {
        const share = Math.min(1, Math.max(0, (alpha - 16) / 219));
        return 0.6 * share + 1 - share;
      });
      for (const [i, value] of red.entries())
        expect(Math.abs(value - expected[Math.floor((i * alphas.length) / red.length)])).toBeLessThan(0.003);
      expect(new Set(image.data.subarray(0, (image.data.length / alphas.length) * 2))).toEqual(new Set([max]));
      expect(warnings.map(({ code }) => code)).toEqual(["decode/alpha-flattened"]);
    },
  );

  test.each([8, 10] as const)(
    "that the colours of %i bits are multiplied by already is not multiplied by again",
    async (bits) => {
      const { image, warnings } = await decode(declarePremultiplied(await picture(bits, true)));
      const max = bits === 8 ? 255 : 65_535;
      for (let i = 0; i < image.data.length; i++) {
        const share = alphas[Math.floor((i * alphas.length) / image.data.length)] / 255;
        const expected = [0.6, 0.4, 0.2][i % 3] * share + 1 - share;
        expect(Math.abs(image.data[i] / max - expected)).toBeLessThan(0.006);
      }
      expect(warnings.map(({ code }) => code)).toEqual(["decode/alpha-flattened"]);
    },
  );

  test("of full range is taken as it is, declared or not", async () => {
    const plain = await picture(8);
    const { image } = await decode(plain);
    expect((await decode(declareAlphaRange(plain, "full"))).image.data).toEqual(image.data);
    expect(Math.abs((image.data.at(-3) as number) - (0.6 * 235 + 20))).toBeLessThanOrEqual(1);
  });
});

describe("the range that an AVIF declares", () => {
  /** A file of a picture and its alpha plane, each with its coder's settings and colour box. */
  const declared = (primary: readonly Buffer[], alpha: readonly Buffer[]) => {
    const kept = [
      ...primary,
      ...alpha,
      box("auxC", Buffer.from("\0\0\0\0urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")),
    ];
    const first = primary.map((_, i) => i + 1);
    const second = [...alpha.map((_, i) => primary.length + i + 1), kept.length];
    const entry = (item: number, indices: readonly number[]) => Buffer.from([0, item, indices.length, ...indices]);
    const ipma = box("ipma", Buffer.alloc(7), Buffer.from([2]), entry(1, first), entry(2, second));
    const iref = box("iref", Buffer.alloc(4), box("auxl", Buffer.from([0, 2, 0, 1, 0, 1])));
    const pitm = box("pitm", Buffer.from([0, 0, 0, 0, 0, 1]));
    return new Uint8Array(box("meta", Buffer.alloc(4), pitm, iref, box("iprp", box("ipco", ...kept), ipma)));
  };
  const box = (type: string, ...parts: readonly Buffer[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4, "latin1");
    return Buffer.concat([head, body]);
  };
  const coder = (hex: string) => box("av1C", Buffer.from(hex, "hex"));
  const nclx = (full: boolean) =>
    box("colr", Buffer.from([...Buffer.from("nclx"), 0, 1, 0, 13, 0, 6, full ? 0x80 : 0]));
  /**
   * Sequence headers of stills: one of colour and one of a single plane, and the bit of the range in their last bytes.
   */
  const [color, mono] = ["81200200", "81001c00"].map((hex) => coder(hex));
  const limitedSequence = coder("81401c000a095819bfffe180868490");
  const fullSequence = coder("814c1c000a0a1b2abfffffe1808684d0");

  test.each([
    ["nothing", [color], [mono], { alpha: false, gray: false }],
    ["a limited colour picture", [color, nclx(false)], [mono], { alpha: false, gray: false }],
    ["a limited grey picture", [mono, nclx(false)], [mono], { alpha: false, gray: true }],
    ["limited alpha by its colour box", [color], [mono, nclx(false)], { alpha: true, gray: false }],
    ["limited alpha by its coded picture", [color], [limitedSequence], { alpha: true, gray: false }],
    ["full alpha by its coded picture", [color], [fullSequence], { alpha: false, gray: false }],
    [
      "full alpha by a box above the coded picture",
      [color],
      [limitedSequence, nclx(true)],
      { alpha: false, gray: false },
    ],
  ] as const)("is found: %s", (_, primary, alpha, expected) => {
    expect(limitedPlanes(declared(primary, alpha))).toEqual(expected);
  });

  test("is never an error, wherever the boxes are cut or damaged", () => {
    const whole = declared([mono, nclx(false)], [limitedSequence, nclx(false)]);
    for (let at = 0; at < whole.length; at++) {
      expect(limitedPlanes(whole.subarray(0, at))).toBeDefined();
      for (const flip of [0xff, 0x80, 1]) {
        const damaged = whole.slice();
        damaged[at] ^= flip;
        expect(limitedPlanes(damaged)).toBeDefined();
      }
    }
  });

  test.skipIf(!hasPhotographs("heif/avif"))(
    "makes the same picture of real files of both ranges, also of grey ones",
    async () => {
      const patches = async (name: string) => {
        const { image } = await decode(readFileSync(sharedFixture(`heif/avif/${name}`)));
        const { data, width, height } = image;
        const max = data instanceof Uint8Array ? 255 : 65_535;
        return [0.08, 0.3, 0.5, 0.7, 0.9].map((share) => {
          const i = (Math.floor(height * share) * width + Math.floor(width * share)) * 3;
          return (0.2627 * data[i] + 0.678 * data[i + 1] + 0.0593 * data[i + 2]) / max;
        });
      };
      const plum = "plum-blossom-large.profile";
      const full = await patches(`${plum}0.8bpc.yuv420.alpha-full.avif`);
      for (const other of ["2.8bpc.yuv422.alpha-limited", "2.10bpc.yuv422.alpha-limited.monochrome"])
        for (const [i, value] of (await patches(`${plum}${other}.avif`)).entries())
          expect(Math.abs(value - full[i])).toBeLessThan(0.02);
    },
  );
});
