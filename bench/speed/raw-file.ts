import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeDngFile } from "../../fixtures/dng/dng-file.ts";
import { truthScenes } from "../raw/scenes.ts";
import { bayerFilters, shootScene } from "../raw/sensor.ts";
import { sensorLevels } from "../raw/table.ts";

/** Size of the rendered room that is repeated as a tile; even, so that the colour filter continues. */
const tile = { width: 660, height: 520 };

/** An uncompressed 16-bit Bayer DNG of the requested size with grain; created once in the temporary folder. */
export function benchRaw(megapixels: number): string {
  const folder = join(tmpdir(), `lightwell-bench-${megapixels}`);
  const path = join(folder, "frame.dng");
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const width = Math.round(Math.sqrt(megapixels * 1.5e6) / 16) * 16;
  const height = Math.round(width / 1.5 / 16) * 16;
  const room = truthScenes(tile.width, tile.height)[2];
  const shot = shootScene(room, bayerFilters.RGGB, sensorLevels);
  const samples = new Uint16Array(tile.width * tile.height);
  for (let i = 0; i < samples.length; i++) samples[i] = shot.sample(i % tile.width, Math.floor(i / tile.width), 0);
  let state = 1;
  const sample = (x: number, y: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const value = samples[(y % tile.height) * tile.width + (x % tile.width)] + ((state >>> 27) - 16);
    return Math.min(sensorLevels.white, Math.max(0, value));
  };
  writeFileSync(path, encodeDngFile({ ...shot, width, height, sample, iso: 100 }));
  return path;
}
