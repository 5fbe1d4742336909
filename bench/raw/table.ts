import { encodeDngFile } from "../../fixtures/dng/dng-file.ts";
import { markdownTable, marked } from "../fusion/table.ts";
import { developLibRaw, developOurs } from "./develop.ts";
import { truthScenes } from "./scenes.ts";
import { psnr } from "./score.ts";
import { bayerFilters, shootScene, xTransFilter } from "./sensor.ts";

/** Levels of a 14-bit camera. */
export const sensorLevels = { black: 512, white: 15_300 };

const head = ["scene", "Bayer", "LibRaw AHD", "X-Trans", "LibRaw Markesteijn", "full colour"];

/**
 * PSNR in dB of every scene, through Bayer and X-Trans filters, ours and LibRaw's, and ours from full-colour data; bold
 * where LibRaw is better.
 */
export async function demosaicTable(): Promise<string> {
  const rows: string[][] = [];
  for (const scene of truthScenes(660, 520)) {
    const row = [scene.name];
    for (const filter of [bayerFilters.RGGB, xTransFilter]) {
      const bytes = encodeDngFile(shootScene(scene, filter, sensorLevels));
      const [ours, theirs] = [psnr(scene, await developOurs(bytes)), psnr(scene, developLibRaw(bytes))];
      row.push(marked(ours.toFixed(1), ours > theirs), theirs.toFixed(1));
    }
    const linear = encodeDngFile(shootScene(scene, undefined, sensorLevels));
    rows.push([...row, psnr(scene, await developOurs(linear)).toFixed(1)]);
  }
  return markdownTable({ head, rows });
}
