import type { IntegerImage } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import { type ExposureSource, type ExposureSteps, findExposureSteps } from "./exposure-steps.ts";
import type { FrameCopies } from "./frame-copies.ts";
import { gatherEvidence } from "./frame-evidence.ts";
import { type DropReason, type FrameDrop, selectFrames } from "./frame-selection.ts";
import type { MergeOptions } from "./options.ts";

/** A frame as the caller gave it: `index` is its place there. */
export interface GivenFrame {
  readonly index: number;
  readonly image: IntegerImage;
  readonly name: string;
  /** ev100, where known. */
  readonly exposureEv: number | undefined;
}

/** A frame that adds nothing. */
export interface DroppedFrame {
  /** Index of the frame, in the order given. */
  readonly frame: number;
  readonly name: string;
  readonly reason: DropReason;
  /** For copies and blurred frames: which frame shows the same. */
  readonly instead?: string;
}

/** How frames are exposed; lists have one entry a frame, in the order given. */
export interface ExposureFacts {
  /** Light gathered over the darkest frame, in stops. */
  readonly stops: readonly number[];
  readonly sources: readonly ExposureSource[];
  /** How strongly a camera's own tone curve shows in the frames: 0 not at all, 1 as most cameras have it. */
  readonly cameraContrast: number;
  /** Frames whose EXIF does not fit, and how many stops more light they gathered than it says. */
  readonly mismatches: readonly { readonly frame: number; readonly name: string; readonly differenceEv: number }[];
}

export interface Judgement {
  /** Frames that are of use; `place` is their index in the list that was judged. */
  readonly kept: readonly { readonly image: IntegerImage; readonly place: number; readonly apparentStops: number }[];
  readonly dropped: readonly DroppedFrame[];
  readonly exposures: ExposureFacts;
}

/** Finds out how frames are exposed and which of them are of use; warns of what is odd. Frames darkest first, two or more. */
export function judgeFrames(
  frames: readonly GivenFrame[],
  copies: FrameCopies,
  { dropFrames }: MergeOptions,
  context: StageContext,
): Judgement {
  const images = frames.map(({ image }) => image);
  const known = frames.map(({ exposureEv }) => exposureEv);
  const evidence = gatherEvidence(images, copies);
  const steps = findExposureSteps(evidence.lumas, known);
  const drops = dropFrames === "never" ? [] : selectFrames(evidence, steps.contrast);
  const exposures = exposureFacts(frames, steps);
  for (const { name, differenceEv } of exposures.mismatches) {
    const light = `${Math.abs(differenceEv).toFixed(1)} stops ${differenceEv > 0 ? "more" : "less"} light`;
    context.warn(
      "merge/exposure-mismatch",
      `${name}: shows ${light} than its EXIF says; the measured exposure is used`,
    );
  }
  const dropped = drops.map((drop) => describeDrop(drop, frames)).sort((a, b) => a.frame - b.frame);
  for (const { name, reason, instead } of dropped) {
    context.warn("merge/frame-dropped", `${name}: left out, ${sentences[reason]}${instead ? ` ${instead}` : ""}`);
  }
  const places = [...frames.keys()].filter((k) => !drops.some(({ frame }) => frame === k));
  const lumas = places.map((k) => evidence.lumas[k]);
  const { apparentStops } =
    drops.length === 0
      ? steps
      : findExposureSteps(
          lumas,
          places.map((k) => known[k]),
        );
  const kept = places.map((k, i) => ({ image: images[k], place: k, apparentStops: apparentStops[i] }));
  return { kept, dropped, exposures };
}

const sentences: Record<DropReason, string> = {
  black: "it is black",
  "blown out": "it is blown out",
  copy: "it is a copy of",
  blurred: "it is blurred beside",
};

function describeDrop({ frame, reason, instead }: FrameDrop, frames: readonly GivenFrame[]): DroppedFrame {
  const { index, name } = frames[frame];
  return { frame: index, name, reason, ...(instead === undefined ? {} : { instead: frames[instead].name }) };
}

function exposureFacts(frames: readonly GivenFrame[], steps: ExposureSteps): ExposureFacts {
  const stops: number[] = [];
  const sources: ExposureSource[] = [];
  for (const [k, { index }] of frames.entries()) {
    stops[index] = steps.stops[k];
    sources[index] = steps.sources[k];
  }
  const mismatches = steps.mismatches.map(({ frame, differenceEv }) => {
    const { index, name } = frames[frame];
    return { frame: index, name, differenceEv };
  });
  mismatches.sort((a, b) => a.frame - b.frame);
  return { stops, sources, cameraContrast: steps.contrast, mismatches };
}
