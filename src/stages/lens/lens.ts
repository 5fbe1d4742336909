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
   * True if the camera, or another program, developed the picture (JPEG, HEIC, TIFF); false if the engine developed
   * sensor data.
   */
  readonly developed: boolean;
  /** Errors that are known to be corrected already, and are not corrected again. */
  readonly history?: GeometryHistory;
  /**
   * Pictures through the lens at full size, of `width` × `height`, for measuring colour fringes if neither a profile
   * nor the file has them; the caller keeps them. Without pictures, fringes are not measured.
   */
  readonly pictures?: readonly IntegerImage[];
}

/** What was found on the way, for the report. */
interface LensProfile {
  /** Maker and model of the camera, as the database has them. */
  readonly camera?: string;
  /** Maker and model of the lens, as the database has them. */
  readonly lens?: string;
  /** Match of its name: 100 for an identical name, less for words that differ. */
  readonly score?: number;
  /** How the lens was recognised, in plain words. */
  readonly matchedBy?: string;
  /** `rectilinear`, `fisheye`, … */
  readonly projection?: string;
  /** Focal length of the photograph, in mm. */
  readonly focalMm?: number;
  /** Shift of red and blue relative to green in the corner, px, if fringes were measured in the picture itself. */
  readonly fringesPx?: {
    /** Shift of red, in pixels. */
    readonly red: number;
    /** Shift of blue, in pixels. */
    readonly blue: number;
  };
  /** Which errors are corrected. */
  readonly corrects: Wanted;
  /** Factor by which the corrected picture is enlarged so that it has no empty borders. */
  readonly scale?: number;
}

export interface LensResult {
  /** Whether anything is corrected. */
  readonly applied: boolean;
  /** Reason if nothing is corrected, in plain words. */
  readonly reason?: string;
  /** Facts about the lens. */
  readonly profile: LensProfile;
  /** Earlier corrections, if the file or its development states them. */
  readonly history?: GeometryHistory;
  /** Correction for the rectify stage. */
  readonly correction?: LensCorrection;
}

/**
 * Mounts of mirrorless cameras, which show the corrected picture in their viewfinder and correct the JPEG in the same
 * way.
 */
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
 * Finds the lens that took a picture and its measured errors at the picture's focal length, aperture and focus
 * distance, or colour fringes in the pictures themselves; moves no pixel. An uncertain match is rejected with a reason
 * and a warning. Throws `options/*` and, for an invalid size, `internal`.
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

/** Adds colour fringes that the pictures clearly show, unless a profile or the file has them. */
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

/** Data of the lens in the RAW file take precedence over a profile, which silently adds what they lack. */
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
