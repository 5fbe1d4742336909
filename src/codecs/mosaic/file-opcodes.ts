import type { OpcodeList, OpcodeRect, RawOpcode, Rect } from "../../image/index.ts";
import { type DngTags, type OpcodeFrame, readOpcodeList } from "../dng/index.ts";
import type { LibRawMetadata } from "../libraw/index.ts";

/** Opcodes of a DNG, in coordinates of the visible area. */
export interface FileOpcodes {
  /** Opcodes of lists 1 to 3, in order. */
  readonly opcodes: readonly RawOpcode[];
  /** Ids of unknown opcodes that are not optional, by list; lists without any are omitted. */
  readonly unknown: readonly (readonly number[])[];
  /** Area that remains after trimming; absent without trimming. */
  readonly trimmed?: Rect;
}

/**
 * Reads a file's three opcode lists. The first is relative to the sensor frame's corner, the others to that of the
 * active area, and each to the corner of the area trimmed before.
 */
export function readFileOpcodes({ opcodeLists, active }: DngTags, metadata: LibRawMetadata): FileOpcodes {
  const { left_margin: left, top_margin: top, raw_width, raw_height } = metadata;
  const opcodes: RawOpcode[] = [];
  const unknown: (readonly number[])[] = [];
  const sensor = { left: -left, top: -top, right: raw_width - left, bottom: raw_height - top };
  const lit = edgesOf({ ...active, x: active.x - left, y: active.y - top });
  let frame: TrimmedPicture = { picture: sensor, isTrimmed: false };
  for (const [i, bytes] of opcodeLists.entries()) {
    // Masked borders go after the first list.
    if (i === 1) frame = withoutBorders(frame, lit);
    if (!bytes) continue;
    const reading = readOpcodeList(bytes, { ...frame, list: (i + 1) as OpcodeList });
    opcodes.push(...reading.opcodes);
    if (reading.unknown.length > 0) unknown.push(reading.unknown);
    frame = reading.frame;
  }
  const { left: x, top: y, right, bottom } = frame.picture;
  return { opcodes, unknown, ...(frame.isTrimmed && { trimmed: { x, y, width: right - x, height: bottom - y } }) };
}

function edgesOf({ x, y, width, height }: Rect): OpcodeRect {
  return { top: y, left: x, bottom: y + height, right: x + width };
}

type TrimmedPicture = Omit<OpcodeFrame, "list">;

/** Removes borders from a trim; a trim to only borders is ignored. */
function withoutBorders({ picture, isTrimmed }: TrimmedPicture, lit: OpcodeRect): TrimmedPicture {
  const both = {
    top: Math.max(picture.top, lit.top),
    left: Math.max(picture.left, lit.left),
    bottom: Math.min(picture.bottom, lit.bottom),
    right: Math.min(picture.right, lit.right),
  };
  const isLeft = isTrimmed && both.top < both.bottom && both.left < both.right;
  return isLeft ? { picture: both, isTrimmed } : { picture: lit, isTrimmed: false };
}

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
