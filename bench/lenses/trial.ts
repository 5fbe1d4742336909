import { emptyPhoto, type Photo } from "../../src/image/index.ts";
import {
  type CameraEntry,
  type LensDatabase,
  type LensEntry,
  type LensMatch,
  matchLens,
} from "../../src/stages/lens/index.ts";
import { Dice } from "../perspective/solids.ts";
import { ways } from "./aliases.ts";

export interface Tally {
  tried: number;
  found: number;
  doubted: number;
  wrong: number;
}

export interface Trial {
  /** Number of aliases. */
  readonly count: number;
  readonly seed: number;
  /** Only lenses at even (0) or odd (1) positions of the database. */
  readonly half?: number | undefined;
  /** Whether the lens is removed from the database, so that any match is wrong. */
  readonly absent?: boolean | undefined;
  readonly list?: boolean | undefined;
}

/** Generates aliases of lenses and looks them up; returns counts by rule. */
export function tryAliases(database: LensDatabase, { count, seed, half, absent, list }: Trial): Map<string, Tally> {
  const dice = new Dice(seed);
  const lenses = database.lenses.filter((_, i) => half === undefined || i % 2 === half);
  const tallies = new Map(
    Object.keys(ways).map((way): [string, Tally] => [way, { tried: 0, found: 0, doubted: 0, wrong: 0 }]),
  );
  for (let tried = 0; tried < count; ) {
    const entry = lenses[dice.count(0, lenses.length - 1)];
    const [way, write] = Object.entries(ways)[dice.count(0, tallies.size - 1)];
    const camera = cameraFor(entry, database);
    const alias = camera && write(entry.models[0], entry);
    const tally = tallies.get(way);
    if (!camera || !alias || !tally || isOnlyFigures(alias)) continue;
    tried++;
    tally.tried++;
    const known = absent ? { ...database, lenses: database.lenses.filter((each) => !isSame(each, entry)) } : database;
    const match = matchLens(photoBy(entry, camera, alias), camera, known);
    const result = resultOf(match, entry);
    if (result) tally[result]++;
    if (list && result !== (absent ? undefined : "found"))
      console.log(
        `${way}: "${alias}" on ${camera.models[0]}: ${"reason" in match ? match.reason : match.entries[0].models[0]}`,
      );
  }
  return tallies;
}

/** "50mm f/2.0" does not name a lens and is refused with a list of candidates. */
function isOnlyFigures(name: string): boolean {
  return !/[a-z]/i.test(name.replace(/mm\b|\bf(?=[/\d])/gi, ""));
}

function resultOf(match: LensMatch, entry: LensEntry): "found" | "doubted" | "wrong" | undefined {
  if ("reason" in match) return match.ambiguous ? "doubted" : undefined;
  return match.entries.some((found) => isSame(found, entry)) ? "found" : "wrong";
}

function isSame(a: LensEntry, b: LensEntry): boolean {
  return a.models.some((name) => b.models.includes(name));
}

/** A camera with interchangeable lenses and the lens's mount. */
function cameraFor(entry: LensEntry, database: LensDatabase): CameraEntry | undefined {
  return database.cameras.find(
    ({ mount, crop }) =>
      entry.mounts.includes(mount) && database.compatibleMounts.has(mount) && crop >= entry.crop * 0.96,
  );
}

function photoBy(entry: LensEntry, camera: CameraEntry, model: string): Photo {
  const focalMm = entry.focalRangeMm?.[0];
  return {
    ...emptyPhoto,
    camera: { make: camera.makers[0], model: camera.models[0] },
    lens: { model, ...(focalMm !== undefined && { focalMm }) },
    exposure: { fNumber: 11 },
  };
}
