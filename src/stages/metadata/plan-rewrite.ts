import type { CaptureTime, Photo } from "../../image/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { AssignmentList, type PlanValue, type TagAssignment, truncateUtf8 } from "./assignments.ts";
import { describePhoto } from "./describe-photo.ts";
import { addKept } from "./keep.ts";
import { selectionOf } from "./kept-fields.ts";
import { holdsCoordinates } from "./location.ts";
import { type MetadataOptionsInput, metadataOptions } from "./options.ts";
import { creatorTag, earlierOperations, historyOf, historyTag, ownName } from "./own-mark.ts";
import { iptcMaxBytes, maxSoftwareBytes, sameRatioShare } from "./params.ts";
import { strongestSourceType } from "./source-type.ts";
import { TagReader, type TagRecord } from "./tags.ts";

/** The finished picture and its source. */
export interface RewriteSubject {
  /** Tags of the reference frame; `{}` if they could not be read. */
  readonly tags: TagRecord;
  /** All frames, including the reference frame; if absent, only the reference frame. */
  readonly frames?: readonly SourceFrame[];
  readonly format: "jpeg" | "png" | "webp" | "tiff" | "avif";
  /** Size of the result. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Number of merged photographs; 1 for a single shot. */
  readonly frameCount: number;
  /** The result is a full equirectangular panorama. */
  readonly is360: boolean;
  /** Operations in plain words, in order: "merged 5 exposures", "straightened verticals". */
  readonly operations: readonly string[];
  /** The engine's version. */
  readonly version: string;
}

export interface SourceFrame {
  readonly tags: TagRecord;
  /** SHA-256 of the file, hexadecimal, if it is known. */
  readonly sha256?: string;
}

/** All metadata of the result; everything else is removed, except the colour profile. */
export interface RewritePlan {
  readonly assignments: readonly TagAssignment[];
  /** Tags of the reference frame with a person's statement about the picture that the result does not have. */
  readonly notKept?: readonly string[];
}

/**
 * Plans the result's metadata as an allow-list: only what is named here and in {@link keptFields} is written, so that
 * locations (GPS, city, maker notes, drone or trailer data), previews, gain maps and second images cannot pass.
 * Caption, author and copyright are written to EXIF, XMP and, if the format has it, IPTC, with the same text (Metadata
 * Working Group 2.0, ch. 5).
 *
 * The digital source type is from the IPTC vocabulary (cv.iptc.org/newscodes/digitalsourcetype): `computationalCapture`
 * for merged frames, `algorithmicallyEnhanced` for a single shot that was changed, unless a frame's own type is
 * stronger.
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
  const hasIptc = subject.format === "jpeg" || subject.format === "tiff";
  const isWanted = selectionOf(resolved);
  const { keepLocation } = resolved;
  const { caption } = photo.description;
  const tellsPlace = caption !== undefined && !keepLocation && holdsCoordinates(caption);
  const hasCaption = isWanted(captionField) && !tellsPlace;
  addDescription(list, photo, { hasIptc, hasCaption });
  const lost = addKept(list, subject.tags, { isWanted, keepLocation, hasIptc });
  // ESC % G, the ISO 2022 designation of UTF-8; without it, readers interpret IPTC text as Latin-1.
  if (list.assignments.some(({ tag }) => tag.startsWith("IPTC:"))) list.add("IPTC:CodedCharacterSet", "\u001b%G");
  if (subject.is360) addPanorama(list, subject, wholeSphere(subject));
  else addPartialPanorama(list, subject);
  addOrigin(list, subject, resolved.disclosure, isWanted(idField));
  const credentials = hasContentCredentials(subject.tags) ? ["content credentials (C2PA)"] : [];
  const notKept = [...(tellsPlace ? [captionField.tag] : []), ...lost, ...credentials];
  return { assignments: list.assignments, notKept: [...new Set(notKept)] };
}

const captionField = { group: "description", tag: "XMP-dc:Description" } as const;
const idField = { group: "ids", tag: "XMP-xmpMM:DocumentID" } as const;

/** Minor exposure fields that other programs show or use; the main ones come from the described photo. */
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

