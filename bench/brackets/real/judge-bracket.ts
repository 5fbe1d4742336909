import sharp from "sharp";
import type { IntegerImage } from "../../../src/image/index.ts";
import type { Finding } from "../../../src/stages/check/index.ts";
import type { StageContext } from "../../../src/stages/context.ts";
import { alignBracket } from "../../../test/support/align-bracket.ts";
import { cropTo } from "../../fusion/crop.ts";
import { prepareRings, prepareShadows } from "../../fusion/edges.ts";
import { prepareMefSsim } from "../../fusion/mef-ssim.ts";
import type { Method } from "../../fusion/methods.ts";
import { lumaPlane, shrinkPlane } from "../../fusion/planes.ts";
import { type Fused, type Fuser, photoOf } from "../fuse.ts";
import { type Damage, damageOf, type Verdict, verdictOf } from "./damage.ts";
import type { ReadBracket } from "./read-frames.ts";

/** Result of one real bracket. */
export interface BracketResult {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Share of the picture taken from one frame by de-ghosting. */
  readonly moved: number;
  readonly rung: string;
  /** Measures beyond their limits in the pipeline's own check; in parentheses those of earlier rungs. */
  readonly findings: readonly string[];
  readonly warnings: readonly string[];
  readonly damage: Damage;
  readonly verdict: Verdict;
  /** MEF-SSIM by method: natural, mertens, and the peers that are installed. */
  readonly scores: ReadonlyMap<string, number>;
  /** Difference to the peer for plain fusion: OpenCV, or our own if OpenCV is not installed. */
  readonly ahead: number;
  /** Share of the clearest edges with a ring of over 3 L* that is not in any frame, by method. */
  readonly rings: ReadonlyMap<string, number>;
  /** Share of dark texture that natural keeps; absent if there is hardly any. */
  readonly shadows: number | undefined;
  /** Result of `enhance`, if it ran. */
  readonly enhanced?: { readonly rung: string; readonly findings: readonly string[] };
  /** Pictures for visual inspection: the frame nearest to a middle exposure, ours, peers. */
  readonly pictures: ReadonlyMap<string, IntegerImage>;
}

/** Longer edge of the pictures for MEF-SSIM, in pixels. */
const scoredEdgePx = 900;

export interface JudgeSetting {
  readonly peers: readonly Method[];
  readonly enhance: boolean;
  readonly context: StageContext;
  readonly fuser: Fuser;
}

/**
 * Fuses a bracket by `merge` with its defaults and compares it with plain fusions of the same frames, aligned in the
 * same way.
 */
export async function judgeBracket(bracket: ReadBracket, setting: JudgeSetting): Promise<BracketResult> {
  const { name, frames, photos } = bracket;
  const { peers, fuser } = setting;
  const ours = await fuser.merge(frames, photos);
  const { moved: fitted, exposuresEv } = await alignedFrames(bracket, setting.context);
  const mertens = await fuser.merge(fitted, exposuresEv.map(photoOf), {
    align: false,
    deghost: "off",
    check: "off",
    method: "mertens",
  });
  const pictures = new Map([
    ["frame", middleFrame(fitted)],
    ["natural", await fitTo(keep(ours.image), fitted[0])],
    ["mertens", keep(mertens.image)],
  ]);
  for (const each of [ours, mertens]) fuser.release(each);
  for (const peer of peers) pictures.set(peer.name, keep(await peer.fuse(fitted, exposuresEv)));
  const score = prepareMefSsim(fitted.map(toScore));
  const scores = new Map<string, number>();
  for (const [method, image] of pictures) if (method !== "frame") scores.set(method, score(toScore(image)).score);
  const rings = new Map<string, number>();
  const ringsOf = await prepareRings(fitted, setting.context);
  for (const [method, image] of pictures) {
    const found = method === "frame" ? undefined : await ringsOf(image);
    if (found) rings.set(method, found.share);
  }
  const shadows = prepareShadows(fitted)(pictures.get("natural")!);
  const plain = pictures.has("opencv") ? "opencv" : "mertens";
  const damage = damageOf(pictures.get("natural")!, pictures.get(plain)!, fitted);
  const ahead = scores.get("natural")! - scores.get(plain)!;
  const { width, height } = ours.image;
  const result = {
    name,
    width,
    height,
    frames: frames.length,
    moved: ours.facts.deghost?.share ?? 0,
    ...checkedOf(ours),
  };
  const verdict = verdictOf(damage, ahead);
  if (!setting.enhance)
    return { ...result, warnings: ours.warnings, damage, verdict, scores, ahead, rings, shadows, pictures };
  const finished = await fuser.enhance(frames, photos);
  pictures.set("enhanced", keep(finished.image));
  fuser.release(finished);
  return {
    ...result,
    warnings: ours.warnings,
    damage,
    verdict,
    scores,
    ahead,
    rings,
    shadows,
    pictures,
    enhanced: checkedOf(finished),
  };
}

/** The frames that `merge` keeps, aligned as it does and cropped to their common part. */
export async function alignedFrames({ frames, exposuresEv }: ReadBracket, context: StageContext) {
  const { frames: moved, common, kept } = await alignBracket(frames, exposuresEv, {}, context);
  const cut = kept.map((index) => cropTo(moved[index], common));
  for (const [i, { data }] of moved.entries()) if (data !== frames[i].data) context.memory.release(data);
  return { moved: cut as unknown as ReadBracket["frames"], exposuresEv: kept.map((index) => exposuresEv[index]) };
}

/** If other frames were kept here, the common part differs by some pixels. */
async function fitTo(image: IntegerImage, { width, height }: IntegerImage): Promise<IntegerImage> {
  if (image.width === width && image.height === height) return image;
  const raw = { width: image.width, height: image.height, channels: 3 } as const;
  const pixels = await sharp(new Uint8Array(image.data), { raw })
    .resize(width, height, { fit: "fill" })
    .raw()
    .toBuffer();
  const data = new Uint8Array(new SharedArrayBuffer(pixels.length));
  data.set(pixels);
  return { ...image, width, height, data };
}

/** Findings of the pipeline's own check; in parentheses those of earlier rungs. */
function checkedOf({ check }: Fused): { readonly rung: string; readonly findings: readonly string[] } {
  if (!check) return { rung: "", findings: [] };
  const name = ({ measure, value }: Finding) => `${measure} ${value.toPrecision(2)}`;
  const before = check.tried.flatMap(({ findings }) => findings.map((each) => `(${name(each)})`));
  return { rung: check.rung, findings: [...check.findings.map(name), ...before] };
}

/** A copy in separate memory, 8 bits. */
function keep({ width, height, data }: IntegerImage): IntegerImage {
  const bytes = new Uint8Array(new SharedArrayBuffer(data.length));
  if (data instanceof Uint8Array) bytes.set(data);
  else for (let i = 0; i < bytes.length; i++) bytes[i] = Math.round(data[i] / 257);
  return { width, height, channels: 3, data: bytes, space: "srgb" };
}

/** The frame whose mean is closest to a mid-tone. */
function middleFrame(frames: readonly IntegerImage[]): IntegerImage {
  const distance = ({ data }: IntegerImage) => {
    let sum = 0;
    for (const value of data) sum += value;
    return Math.abs(sum / data.length - 118);
  };
  const distances = frames.map(distance);
  return frames[distances.indexOf(Math.min(...distances))];
}

function toScore(image: IntegerImage) {
  return shrinkPlane(lumaPlane(image), scoredEdgePx);
}
