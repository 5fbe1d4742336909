import type { Rect } from "../../image/index.ts";
import type { DngTags } from "../dng/index.ts";
import type { LibRawMetadata } from "../libraw/index.ts";
import type { FileOpcodes } from "./file-opcodes.ts";

/**
 * The part of the visible area that the camera itself delivers, in coordinates of the visible area; `opcodes` are the
 * DNG's.
 */
export function deliveredRect(
  metadata: LibRawMetadata,
  dng: DngTags | undefined,
  opcodes: FileOpcodes | undefined,
): Rect {
  const { width, height, left_margin, top_margin } = metadata;
  const [inset] = metadata.raw_inset_crops;
  const own = dng?.crop && { ...dng.crop, x: dng.crop.x + dng.active.x, y: dng.crop.y + dng.active.y };
  const crop = own ?? { x: inset.cleft, y: inset.ctop, width: inset.cwidth, height: inset.cheight };
  const [x, y] = [crop.x - left_margin, crop.y - top_margin];
  const all = { x: 0, y: 0, width, height };
  const inside = holds(all, { ...crop, x, y });
  const most = crop.width >= 0.8 * width && crop.height >= 0.8 * height;
  const delivered = inside && (own || most) ? { ...crop, x, y } : all;
  const trimmed = opcodes?.trimmed;
  return trimmed ? (cropOfTrimmed(delivered, trimmed, dng?.crop) ?? delivered) : delivered;
}

/**
 * The part of a trimmed picture that a crop keeps. By the specification DefaultCrop counts from the active area;
 * Adobe's DNG SDK counts it from the corner of the remaining area. The specification applies if that part was not
 * trimmed, otherwise the SDK's rule if the crop fits, otherwise both the trim and the crop. `undefined` if they have
 * nothing in common.
 */
function cropOfTrimmed(delivered: Rect, trimmed: Rect, stated: Rect | undefined): Rect | undefined {
  if (holds(trimmed, delivered)) return delivered;
  const moved = stated && { ...stated, x: stated.x + trimmed.x, y: stated.y + trimmed.y };
  if (moved && holds(trimmed, moved)) return moved;
  const [x, y] = [Math.max(delivered.x, trimmed.x), Math.max(delivered.y, trimmed.y)];
  const width = Math.min(delivered.x + delivered.width, trimmed.x + trimmed.width) - x;
  const height = Math.min(delivered.y + delivered.height, trimmed.y + trimmed.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

function holds(outer: Rect, { x, y, width, height }: Rect): boolean {
  const [right, bottom] = [outer.x + outer.width, outer.y + outer.height];
  return x >= outer.x && y >= outer.y && x + width <= right && y + height <= bottom;
}
