import { decodeSrgb, encodeSrgb, type IntegerImage } from "../../src/image/index.ts";
import { boxMean } from "../../src/ops/index.ts";
import { deltaE00, type Lab, labOf } from "../fusion/color-difference.ts";
import { type FlashView, size } from "./photograph-flash.ts";

/** Colour of one surface in a picture. */
export interface SurfaceColour {
  /** Index of the surface in the room. */
  readonly surface: number;
  /** Share of the picture, 0 to 1. */
  readonly share: number;
  /** Colour in the picture. */
  readonly shown: Lab;
  /** Its paint in neutral light of the same brightness as in the picture: toning may change light, but not paint. */
  readonly paint: Lab;
  /** Its paint in uniform neutral light over the whole picture, at the median exposure: also judges brightness. */
  readonly evenlyLit: Lab;
}

/** Remaining traces of a flash, relative to the picture by ambient light. */
export interface Traces {
  /** Share of the picture that shows a hot spot, 0 to 1. */
  readonly hot: number;
  /** Share of the picture that shows a hard shadow, 0 to 1. */
  readonly shadow: number;
  /** Mean ΔE00 of the view through windows. Absent without windows. */
  readonly window?: number;
}

/** Minimum share of the picture of a judged surface. */
const minShare = 0.006;
/** Range of display values in which a pixel has a reliable colour. */
const [darkest, brightest] = [0.06, 0.965];
/** Linear luminance of reflected flash that counts as a hot spot. */
const hotLight = 0.04;
/** Share of a pixel in shadow that counts as a hard shadow. */
const shadowShare = 0.5;
/** Minimum visible EV of a spot or a shadow relative to its surroundings. */
const visibleEv = 0.12;
/** Radius of the surroundings of a pixel, in pixels. */
const aroundPx = 24;

/** Colours of all large surfaces; if `balanced`, after one white balance of the whole picture. */
export function measureSurfaces(view: FlashView, image: IntegerImage, balanced: boolean): SurfaceColour[] {
  const pixels = new Map<number, number[]>();
  for (let i = 0; i < view.surface.length; i++) {
    if (view.surface[i] < 0) continue;
    const [r, g, b] = displayAt(image, i);
    if (Math.min(r, g, b) < darkest || Math.max(r, g, b) > brightest) continue;
    const known = pixels.get(view.surface[i]);
    if (known) known.push(i);
    else pixels.set(view.surface[i], [i]);
  }
  const large = [...pixels].filter(([, list]) => list.length >= minShare * view.surface.length);
  const surfaces = large.map(([surface, list]) => ({
    surface,
    share: list.length / view.surface.length,
    light: medianOver(list, (i, c) => decodeSrgb(displayAt(image, i)[c])),
    albedo: medianOver(list, (i, c) => view.albedo[3 * i + c]),
  }));
  const cast = balanced ? commonCast(surfaces) : [1, 1, 1];
  const exposures = surfaces.map(({ light, albedo }) => luminanceOf(light) / Math.max(1e-6, luminanceOf(albedo)));
  const exposure = exposures.sort((a, b) => a - b)[exposures.length >> 1];
  return surfaces.map(({ surface, share, light, albedo }) => {
    const shown = labOf(light.map((value, c) => encodeSrgb(Math.min(1, value / cast[c]))) as unknown as Lab);
    const lightness = 116 * Math.cbrt(Math.min(1, exposure * luminanceOf(albedo))) - 16;
    return { surface, share, shown, paint: paintAt(albedo, shown[0]), evenlyLit: paintAt(albedo, lightness) };
  });
}

function luminanceOf([red, green, blue]: readonly number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The white balance between a picture and its paints: median over the surfaces, green unchanged. */
function commonCast(surfaces: readonly { readonly light: readonly number[]; readonly albedo: readonly number[] }[]) {
  return [0, 1, 2].map((c) => {
    const ratios = surfaces.map(({ light, albedo }) => (light[c] * albedo[1]) / Math.max(1e-6, light[1] * albedo[c]));
    return ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 1;
  });
}

/** Compares a picture by ambient light and flash with that by ambient light only. */
export function measureTraces(view: FlashView, ambient: IntegerImage, result: IntegerImage): Traces {
  const { width, height } = size;
  const count = width * height;
  const change = new Float32Array(count);
  const isHot = new Uint8Array(count);
  const isShadow = new Uint8Array(count);
  const clean = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    change[i] = Math.log2((luminanceAt(result, i) + 1e-3) / (luminanceAt(ambient, i) + 1e-3));
    isHot[i] = view.flash.some(({ hot }) => hot[i] > hotLight) ? 1 : 0;
    isShadow[i] = view.flash.some(({ shadow }) => shadow[i] > shadowShare) ? 1 : 0;
    clean[i] = 1 - isHot[i];
  }
  const around = boxMean({ width, height, data: change.map((value, i) => value * clean[i]) }, aroundPx, false);
  const weight = boxMean({ width, height, data: clean }, aroundPx, false);
  let [hot, shadow] = [0, 0];
  for (let i = 0; i < count; i++) {
    const off = change[i] - around[i] / Math.max(1e-3, weight[i]);
    if (isHot[i] && off > visibleEv) hot++;
    if (isShadow[i] && off < -visibleEv) shadow++;
  }
  const seen: number[] = [];
  for (let i = 0; i < count; i++)
    if (view.window[i] === 255) seen.push(deltaE00(labOf(displayAt(ambient, i)), labOf(displayAt(result, i))));
  const window = seen.reduce((sum, each) => sum + each, 0) / seen.length;
  return { hot: hot / count, shadow: shadow / count, ...(seen.length > 0 ? { window } : {}) };
}

function displayAt({ data }: IntegerImage, i: number): Lab {
  const per = data instanceof Uint8Array ? 1 / 255 : 1 / 65535;
  return [data[3 * i] * per, data[3 * i + 1] * per, data[3 * i + 2] * per];
}

function luminanceAt(image: IntegerImage, i: number): number {
  return luminanceOf(displayAt(image, i).map(decodeSrgb));
}

function medianOver(list: readonly number[], at: (i: number, c: number) => number): number[] {
  return [0, 1, 2].map((c) => Float32Array.from(list, (i) => at(i, c)).sort()[list.length >> 1]);
}

/** A paint in neutral light that makes it this bright. */
function paintAt(albedo: readonly number[], lightness: number): Lab {
  const wanted = ((lightness + 16) / 116) ** 3;
  const y = luminanceOf(albedo);
  return labOf(albedo.map((value) => Math.min(1, encodeSrgb((value * wanted) / y))) as unknown as Lab);
}
