import { Dice } from "../../dice.ts";
import type { Light } from "./scenes.ts";

type Colour = readonly [number, number, number];

interface Lamp {
  readonly x: number;
  readonly y: number;
  /** Distance in pixels at which half of the light is left. */
  readonly reach: number;
  readonly gain: number;
  readonly colour: Colour;
}

/** A lamp anywhere in the picture, of one of the colours, which reaches `reach` of its width. */
export function drawLamp(
  dice: Dice,
  { width, height }: Light,
  { reach, colours }: { readonly reach: readonly [number, number]; readonly colours: readonly Colour[] },
): Lamp {
  return {
    x: dice.between(0, 1) * width,
    y: dice.between(0, 1) * height,
    reach: dice.between(...reach) * width,
    colour: dice.pick(colours),
    gain: 2 ** dice.between(-2, 2),
  };
}

/** Light that a lamp adds to a place, relative to the light there. */
export function lampLight({ x, y, reach, gain }: Lamp, atX: number, atY: number): number {
  return gain / (1 + (((atX - x) ** 2 + (atY - y) ** 2) / reach ** 2) ** 2);
}

const lampColours: readonly Colour[] = [
  [1, 0.6, 0.25],
  [1, 0.8, 0.5],
  [1, 1, 1],
  [0.8, 0.9, 1],
];

/** Lamps that are switched or dimmed, or sun that comes and goes, while a bracket is taken. */
export function drawLights(scene: Light, seed: number, frames: number): (state: Light, k: number) => void {
  const dice = new Dice(0x70000 + seed);
  const { width, height } = scene;
  const lamps = Array.from({ length: dice.whole(1, 2) }, () => ({
    ...drawLamp(dice, scene, { reach: [0.08, 0.5], colours: lampColours }),
    isOn: Array.from({ length: frames }, () => dice.chance(0.5)),
  }));
  return ({ data }, k) => {
    for (const lamp of lamps) {
      if (!lamp.isOn[k]) continue;
      for (let p = 0; p < width * height; p++) {
        const near = lampLight(lamp, p % width, Math.floor(p / width));
        for (let c = 0; c < 3; c++) data[3 * p + c] *= 1 + near * lamp.colour[c];
      }
    }
  };
}
