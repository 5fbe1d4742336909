import type { Camera, Photo } from "../../image/index.ts";
import type { CameraEntry, LensDatabase, LensEntry } from "./database.ts";
import { isSameName, type LensName, makerOf, modelKey, nameDistance, parseLensName, spellingOf } from "./names.ts";
import { matching } from "./params.ts";

/**
 * `entries` are the database's entries of one lens, which may have been measured on several sensors. `score` is 100 for
 * an identical name and loses 3 for every word that only one side has.
 */
export type LensMatch =
  | { readonly entries: readonly LensEntry[]; readonly score: number; readonly matchedBy: string }
  | { readonly reason: string; readonly ambiguous?: true };

/** The lens name of the picture, parsed and as written. */
interface TitledName extends LensName {
  readonly title: string;
}

interface Candidate {
  readonly entry: LensEntry;
  readonly names: readonly LensName[];
  readonly focalMm?: readonly [number, number];
}

/** Cameras and makers round focal lengths and f-numbers. */
const nearly = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance * Math.max(a, b);
const samePair = (a: readonly [number, number], b: readonly [number, number], tolerance: number): boolean =>
  nearly(a[0], b[0], tolerance) && nearly(a[1], b[1], tolerance);

/** The shortest and longest focal length of an entry: stated, from its name, or measured. */
export function focalRangeOf(
  entry: LensEntry,
  names = entry.models.map(parseLensName),
): readonly [number, number] | undefined {
  const named = entry.focalRangeMm ?? names.find((name) => name.focalMm)?.focalMm;
  if (named) return named;
  const measured = [...entry.distortion, ...entry.tca, ...entry.vignetting].map((sample) => sample.focalMm);
  return measured.length > 0 ? [Math.min(...measured), Math.max(...measured)] : undefined;
}

/**
 * Finds the lens that took a photo with a camera of the database. Finding none is better than a wrong one: uncertain
 * matches are rejected.
 */
export function matchLens(photo: Photo, camera: CameraEntry, database: LensDatabase): LensMatch {
  const mounts = database.compatibleMounts.get(camera.mount);
  const mounted = database.lenses
    .filter((entry) => entry.mounts.some((mount) => (mounts ?? [camera.mount]).includes(mount)))
    .map(toCandidate);
  if (!mounts) return matchFixedLens(photo, camera, mounted);
  const { model } = photo.lens;
  if (!model) return { reason: "the picture does not say which lens took it" };
  const title = model.length > 80 ? `${model.slice(0, 80)}…` : model;
  const alternatives = model.split(" or ", matching.maxAlternatives).map(parseLensName);
  const possible = alternatives.filter((name) => canTake(photo, name.focalMm, widestOf([name])));
  if (possible.length === 0) return { reason: `the lens "${title}" cannot have taken this picture` };
  if (possible.length > 1) {
    return { reason: `the camera's code means ${possible.length} lenses: ${title}`, ambiguous: true };
  }
  const candidates = mounted.filter(({ entry, names, focalMm }) => canTake(photo, focalMm, widestOf(names, entry)));
  return matchNamedLens({ ...possible[0], title }, photo, camera, candidates);
}

function toCandidate(entry: LensEntry): Candidate {
  const names = entry.models.map(parseLensName);
  const focalMm = focalRangeOf(entry, names);
  return { entry, names, ...(focalMm && { focalMm }) };
}

function widestOf(names: readonly LensName[], entry?: LensEntry): number | undefined {
  return entry?.fNumberRange?.[0] ?? names.find((name) => name.fNumber)?.fNumber?.[0];
}

const includesFocal = (range: readonly [number, number], focalMm: number): boolean =>
  focalMm >= range[0] * matching.focalInside[0] && focalMm <= range[1] * matching.focalInside[1];

/** Whether a lens with these figures can have taken the photo: its focal length, zoom range and f-number. */
function canTake(photo: Photo, range: readonly [number, number] | undefined, widest: number | undefined): boolean {
  const { focalMm, minFocalMm, maxFocalMm } = photo.lens;
  const { fNumber } = photo.exposure;
  if (range && focalMm !== undefined && !includesFocal(range, focalMm)) return false;
  if (range && minFocalMm && maxFocalMm && !samePair(range, [minFocalMm, maxFocalMm], matching.range)) return false;
  return widest === undefined || !fNumber || fNumber >= widest * 0.93;
}

/**
 * Compact cameras, phones and drones: their fixed lens, without converters and macro settings that have separate
 * entries.
 */
function matchFixedLens(photo: Photo, camera: CameraEntry, candidates: readonly Candidate[]): LensMatch {
  const { focalMm } = photo.lens;
  if (focalMm === undefined) return { reason: "the picture does not say its focal length" };
  const plain = candidates.filter(
    ({ entry, focalMm: range }) =>
      (!range || includesFocal(range, focalMm)) &&
      !entry.models.some((name) => /\bwith\b|macro|-to-subject/i.test(name)),
  );
  const model = camera.models[0];
  if (plain.length === 0) return { reason: `no profile of the ${model}'s lens at ${focalMm} mm` };
  if (plain.length > 1) return { reason: `the ${model} has several lens profiles`, ambiguous: true };
  return { entries: [plain[0].entry], score: 100, matchedBy: "the camera's fixed lens" };
}

