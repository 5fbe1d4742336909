import type { Camera, IntegerImage, Photo } from "../../image/index.ts";
import { shrinkToEdge } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type Detect360Options, type Detect360OptionsInput, detect360Options } from "./options.ts";
import { analysisWidthPx, confidence, fisheye, minAnalysisWidthPx, neighbours, sphere } from "./params.ts";
import { measureSphere, type SphereMeasures } from "./sphere-pixels.ts";

/**
 * Makes and models of cameras for full spheres, as written in EXIF. Some of them also store the unstitched fisheye pair
 * at 2:1, so the name alone is not proof.
 */
const spherical = [
  /\bTHETA\b/i,
  /insta ?360|arashi vision/i,
  /\bSM-(?:C200|R210)\b|gear 360/i,
  /kandao|qoocam|obsidian/i,
  /gopro (?:max|fusion)|^(?:max2?|fusion)$/i,
  /keymission 360/i,
  /\bLG-R105\b|lg 360/i,
  /mi sphere|mijia.*360|\bMJXJ\b|madventure 360|yi 360/i,
  /virb 360/i,
  /vuze|humaneyes/i,
  /labpano|pilot (?:era|one|lock)|panox/i,
  /osmo 360/i,
  /panono|matterport|istar|bublcam|trisio|z ?cam (?:s1|v1)/i,
];

/** The name of a known 360° camera, or undefined. */
function find360Camera({ make = "", model = "" }: Camera): string | undefined {
  const isKnown = spherical.some((pattern) => pattern.test(model) || pattern.test(make));
  return isKnown ? model || make : undefined;
}

interface Detect360Input {
  readonly photo: Photo;
  /** Size as displayed, after orientation. */
  readonly width: number;
  readonly height: number;
  /** The picture or a small upright copy of it; 512 pixels wide is enough. Without it, only metadata decides. */
  readonly preview?: IntegerImage;
}

interface Detect360Result {
  readonly is360: boolean;
  /** Confidence in the verdict, 0.5 (a guess) to 1. */
  readonly confidence: number;
  /** Evidence for and against, one sentence each. */
  readonly evidence: readonly string[];
  /** The evidence that decided. */
  readonly reason: string;
}

/**
 * Detects whether a picture is a full equirectangular sphere. It must be exactly 2:1 (360° × 180°). Then GPano metadata
 * decides (developers.google.com/streetview/spherical-metadata); without it the pixels do: the left and right edges
 * meet, and the first and last rows, each of which shows a single point, are nearly one colour. Fisheye pairs, maps and
 * other graphics are rejected.
 */
export async function detect360(
  input: Detect360Input,
  options: Detect360OptionsInput,
  context: StageContext,
): Promise<Detect360Result> {
  const { panorama } = resolveOptions("detect360", detect360Options, options);
  throwIfCancelled(context, "detect360");
  const result = await judge(input, panorama, context);
  if (input.preview) context.memory.release(input.preview.data);
  return result;
}

async function judge(
  { photo, width, height, preview }: Detect360Input,
  panorama: Detect360Options["panorama"],
  context: StageContext,
): Promise<Detect360Result> {
  if (panorama === "off") return verdict(false, 1, [], "switched off by the option");
  if (width !== 2 * height) return verdict(false, 1, [], `${width} × ${height} is not 2:1`);
  if (panorama === "on") return verdict(true, 1, [], "switched on by the option");
  const metadata = judgeMetadata(photo);
  const pixels = await judgePixels(preview, context);
  const evidence = [metadata.evidence, pixels.evidence].filter((text) => text !== undefined);
  if (pixels.finding === "fisheye")
    return verdict(false, confidence.fisheye, evidence, "two fisheye circles, not stitched");
  if (metadata.finding === "full")
    return verdict(
      true,
      pixels.finding === "other" ? confidence.sphereByTagsAlone : confidence.sphereByTags,
      evidence,
      "GPano",
    );
  if (metadata.finding === "other")
    return verdict(false, confidence.otherByTags, evidence, "GPano names another kind of panorama");
  const camera = find360Camera(photo.camera);
  if (camera !== undefined) evidence.push(`${camera} is a 360° camera`);
  if (pixels.finding === "sphere") {
    return verdict(
      true,
      camera === undefined ? confidence.sphereByPixels : confidence.sphereOfKnownCamera,
      evidence,
      "edges meet and poles are plain",
    );
  }
  if (pixels.finding !== undefined)
    return verdict(false, confidence.otherByPixels, evidence, "2:1, but not a sphere by its pixels");
  return camera !== undefined
    ? verdict(true, confidence.shapeOfKnownCamera, evidence, "2:1 of a 360° camera")
    : verdict(false, confidence.shapeAlone, evidence, "2:1, but nothing else suggests a sphere");
}

