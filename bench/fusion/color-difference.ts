import { decodeSrgb } from "../../src/image/index.ts";

/** CIE L*, a*, b* for the white of sRGB (D65). */
export type Lab = readonly [number, number, number];

/** Lab of a display sRGB colour, each channel 0 to 1 (IEC 61966-2-1, CIE 15:2004). */
export function labOf(rgb: readonly [number, number, number]): Lab {
  const [r, g, b] = rgb.map(decodeSrgb);
  const x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const z = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883;
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))];
}

/** CIEDE2000 (Sharma, Wu, Dalal 2005, eq. 2 to 22), all parametric factors 1. */
export function deltaE00([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = (1 - Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7))) / 2;
  const [c1, c2] = [Math.hypot((1 + g) * a1, b1), Math.hypot((1 + g) * a2, b2)];
  const [h1, h2] = [hueOf((1 + g) * a1, b1), hueOf((1 + g) * a2, b2)];
  const grey = c1 * c2 === 0;
  let turn = grey ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const dL = l2 - l1;
  const dC = c2 - c1;
  const dH = 2 * Math.sqrt(c1 * c2) * sin(turn / 2);
  let hue = h1 + h2;
  if (!grey) {
    if (Math.abs(h1 - h2) > 180) hue += hue < 360 ? 360 : -360;
    hue /= 2;
  }
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t = 1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + 6) - 0.2 * cos(4 * hue - 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const rotation = 30 * Math.exp(-(((hue - 275) / 25) ** 2));
  const rt = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * sin(2 * rotation);
  return Math.sqrt((dL / sl) ** 2 + (dC / sc) ** 2 + (dH / sh) ** 2 + rt * (dC / sc) * (dH / sh));
}

function hueOf(a: number, b: number): number {
  if (a === 0 && b === 0) return 0;
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

function sin(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

function cos(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}
