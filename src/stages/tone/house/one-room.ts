import { EngineError } from "../../../errors/index.ts";
import { ramp, type SceneContent } from "../../../ops/index.ts";
import { isRecord } from "../../../options/index.ts";
import { toe } from "../curves/exposure.ts";
import { anchorFor, type RoomCurve, roomCurveOf } from "../curves/room-curve.ts";
import type { Cluster } from "./find-clusters.ts";
import { given, modes, whiteSurfaces } from "./params.ts";
import type { HouseSetting, PaintFound } from "./solve-house.ts";

/** The median display value of white surfaces. */
export function whiteMedian({ samples, paint, red, blue, level }: SceneContent, luma: Float32Array): number {
  const bins = new Float64Array(512);
  let total = 0;
  const upper = luma.length / 4;
  for (let i = 0; i < luma.length; i++) {
    if (luma[i] < whiteSurfaces.darkest * level || luma[i] > whiteSurfaces.brightest * level) continue;
    const [r, b] = [samples[3 * i] - red, samples[3 * i + 1] - blue];
    const smooth = ((1 - paint[i]) * samples[3 * i + 2]) / Math.max(1e-4, luma[i] ** 2);
    const weight =
      (i < upper ? whiteSurfaces.upperWeight : 1) *
      smooth *
      Math.exp(-(r * r + b * b) / (2 * whiteSurfaces.width * whiteSurfaces.width));
    bins[Math.min(511, Math.floor(luma[i] * 512))] += weight;
    total += weight;
  }
  if (total < 0.01 * luma.length) return level;
  let [below, bin] = [0, 0];
  while (bin < 511 && below + bins[bin] < total / 2) below += bins[bin++];
  return (bin + (total / 2 - below) / Math.max(1e-9, bins[bin])) / 512;
}

/** The room's curve, changed so that it maps white surfaces to the level of the house. */
export function curveToLevel(plan: RoomCurve, white: number, level: number): RoomCurve {
  const before = roomCurveOf(plan)(white);
  const due =
    Math.min(1, Math.abs(before - level) / whiteSurfaces.dueDistance) *
    ramp(-white, -whiteSurfaces.clipped[1], -whiteSurfaces.clipped[0]);
  const need = Math.max(plan.need, due);
  // Output that the curve needs at weight 1 so that the blend reaches the level.
  const wanted = Math.min(whiteSurfaces.maxWanted, Math.max(0.3, (level - (1 - need) * white) / Math.max(0.05, need)));
  return { ...plan, need, anchor: anchorFor(toe(white, plan.black), need > 0 ? wanted : level, plan.steeper) };
}

/** Decisions of the house about one of its rooms, for reports. */
export interface HouseFacts {
  /** Number of rooms that were compared. */
  readonly rooms: number;
  /** Display value to which white surfaces are mapped in all rooms. */
  readonly level: number;
  /** Painted colours that are kept; log(R/G) and log(B/G) of display values in this picture. */
  readonly paints: readonly PaintFound[];
  /** Number of lights under which white appears. */
  readonly lights: number;
  /** Reasons for each decision, one sentence each. */
  readonly reasons: readonly string[];
}

export function describeHouse({ rooms, level, paints, whites, room }: HouseSetting): HouseFacts {
  const shown = (value: number) => value.toFixed(2);
  return {
    rooms,
    level,
    paints,
    lights: whites.length,
    reasons: [
      `white comes to ${shown(level)} of full scale, the median of ${rooms} rooms`,
      ...(room > 0
        ? [
            "a room by its walls, which fill much of it, or by its light, which is as dim as that of rooms, and by nothing that speaks of outside",
          ]
        : []),
      ...paints.map(
        ({ red, blue, edge, elsewhere }) =>
          `the colour (${shown(red)}, ${shown(blue)}) is paint: it meets white at an edge (${shown(edge)}), and ${elsewhere} other rooms have the same ratio to their white`,
      ),
    ],
  };
}

type Range = readonly [least: number, most: number];

/** Checks that a value is a house setting, and copies it. Throws `options/invalid`. */
export function checkHouse(value: unknown): HouseSetting {
  const { rooms, level, room, whites, paints } = recordIn(value, "house");
  return {
    rooms: numberIn(rooms, given.count, "rooms"),
    room: numberIn(room, given.share, "room"),
    level: numberIn(level, given.share, "level"),
    whites: listIn(whites, "whites").map((white) => checkColor(recordIn(white, "whites"))),
    paints: listIn(paints, "paints").map((paint) => checkPaint(recordIn(paint, "paints"))),
  };
}

function checkPaint(paint: Readonly<Record<string, unknown>>): PaintFound {
  const { elsewhere, edge } = paint;
  return {
    ...checkColor(paint),
    elsewhere: numberIn(elsewhere, given.count, "elsewhere"),
    edge: numberIn(edge, given.length, "edge"),
  };
}

function checkColor({ red, blue }: Readonly<Record<string, unknown>>): Cluster {
  return { red: numberIn(red, given.chromaticity, "red"), blue: numberIn(blue, given.chromaticity, "blue") };
}

function numberIn(value: unknown, [least, most]: Range, name: string): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw invalid(`${name} from ${least} to ${most}`, value);
}

function listIn(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value) && value.length <= modes.most) return value;
  throw invalid(`${name} to be a list of ${modes.most} at most`, value);
}

function recordIn(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw invalid(`${name} as readHouse gives it`, value);
}

function invalid(expected: string, came: unknown): EngineError {
  const shown = typeof came === "number" ? came : Array.isArray(came) ? "a list" : typeof came;
  return new EngineError("options/invalid", `house: expected ${expected}, got ${shown}`, { option: "house" });
}
