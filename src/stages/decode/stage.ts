import type { StageDescriptor } from "../descriptor.ts";
import type { DecodeResult } from "./decode.ts";
import { decodeOptions } from "./options.ts";

/** A frame and the file that it comes from. */
export interface DecodedFrame extends DecodeResult {
  /** The file, by its name. */
  readonly file: string;
}

/** What was found while a frame was decoded, for the report. */
export type DecodedFacts = Omit<DecodedFrame, "image">;

/** Of a RAW that is not rendered from its preview; capture sharpening is a part of it. */
export const sensorOperation = "developed sensor data";

export const decodeStage = {
  options: decodeOptions,
  heading: "Developing RAW files",
  facts: (frames: readonly DecodedFrame[]): readonly DecodedFacts[] => frames.map(({ image: _, ...facts }) => facts),
  operations: (frames: readonly DecodedFacts[]) => {
    const stuck = frames.reduce((sum, { development }) => sum + (development?.hotPixels ?? 0), 0);
    return [
      ...(frames.some(({ facts }) => facts.source === "sensor") ? [sensorOperation] : []),
      ...(stuck > 0 ? [`replaced ${stuck} stuck photosite${stuck > 1 ? "s" : ""}`] : []),
    ];
  },
} as const satisfies StageDescriptor;
