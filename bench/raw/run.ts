import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sharedFixture } from "../../test/support/shared-fixtures.ts";
import { differenceFromPreview } from "./previews.ts";
import { demosaicTable } from "./table.ts";

/**
 * npm run bench -- raw: PSNR against rendered scenes next to LibRaw, and the distance from cameras' own pictures
 * where real files are next to the checkout.
 */
console.log(await demosaicTable());
for (const folder of ["raw/cr2", "raw/crw", "raw/dng", "brackets/raw_d5000"]) {
  for (const name of namesIn(sharedFixture(folder))) {
    const path = join(sharedFixture(folder), name);
    const [own, plain] = [
      await differenceFromPreview(path),
      await differenceFromPreview(path, { rawCameraLook: "off" }),
    ];
    if (!own || !plain) continue;
    const shown = [own.delivered, own.matched, plain.delivered, plain.matched].map((value) => value.toFixed(2));
    console.log(
      `${name.padEnd(32)} ΔE00 ${shown[0]}, after a gain ${shown[1]}; without the camera's look ${shown[2]}, ${shown[3]}`,
    );
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
