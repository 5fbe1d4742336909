import { type MetadataBlock, mostBlocks } from "../metadata/index.ts";

const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** How segments begin that are parsed, and how many bytes stand before their content. */
const names: readonly (readonly [marker: number, name: string, kind: MetadataBlock["kind"], skip: number])[] = [
  [APP1, "Exif\0\0", "exif", 6],
  [APP1, "http://ns.adobe.com/xap/1.0/\0", "xmp", 29],
  // The packet's digest, its length, and where this part belongs (XMP specification, part 3, 1.1.3.1).
  [APP1, "http://ns.adobe.com/xmp/extension/\0", "xmp", 35 + 32 + 8],
  [APP2, "ICC_PROFILE\0", "profile", 14],
];

/** The application segments and comments before the picture (ITU-T T.81, B.1.1), as far as the file is whole. */
export function findJpegBlocks(jpeg: Uint8Array): MetadataBlock[] {
  const blocks: MetadataBlock[] = [];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff && blocks.length <= mostBlocks) {
    const marker = jpeg[at + 1];
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) break;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const end = Math.min(jpeg.length, at + 2 + Math.max(2, jpeg[at + 2] * 256 + jpeg[at + 3]));
    const isMetadata = (marker & 0xf0) === 0xe0 || marker === COMMENT;
    if (isMetadata) blocks.push({ ...contentOf(marker, jpeg.subarray(at + 4, end)), span: [at, end] });
    at = end;
  }
  return blocks;
}

/** JFIF's and Adobe's segments say what the components are. */
export function saysColor(jpeg: Uint8Array, { span }: MetadataBlock): boolean {
  const marker = jpeg[span[0] + 1];
  return marker === APP0 || marker === APP14;
}

function contentOf(marker: number, data: Uint8Array): Pick<MetadataBlock, "kind" | "content"> {
  const start = Buffer.from(data.subarray(0, 40)).toString("latin1");
  const known = names.find(([of, name]) => of === marker && start.startsWith(name));
  return known ? { kind: known[2], content: data.subarray(known[3]) } : { kind: "other", content: data };
}
