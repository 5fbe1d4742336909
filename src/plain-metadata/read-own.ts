import { constants, open } from "node:fs/promises";
import type { TagRecord } from "../stages/metadata/index.ts";
import { readExifTagsWhole } from "./exif-reader.ts";

/**
 * Bytes that are read from the start of a file. A segment has 64 KB at most; in most photographs, the profile and EXIF
 * are one segment each.
 */
const headBytes = 2 ** 18;

/** Opening a pipe without a writer would block; Windows has no such flag. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const EXIF = "Exif\0\0";
const PROFILE = "ICC_PROFILE\0";
const XMP = "http://ns.adobe.com/xap/1.0/\0";
/** The XMP that cameras write: only a rating in stars. */
const rating =
  /^<\?xpacket begin='\ufeff' id='W5M0MpCehiHzreSzNTczkc9d'\?><x:xmpmeta xmlns:x="adobe:ns:meta\/"><rdf:RDF xmlns:rdf="http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http:\/\/ns\.adobe\.com\/xap\/1\.0\/"><xmp:Rating>([0-5])<\/xmp:Rating><\/rdf:Description><\/rdf:RDF><\/x:xmpmeta>\s*<\?xpacket end='[rw]'\?>\s*$/;

/**
 * The tags of a JPEG, the same as the other tool gives for the tags in use; `undefined` if the file has an unsupported
 * block before its picture: XMP other than a camera's rating, IPTC-IIM, most maker notes, a location.
 */
export async function readOwn(path: string): Promise<TagRecord | undefined> {
  const head = Buffer.alloc(headBytes);
  const file = await open(path, withoutWaiting).catch(() => undefined);
  if (!file) return undefined;
  try {
    if (!(await file.stat()).isFile()) return undefined;
    const { bytesRead } = await file.read(head, 0, headBytes, 0);
    return readHead(head.subarray(0, bytesRead));
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Reads from SOI to SOS (ITU-T T.81, B.1); `undefined` if the head ends earlier or has an unsupported segment. */
function readHead(head: Buffer): TagRecord | undefined {
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return undefined;
  let [exif, size]: [Buffer | undefined, string | undefined] = [undefined, undefined];
  let stars: string | undefined;
  for (let at = 2; at + 4 <= head.length; ) {
    const [marker, end] = [head.readUInt16BE(at), at + 2 + head.readUInt16BE(at + 2)];
    if (end > head.length) return undefined;
    const content = head.subarray(at + 4, end);
    const name = content.toString("latin1", 0, 12);
    if (marker === 0xffda) return size ? tagsOf(exif, size, stars) : undefined;
    if (marker === 0xffe1 && name.startsWith(EXIF) && !exif) exif = content.subarray(EXIF.length);
    else if (marker === 0xffe1 && content.toString("latin1", 0, XMP.length) === XMP && stars === undefined)
      stars = rating.exec(content.toString("utf8", XMP.length))?.[1] ?? "unknown";
    else if (isFrame(marker) && !size) size = `${content.readUInt16BE(3)} ${content.readUInt16BE(1)}`;
    else if (!isHarmless(marker, name)) return undefined;
    at = end;
  }
  return undefined;
}

function isFrame(marker: number): boolean {
  return marker === 0xffc0 || marker === 0xffc1 || marker === 0xffc2;
}

/**
 * Segments that can be ignored: JFIF's and Adobe's, profiles, the list of further pictures, comments, tables and
 * restart intervals.
 */
function isHarmless(marker: number, name: string): boolean {
  if (marker === 0xffe0) return name.startsWith("JFIF\0");
  if (marker === 0xffe2) return name === PROFILE || name.startsWith("MPF\0");
  if (marker === 0xffee) return name.startsWith("Adobe");
  return marker === 0xfffe || marker === 0xffdb || marker === 0xffc4 || marker === 0xffdd;
}

function tagsOf(exif: Buffer | undefined, size: string, stars: string | undefined): TagRecord | undefined {
  if (stars === "unknown") return undefined;
  const tags = exif ? readExifTagsWhole(exif) : {};
  const [width, height] = size.split(" ");
  return (
    tags && {
      "Composite:ImageSize": size,
      "File:ImageWidth": width,
      "File:ImageHeight": height,
      ...tags,
      ...(stars !== undefined && { "XMP-xmp:Rating": stars }),
    }
  );
}
