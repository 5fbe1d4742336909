import { encodeSrgb, type IntegerImage } from "../../src/image/index.ts";
import { deltaE00, type Lab, labOf } from "../fusion/color-difference.ts";
import type { PhotographedRoom } from "./photograph-room.ts";

/** Measured paints of a finished room. */
export interface RoomMeasures {
  /** The walls in the house's white; absent if too little of them is visible. */
  readonly white?: Lab;
  /** ΔE00 between each coloured wall and its paint in neutral light of the same brightness. */
  readonly paints: readonly number[];
}

/** Minimum share of the picture of a judged face. */
const minShare = 0.015;

export function measureRoom({ plan, faces }: PhotographedRoom, image: IntegerImage): RoomMeasures {
  const whites = new Set<number>();
  const coloured = new Map<number, number[]>();
  const isWhite = (face: number) => saturationOf(plan.paints[face]) < 0.1;
  for (let i = 0; i < faces.length; i++) {
    if (faces[i] > 3) continue;
    if (isWhite(faces[i])) whites.add(i);
    else coloured.set(faces[i], [...(coloured.get(faces[i]) ?? []), i]);
  }
  const least = minShare * faces.length;
  const seen = [...coloured].filter(([, pixels]) => pixels.length >= least);
  const paints = seen.map(([face, pixels]) => {
    const found = medianLab(image, pixels);
    return deltaE00(found, paintAt(plan.paints[face] ?? [1, 1, 1], found[0]));
  });
  return { ...(whites.size >= least ? { white: medianLab(image, [...whites]) } : {}), paints };
}

/** ΔE00 of the white walls of every two rooms. */
export function betweenRooms(rooms: readonly RoomMeasures[]): number[] {
  const whites = rooms.flatMap(({ white }) => (white ? [white] : []));
  return whites.flatMap((white, i) => whites.slice(0, i).map((other) => deltaE00(white, other)));
}

function saturationOf(paint: readonly number[] | undefined): number {
  return paint ? 1 - Math.min(...paint) / Math.max(...paint) : 0;
}

function medianLab(image: IntegerImage, pixels: readonly number[]): Lab {
  const labs = pixels.map((i) => labOf([0, 1, 2].map((c) => image.data[3 * i + c] / 255) as unknown as Lab));
  const median = (c: number) => labs.map((lab) => lab[c]).sort((a, b) => a - b)[Math.floor(labs.length / 2)];
  return [median(0), median(1), median(2)];
}

/** A paint in neutral light that makes it this bright. */
function paintAt(albedo: readonly number[], lightness: number): Lab {
  const wanted = ((lightness + 16) / 116) ** 3;
  const y = 0.2126 * albedo[0] + 0.7152 * albedo[1] + 0.0722 * albedo[2];
  return labOf(albedo.map((value) => Math.min(1, encodeSrgb((value * wanted) / y))) as unknown as Lab);
}
