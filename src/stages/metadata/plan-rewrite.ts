import type { CaptureTime, Photo } from "../../image/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { describePhoto } from "./describe-photo.ts";
import { type MetadataOptionsInput, metadataOptions } from "./options.ts";
import { creatorTag, earlierOperations, historyOf, historyTag, ownName } from "./own-mark.ts";
import { TagReader, type TagRecord } from "./tags.ts";

/** The finished picture and where it came from. */
export interface RewriteSubject {
  /** Tags of the reference frame; `{}` when they could not be read. */
  readonly tags: TagRecord;
  readonly format: "jpeg" | "png" | "webp" | "tiff" | "avif";
  /** Size as delivered. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** How many photographs were merged; 1 for a single shot. */
  readonly frameCount: number;
  /** The result is a full equirectangular panorama. */
  readonly is360: boolean;
  /** What was done, in plain words, in order: "merged 5 exposures", "straightened verticals". */
  readonly operations: readonly string[];
  /** The engine's version. */
  readonly version: string;
}

export interface TagAssignment {
  /** Family-1 group and name, e.g. `XMP-dc:Creator`. */
  readonly tag: string;
  /** Unconverted values; more than one makes a list. */
  readonly values: readonly string[];
}

/** All metadata that the result shall have; whatever is not assigned is removed, the colour profile excepted. */
export interface RewritePlan {
  readonly assignments: readonly TagAssignment[];
}

/**
 * Plans the result's metadata as an allow-list: only what is named here gets in, so no place (GPS, city, maker notes,
 * drone or trailer data), preview, gain map or second image can pass. Caption, author and copyright go to EXIF, XMP
 * and, where the format has it, IPTC, with the same text (Metadata Working Group 2.0, ch. 5).
 *
 * The digital source type is of the IPTC vocabulary (cv.iptc.org/newscodes/digitalsourcetype): `computationalCapture`
 * for merged frames, `algorithmicallyEnhanced` for a single shot. There is no standard field for "nothing was added or
 * removed"; these two terms say it, since generative edits have terms of their own.
 */
export function planRewrite(subject: RewriteSubject, options: MetadataOptionsInput = {}): RewritePlan {
  const resolved = resolveOptions("metadata", metadataOptions, options);
  const { photo } = describePhoto(subject.tags);
  const list = new AssignmentList();
  list.add("IFD0:Orientation", 1);
  list.add("ExifIFD:ColorSpace", 1);
  list.add("ExifIFD:ExifImageWidth", subject.widthPx);
  list.add("ExifIFD:ExifImageHeight", subject.heightPx);
  list.add("IFD0:Software", ownName(subject.version));
  list.add(creatorTag, ownName(subject.version));
  if (resolved.keepCameraData) addCameraData(list, photo, subject.tags);
  if (resolved.keepSerialNumbers) addSerialNumbers(list, subject.tags);
  addDescription(list, photo, subject.format);
  const reader = new TagReader(subject.tags);
  for (const tag of rightsTags) list.add(tag, reader.text(tag));
  if (subject.is360) addPanorama(list, subject);
  if (resolved.disclosure) addDisclosure(list, subject);
  return { assignments: list.assignments };
}

/** Small facts of the exposure that other programs show or use; the larger ones come from the described photo. */
const copiedTags = [
  "ExifIFD:ExposureProgram",
  "ExifIFD:SensitivityType",
  "ExifIFD:MaxApertureValue",
  "ExifIFD:MeteringMode",
  "ExifIFD:LightSource",
  "ExifIFD:Flash",
  "ExifIFD:WhiteBalance",
  "ExifIFD:LensInfo",
] as const;

/** Copyright management information beside the notice: law forbids to take it away (17 U.S.C. § 1202). */
const rightsTags = [
  "XMP-xmpRights:Marked",
  "XMP-xmpRights:UsageTerms",
  "XMP-xmpRights:WebStatement",
  "XMP-photoshop:Credit",
] as const;

/** ExposureMode (auto bracket) is left behind: a merged picture is not a frame of a bracket any more. */
function addCameraData(list: AssignmentList, photo: Photo, tags: TagRecord): void {
  const { camera, lens, exposure } = photo;
  list.add("IFD0:Make", camera.make);
  list.add("IFD0:Model", camera.model);
  list.add("ExifIFD:LensMake", lens.make);
  list.add("ExifIFD:LensModel", lens.model);
  list.add("ExifIFD:FocalLength", lens.focalMm);
  list.add("ExifIFD:FocalLengthIn35mmFormat", lens.focal35Mm && Math.round(lens.focal35Mm));
  list.add("ExifIFD:ExposureTime", exposure.timeS);
  list.add("ExifIFD:FNumber", exposure.fNumber);
  list.add("ExifIFD:ExposureCompensation", exposure.biasEv);
  if (exposure.iso !== undefined) {
    // EXIF's ISO has 16 bits; 65535 refers the reader to the 32-bit field.
    list.add("ExifIFD:ISO", Math.min(65535, Math.round(exposure.iso)));
    if (exposure.iso >= 65535) list.add("ExifIFD:RecommendedExposureIndex", Math.round(exposure.iso));
  }
  const reader = new TagReader(tags);
  for (const tag of copiedTags) list.add(tag, reader.text(tag));
  if (photo.capturedAt) addCaptureTime(list, photo.capturedAt);
}

