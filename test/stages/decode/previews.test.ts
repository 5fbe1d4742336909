import { describe, expect, test } from "vitest";
import { differenceFromPreview } from "../../../bench/raw/previews.ts";
import { hasSharedFixtures, presentRows, sharedFixture } from "../../support/shared-fixtures.ts";

describe("develop, compared with the camera's own picture in the file", () => {
  test.skipIf(!hasSharedFixtures).each(
    presentRows<[string, number]>(
      [
        ["raw/cr2/dcraw_IMG_0848.CR2", 4],
        ["raw/crw/RAW_CANON_D30_SRGB.CRW", 4.4],
        ["brackets/raw_d5000/sample1.dng", 2],
        ["raw/dng/skia_sample_1mp_rotated.dng", 2],
      ],
      ([path]) => path,
    ),
  )(
    "%s is within a mean ΔE00 of %d as delivered",
    async (file, most) => {
      expect((await differenceFromPreview(sharedFixture(file)))?.delivered).toBeLessThan(most);
    },
    30_000,
  );
});