function matchNamedLens(
  wanted: TitledName,
  photo: Photo,
  camera: CameraEntry,
  candidates: readonly Candidate[],
): LensMatch {
  const sameFigures = candidates.filter(({ names }) => names.some((name) => haveSameFigures(wanted, name)));
  const makers = new Set(wanted.makers);
  if (photo.lens.make) makers.add(makerOf(photo.lens.make));
  const isMakerNamed = makers.size > 0;
  if (!isMakerNamed) makers.add(makerOf(camera.makers[0]));
  const ofMaker = sameFigures.filter((candidate) => isOfMaker(candidate, makers));
  if (isMakerNamed) return closest(wanted, ofMaker);
  if (wanted.tokens.size === 0) return doubtByFigures(wanted, sameFigures);
  // Other makers' lenses often write their name without the maker; then it must match completely, and takes precedence
  // over a partial match.
  const same = sameFigures.filter(({ names }) => names.some((name) => isSameName(wanted, name)));
  const own = ofMaker.filter((candidate) => same.includes(candidate));
  // If a lens of the camera's maker has the same name in other words, the lens with this exact spelling takes
  // precedence.
  const sameSpelling = same.filter(({ entry }) =>
    entry.models.some((name) => spellingOf(name) === spellingOf(wanted.title)),
  );
  const isForeign = sameSpelling.length > 0 && !sameSpelling.some((candidate) => own.includes(candidate));
  if (isForeign) return closest(wanted, sameSpelling);
  if (own.length > 0 || same.length > 0) return closest(wanted, own.length > 0 ? own : same);
  return wanted.codes.size > 0 ? { reason: unknownLens(wanted) } : closest(wanted, ofMaker);
}

const unknownLens = ({ title }: TitledName): string => `no lens of the database is a "${title}"`;

function haveSameFigures(a: LensName, b: LensName): boolean {
  if (!a.focalMm || !b.focalMm || !samePair(a.focalMm, b.focalMm, matching.focal)) return false;
  return !a.fNumber || !b.fNumber || samePair(a.fNumber, b.fNumber, matching.fNumber);
}

function isOfMaker({ entry, names }: Candidate, makers: ReadonlySet<string>): boolean {
  const own = [...entry.makers.map(makerOf), ...names.flatMap((name) => [...name.makers])];
  return own.some((maker) => makers.has(maker));
}

/**
 * Figures such as "24.0-70.0 mm f/2.8" do not name a lens: even if the database has only one such lens, one picture in
 * nine was taken with another that it lacks.
 */
function doubtByFigures(wanted: TitledName, sameFigures: readonly Candidate[]): LensMatch {
  const isZoom = wanted.focalMm !== undefined && wanted.focalMm[0] < wanted.focalMm[1];
  if (!isZoom || !wanted.fNumber) return { reason: `"${wanted.title}" does not name a lens` };
  const lenses = new Map(
    sameFigures.map(({ entry, names }) => [[...names[0].tokens].sort().join(" "), entry.models[0]]),
  );
  if (lenses.size === 0) return { reason: unknownLens(wanted) };
  const named = [...lenses.values()].slice(0, matching.maxNamed).join(", ");
  const more = lenses.size > matching.maxNamed ? `, and ${lenses.size - matching.maxNamed} more` : "";
  return { reason: `"${wanted.title}" does not name a lens; it may be ${named}${more}`, ambiguous: true };
}

/** The candidates whose names differ least; two different lenses at the same distance are ambiguous. */
function closest(wanted: TitledName, candidates: readonly Candidate[]): LensMatch {
  let best = matching.maxDifferentWords + 1;
  let found: Candidate[] = [];
  for (const candidate of candidates) {
    const distances = candidate.names.map((name) => nameDistance(wanted, name) ?? best + 1);
    const distance = Math.min(...distances);
    if (distance < best) [best, found] = [distance, [candidate]];
    else if (distance === best && found.length > 0) found.push(candidate);
  }
  if (found.length === 0) return { reason: unknownLens(wanted) };
  const [first] = found;
  const isOther = found.some(({ names }) => nameDistance(names[0], first.names[0]) !== 0);
  if (isOther)
    return { reason: `"${wanted.title}" is as close to ${found.length} lenses of the database`, ambiguous: true };
  const matchedBy = best === 0 ? "its name" : `its name except for ${best} minor word${best > 1 ? "s" : ""}`;
  return { entries: found.map(({ entry }) => entry), score: 100 - matching.pointsPerWord * best, matchedBy };
}

type CameraMatch = { readonly camera: CameraEntry } | { readonly reason: string };

/** The database's entry of an EXIF camera; names must match completely, apart from spelling. */
export function matchCamera(camera: Camera, aspect: number, database: LensDatabase): CameraMatch {
  if (!camera.model) return { reason: "the picture does not say which camera took it" };
  const key = modelKey(camera.model);
  const maker = camera.make ? makerOf(camera.make) : undefined;
  const entries = database.cameras.filter(
    (entry) =>
      entry.models.some((model) => modelKey(model) === key) &&
      (maker === undefined || entry.makers.some((name) => makerOf(name) === maker)),
  );
  const [first] = entries;
  if (!first) return { reason: `the camera ${camera.model} is not in the lens database` };
  const isOne = entries.every((entry) => entry.mount === first.mount && entry.crop === first.crop);
  const entry = isOne ? first : variantOf(entries, aspect);
  return entry ? { camera: entry } : { reason: `the camera ${camera.model} is in the lens database more than once` };
}

/**
 * Cameras with a multi-aspect sensor have one entry per format, named "16:9", "3:2", …; others have one in addition to
 * the plain entry.
 */
function variantOf(entries: readonly CameraEntry[], aspect: number): CameraEntry | undefined {
  const ofAspect = entries.find(({ variant }) => {
    const [width, height] = variant.split(":").map(Number);
    return Math.abs(width / height - aspect) < matching.aspect;
  });
  const plain = entries.filter(({ variant }) => variant === "");
  return ofAspect ?? (plain.length === 1 ? plain[0] : undefined);
}
