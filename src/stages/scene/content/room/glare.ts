import { quantiles, ramp, type SmallImage } from "../../../../ops/index.ts";
import { glare } from "./params.ts";

/**
 * The glare that lamps and windows spread over all of a picture, a display value: what the least channel of its darkest
 * things shows beyond a deep shade (dark channel; He, Sun, Tang 2009). A picture whose darkest things are pale
 * themselves shows nothing of its glare. `level` is the display value of pale surfaces.
 */
export function findGlare({ data }: SmallImage, level: number, areas?: Float32Array): number {
  const least = new Float32Array(data.length / 3);
  for (let i = 0; i < least.length; i++) least[i] = Math.min(1, data[3 * i], data[3 * i + 1], data[3 * i + 2]);
  const [shadow] = quantiles(least, [glare.shadow], areas);
  const [dark, palest] = glare.dark;
  const hasDark = ramp(-shadow / level, -palest, -dark);
  return hasDark * Math.min(glare.most, Math.max(0, shadow - glare.deepestShade));
}