/** ExposureMode (auto bracket) is not copied: a merged picture is not a frame of a bracket. */
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
    // EXIF's ISO has 16 bits; 65535 means that the 32-bit field has the value.
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

function addDescription(
  list: AssignmentList,
  photo: Photo,
  { hasIptc, hasCaption }: { readonly hasIptc: boolean; readonly hasCaption: boolean },
): void {
  const { author, copyright } = photo.description;
  const caption = hasCaption ? photo.description.caption : undefined;
  list.add("IFD0:ImageDescription", caption);
  list.add("IFD0:Artist", author);
  list.add("IFD0:Copyright", copyright);
  list.add("XMP-dc:Description", caption);
  list.add("XMP-dc:Creator", ...(author?.split("; ") ?? []));
  list.add("XMP-dc:Rights", copyright);
  if (!hasIptc) return;
  list.add("IPTC:Caption-Abstract", truncateUtf8(caption ?? "", iptcMaxBytes.caption));
  list.add("IPTC:By-line", ...(author?.split("; ") ?? []).map((name) => truncateUtf8(name, iptcMaxBytes.author)));
  list.add("IPTC:CopyrightNotice", truncateUtf8(copyright ?? "", iptcMaxBytes.copyright));
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

/** Position of the picture on its sphere, in px of the result. */
interface SphereArea {
  readonly fullWidthPx: number;
  readonly fullHeightPx: number;
  readonly leftPx: number;
  readonly topPx: number;
}

function wholeSphere({ widthPx, heightPx }: RewriteSubject): SphereArea {
  return { fullWidthPx: widthPx, fullHeightPx: heightPx, leftPx: 0, topPx: 0 };
}

/** Operations after which a picture's position on the sphere no longer matches its metadata. */
const warped = /vertical|perspective|distortion|horizon/i;

/**
 * GPano of a part of a sphere, scaled to the result. Skipped if the result was cropped or warped, as its position on
 * the sphere has then changed.
 */
function addPartialPanorama(list: AssignmentList, subject: RewriteSubject): void {
  const reader = new TagReader(subject.tags);
  const read = (name: string) => reader.number(`XMP-GPano:${name}`);
  const isEquirectangular = reader.text("XMP-GPano:ProjectionType")?.toLowerCase() === "equirectangular";
  const [width, height] = [read("CroppedAreaImageWidthPixels"), read("CroppedAreaImageHeightPixels")];
  const [fullWidth, fullHeight] = [read("FullPanoWidthPixels"), read("FullPanoHeightPixels")];
  const [left, top] = [read("CroppedAreaLeftPixels"), read("CroppedAreaTopPixels")];
  if (!isEquirectangular || !width || !height || !fullWidth || !fullHeight) return;
  if (left === undefined || top === undefined || subject.operations.some((each) => warped.test(each))) return;
  const { widthPx, heightPx } = subject;
  const [scaleX, scaleY] = [widthPx / width, heightPx / height];
  if (Math.abs(scaleX / scaleY - 1) > Math.max(sameRatioShare, 1 / widthPx + 1 / heightPx)) return;
  addPanorama(list, subject, {
    fullWidthPx: Math.round(fullWidth * scaleX),
    fullHeightPx: Math.round(fullHeight * scaleY),
    leftPx: Math.round(left * scaleX),
    topPx: Math.round(top * scaleY),
  });
}

/**
 * GPano at the size of the result. Pose and initial view are directions, not places, and are kept, as are the number of
 * source photos and the stitching software.
 */
function addPanorama(list: AssignmentList, { tags, widthPx, heightPx }: RewriteSubject, area: SphereArea): void {
  list.add("XMP-GPano:ProjectionType", "equirectangular");
  list.add("XMP-GPano:UsePanoramaViewer", "True");
  list.add("XMP-GPano:FullPanoWidthPixels", area.fullWidthPx);
  list.add("XMP-GPano:FullPanoHeightPixels", area.fullHeightPx);
  list.add("XMP-GPano:CroppedAreaImageWidthPixels", widthPx);
  list.add("XMP-GPano:CroppedAreaImageHeightPixels", heightPx);
  list.add("XMP-GPano:CroppedAreaLeftPixels", area.leftPx);
  list.add("XMP-GPano:CroppedAreaTopPixels", area.topPx);
  const reader = new TagReader(tags);
  for (const tag of keptPanoramaTags) list.add(tag, reader.number(tag));
  list.add("XMP-GPano:SourcePhotosCount", reader.positive("XMP-GPano:SourcePhotosCount"));
  const software = reader.text("XMP-GPano:StitchingSoftware");
  list.add("XMP-GPano:StitchingSoftware", truncateUtf8(software ?? "", maxSoftwareBytes));
}

/**
 * States the origin of the picture and its processing. The history of the frames is always kept; this program's work is
 * added on request. EXIF 2.32 CompositeImage 2 is a general composite; xmpMM:History is Adobe's list of changes to a
 * resource; xmpMM:DerivedFrom and Ingredients name its sources.
 */
function addOrigin(list: AssignmentList, subject: RewriteSubject, isDisclosed: boolean, hasIds: boolean): void {
  const { tags, frameCount, operations, version, frames = [{ tags }] } = subject;
  const isMerged = frameCount > 1;
  const own = isMerged ? "computationalCapture" : operations.length > 0 ? "algorithmicallyEnhanced" : undefined;
  const all = frames.map((frame) => frame.tags);
  list.add("XMP-iptcExt:DigitalSourceType", strongestSourceType(all, isDisclosed ? own : undefined));
  const composite = Math.max(...all.map((each) => new TagReader(each).number("ExifIFD:CompositeImage") ?? 0));
  // A composite made while capturing (3) stays one, even if it is merged with others.
  const merged = isMerged && isDisclosed ? Math.max(2, composite) : composite;
  list.add("ExifIFD:CompositeImage", merged >= 1 && merged <= 3 ? merged : undefined);
  if (!isDisclosed) return;
  if (isMerged) list.add("ExifIFD:CompositeImageCount", `${frameCount} ${frameCount}`);
  const earlier = earlierOperations(tags);
  const done = [...earlier, ...operations.filter((each) => !earlier.includes(each))];
  list.add(historyTag, ...historyOf(tags, done, version));
  addSources(list, tags, frames, hasIds);
}

/** Prefix of an identifier made from a file's bytes, used if a program's own is not known. */
const hashPrefix = "sha256:";

function addSources(list: AssignmentList, tags: TagRecord, frames: readonly SourceFrame[], hasIds: boolean): void {
  const reader = new TagReader(tags);
  const reference = ["DocumentID", "InstanceID", "OriginalDocumentID"].flatMap((name) => {
    const id = hasIds ? reader.text(`XMP-xmpMM:${name}`) : undefined;
    return id === undefined ? [] : [[name, id] as const];
  });
  const hashes = frames.flatMap(({ sha256 }) => (sha256 === undefined ? [] : [`${hashPrefix}${sha256}`]));
  const own = frames.find((frame) => frame.tags === tags)?.sha256;
  const derived: Record<string, PlanValue> = {
    ...(own === undefined ? {} : { InstanceID: `${hashPrefix}${own}` }),
    ...Object.fromEntries(reference),
  };
  if (Object.keys(derived).length > 0) list.add("XMP-xmpMM:DerivedFrom", derived);
  list.add("XMP-xmpMM:Ingredients", ...hashes.map((hash) => ({ InstanceID: hash })));
}

function hasContentCredentials(tags: TagRecord): boolean {
  return new TagReader(tags).text("*:JUMDLabel")?.includes("c2pa") === true;
}
