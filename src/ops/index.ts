export { boxMean, type Copy, guidedCoefficients, meanWithin, runningLeast } from "./box-filters.ts";
export { binOf, binsPerAxis, binWidth, fitColourLines } from "./colour-lines.ts";
export {
  type ExplainedAreas,
  type ExposureLink,
  type ExposureTables,
  invertTable,
  isExplained,
  type LinkTrust,
  lookUp,
  type Mapping,
  mappingOver,
  type RelatedLink,
  type Relation,
  residualsOf,
  tablesBetween,
} from "./exposure-link.ts";
export { type FrameNoise, measureNoise, noiseAt } from "./frame-noise.ts";
export { findLineSegments } from "./line-segments.ts";
export type { LineSegment, LineWindow } from "./line-support.ts";
export { solveCholesky, solveLu } from "./linear-systems.ts";
export { type EvidenceScale, evidenceTerms, logOdds, type OddsModel } from "./log-odds.ts";
export {
  correctPoint,
  distortPoint,
  fineGrid,
  fittingScale,
  growsUpTo,
  type LensCorrection,
  type PictureGeometry,
  type RadialModel,
  targetMap,
  vignettingGain,
} from "./picture-geometry.ts";
export { exposednessOf, fusePyramids, paperWeights, trustOf } from "./pyramid-fusion.ts";
export {
  type KnownColour,
  knownColourOver,
  lightOver,
  nameScenePlanes,
  type SceneClass,
  type SceneContent,
  type SceneDescription,
  type SceneEvidence,
  type SceneLight,
  type SceneMap,
  sceneClasses,
  sceneKinds,
  sceneLights,
  sceneOver,
  warpKnownColour,
  warpLight,
  warpScene,
} from "./scene-map.ts";
export { numbersIn, type SmallImage, shrinkBy, shrinkToEdge } from "./shrink.ts";
export {
  cellSamples,
  clipped,
  copyFrame,
  type FrameCopy,
  isClipped,
  isNearlyClipped,
  lumaSample,
  type SmallCopy,
  shrinkFrame,
  spreadSample,
  strideFor,
} from "./small-copy.ts";
export { type Plane, ssim } from "./ssim.ts";
export { biweightTuning, lumaOf, medianOf, percentile, quantiles, ramp, sigmaPerMad } from "./statistics.ts";
export {
  buildGrid,
  columnsBeside,
  type MovedCopy,
  movedCopy,
  roundness,
  rowAreas,
  type WarpGrid,
  type WarpMap,
  warpImage,
  warpInto,
} from "./warp.ts";
