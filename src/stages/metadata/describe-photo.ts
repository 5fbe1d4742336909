import type { Warning } from "../../errors/index.ts";
import { type Panorama, type Photo, toOrientation } from "../../image/index.ts";
import { findCaptureTime } from "./capture-time.ts";
import { describeText } from "./description.ts";
import { describeEmbeddedLens } from "./embedded-lens.ts";
import { describeGeometry } from "./geometry.ts";
import { hasLocation } from "./location.ts";
import { describeCamera, describeExposure, describeLens, withoutAbsent } from "./optics.ts";
import { describeSeries } from "./series.ts";
import { TagReader, type TagRecord } from "./tags.ts";

export interface PhotoDescription {
  readonly photo: Photo;
  readonly warnings: readonly Warning[];
}

/**
 * Describes a photograph from ExifTool's tags of its file. Never throws: fields that are missing, empty or impossible
 * are absent. Sizes are as stored, before orientation; times come only from the camera's clock, never from the file
 * system.
 */
export function describePhoto(tags: TagRecord): PhotoDescription {
  const reader = new TagReader(tags);
  const [widthPx, heightPx] = findSize(reader) ?? [];
  const panorama = describePanorama(reader);
  const capturedAt = findCaptureTime(tags);
  const geometry = describeGeometry(tags, panorama);
  const embeddedLens = describeEmbeddedLens(reader);
  const photo: Photo = {
    ...(widthPx !== undefined && heightPx !== undefined && { widthPx, heightPx }),
    orientation: toOrientation(reader.number("IFD0:Orientation", "XMP-tiff:Orientation")),
    camera: describeCamera(tags),
    lens: describeLens(tags),
    exposure: describeExposure(tags),
    ...(capturedAt && { capturedAt }),
    series: describeSeries(tags),
    ...(panorama && { panorama }),
    ...(geometry.evidence.length > 0 && { geometry }),
    ...(embeddedLens && { embeddedLens }),
    description: describeText(tags),
    hasLocation: hasLocation(tags),
  };
  return { photo, warnings: findWarnings(photo, reader) };
}

/** Many of ExifTool's complaints are harmless; one is reported if ExifTool found nothing else. */
function findWarnings(photo: Photo, reader: TagReader): readonly Warning[] {
  const complaint = reader.text("ExifTool:Error", "ExifTool:Warning");
  const isBare =
    photo.camera.model === undefined && photo.exposure.timeS === undefined && photo.capturedAt === undefined;
  return complaint !== undefined && isBare
    ? [{ code: "metadata/unreadable", message: `metadata: ExifTool says: ${complaint}` }]
    : [];
}

/** The main picture's size; EXIF's own fields come last, because editors often do not update them. */
function findSize(reader: TagReader): readonly [number, number] | undefined {
  const composite = reader.numbers("Composite:ImageSize");
  if (composite?.length === 2 && composite[0] > 0 && composite[1] > 0) return [composite[0], composite[1]];
  for (const [widthKey, heightKey] of [
    ["File:ImageWidth", "File:ImageHeight"],
    ["IFD0:ImageWidth", "IFD0:ImageHeight"],
    ["ExifIFD:ExifImageWidth", "ExifIFD:ExifImageHeight"],
  ]) {
    const width = reader.positive(widthKey);
    const height = reader.positive(heightKey);
    if (width !== undefined && height !== undefined) return [width, height];
  }
  return undefined;
}

function describePanorama(reader: TagReader): Panorama | undefined {
  const found = withoutAbsent({
    projection: reader.text("XMP-GPano:ProjectionType"),
    fullWidthPx: reader.positive("XMP-GPano:FullPanoWidthPixels"),
    fullHeightPx: reader.positive("XMP-GPano:FullPanoHeightPixels"),
    croppedWidthPx: reader.positive("XMP-GPano:CroppedAreaImageWidthPixels"),
    croppedHeightPx: reader.positive("XMP-GPano:CroppedAreaImageHeightPixels"),
  });
  return Object.keys(found).length > 0 ? found : undefined;
}
