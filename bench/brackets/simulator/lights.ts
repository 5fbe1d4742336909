import { Dice } from "../../dice.ts";
import type { Light } from "./scenes.ts";

/** Lamps that are switched or dimmed, or sun that comes and goes, while a bracket is taken. */
export function drawLights({ width, height }: Light, seed: number, frames: number): (state: Light, k: number) => void {
  const dice = new Dice(0x70000 + seed);
  const lamps = Array.from({ length: dice.whole(1, 2) }, () => ({
    x: dice.between(0, 1) * width,
    y: dice.between(0, 1) * height,
    reach: dice.between(0.08, 0.5) * width,
    colour: dice.pick([
      [1, 0.6, 0.25],
      [1, 0.8, 0.5],
      [1, 1, 1],
      [0.8, 0.9, 1],
    ] as const),
    gain: 2 ** dice.between(-2, 2),
    isOn: Array.from({ length: frames }, () => dice.chance(0.5)),
  }));
  return ({ data }, k) => {
    for (const { x, y, reach, colour, gain, isOn } of lamps) {
      if (!isOn[k]) continue;
      for (let p = 0; p < width * height; p++) {
        const [atX, atY] = [p % width, Math.floor(p / width)];
        const near = gain / (1 + (((atX - x) ** 2 + (atY - y) ** 2) / reach ** 2) ** 2);
        for (let c = 0; c < 3; c++) data[3 * p + c] *= 1 + near * colour[c];
      }
    }
  };
}
