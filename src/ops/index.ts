export { boxMean, type Copy, meanWithin } from "./box-mean.ts";
export { binOf, binsPerAxis, binWidth } from "./chromaticity-bins.ts";
export { type ColourLines, fitColourLines } from "./colour-lines.ts";
export { isExplained } from "./explained-cells.ts";
export { exposednessOf, trustOf } from "./exposedness.ts";
export {
  type ExposureLink,
  type ExposureTables,
  invertTable,
  lookUp,
  type Mapping,
  mappingOver,
  residualsOf,
  tablesBetween,
} from "./exposure-link.ts";
export { fittingScale } from "./fitting-scale.ts";
export { type FrameNoise, measureNoise, noiseAt } from "./frame-noise.ts";
export { guidedCoefficients } from "./guided-filter.ts";
export { type KnownColour, knownColourOver, warpKnownColour } from "./known-colour.ts";
export {
  correctPoint,
  distortPoint,
  growsUpTo,
  type LensCorrection,
  type RadialModel,
  vignettingGain,
} from "./lens-correction.ts";
export type { LineWindow } from "./level-lines.ts";
export { findLineSegments } from "./line-segments.ts";
export type { LineSegment } from "./line-support.ts";
export { solveCholesky, solveLu } from "./linear-systems.ts";
export { type MovedCopy, movedCopy } from "./moved-copy.ts";
export { fineGrid, type PictureGeometry, targetMap } from "./picture-geometry.ts";
export { fusePyramids, paperWeights } from "./pyramid-fusion.ts";
export { ramp } from "./ramp.ts";
export type { ExplainedAreas, LinkTrust, RelatedLink, Relation } from "./relation.ts";
export { runningLeast } from "./running-least.ts";
export type { SceneContent, SceneEvidence } from "./scene-content.ts";
export {
  lightOver,
  nameScenePlanes,
  type SceneClass,
  type SceneDescription,
  type SceneKind,
  type SceneLight,
  type SceneLighting,
  type SceneMap,
  sceneClasses,
  sceneKinds,
  sceneLights,
  sceneOver,
  warpLight,
  warpScene,
} from "./scene-map.ts";
export { type SmallImage, shrinkBy, shrinkToEdge } from "./shrink.ts";
export {
  cellSamples,
  clipped,
  copyFrame,
  type FrameCopy,
  greenMean,
  isClipped,
  isNearlyClipped,
  lumaSample,
  type SmallCopy,
  shrinkFrame,
  spreadSample,
  strideFor,
} from "./small-copy.ts";
export { columnsBeside, roundness, rowAreas } from "./sphere-rows.ts";
export { type Plane, ssim } from "./ssim.ts";
export { biweightTuning, lumaOf, medianOf, percentile, quantiles, sigmaPerMad } from "./statistics.ts";
export { numbersIn } from "./tools.ts";
export { buildGrid, type WarpGrid, type WarpMap, warpImage, warpInto } from "./warp.ts";
