import { composeHomographies, identityHomography, invertHomography } from "../../image/index.ts";
import type { MotionEstimate } from "./motion.ts";

/** A frame's motion relative to the reference, composed over the frames between them. */
export interface Link {
  readonly frame: number;
  /** The frame, nearer to the reference in exposure, that it was compared with. */
  readonly anchor: number;
  readonly estimate: MotionEstimate;
}

/** The motions of all frames except the reference. */
export interface Linked {
  readonly reference: number;
  readonly links: readonly Link[];
}

/**
 * The motions relative to another reference, in order from it outwards; unchanged if that frame's own motion was not
 * found. The same frames stay aligned, so no frame is lost because the chosen reference is dark or bright.
 */
export function seenFrom(chosen: number, { reference, links }: Linked, byExposure: readonly number[]): Linked {
  const own = links.find(({ frame }) => frame === chosen)?.estimate;
  if (!own?.found) return { reference, links };
  const back = invertHomography(own.transform);
  const found = byExposure.flatMap((frame) => {
    const estimate =
      frame === reference
        ? { ...own, transform: identityHomography }
        : links.find((link) => link.frame === frame)?.estimate;
    return estimate?.found ? [{ frame, estimate }] : [];
  });
  const place = found.findIndex(({ frame }) => frame === chosen);
  const sides = [found.slice(0, place).reverse(), found.slice(place + 1)];
  const moved = sides.flatMap((side) =>
    side.map(({ frame, estimate }, i): Link => {
      const transform = composeHomographies(estimate.transform, back);
      return { frame, anchor: i === 0 ? chosen : side[i - 1].frame, estimate: { ...estimate, transform } };
    }),
  );
  return { reference: chosen, links: [...moved, ...links.filter(({ estimate }) => !estimate.found)] };
}
