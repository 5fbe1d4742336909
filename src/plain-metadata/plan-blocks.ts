import type { RewritePlan } from "../stages/metadata/index.ts";
import { exifBlock } from "./exif-block.ts";
import { isExifTag } from "./exif-fields.ts";
import { iptcBlock } from "./iptc-block.ts";
import { xmpPacket } from "./xmp-packet.ts";

/** The three blocks of a result, without what formats put around them. */
export interface PlanBlocks {
  /** A TIFF structure, big-endian. */
  readonly exif: Uint8Array;
  /** Records of IPTC-IIM; empty where the plan has none. */
  readonly iptc: Uint8Array;
  /** An XMP packet; empty where the plan has none. */
  readonly xmp: Uint8Array;
  /** Tags of the plan that these blocks do not have. */
  readonly missing: readonly string[];
}

/** The metadata of a plan as bytes, the very ones that ExifTool would write, and what is not known how to write. */
export function planBlocks({ assignments }: RewritePlan): PlanBlocks {
  const seen = new Set<string>();
  const repeated = assignments.filter(({ tag }) => seen.size === seen.add(tag).size).map(({ tag }) => tag);
  const once = assignments.filter(({ tag }) => !repeated.includes(tag));
  const textsOf = (values: (typeof assignments)[number]["values"]) =>
    values.filter((value) => typeof value === "string");
  const isSingle = ({ values }: (typeof assignments)[number]) => values.length === 1 && typeof values[0] === "string";
  const ofExif = once.filter(({ tag }) => isExifTag(tag));
  const exif = exifBlock(ofExif.filter(isSingle).map(({ tag, values }) => [tag, textsOf(values)[0]] as const));
  const iptc = iptcBlock(
    once.filter(({ tag }) => tag.startsWith("IPTC:")).map(({ tag, values }) => [tag, textsOf(values)] as const),
  );
  const isOther = (tag: string) => !isExifTag(tag) && !tag.startsWith("IPTC:");
  const xmp = xmpPacket(once.filter(({ tag }) => isOther(tag)));
  const missing = [
    ...repeated,
    ...ofExif.filter((each) => !isSingle(each)).map(({ tag }) => tag),
    ...exif.missing,
    ...iptc.missing,
    ...xmp.missing,
  ];
  return { exif: exif.bytes, iptc: iptc.bytes, xmp: Buffer.from(xmp.text, "utf8"), missing };
}