function verdict(is360: boolean, confidence: number, evidence: readonly string[], reason: string): Detect360Result {
  return { is360, confidence, evidence, reason };
}

interface Judgement<Finding extends string> {
  readonly finding?: Finding;
  readonly evidence?: string;
}

/**
 * Verdict by GPano. Its sizes are those of the original file; a smaller copy keeps them, so only their ratio counts.
 */
function judgeMetadata({ panorama }: Photo): Judgement<"full" | "other"> {
  if (panorama?.projection === undefined) return {};
  const { projection, fullWidthPx, fullHeightPx, croppedWidthPx, croppedHeightPx } = panorama;
  if (projection.toLowerCase() !== "equirectangular") {
    return { finding: "other", evidence: `GPano says ${projection}` };
  }
  const isPart =
    (fullWidthPx !== undefined && croppedWidthPx !== undefined && croppedWidthPx !== fullWidthPx) ||
    (fullHeightPx !== undefined && croppedHeightPx !== undefined && croppedHeightPx !== fullHeightPx);
  return isPart
    ? { finding: "other", evidence: "GPano says equirectangular, but a part of the sphere" }
    : { finding: "full", evidence: "GPano says equirectangular, the full sphere" };
}

async function judgePixels(
  preview: IntegerImage | undefined,
  context: StageContext,
): Promise<Judgement<"sphere" | "fisheye" | "graphic" | "other">> {
  if (!preview || preview.width < minAnalysisWidthPx) return {};
  const small = await shrinkToEdge(preview, analysisWidthPx, context);
  const measures = measureSphere(small);
  context.memory.release(small.data);
  return judgeMeasures(measures);
}

/** Verdict by pixels; params.ts explains each limit. */
function judgeMeasures(m: SphereMeasures): Judgement<"sphere" | "fisheye" | "graphic" | "other"> {
  if (m.darkOutside > fisheye.darkOutside && m.circleStep > fisheye.circleStep) {
    return { finding: "fisheye", evidence: "two bright circles side by side on black" };
  }
  const { step, correlation, detail } = m.likeNeighbours;
  const areNeighbours =
    m.seamJump < neighbours.seamJump &&
    step > neighbours.step &&
    correlation > neighbours.correlation &&
    detail > neighbours.detail &&
    m.edgeDetailCorrelation > neighbours.edgeDetailCorrelation &&
    m.edgeContrast > neighbours.edgeContrast;
  if (m.colorCount < (areNeighbours ? neighbours.colours : sphere.colours)) {
    return { finding: "graphic", evidence: `a graphic of ${m.colorCount} colours` };
  }
  const doMeet =
    areNeighbours ||
    (m.seamJump < sphere.seamJump &&
      m.edgeCorrelation > sphere.edgeCorrelation &&
      m.edgeDetailCorrelation > sphere.edgeDetailCorrelation &&
      m.edgeContrast > sphere.edgeContrast);
  const arePolesPlain =
    (m.poleVariation < sphere.poleVariation && m.poleDetail < sphere.poleDetail) ||
    (areNeighbours && m.poleVariation < neighbours.poleVariation && m.poleDetail < neighbours.poleDetail);
  const seam = `edges ${doMeet ? "meet" : "do not meet"} (jump ${m.seamJump.toFixed(1)}, correlation ${m.edgeCorrelation.toFixed(2)})`;
  const poles = `first and last row ${arePolesPlain ? "are plain" : "vary"} (${m.poleVariation.toFixed(2)} of the middle)`;
  return { finding: doMeet && arePolesPlain ? "sphere" : "other", evidence: `${seam}; ${poles}` };
}
