import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sharedFixture } from "../../test/support/shared-fixtures.ts";
import { differenceFromPreview } from "./previews.ts";
import { demosaicTable } from "./table.ts";

/**
 * npx tsx bench/raw/run.ts: PSNR against rendered scenes beside LibRaw, and the distance from cameras' own pictures
 * where real files lie beside the checkout.
 */
console.log(await demosaicTable());
for (const folder of ["raw/cr2", "raw/crw", "raw/dng", "brackets/raw_d5000"]) {
  for (const name of namesIn(sharedFixture(folder))) {
    const difference = await differenceFromPreview(join(sharedFixture(folder), name));
    if (difference !== undefined) console.log(`${name.padEnd(32)} ΔE00 ${difference.toFixed(2)}`);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