function addCaptureTime(list: AssignmentList, { iso }: CaptureTime): void {
  const match = /^(.{10})T(.{8})(?:\.(\d+))?(.*)$/.exec(iso);
  if (!match) return;
  const [, date, time, fraction, zone] = match;
  const exifTime = `${date.replaceAll("-", ":")} ${time}`;
  list.add("ExifIFD:DateTimeOriginal", exifTime);
  list.add("ExifIFD:CreateDate", exifTime);
  list.add("ExifIFD:SubSecTimeOriginal", fraction);
  list.add("ExifIFD:OffsetTimeOriginal", zone);
}

function addSerialNumbers(list: AssignmentList, tags: TagRecord): void {
  const reader = new TagReader(tags);
  list.add("ExifIFD:SerialNumber", reader.text("ExifIFD:SerialNumber", "*:SerialNumber"));
  list.add("ExifIFD:LensSerialNumber", reader.text("ExifIFD:LensSerialNumber", "*:LensSerialNumber"));
}

/** IPTC-IIM's longest values, in bytes (IIM 4.2). */
const iptcMaxBytes = { caption: 2000, author: 32, copyright: 128 } as const;

function addDescription(list: AssignmentList, photo: Photo, format: RewriteSubject["format"]): void {
  const { caption, author, copyright } = photo.description;
  list.add("IFD0:ImageDescription", caption);
  list.add("IFD0:Artist", author);
  list.add("IFD0:Copyright", copyright);
  list.add("XMP-dc:Description", caption);
  list.add("XMP-dc:Creator", ...(author?.split("; ") ?? []));
  list.add("XMP-dc:Rights", copyright);
  const hasText = caption !== undefined || author !== undefined || copyright !== undefined;
  if (!hasText || (format !== "jpeg" && format !== "tiff")) return;
  // ESC % G, the ISO 2022 name of UTF-8: without it readers take IPTC text for Latin-1.
  list.add("IPTC:CodedCharacterSet", "\u001b%G");
  list.add("IPTC:Caption-Abstract", truncateUtf8(caption, iptcMaxBytes.caption));
  list.add("IPTC:By-line", ...(author?.split("; ") ?? []).map((name) => truncateUtf8(name, iptcMaxBytes.author)));
  list.add("IPTC:CopyrightNotice", truncateUtf8(copyright, iptcMaxBytes.copyright));
}

const keptPanoramaTags = [
  "XMP-GPano:PoseHeadingDegrees",
  "XMP-GPano:PosePitchDegrees",
  "XMP-GPano:PoseRollDegrees",
  "XMP-GPano:InitialViewHeadingDegrees",
  "XMP-GPano:InitialViewPitchDegrees",
  "XMP-GPano:InitialViewRollDegrees",
  "XMP-GPano:InitialHorizontalFOVDegrees",
] as const;

/** What a program's name and version may fill: no place for a story. */
const mostSoftwareBytes = 64;

/**
 * GPano of a full sphere at the delivered size; pose and first view are directions, not places, and stay, as does what
 * it was stitched of and by.
 */
function addPanorama(list: AssignmentList, { tags, widthPx, heightPx }: RewriteSubject): void {
  list.add("XMP-GPano:ProjectionType", "equirectangular");
  list.add("XMP-GPano:UsePanoramaViewer", "True");
  list.add("XMP-GPano:FullPanoWidthPixels", widthPx);
  list.add("XMP-GPano:FullPanoHeightPixels", heightPx);
  list.add("XMP-GPano:CroppedAreaImageWidthPixels", widthPx);
  list.add("XMP-GPano:CroppedAreaImageHeightPixels", heightPx);
  list.add("XMP-GPano:CroppedAreaLeftPixels", 0);
  list.add("XMP-GPano:CroppedAreaTopPixels", 0);
  const reader = new TagReader(tags);
  for (const tag of keptPanoramaTags) list.add(tag, reader.number(tag));
  list.add("XMP-GPano:SourcePhotosCount", reader.positive("XMP-GPano:SourcePhotosCount"));
  const software = reader.text("XMP-GPano:StitchingSoftware");
  list.add("XMP-GPano:StitchingSoftware", truncateUtf8(software, mostSoftwareBytes));
}

const sourceTypes = "http://cv.iptc.org/newscodes/digitalsourcetype/";

/** EXIF 2.32 CompositeImage 2 = general composite; xmpMM:History is Adobe's list of what was done to a resource. */
function addDisclosure(list: AssignmentList, { tags, frameCount, operations, version }: RewriteSubject): void {
  const isMerged = frameCount > 1;
  const sourceType = isMerged ? "computationalCapture" : "algorithmicallyEnhanced";
  list.add("XMP-iptcExt:DigitalSourceType", sourceTypes + sourceType);
  list.add("ExifIFD:CompositeImage", isMerged ? 2 : 1);
  if (isMerged) list.add("ExifIFD:CompositeImageCount", `${frameCount} ${frameCount}`);
  const earlier = earlierOperations(tags);
  const done = [...earlier, ...operations.filter((each) => !earlier.includes(each))];
  if (done.length === 0) return;
  list.add("XMP-xmpMM:HistoryAction", "edited");
  list.add("XMP-xmpMM:HistorySoftwareAgent", ownName(version));
  list.add(historyTag, historyOf(done));
}

class AssignmentList {
  readonly assignments: TagAssignment[] = [];

  /** Absent values are skipped; nothing is assigned when all are. */
  add(tag: string, ...values: readonly (string | number | undefined)[]): void {
    const present = values.map((value) => (value === undefined ? "" : String(value))).filter((value) => value !== "");
    if (present.length > 0) this.assignments.push({ tag, values: present });
  }
}

/** The longest prefix of whole characters that fits. */
function truncateUtf8(text: string | undefined, maxBytes: number): string | undefined {
  if (text === undefined) return undefined;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
