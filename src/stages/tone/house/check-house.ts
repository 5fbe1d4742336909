import { EngineError } from "../../../errors/index.ts";
import type { Cluster } from "./find-clusters.ts";
import { mostClusters } from "./params.ts";
import type { HouseSetting, PaintFound } from "./solve-house.ts";

type Range = readonly [least: number, most: number];

const [count, share, chromaticity, length]: readonly Range[] = [
  [0, 1_000_000],
  [0, 1],
  [-2, 2],
  [0, 10_000],
];

/** Checks that a value is what a house tells one of its rooms, and copies it. Throws `options/invalid`. */
export function checkHouse(value: unknown): HouseSetting {
  const { rooms, level, room, whites, paints } = recordIn(value, "house");
  return {
    rooms: numberIn(rooms, count, "rooms"),
    room: numberIn(room, share, "room"),
    level: numberIn(level, share, "level"),
    whites: listIn(whites, "whites").map((white) => checkColor(recordIn(white, "whites"))),
    paints: listIn(paints, "paints").map((paint) => checkPaint(recordIn(paint, "paints"))),
  };
}

function checkPaint(paint: Readonly<Record<string, unknown>>): PaintFound {
  const { elsewhere, edge } = paint;
  return {
    ...checkColor(paint),
    elsewhere: numberIn(elsewhere, count, "elsewhere"),
    edge: numberIn(edge, length, "edge"),
  };
}

function checkColor({ red, blue }: Readonly<Record<string, unknown>>): Cluster {
  return { red: numberIn(red, chromaticity, "red"), blue: numberIn(blue, chromaticity, "blue") };
}

function numberIn(value: unknown, [least, most]: Range, name: string): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw invalid(`${name} from ${least} to ${most}`, value);
}

function listIn(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value) && value.length <= mostClusters) return value;
  throw invalid(`${name} to be a list of ${mostClusters} at most`, value);
}

function recordIn(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw invalid(`${name} as readHouse gives it`, value);
}

function invalid(expected: string, came: unknown): EngineError {
  const shown = typeof came === "number" ? came : Array.isArray(came) ? "a list" : typeof came;
  return new EngineError("options/invalid", `house: expected ${expected}, got ${shown}`, { option: "house" });
}
