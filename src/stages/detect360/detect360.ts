import type { IntegerImage, Photo } from "../../image/index.ts";
import { shrinkToEdge } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { find360Camera } from "./cameras.ts";
import { type Detect360Options, type Detect360OptionsInput, detect360Options } from "./options.ts";
import { measureSphere, type SphereMeasures } from "./sphere-pixels.ts";

export interface Detect360Input {
  readonly photo: Photo;
  /** Size as displayed, after orientation. */
  readonly width: number;
  readonly height: number;
  /** The picture or a small upright copy of it; 512 pixels wide is enough. Without it metadata alone decides. */
  readonly preview?: IntegerImage;
}

export interface Detect360Result {
  readonly is360: boolean;
  /** How sure the verdict is, 0.5 (a guess) to 1. */
  readonly confidence: number;
  /** What was found, for and against, one sentence each. */
  readonly evidence: readonly string[];
  /** What decided. */
  readonly reason: string;
}

/**
 * Whether a picture is a full equirectangular sphere. Exactly 2:1 is necessary (360° × 180°). Then GPano metadata
 * decides (developers.google.com/streetview/spherical-metadata); without it the pixels do: left and right edge meet,
 * and first and last row, which each show a single point, are nearly one colour. Fisheye pairs, maps and other graphics
 * are rejected.
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
  if (pixels.finding === "fisheye") return verdict(false, 0.9, evidence, "two fisheye circles, not stitched");
  if (metadata.finding === "full") return verdict(true, pixels.finding === "other" ? 0.8 : 0.99, evidence, "GPano");
  if (metadata.finding === "other") return verdict(false, 0.95, evidence, "GPano names another kind of panorama");
  const camera = find360Camera(photo.camera);
  if (camera !== undefined) evidence.push(`${camera} is a 360° camera`);
  if (pixels.finding === "sphere") {
    return verdict(true, camera === undefined ? 0.85 : 0.97, evidence, "edges meet and poles are plain");
  }
  if (pixels.finding !== undefined) return verdict(false, 0.85, evidence, "2:1, but not a sphere by its pixels");
  return camera !== undefined
    ? verdict(true, 0.7, evidence, "2:1 of a 360° camera")
    : verdict(false, 0.6, evidence, "2:1, but nothing else suggests a sphere");
}

function verdict(is360: boolean, confidence: number, evidence: readonly string[], reason: string): Detect360Result {
  return { is360, confidence, evidence, reason };
}

interface Judgement<Finding extends string> {
  readonly finding?: Finding;
  readonly evidence?: string;
}

/** Sizes in GPano are those of the first file; a smaller copy keeps them, so only their ratio counts. */
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

const analysisWidthPx = 512;
/** Rows and columns of a smaller picture average too much to be compared. */
const minAnalysisWidthPx = 128;

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

/**
 * Limits from 8 spheres without GPano (seamJump up to 2.7, edgeCorrelation from 0.88, edgeDetailCorrelation from 0.53,
 * poleVariation up to 0.50, poleDetail up to 0.27) and 764 crops and squeezes of other pictures to 2:1, of which none
 * passes all; four pass all limits but one. The edges' contrast keeps frames and plain backgrounds out, the number of
 * colours flags and maps.
 *
 * Leaves and drawn lines differ from one column to the next, and a canopy has gaps right up to its zenith. There the
 * edges count as meeting when they are as like as the picture's own neighbouring columns and not as its far ones, which
 * of 2,055 crops and squeezes no photograph does; then the poles may vary, but not in detail, which keeps bands of a
 * sphere out.
 */
function judgeMeasures(m: SphereMeasures): Judgement<"sphere" | "fisheye" | "graphic" | "other"> {
  if (m.darkOutside > 0.6 && m.circleStep > 3) {
    return { finding: "fisheye", evidence: "two bright circles side by side on black" };
  }
  const { step, correlation, detail } = m.likeNeighbours;
  const areNeighbours =
    m.seamJump < 2.5 &&
    step > 0.85 &&
    correlation > 0.85 &&
    detail > 0.15 &&
    m.edgeDetailCorrelation > 0.1 &&
    m.edgeContrast > 0.03;
  if (m.colorCount < (areNeighbours ? 24 : 64)) {
    return { finding: "graphic", evidence: `a graphic of ${m.colorCount} colours` };
  }
  const doMeet =
    areNeighbours ||
    (m.seamJump < 3.2 && m.edgeCorrelation > 0.8 && m.edgeDetailCorrelation > 0.45 && m.edgeContrast > 0.03);
  const arePolesPlain =
    (m.poleVariation < 0.6 && m.poleDetail < 0.4) || (areNeighbours && m.poleVariation < 3 && m.poleDetail < 0.25);
  const seam = `edges ${doMeet ? "meet" : "do not meet"} (jump ${m.seamJump.toFixed(1)}, correlation ${m.edgeCorrelation.toFixed(2)})`;
  const poles = `first and last row ${arePolesPlain ? "are plain" : "vary"} (${m.poleVariation.toFixed(2)} of the middle)`;
  return { finding: doMeet && arePolesPlain ? "sphere" : "other", evidence: `${seam}; ${poles}` };
}
