import { describe, expect, test } from "vitest";
import { differenceFromPreview } from "../../../bench/raw/previews.ts";
import { hasSharedFixtures, sharedFixture } from "../../support/shared-fixtures.ts";

describe("develop, beside the camera's own picture in the file", () => {
  test
    .skipIf(!hasSharedFixtures)
    .each(["raw/cr2/dcraw_IMG_0848.CR2", "brackets/raw_d5000/sample1.dng", "raw/dng/skia_sample_1mp_rotated.dng"])(
    "is within a mean ΔE00 of 6 after brightness is matched: %s",
    async (file) => {
      expect(await differenceFromPreview(sharedFixture(file))).toBeLessThan(6);
    },
    30_000,
  );
});
