import {
  type GeometryError,
  type GeometryHistory,
  joinHistories,
  type Panorama,
  unknownHistory,
} from "../../image/index.ts";
import { plausible, sameShape } from "./params.ts";
import { TagReader, type TagRecord } from "./tags.ts";

/**
 * Corrections of a picture's geometry that cameras and editors record. They apply to the pixels of files that these
 * wrote (JPEG, HEIC, TIFF); in a RAW file the same fields describe the camera's settings for JPEGs, and what an editor
 * will do.
 */
export function describeGeometry(tags: TagRecord, panorama?: Panorama): GeometryHistory {
  const reader = new TagReader(tags);
  return joinHistories(inCamera(reader), adobe(reader), rawDeveloper(reader), reframing(reader, panorama));
}

/** A maker's field, and the error that the camera corrected if the value is not 0. */
type Setting = readonly [tag: string, error: GeometryError];

/** From ExifTool's tag tables (exiftool.org/TagNames); 0 means off in all of them. */
const settings: readonly Setting[] = [
  ["Canon:DistortionCorrectionSetting", "distortion"],
  ["Canon:DistortionCorrection", "distortion"],
  ["Canon:ChromaticAberrationSetting", "fringes"],
  ["Canon:ChromaticAberrationCorr", "fringes"],
  ["Canon:PeripheralLightingSetting", "vignetting"],
  ["Canon:PeripheralLighting", "vignetting"],
  ["Canon:PeripheralIlluminationCorr", "vignetting"],
  ["Nikon:AutoDistortionControl", "distortion"],
  ["Nikon:VignetteControl", "vignetting"],
  ["Sony:DistortionCorrectionSetting", "distortion"],
  ["Sony:LateralChromaticAberration", "fringes"],
  ["Sony:VignettingCorrection", "vignetting"],
  ["Olympus:DistortionCorrection2", "distortion"],
  ["Olympus:DistortionCorrection", "distortion"],
  ["Olympus:ShadingCompensation2", "vignetting"],
  ["Olympus:ShadingCompensation", "vignetting"],
  ["Pentax:DistortionCorrection", "distortion"],
  ["Pentax:ChromaticAberrationCorrection", "fringes"],
  ["Pentax:PeripheralIlluminationCorr", "vignetting"],
];

function inCamera(reader: TagReader): GeometryHistory {
  const found = settings.map(([tag, error]): GeometryHistory => {
    const value = reader.number(tag);
    if (value === 0) return { done: [], open: [error], evidence: [`${tag} is off`] };
    if (value === undefined || value < 0 || value > plausible.correction) return unknownHistory;
    return { done: [error], open: [], evidence: [`${tag} is on`] };
  });
  const keystone = reader.numbers("Olympus:KeystoneCompensation")?.some((value) => value !== 0);
  const upright: GeometryHistory = { done: ["tilt"], open: [], evidence: ["Olympus:KeystoneCompensation is on"] };
  return joinHistories(...found, keystone ? upright : unknownHistory);
}

/**
 * Lightroom and Camera Raw record their corrections as crs fields. If a file only stores settings, AlreadyApplied is
 * false or missing, and Software does not name them as in an export.
 */
function adobe(reader: TagReader): GeometryHistory {
  const applied = reader.text("XMP-crs:AlreadyApplied")?.toLowerCase();
  const isExport = applied === "true" || (applied === undefined && isAdobe.test(softwareOf(reader)));
  if (!isExport) return unknownHistory;
  const profile = reader.number("XMP-crs:LensProfileEnable");
  const fringes = reader.number("XMP-crs:AutoLateralCA");
  const tags = ["PerspectiveUpright", "PerspectiveVertical", "PerspectiveHorizontal", "PerspectiveRotate"];
  const isUpright = tags.some((name) => (reader.number(`XMP-crs:${name}`) ?? 0) !== 0);
  const isBent = (reader.number("XMP-crs:LensManualDistortionAmount") ?? 0) !== 0;
  return joinHistories(
    flagged("Camera Raw's lens profile", profile, ["distortion", "vignetting"]),
    flagged("Camera Raw's removal of fringes", fringes, ["fringes"]),
    isUpright ? { done: ["tilt"], open: [], evidence: ["Camera Raw's Upright is on"] } : unknownHistory,
    isBent ? { done: ["distortion"], open: [], evidence: ["Camera Raw's manual distortion is on"] } : unknownHistory,
    isTrue(reader, "XMP-crs:HasCrop") ? cropped("Camera Raw cropped it") : unknownHistory,
  );
}

function flagged(name: string, value: number | undefined, errors: readonly GeometryError[]): GeometryHistory {
  if (value === undefined) return unknownHistory;
  return value === 0
    ? { done: [], open: errors, evidence: [`${name} is off`] }
    : { done: errors, open: [], evidence: [`${name} is on`] };
}

const cropped = (evidence: string): GeometryHistory => ({
  done: [],
  open: [],
  reframed: "cropped",
  evidence: [evidence],
});

const isAdobe = /\b(?:Lightroom|Camera Raw)\b/i;

/** Programs that develop RAW files and correct lenses, without recording it in a field that is read here. */
const rawDevelopers =
  /\b(?:DxO|PhotoLab|Capture One|Luminar|ON1|darktable|RawTherapee|ART \d|Digital Photo Professional|NX Studio|Capture NX|ViewNX|SILKYPIX|Imaging Edge|OM Workspace|Olympus Viewer|RAW Power|Exposure X|PTLens|ViewPoint)\b/i;

/**
 * Treats lens errors as corrected in the output of a raw developer, unless its fields state that it did not correct
 * them.
 */
function rawDeveloper(reader: TagReader): GeometryHistory {
  const software = softwareOf(reader);
  const isOther = rawDevelopers.test(software);
  const isSilentAdobe = isAdobe.test(software) && reader.number("XMP-crs:LensProfileEnable") === undefined;
  if (!isOther && !isSilentAdobe) return unknownHistory;
  const evidence = [`${software} developed it`];
  return { done: ["distortion", "fringes", "vignetting"], open: [], evidence };
}

const stitchers = /\b(?:PTGui|Hugin|Autopano|Image Composite Editor|AutoStitch|PanoramaStudio|Panoweaver|Pano2VR)\b/i;

function reframing(reader: TagReader, panorama: Panorama | undefined): GeometryHistory {
  const software = softwareOf(reader);
  if (stitchers.test(software)) {
    return { done: [], open: [], reframed: "stitched", evidence: [`${software} stitched it`] };
  }
  if (panorama?.projection) {
    return { done: [], open: [], reframed: "stitched", evidence: [`it is a ${panorama.projection} panorama`] };
  }
  const [width, height] = [reader.positive("File:ImageWidth"), reader.positive("File:ImageHeight")];
  const [wide, high] = [reader.positive("ExifIFD:ExifImageWidth"), reader.positive("ExifIFD:ExifImageHeight")];
  if (!width || !height || !wide || !high) return unknownHistory;
  const shape = (a: number, b: number) => Math.max(a, b) / Math.min(a, b);
  const isAlike = Math.abs(shape(width, height) / shape(wide, high) - 1) < sameShape;
  return isAlike ? unknownHistory : cropped(`its EXIF states ${wide} × ${high} pixels`);
}

function softwareOf(reader: TagReader): string {
  return reader.text("IFD0:Software", "XMP-tiff:Software", "XMP-xmp:CreatorTool") ?? "";
}

function isTrue(reader: TagReader, tag: string): boolean {
  return reader.text(tag)?.toLowerCase() === "true";
}
