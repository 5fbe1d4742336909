import { expect, test } from "vitest";
import { getCodec } from "../../src/codecs/index.ts";
import { bayerRggb, buildDng } from "../support/small-dng.ts";

test("a DNG whose first directory is at the end of the file is distinguished from a TIFF", () => {
  const dng = buildDng({ width: 96, height: 64, pattern: bayerRggb, sample: () => 900 });
  const length = 2 + new DataView(dng.buffer).getUint16(8, true) * 12 + 4;
  const moved = new Uint8Array(dng.length + length);
  moved.set(dng);
  moved.set(dng.subarray(8, 8 + length), dng.length);
  moved.fill(0, 8, 8 + length);
  new DataView(moved.buffer).setUint32(4, dng.length, true);
  expect(getCodec(moved).format).toBe("raw");
});
