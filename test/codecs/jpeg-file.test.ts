import sharp from "sharp";
import { expect, test } from "vitest";
import { encodeJpeg } from "../../src/codecs/jpeg-file.ts";
import type { IntegerImage } from "../../src/image/index.ts";
import { testContext } from "../support/context.ts";
import { randomSamples } from "../support/random.ts";

const sizes = [
  [1, 1],
  [8, 8],
  [17, 9],
  [7, 33],
  [23, 24],
  [24, 8],
  [41, 130],
] as const;

function picture(width: number, height: number, kind: "noise" | "gradient" | "edge"): IntegerImage {
  const data = randomSamples(width * height * 3, 8, 3);
  for (let i = 0; kind !== "noise" && i < data.length; i++) {
    const ramp = (data[i] % 8) + (((i * 5) / width) & 127);
    data[i] = kind === "edge" ? (i % (width * 3) < width ? 0 : 255) : ramp;
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

test.each([1, 20, 50, 90, 95, 100])("A JPEG of quality %i has the very pixels of libjpeg's", async (quality) => {
  for (const [width, height] of sizes) {
    for (const kind of ["noise", "gradient", "edge"] as const) {
      for (const fullChroma of [false, true]) {
        const image = picture(width, height, kind);
        const ours = await encodeJpeg(image, { quality, fullChroma }, testContext());
        const settings = { quality, chromaSubsampling: fullChroma ? "4:4:4" : "4:2:0", optimiseCoding: false };
        const raw = { width, height, channels: 3 as const };
        const theirs = await sharp(Buffer.from(image.data), { raw }).jpeg(settings).toBuffer();
        const [a, b] = await Promise.all([ours, theirs].map((file) => sharp(file).raw().toBuffer()));
        expect(a.equals(b), `${width} × ${height} ${kind}`).toBe(true);
        // A marker and a part of a byte for each row of blocks; means begin anew.
        expect(ours.length).toBeLessThan(theirs.length + 16 + Math.ceil(height / 8) * 12);
      }
    }
  }
});

test("16 bits are rounded to 8 on the way, and noise of the highest quality finds room", async () => {
  const [width, height] = [90, 70];
  const wide = { width, height, channels: 3, data: randomSamples(width * height * 3, 16, 9), space: "srgb" } as const;
  const data = new Uint8Array(new SharedArrayBuffer(wide.data.length));
  for (let i = 0; i < data.length; i++) data[i] = Math.round(wide.data[i] / 257);
  const settings = { quality: 100, fullChroma: true };
  const narrow = await encodeJpeg({ ...wide, data }, settings, testContext());
  expect(narrow.length).toBeGreaterThan(1.5 * width * height);
  expect((await encodeJpeg(wide, settings, testContext())).equals(narrow)).toBe(true);
});

test("The bytes do not depend on bands or on which kernels run", async () => {
  const image = picture(100, 300, "noise");
  const settings = { quality: 90, fullChroma: false };
  const files = await Promise.all(
    [testContext(), testContext({ bandRows: 1 }), testContext({ kernels: "reference" })].map((context) =>
      encodeJpeg(image, settings, context),
    ),
  );
  for (const file of files) expect(file.equals(files[0])).toBe(true);
});

test("A file of several restart intervals decodes whole, and one that lost a row only loses that row", async () => {
  const image = picture(64, 64, "gradient");
  const file = await encodeJpeg(image, { quality: 95, fullChroma: true }, testContext());
  const restarts = [...file.keys()].filter((i) => file[i] === 0xff && file[i + 1] >= 0xd0 && file[i + 1] <= 0xd7);
  expect(restarts.map((at) => file[at + 1] & 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const hurt = Buffer.from(file).fill(0x55, restarts[2] + 2, restarts[3]);
  const decode = (bytes: Buffer) => sharp(bytes, { failOn: "none" }).raw().toBuffer();
  const [whole, rest] = await Promise.all([file, hurt].map(decode));
  const rowBytes = 64 * 3 * 8;
  expect(rest.subarray(0, 3 * rowBytes).equals(whole.subarray(0, 3 * rowBytes))).toBe(true);
  expect(rest.subarray(4 * rowBytes).equals(whole.subarray(4 * rowBytes))).toBe(true);
});
