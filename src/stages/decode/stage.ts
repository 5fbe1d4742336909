import type { StageDescriptor } from "../descriptor.ts";
import type { DecodeResult } from "./decode.ts";
import { decodeOptions } from "./options.ts";

/** A frame and its file. */
export interface DecodedFrame extends DecodeResult {
  /** Name of the file. */
  readonly file: string;
}

/** Facts found while decoding a frame, for the report. */
export type DecodedFacts = Omit<DecodedFrame, "image">;

/** Operation of a RAW that is not decoded from its preview; includes capture sharpening. */
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
