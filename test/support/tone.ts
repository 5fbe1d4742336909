import { planPicture } from "../../src/pipeline/plan-picture.ts";
import type { StageContext } from "../../src/stages/context.ts";
import {
  type ToneInput,
  type ToneOptionsInput,
  type ToneResult,
  tone as toneStage,
} from "../../src/stages/tone/index.ts";

/** The tone stage with plans made on this thread. */
export function tone(
  input: Omit<ToneInput, "plan">,
  options: ToneOptionsInput,
  context: StageContext,
): Promise<ToneResult> {
  return toneStage({ ...input, plan: async (request) => planPicture(request, context.memory) }, options, context);
}
