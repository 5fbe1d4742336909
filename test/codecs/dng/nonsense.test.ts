import { describe, expect, test } from "vitest";
import { truthScenes } from "../../../bench/raw/scenes.ts";
import { psnr } from "../../../bench/raw/score.ts";
import { bayerFilters, type Filter, shootScene } from "../../../bench/raw/sensor.ts";
import { type DngFile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { f64, opcode, opcodeList, u32 } from "../../../fixtures/dng/opcode-list.ts";
import { type IntegerImage, PixelPool } from "../../../src/image/index.ts";
import { decode } from "../../../src/stages/decode/index.ts";
import { testContext } from "../../support/context.ts";

const [width, height] = [264, 200];
const scene = truthScenes(width, height)[2];
const sound = (filter: Filter | undefined = bayerFilters.RGGB): DngFile =>
  shootScene(scene, filter, { black: 512, white: 15_300 });
const zeros = (count: number) => Array<number>(count).fill(0);

async function develop(bytes: Uint8Array): Promise<{ image: IntegerImage; codes: readonly string[] }> {
  const codes: string[] = [];
  const warn = (code: string) => codes.push(code);
  const context = { ...testContext(), memory: new PixelPool(0), warn };
  const { image } = await decode({ source: bytes, maxPixels: 1e8 }, { rawToneCurve: "linear" }, context);
  return { image: image as IntegerImage, codes };
}

/** The first `count` fractions of a field overwritten, as no encoder would write them. */
function withFractions(bytes: Uint8Array, tag: number, pair: readonly [number, number], count: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries = Array.from({ length: view.getUint16(8, true) }, (_, i) => 10 + i * 12);
  const entry = entries.find((at) => view.getUint16(at, true) === tag) as number;
  const at = view.getUint32(entry + 8, true);
  for (let i = 0; i < count * 2; i++) view.setInt32(at + i * 4, pair[i % 2], true);
  return bytes;
}

const isGrey = ({ data }: IntegerImage) => new Set(data).size < 256;

describe("numbers that no sensor has", () => {
  test.each([
    ["differences of columns far beyond the samples", 50715, [2147483647, 1], 10],
    ["differences of columns far below the samples", 50715, [-2147483647, 1], 264],
    ["differences of columns over nothing", 50715, [1, 0], 264],
    ["one difference of nothing over nothing", 50715, [0, 0], 1],
    ["differences of rows far beyond the samples", 50716, [2147483647, 1], 200],
    ["black over nothing", 50714, [1, 0], 1],
    ["black far beyond the samples", 50714, [2147483647, 1], 1],
  ] as const)("%s are left out with a warning, and the picture stays", async (_, tag, pair, count) => {
    const file = { ...sound(), blackColumns: zeros(width), blackRows: zeros(height) };
    const { image, codes } = await develop(withFractions(encodeDngFile(file), tag, pair, count));
    expect(codes).toEqual(["decode/levels-implausible"]);
    expect(psnr(scene, image as never)).toBeGreaterThan(24);
  });

  test("a frame without light whose differences are absurd is developed", async () => {
    const dark = { ...sound(), sample: () => 0, blackColumns: zeros(width) };
    const { image, codes } = await develop(withFractions(encodeDngFile(dark), 50715, [2147483647, 1], 10));
    expect(codes).toEqual(["decode/levels-implausible"]);
    expect(isGrey(image)).toBe(true);
  });

  test.each([0, 65_536, 4_294_967_295])(
    "a white level of %i does not change the picture, and is reported",
    async (white) => {
      const { image, codes } = await develop(encodeDngFile({ ...sound(), white }));
      expect(image.data.some((value) => value > 8000)).toBe(true);
      expect(codes).toEqual(["decode/levels-implausible"]);
    },
  );

  test("a white level of 65535 is taken without a word", async () => {
    expect((await develop(encodeDngFile({ ...sound(), white: 65_535 }))).codes).toEqual([]);
  });

  test.each([
    ["0/1", [0, 1], 1],
    ["1/0", [1, 0], 1],
    ["0/0", [0, 0], 3],
    ["one that is a millionth of the others", [1, 1_000_000], 1],
  ] as const)("a white balance of %s is left out with a warning", async (_, pair, count) => {
    const { image, codes } = await develop(withFractions(encodeDngFile(sound()), 50728, pair, count));
    expect(codes).toEqual(["decode/tags-ignored"]);
    expect(isGrey(image)).toBe(false);
  });

  test.each([
    ["singular", [1, 2, 3, 2, 4, 6, 1, 1, 1]],
    ["huge", [2000, 0, 0, 0, 2000, 0, 0, 0, 2000]],
    ["all one number", Array<number>(9).fill(0.3)],
  ])("a colour matrix that is %s is left out with a warning", async (_, colorMatrix) => {
    const { image, codes } = await develop(encodeDngFile({ ...sound(), colorMatrix }));
    expect(codes).toEqual(["decode/tags-ignored"]);
    expect(psnr(scene, image as never)).toBeGreaterThan(10);
  });

  test("a forward matrix that is singular is left out with a warning", async () => {
    const { image, codes } = await develop(encodeDngFile({ ...sound(), forwardMatrix: [1, 1, 1, 1, 1, 1, 1, 1, 1] }));
    expect(codes).toEqual(["decode/tags-ignored"]);
    expect(psnr(scene, image as never)).toBeGreaterThan(24);
  });

  test.each([
    ["of 1e300", [1e300, 0, 0, 0, 0, 0]],
    ["of 1e300 that cancel each other", [1, 1e300, -1e300, 0, 0, 0]],
    ["that leave no picture", [12, 12, 0, 0, 0, 0]],
    ["that are no numbers", [Number.NaN, 0, 0, 0, 0, 0]],
  ])("a warp with terms %s is left out with a warning", async (_, terms) => {
    const list3 = opcodeList(opcode(1, [...u32(1), ...f64(...terms, 0.5, 0.5)]));
    const { image, codes } = await develop(encodeDngFile({ ...sound(), opcodes: { list3 } }));
    expect(codes).toEqual(["decode/opcodes-skipped"]);
    expect(psnr(scene, image as never)).toBeGreaterThan(24);
  });

  test("a warp of a real lens is done without a word", async () => {
    const list3 = opcodeList(opcode(1, [...u32(1), ...f64(1.02, -0.05, 0.03, 0.001, 1e-4, -1e-4, 0.5, 0.49)]));
    expect((await develop(encodeDngFile({ ...sound(), opcodes: { list3 } }))).codes).toEqual([]);
  });
});
