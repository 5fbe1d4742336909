import { alignStage } from "../stages/align/index.ts";
import { checkStage } from "../stages/check/index.ts";
import { decodeStage } from "../stages/decode/index.ts";
import { deghostStage } from "../stages/deghost/index.ts";
import type { StageDescriptor } from "../stages/descriptor.ts";
import { detect360Stage } from "../stages/detect360/index.ts";
import { encodeStage } from "../stages/encode/index.ts";
import { flashStage } from "../stages/flash/index.ts";
import { groupStage } from "../stages/group/index.ts";
import { lensStage } from "../stages/lens/index.ts";
import { mergeStage } from "../stages/merge/index.ts";
import { metadataStage } from "../stages/metadata/index.ts";
import { perspectiveStage } from "../stages/perspective/index.ts";
import { rectifyStage } from "../stages/rectify/index.ts";
import { relateStage } from "../stages/relate/index.ts";
import { sceneStage } from "../stages/scene/index.ts";
import { toneStage } from "../stages/tone/index.ts";

/** Stages that find which photographs belong together. */
export const findingStages = { detect360: detect360Stage, group: groupStage };

/** Stages for one set, in the order in which they start. */
export const setStages = {
  decode: decodeStage,
  relate: relateStage,
  align: alignStage,
  deghost: deghostStage,
  merge: mergeStage,
  scene: sceneStage,
  lens: lensStage,
  perspective: perspectiveStage,
  flash: flashStage,
  rectify: rectifyStage,
  tone: toneStage,
  check: checkStage,
  encode: encodeStage,
  metadata: metadataStage,
};

/** Name of a step of one picture: that of its stage. */
export type Step = keyof typeof setStages;
/** Steps of one set, the units of progress and timings. */
export const steps = Object.keys(setStages) as readonly Step[];

/** All stages as one list, for code that treats them alike. */
export const stageOf: Readonly<Record<Step, StageDescriptor>> = setStages;
