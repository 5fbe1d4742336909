import { EngineError } from "../../errors/index.ts";
import {
  type EmbeddedLens,
  type GeometryError,
  type GeometryHistory,
  type IntegerImage,
  type Photo,
  unknownHistory,
} from "../../image/index.ts";
import type { LensCorrection } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import type { StageContext } from "../context.ts";
import type { CameraEntry, LensDatabase, LensEntry } from "./database.ts";
import { findFringes, withFringes } from "./fringes.ts";
import { focalRangeOf, matchCamera, matchLens } from "./match-lens.ts";
import { buildCorrection, embeddedCorrection, type Wanted } from "./model.ts";
import { type LensOptions, type LensOptionsInput, lensOptions } from "./options.ts";
import { unstated } from "./params.ts";

export interface LensInput {
  readonly photo: Photo;
  /** Size of the decoded picture, upright or not; the models are symmetrical about its centre. */
  readonly width: number;
  readonly height: number;
  readonly database: LensDatabase;
  /**
   * True when the camera, or another program, made the pixels (JPEG, HEIC, TIFF); false when the engine developed
   * sensor data.
   */
  readonly developed: boolean;
  /** What is known to be corrected already, and is not corrected again. */
  readonly history?: GeometryHistory;
  /**
   * Pictures through the lens at full size, of `width` × `height`, in which colour fringes are measured that neither a
   * profile nor the file has; they stay the caller's. Without them, none are looked for.
   */
  readonly pictures?: readonly IntegerImage[];
}

/** What was found on the way, for the report. */
interface LensProfile {
  /** Maker and model of the camera, as the database has them. */
  readonly camera?: string;
  /** Maker and model of the lens, as the database has them. */
  readonly lens?: string;
  /** How well its name agrees: 100 for a name that agrees whole, less for one that needed leniency. */
  readonly score?: number;
  /** How the lens was recognised, in plain words. */
  readonly matchedBy?: string;
  /** `rectilinear`, `fisheye`, … */
  readonly projection?: string;
  /** Focal length of the photograph, in mm. */
  readonly focalMm?: number;
  /** Where fringes were found in the picture itself: how far red and blue lay from green in the corner, px. */
  readonly fringesPx?: {
    /** Of red, in pixels. */
    readonly red: number;
    /** Of blue, in pixels. */
    readonly blue: number;
  };
  /** Which errors are corrected. */
  readonly corrects: Wanted;
  /** How much the corrected picture is enlarged so that it has no empty borders. */
  readonly scale?: number;
}

export interface LensResult {
  /** Whether anything is corrected. */
  readonly applied: boolean;
  /** Why nothing is corrected, in plain words. */
  readonly reason?: string;
  /** What was found. */
  readonly profile: LensProfile;
  /** What was done before, where the file or its development tells. */
  readonly history?: GeometryHistory;
  /** To be carried out by the rectify stage. */
  readonly correction?: LensCorrection;
}

/** Mounts of cameras without a mirror, which show the corrected picture in their finder and correct the JPEG alike. */
const mirrorlessMounts: ReadonlySet<string> = new Set([
  "Canon EF-M",
  "Canon RF",
  "Fujifilm X",
  "Fujifilm G",
  "Hasselblad X",
  "Leica L",
  "Micro 4/3 System",
  "Nikon CX",
  "Nikon Z",
  "Pentax Q",
  "Samsung NX",
  "Samsung NX mini",
  "Sony E",
]);

const nothing: Wanted = { distortion: false, tca: false, vignetting: false };

/**
 * Finds the lens that took a picture and what its measured errors are at the picture's focal length, aperture and focus
 * distance, or what its colour fringes are in the pictures themselves; moves no pixel. A lens in doubt is refused with
 * the reason, and warned of. Throws `options/*` and, for sizes that are not a picture's, `internal`.
 */
export async function lens(input: LensInput, options: LensOptionsInput, context: StageContext): Promise<LensResult> {
  const resolved = resolveOptions("lens", lensOptions, options);
  const { width, height, history } = input;
  if (!(width >= 1 && height >= 1)) {
    throw new EngineError("internal", `lens: expected the size of a picture, got ${width} × ${height}`);
  }
  const result =
    input.photo.embeddedLens && !input.developed
      ? findEmbedded(input, input.photo.embeddedLens, resolved, context)
      : findCorrection(input, resolved, context);
  const complete = await addFringes(result, input, resolved, context);
  return history && history.evidence.length > 0 ? { ...complete, history } : complete;
}

/** Adds colour fringes that the pictures surely show, unless a profile or the file has them. */
async function addFringes(
  known: LensResult,
  { pictures = [], history = unknownHistory, width, height }: LensInput,
  { lensCorrection, lensFringes }: LensOptions,
  context: StageContext,
): Promise<LensResult> {
  const isWanted = lensCorrection && lensFringes && !known.correction?.tca && !history.reframed;
  if (!isWanted || pictures.length === 0 || pictures[0].channels !== 3) return known;
  const { tca, cornerPx } = await findFringes(pictures, context);
  const correction = tca && withFringes(known.correction, tca, { width, height });
  if (!correction?.tca) return known;
  const { reason: _, ...rest } = known;
  const corrects = { ...known.profile.corrects, tca: true };
  return { ...rest, applied: true, profile: { ...known.profile, fringesPx: cornerPx, corrects }, correction };
}

