import type { SmallImage } from "../../ops/index.ts";
import { findDarkPaint } from "./dark-paint.ts";
import { findPaint, type HouseSetting } from "./house/index.ts";
import { findNeutral, findSurfaces, type Surfaces, withoutPaint } from "./surfaces.ts";

/** What of a picture tells its light. */
export interface LightWitnesses {
  /** All surfaces but the paints that the house knows of. */
  readonly all: Surfaces;
  /** The same without what is painted dark. */
  readonly surfaces: Surfaces;
  /** How surely each pixel of the small copy is paint of either kind, and how surely it is painted dark; 0 to 1. */
  readonly paint: Float32Array;
  readonly dark: Float32Array;
}

/** Parts the surfaces that tell the light from paint, which tells nothing of it. */
export function lightWitnesses(
  small: SmallImage,
  luma: Float32Array,
  { wrapX, house }: { readonly wrapX: boolean; readonly house?: HouseSetting | undefined },
): LightWitnesses {
  const found = findSurfaces(small, luma, wrapX);
  const copy = { width: small.width, height: small.height, wrapX };
  const dark = findDarkPaint(copy, { luma, surfaces: found });
  const known = house && house.paints.length > 0 ? findPaint(found.samples, house) : undefined;
  const without = (paint: Float32Array) => findNeutral(withoutPaint(found.samples, paint), found.areas);
  const paint = known ? dark.map((share, i) => Math.max(share, known[i])) : dark;
  return { all: known ? without(known) : found, surfaces: without(paint), paint, dark };
}
