import { EngineError } from "../../errors/index.ts";
import type { IntegerImage } from "../../image/index.ts";
import type { SmallCopy } from "../../ops/index.ts";
import {
  type Evidence,
  type Finding,
  type FramesCheck,
  type GatherEvidenceInput,
  type Measured,
  measures,
  usableShare,
  type View,
} from "../../stages/check/index.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Job } from "./job.ts";
import type { SmallCopies } from "./small-copies.ts";

type Pixels = IntegerImage["data"];

/** Evidence that a set's pictures are compared with, gathered when the set is first fused. */
export interface SetEvidence {
  /** Findings about the frames. */
  readonly findings: readonly Finding[];
  readonly measured: Measured;
  /** Indices of the frames that belong in the picture. */
  readonly kept: readonly number[];
  /** Whether the set has one frame only. */
  readonly single: boolean;
  /** Views of the frames, by their pixels. */
  readonly views: ReadonlyMap<Pixels, View>;
  /** Evidence for the fused picture; absent if there is none to compare it with. */
  readonly merge?: Evidence | undefined;
}

/**
 * Finds which decoded frames belong in the picture, and the faults of the others. Throws `check/no-picture` if no frame
 * of a bracket has content.
 */
export async function screenFrames(
  decoded: readonly DecodedFrame[],
  { check: { check } }: ResolvedOptions,
  job: Job,
  copies: SmallCopies,
): Promise<SetEvidence> {
  const single = decoded.length === 1;
  const all = [...decoded.keys()];
  const upright = uprightOf(decoded.map(({ image }) => image));
  if (check === "off" || upright === undefined)
    return { findings: [], measured: {}, kept: all, single, views: new Map() };
  const views = new Map<Pixels, View>();
  const small = await copies.of(upright.map((i) => decoded[i].image));
  const names = upright.map((i) => decoded[i].file);
  const { checked, views: theirs } = await job.run("checkFrames", { copies: small, names });
  for (const [k, i] of upright.entries()) views.set(decoded[i].image.data, { ...theirs[k], copy: small[k] });
  if (checked.showsNothing && !single) {
    const message = `check: expected frames that show something, got ${names.length} that are black, white or one colour`;
    throw new EngineError("check/no-picture", message, { files: names });
  }
  const kept = upright.filter((_, k) => !checked.leftOut.some(({ frame }) => frame === k));
  const turned = all.filter((i) => !upright.includes(i)).map((i) => decoded[i].file);
  return { ...withTurned(checked, turned), kept, single, views };
}

/**
 * Indices of the frames that have the most common size; the others have that size turned by 90°. Undefined if sizes
 * differ in another way, which the stages refuse, and for pictures without three channels.
 */
function uprightOf(pictures: readonly IntegerImage[]): number[] | undefined {
  const [first] = pictures;
  if (pictures.some(({ channels }) => channels !== 3)) return undefined;
  const same = [...pictures.keys()].filter((i) => hasSize(pictures[i], first.width, first.height));
  const turned = [...pictures.keys()].filter((i) => hasSize(pictures[i], first.height, first.width));
  if (same.length === pictures.length) return same;
  if (same.length + turned.length < pictures.length || same.length === turned.length) return undefined;
  return same.length > turned.length ? same : turned;
}

const hasSize = (picture: IntegerImage, width: number, height: number) =>
  picture.width === width && picture.height === height;

/** Adds frames whose size alone shows that they are turned. */
function withTurned({ findings, measured }: FramesCheck, turned: readonly string[]) {
  if (turned.length === 0) return { findings, measured };
  const { place, limit, sentence } = measures["turned-frame"];
  const value = (measured["turned-frame"] ?? 0) + turned.length;
  const others = findings.filter(({ measure }) => measure !== "turned-frame");
  const named = `${sentence} (${turned.join("; ")}, by a quarter)`;
  const finding: Finding = { measure: "turned-frame", place, value, limit, sentence: named };
  return { findings: [...others, finding], measured: { ...measured, "turned-frame": value } };
}

/**
 * Gathers the evidence for a picture fused from aligned frames. `small`: their small copies; the frames themselves are
 * not read.
 */
export async function evidenceOf(
  screened: SetEvidence,
  aligned: readonly IntegerImage[],
  small: readonly SmallCopy[],
  job: Job,
): Promise<SetEvidence> {
  if (screened.views.size === 0) return screened;
  const frames = aligned.map(({ data }, k) => ({ copy: small[k], view: screened.views.get(data) }));
  const gathered = await job.run("gatherEvidence", { frames });
  // Memory that crossed threads returns as a different object, which could not be released.
  const views = gathered.views.map(({ cells }, k) => ({ copy: small[k], cells }));
  const merge = gathered.evidence && { ...gathered.evidence, frames: views };
  return { ...screened, views: new Map(aligned.map(({ data }, k) => [data, views[k]])), merge };
}

/**
 * Like {@link evidenceOf}, for deghosted frames, whose moving objects come from one frame: `shown` has copies of all
 * frames, and the frame used at each place.
 */
export async function evidenceOfShown(
  { merge }: SetEvidence,
  shown: NonNullable<GatherEvidenceInput["shown"]>,
  job: Job,
): Promise<Evidence | undefined> {
  if (!merge) return undefined;
  const frames = merge.frames.map((view) => ({ copy: view.copy, view }));
  const { evidence } = await job.run("gatherEvidence", { frames, shown });
  return evidence && { ...evidence, frames: merge.frames };
}

/** Index of the aligned frame that shows the largest part of the scene. */
export function maxTelling({ merge }: SetEvidence): number {
  const shares = (merge?.frames ?? []).map(({ cells }) => usableShare(cells));
  return Math.max(0, shares.indexOf(Math.max(...shares)));
}