function findCorrection(input: LensInput, resolved: LensOptions, context: StageContext): LensResult {
  const { photo, width, height, database, history = unknownHistory } = input;
  if (!resolved.lensCorrection) return refuse("lens correction is switched off");
  const { reframed, evidence } = history;
  if (reframed) return refuse(`the picture was ${reframed}, so that no lens profile fits it`);
  const found = matchCamera(photo.camera, Math.max(width, height) / Math.min(width, height), database);
  if ("reason" in found) return refuseWithWarning(context, found.reason);
  const { camera } = found;
  const facts = { camera: camera.models[0] };
  const wanted = wantedOf(resolved, camera, input);
  if (!wanted.distortion && !wanted.tca && !wanted.vignetting) {
    const stated = evidence.filter((each) => !each.endsWith(" is off"));
    const known = stated.length > 0 ? `it is corrected already: ${stated.join(", ")}` : undefined;
    return refuse(known ?? "the camera's own pictures are taken as corrected by it", facts);
  }
  const match = matchLens(photo, camera, database);
  if ("reason" in match) {
    if (photo.lens.isUnread) return refuseUnread(context, facts);
    return refuseWithWarning(context, match.reason, facts, match.ambiguous);
  }
  const [entry] = match.entries;
  const profile = {
    ...facts,
    lens: entry.models[0],
    score: match.score,
    matchedBy: match.matchedBy,
    projection: entry.projection,
  };
  const entries = resolved.lensCoverage === "complete" ? match.entries.filter(isComplete) : match.entries;
  if (entries.length === 0) {
    const reason = `the profile of ${entry.models[0]} does not have all three measurements, which lensCoverage asks for`;
    return refuseWithWarning(context, reason, profile);
  }
  const { focalMm } = photo.lens;
  if (!focalMm) return refuseWithWarning(context, "the picture does not say its focal length", profile);
  const correction = correctionOf(entries, focalMm, input, camera, wanted);
  if (!correction) {
    const reason = `the profile of ${entry.models[0]} has no measurements that fit ${focalMm} mm on this camera`;
    return refuseWithWarning(context, reason, { ...profile, focalMm });
  }
  const corrects = correctedBy(correction);
  return { applied: true, profile: { ...profile, focalMm, corrects, scale: correction.scale }, correction };
}

/** What the RAW file says of its lens goes before a profile, which adds what it does not say, in silence. */
function findEmbedded(
  input: LensInput,
  embedded: EmbeddedLens,
  resolved: LensOptions,
  context: StageContext,
): LensResult {
  const { history = unknownHistory } = input;
  const isWanted = (isOn: boolean, error: GeometryError) =>
    resolved.lensCorrection && isOn && !history.reframed && !history.done.includes(error);
  const distortion = isWanted(resolved.lensDistortion, "distortion");
  const wanted = { distortion, tca: distortion && isWanted(resolved.lensFringes, "fringes") };
  const measured = distortion && findCorrection(input, resolved, { ...context, warn: () => {} });
  const correction =
    measured && embeddedCorrection(embedded, { width: input.width, height: input.height }, wanted, measured.correction);
  if (!correction) return findCorrection(input, resolved, context);
  const { focalMm } = input.photo.lens;
  const profile = {
    ...measured.profile,
    matchedBy: `${embedded.source}'s own numbers in the file`,
    ...(focalMm && { focalMm }),
    corrects: correctedBy(correction),
    scale: correction.scale,
  };
  return { applied: true, profile, correction };
}

function isComplete({ distortion, tca, vignetting }: LensEntry): boolean {
  return distortion.length > 0 && tca.length > 0 && vignetting.length > 0;
}

function correctedBy({ distortion, tca, vignetting }: LensCorrection): Wanted {
  return { distortion: !!distortion, tca: !!tca, vignetting: !!vignetting };
}

function wantedOf(
  options: LensOptions,
  camera: CameraEntry,
  { developed, database, history = unknownHistory }: LensInput,
): Wanted {
  const isTrusted = developed && options.lensTrustCamera;
  const isReflex = database.compatibleMounts.has(camera.mount) && !mirrorlessMounts.has(camera.mount);
  const isLeft = (error: GeometryError) => !history.done.includes(error);
  return {
    distortion: options.lensDistortion && isLeft("distortion") && (!isTrusted || isReflex),
    tca: options.lensFringes && isLeft("fringes") && !isTrusted,
    vignetting: options.lensVignetting && isLeft("vignetting") && !isTrusted,
  };
}

function correctionOf(
  entries: readonly LensEntry[],
  focalMm: number,
  { photo, width, height }: LensInput,
  camera: CameraEntry,
  wanted: Wanted,
): LensCorrection | undefined {
  const { fNumber } = photo.exposure;
  const { focusDistanceM } = photo.lens;
  const shot = {
    focalMm,
    fNumber: fNumber && fNumber > 0 ? fNumber : unstated.fNumber,
    distanceM: focusDistanceM && focusDistanceM > 0 ? focusDistanceM : unstated.distanceM,
    focalRangeMm: focalRangeOf(entries[0]) ?? [focalMm, focalMm],
  } as const;
  return buildCorrection(entries, shot, { width, height, crop: camera.crop }, wanted);
}

function refuse(reason: string, profile: Omit<LensProfile, "corrects"> = {}): LensResult {
  return { applied: false, reason, profile: { ...profile, corrects: nothing } };
}

function refuseUnread(context: StageContext, profile: Omit<LensProfile, "corrects">): LensResult {
  const reason = "perl is missing, so the maker notes, which may name the lens, were not read";
  context.warn("metadata/no-perl", `lens: ${reason}`);
  return refuse(reason, profile);
}

function refuseWithWarning(
  context: StageContext,
  reason: string,
  profile: Omit<LensProfile, "corrects"> = {},
  isAmbiguous = false,
): LensResult {
  context.warn(isAmbiguous ? "lens/ambiguous" : "lens/no-profile", `lens: ${reason}`);
  return refuse(reason, profile);
}
