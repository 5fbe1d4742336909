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
    const others = process.argv[3] ? [] : [3];
    const theirs: string[] = [];
    for (const quality of others) theirs.push(psnr(scene, await developLibRaw(bytes, quality)).toFixed(2));
    row.push(`${name} ${ours.toFixed(2)} | ${theirs.join(" ")}`);
  }
  console.log(row.join("   "));
}
