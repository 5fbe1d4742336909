import { bytesOf, type RandomAccess } from "./read-bytes.ts";
import { getCodec } from "./registry.ts";
import { readTiffDirectories, readTiffDirectoryAt, type TiffDirectory } from "./tiff/index.ts";

/** Values by ExifTool's names with family-1 groups: numbers, lists of numbers as text, and texts. */
type ExifTags = Readonly<Record<string, string | number>>;

type Names = Readonly<Record<number, string>>;

/** Exif 3.0, tables 4 to 9, and DNG's for the lens. */
const imageTexts: Names = {
  270: "ImageDescription",
  271: "Make",
  272: "Model",
  315: "Artist",
  33432: "Copyright",
};
const imageNumbers: Names = { 274: "Orientation" };
const exifTexts: Names = {
  36867: "DateTimeOriginal",
  36868: "CreateDate",
  36880: "OffsetTime",
  36881: "OffsetTimeOriginal",
  37520: "SubSecTime",
  37521: "SubSecTimeOriginal",
  42033: "SerialNumber",
  42035: "LensMake",
  42036: "LensModel",
};
const exifNumbers: Names = {
  33434: "ExposureTime",
  33437: "FNumber",
  34850: "ExposureProgram",
  34855: "ISO",
  34866: "RecommendedExposureIndex",
  37380: "ExposureCompensation",
  37385: "Flash",
  37386: "FocalLength",
  41986: "ExposureMode",
  41989: "FocalLengthIn35mmFormat",
  42034: "LensInfo",
};
const placeNumbers: Names = { 2: "GPSLatitude", 4: "GPSLongitude" };

const exifDirectory = 0x8769;
const placeDirectory = 0x8825;
/** Tags with data that only ExifTool reads (Exif 3.0, table 8; DNG 1.7). */
const [makerNote, dngPrivateData] = [0x927c, 0xc634];

/** XMP properties that describe panoramas and earlier work; written as elements or as attributes. */
const xmpTexts: Readonly<Record<string, string>> = {
  "xmp:CreatorTool": "XMP-xmp:CreatorTool",
  "stEvt:parameters": "XMP-xmpMM:HistoryParameters",
  "GPano:ProjectionType": "XMP-GPano:ProjectionType",
  "GPano:FullPanoWidthPixels": "XMP-GPano:FullPanoWidthPixels",
  "GPano:FullPanoHeightPixels": "XMP-GPano:FullPanoHeightPixels",
  "GPano:CroppedAreaImageWidthPixels": "XMP-GPano:CroppedAreaImageWidthPixels",
  "GPano:CroppedAreaImageHeightPixels": "XMP-GPano:CroppedAreaImageHeightPixels",
};
const maxXmpBytes = 65_536;

/** Number of leading bytes that contain the EXIF block, except in a TIFF, whose directories may be anywhere. */
const headBytes = 2 ** 20;

/**
 * The EXIF fields on how a photograph was taken, as far as they do not need maker notes, and the few XMP fields that
 * affect processing; empty if a file has none. Throws for a file of an unknown format.
 */
export function readExifTags(file: RandomAccess): ExifTags {
  const head = bytesOf(file, 0, Math.min(file.length, headBytes));
  const { findMetadata } = getCodec(head);
  if (!findMetadata) return readDirectories(file);
  const blocks = findMetadata(head);
  const exif = blocks.find(({ kind }) => kind === "exif");
  const xmp = blocks.filter(({ kind, isDeflated }) => kind === "xmp" && !isDeflated);
  const texts = xmp.map(({ content }) => readXmp(Buffer.from(content.subarray(0, maxXmpBytes)).toString("utf8")));
  return Object.assign({}, exif && readDirectories(exif.content), ...texts);
}

function readXmp(packet: string): ExifTags {
  const found = Object.entries(xmpTexts).map(([property, tag]) => {
    const match = new RegExp(`${property}(?:="([^"<]{1,1000})"|>([^<]{1,1000})<)`).exec(packet);
    return [tag, match?.[1] ?? match?.[2] ?? ""] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== ""));
}

function readDirectories(block: Uint8Array | RandomAccess): ExifTags {
  const first = readTiffDirectories(block)[0];
  if (first === undefined) return {};
  const below = (tag: number) => {
    const at = first.number(tag);
    return at === undefined ? undefined : readTiffDirectoryAt(block, at);
  };
  const [exif, place] = [below(exifDirectory), below(placeDirectory)];
  const hasNotes = first.has(dngPrivateData) || exif?.has(makerNote);
  return {
    ...(hasNotes && { "ExifIFD:UnreadNotes": 1 }),
    ...fieldsOf(first, "IFD0", imageTexts, imageNumbers),
    ...(exif && fieldsOf(exif, "ExifIFD", exifTexts, exifNumbers)),
    ...(place && fieldsOf(place, "GPS", {}, placeNumbers)),
  };
}

function fieldsOf(directory: TiffDirectory, group: string, texts: Names, numbers: Names): ExifTags {
  const fields: Record<string, string | number> = {};
  for (const [tag, name] of Object.entries(texts)) {
    const text = directory.text(Number(tag));
    if (text !== "") fields[`${group}:${name}`] = text;
  }
  for (const [tag, name] of Object.entries(numbers)) {
    const values = directory.reals(Number(tag)).filter(Number.isFinite);
    if (values.length > 0) fields[`${group}:${name}`] = values.length === 1 ? values[0] : values.slice(0, 4).join(" ");
  }
  return fields;
}
