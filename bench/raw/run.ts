import { encodeDngFile } from "../../fixtures/dng/dng-file.ts";
import { developLibRaw, developOurs } from "./develop.ts";
import { truthScenes } from "./scenes.ts";
import { psnr } from "./score.ts";
import { bayerFilters, shootScene, xTransFilter } from "./sensor.ts";

const levels = { black: 512, white: 15_300 };
const only = process.argv[2] ?? "";
for (const scene of truthScenes(660, 520)) {
  if (!scene.name.includes(only)) continue;
  const row: string[] = [scene.name.padEnd(20)];
  for (const [name, filter] of [
    ["bayer", bayerFilters.RGGB],
    ["xtrans", xTransFilter],
    ["linear", undefined],
  ] as const) {
    const bytes = encodeDngFile(shootScene(scene, filter, levels));
    const ours = psnr(scene, await developOurs(bytes));
    const theirs = psnr(scene, developLibRaw(bytes));
    row.push(`${name} ${ours.toFixed(2)} | ${theirs.toFixed(2)}`);
  }
  console.log(row.join("   "));
}
