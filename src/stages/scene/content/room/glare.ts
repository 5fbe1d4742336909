import { quantiles, ramp, type SmallImage } from "../../../../ops/index.ts";
import { glare } from "./params.ts";

/**
 * The glare that lamps and windows spread over the whole picture, as a display value: the part of the least channel of
 * its darkest things that is above a deep shade (dark channel; He, Sun, Tang 2009). It is 0 if even the darkest things
 * are pale, since they do not show glare. `level` is the display value of pale surfaces.
 */
export function findGlare({ data }: SmallImage, level: number, areas?: Float32Array): number {
  const least = new Float32Array(data.length / 3);
  for (let i = 0; i < least.length; i++) least[i] = Math.min(1, data[3 * i], data[3 * i + 1], data[3 * i + 2]);
  const [shadow] = quantiles(least, [glare.shadow], areas);
  const [dark, palest] = glare.dark;
  const hasDark = ramp(-shadow / level, -palest, -dark);
  return hasDark * Math.min(glare.most, Math.max(0, shadow - glare.deepestShade));
}
