import type { Camera, Exposure, Lens } from "../../image/index.ts";
import { plausible } from "./params.ts";
import { TagReader, type TagRecord, type TagValue, toText } from "./tags.ts";

/** Make, model and serial number of the body, from EXIF or the maker notes. */
export function describeCamera(tags: TagRecord): Camera {
  const reader = new TagReader(tags);
  return withoutAbsent({
    make: reader.text("IFD0:Make", "XMP-tiff:Make", "*:Make"),
    model: reader.text("IFD0:Model", "XMP-tiff:Model", "*:Model"),
    serial: reader.first(
      ["ExifIFD:SerialNumber", "*:SerialNumber", "XMP-aux:SerialNumber", "*:InternalSerialNumber"],
      realSerial,
    ),
  });
}

/**
 * Exposure time in seconds, f-number, ISO speed and bias of one frame; zeros (manual lenses, unset fields) are absent.
 */
export function describeExposure(tags: TagRecord): Exposure {
  const reader = new TagReader(tags);
  // EXIF's 16-bit ISO field is 65535 for all higher speeds; the sensitivity fields of EXIF 2.3 contain the actual one.
  const iso = findIso(reader, "ExifIFD:ISO", "XMP-exif:ISO", "IFD0:ISO");
  const wideIso = ["ExifIFD:ISOSpeed", "ExifIFD:RecommendedExposureIndex", "ExifIFD:StandardOutputSensitivity"];
  const bias = reader.number("ExifIFD:ExposureCompensation", "XMP-exif:ExposureCompensation", "*:ExposureCompensation");
  return withoutAbsent({
    timeS: reader.positive(
      "ExifIFD:ExposureTime",
      "XMP-exif:ExposureTime",
      "IFD0:ExposureTime",
      "ExifIFD:ShutterSpeedValue",
      "*:ExposureTime",
    ),
    fNumber: reader.positive(
      "ExifIFD:FNumber",
      "XMP-exif:FNumber",
      "IFD0:FNumber",
      "ExifIFD:ApertureValue",
      "*:FNumber",
    ),
    iso: iso !== undefined && iso < 65535 ? iso : (findIso(reader, ...wideIso, "*:ISO", "*:ISOSpeed") ?? iso),
    biasEv: bias !== undefined && Math.abs(bias) <= plausible.biasEv ? bias : undefined,
    flashFired: describeFlash(reader),
  });
}

/** Bit 0 of EXIF's Flash; the other bits describe modes and returned light. */
function describeFlash(reader: TagReader): boolean | undefined {
  const flash = reader.number("ExifIFD:Flash", "IFD0:Flash");
  if (flash !== undefined) return (flash & 1) === 1;
  const fired = reader.text("XMP-exif:FlashFired");
  return fired === undefined ? undefined : fired.toLowerCase() === "true";
}

/** Nikon writes a pair "0 200", others a list; the last positive number is the ISO speed. */
function findIso(reader: TagReader, ...keys: string[]): number | undefined {
  return reader.first(keys, (value) => {
    const numbers = String(value)
      .split(/[\s,]+/)
      .map(Number);
    return numbers.findLast((number) => Number.isFinite(number) && number > 0);
  });
}

/** The lens by its best name, its focal length and 35 mm equivalent, its zoom range and the focus distance. */
export function describeLens(tags: TagRecord): Lens {
  const reader = new TagReader(tags);
  const focalMm = reader.positive("ExifIFD:FocalLength", "XMP-exif:FocalLength", "IFD0:FocalLength", "*:FocalLength");
  const scale = reader.positive("Composite:ScaleFactor35efl");
  const range = describeRange(reader);
  const model = lensName(reader);
  return withoutAbsent({
    make: reader.text("ExifIFD:LensMake", "XMP-exifEX:LensMake", "*:LensMake"),
    model,
    isUnread: model === undefined && reader.number("ExifIFD:UnreadNotes") === 1 ? true : undefined,
    focalMm,
    focal35Mm:
      reader.positive("ExifIFD:FocalLengthIn35mmFormat", "XMP-exif:FocalLengthIn35mmFormat") ??
      (focalMm !== undefined && scale !== undefined ? Math.round(focalMm * scale * 10) / 10 : undefined),
    minFocalMm: range?.[0],
    maxFocalMm: range?.[1],
    focusDistanceM: focusDistance(reader),
  });
}

/**
 * Placeholders for a missing lens; the last one is a maker's code that ExifTool does not know, e.g. "Sigma Lens (3
 * 255)".
 */
const noLens =
  /^(?:[-\d.\s]+|0\.?0? ?mm.*|none|n\/?a|unknown.*|no lens.*|manual lens.*|\(?null\)?|lens|.*\([\d ]+\))$/i;
/** "18-55mm f/3.5-5.6" matches a dozen lenses; a name that contains a maker or a series is preferred. */
const genericName = /^[\d.\s-]+(?:mm)?(?:\s*f\/?[\d.\s-]*)?$/i;

/** Makers whose LensType names a lens; Nikon's is a list of properties ("G VR"). */
const lensTypeGroups = ["Canon", "Sony", "Minolta", "Pentax", "Olympus", "Panasonic", "Sigma", "Leica", "Samsung"];

function lensName(reader: TagReader): string | undefined {
  const names: string[] = [];
  for (const key of [
    "ExifIFD:LensModel",
    "XMP-exifEX:LensModel",
    "*:LensModel",
    "Composite:LensID",
    "*:LensID",
    ...lensTypeGroups.map((group) => `${group}:LensType`),
    "XMP-aux:Lens",
  ]) {
    const name = reader.text(key);
    if (name !== undefined && !noLens.test(name)) names.push(name);
  }
  const isCertain = (name: string) => !genericName.test(name) && !/ or /.test(name);
  return names.find(isCertain) ?? names.find((name) => !genericName.test(name)) ?? names[0];
}

function describeRange(reader: TagReader): readonly [number, number] | undefined {
  const info = reader.numbers(
    "ExifIFD:LensInfo",
    "XMP-exifEX:LensInfo",
    "*:LensInfo",
    "Nikon:Lens",
    "XMP-aux:LensInfo",
  );
  const min = info?.[0] || reader.positive("*:MinFocalLength");
  const max = info?.[1] || reader.positive("*:MaxFocalLength");
  return min !== undefined && max !== undefined && min > 0 && max >= min ? [min, max] : undefined;
}

/** Makers write zero for unknown and large numbers for infinity. */
function focusDistance(reader: TagReader): number | undefined {
  const upper = reader.positive("*:FocusDistanceUpper");
  const lower = reader.positive("*:FocusDistanceLower");
  const metres =
    upper !== undefined && lower !== undefined
      ? Math.sqrt(upper * lower)
      : reader.positive(
          "*:FocusDistance2",
          "*:FocusDistance",
          "XMP-aux:ApproximateFocusDistance",
          "ExifIFD:SubjectDistance",
        );
  return metres !== undefined && metres < plausible.focusM ? metres : undefined;
}

function realSerial(value: TagValue): string | undefined {
  const text = toText(value);
  return text !== undefined && /[^0\s-]/.test(text) ? text : undefined;
}

type WithoutAbsent<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops the keys whose value is undefined: `exactOptionalPropertyTypes` distinguishes absent from undefined. */
export function withoutAbsent<T extends object>(record: T): WithoutAbsent<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as WithoutAbsent<T>;
}
