import sharp from "sharp";
import { baseCurve, type CurveShape, usualShape } from "../../src/codecs/index.ts";
import { bayerRggb, buildDng, type SmallDng } from "./small-dng.ts";

const [width, height] = [144, 96];
const white = 15_000;

/** Light of a scene of many shades; the first channel clips at 1. */
export const lightAt = (x: number, y: number, c: number) =>
  0.55 * (0.02 + ((x / width) * (1 + Math.sin(y / 9 + c / 3))) / 2) * (y > 60 ? 1 : 0.5);

interface Told {
  readonly shape?: CurveShape;
  readonly light?: typeof lightAt;
  readonly orientation?: number;
  readonly neutral?: SmallDng["asShotNeutral"];
}

/** A DNG whose camera shows its own picture in the given way. */
export async function photograph({
  shape = usualShape,
  light = lightAt,
  orientation = 1,
  neutral = [0.6, 1, 0.7],
}: Told) {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    data[i] = Math.round(255 * baseCurve(light(x, y, i % 3), 2, shape));
  }
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const jpeg = await picture.jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
  return buildDng({
    width,
    height,
    pattern: bayerRggb,
    white,
    asShotNeutral: neutral,
    orientation,
    sample: (x, y) => {
      const c = bayerRggb.colors[(y % 2) * 2 + (x % 2)];
      return Math.round(white * Math.min(1, lightAt(x, y, c) * neutral[c]));
    },
    trailer: new Uint8Array(jpeg),
  });
}
