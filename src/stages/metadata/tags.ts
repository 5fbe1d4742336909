import { keptRequests } from "./kept-fields.ts";
import { longest, plausible } from "./params.ts";

/** A value of ExifTool's JSON: a scalar, a list (keywords, creators), or a structure of XMP with its fields. */
export type TagValue = string | number | boolean | readonly TagValue[] | { readonly [field: string]: TagValue };

/**
 * The tags of one file as from `exiftool -json -G1`: keys are family-1 group and name (`ExifIFD:ExposureTime`), values
 * are unconverted (numbers, not "1/200 s"), numbers may be text. Only `LensID`, `LensType` and `AEBShotCount` are
 * converted, since their codes have a meaning only to ExifTool.
 */
export type TagRecord = Readonly<Record<string, TagValue>>;

/** Tags requested from ExifTool: everything that describePhoto and planRewrite read, in ExifTool's notation. */
export const wantedTags: readonly string[] = [
  ...numeric(
    // size, orientation
    "ImageSize ImageWidth ImageHeight ExifImageWidth ExifImageHeight Orientation",
    // camera, lens
    "Make Model SerialNumber InternalSerialNumber LensModel LensMake LensInfo Lens LensSerialNumber",
    "FocalLength FocalLengthIn35mmFormat ScaleFactor35efl MinFocalLength MaxFocalLength",
    "FocusDistance FocusDistance2 FocusDistanceLower FocusDistanceUpper ApproximateFocusDistance SubjectDistance",
    // exposure
    "ExposureTime ShutterSpeedValue FNumber ApertureValue ISO ISOSpeed RecommendedExposureIndex StandardOutputSensitivity",
    "ExposureCompensation ExposureMode ExposureProgram SensitivityType MaxApertureValue MeteringMode LightSource Flash FlashFired",
    "WhiteBalance FileSource SceneType",
    // time
    "DateTimeOriginal SubSecTimeOriginal OffsetTimeOriginal CreateDate SubSecTimeDigitized SubSecTime OffsetTimeDigitized",
    "OffsetTime DateCreated TimeCreated ContentCreateDate",
    // series
    "*Bracket* AEBSequence AEBXv ShootingMode ReleaseMode ReleaseMode2 SequenceNumber SequenceImageNumber SequenceLength DriveMode",
    "DriveMode2 BurstMode BurstUUID BurstID PixelShiftInfo PixelShiftActive PixelShiftShots FocusShiftShooting",
    "FocusShiftNumberShots",
    "FileNumber ImageNumber ShutterCount",
    // panorama
    "XMP-GPano:*",
    // corrections of the geometry
    "Software AlreadyApplied LensProfileEnable AutoLateralCA LensManualDistortionAmount HasCrop",
    "PerspectiveUpright PerspectiveVertical PerspectiveHorizontal PerspectiveRotate KeystoneCompensation",
    "DistortionCorrection DistortionCorrection2 DistortionCorrectionSetting AutoDistortionControl",
    "ChromaticAberrationCorr ChromaticAberrationCorrection ChromaticAberrationSetting LateralChromaticAberration",
    "PeripheralLighting PeripheralLightingSetting PeripheralIlluminationCorr VignetteControl VignettingCorrection",
    "ShadingCompensation ShadingCompensation2",
    // lens correction of a RAW file
    "SR2SubIFD:DistortionCorrParams SubIFD:DistortionCorrParams GeometricDistortionParams CropMode",
    "SR2SubIFD:ChromaticAberrationCorrParams SubIFD:ChromaticAberrationCorrParams ChromaticAberrationParams",
    "DistortionParam04 DistortionParam08 DistortionParam11 LensDistortionTerms LensFringeTerms",
    // description
    "Description Caption-Abstract ImageDescription XPComment Creator By-line Artist XPAuthor Rights CopyrightNotice",
    "Copyright UsageTerms WebStatement Marked Credit CodedCharacterSet",
    // program
    "CreatorTool XMP-xmpMM:History",
    // origin
    "*DigitalSourceType CompositeImage XMP-xmpMM:InstanceID JUMDLabel",
    // places
    "*Latitude* *Longitude* *GPSPosition* *GPSCoordinates* *GPSAreaInformation* *GPSInfo* *GPSDest*",
    "*Location* *Sublocation* *City* *Country* *Province* State *WorldRegion* *Landmark*",
  ),
  ...keptRequests,
  "-LensID",
  "-LensType",
  "-AEBShotCount",
  "-ExifTool:Error",
  "-ExifTool:Warning",
];

function numeric(...lists: string[]): string[] {
  return lists.flatMap((list) => list.split(" ")).map((name) => `-${name}#`);
}

/** Reads a TagRecord by full names or by name in any group; unusable values count as absent. */
export class TagReader {
  readonly #tags: TagRecord;
  readonly #keysByName = new Map<string, string[]>();

  constructor(tags: TagRecord) {
    this.#tags = tags;
    for (const key of Object.keys(tags)) {
      const name = key.slice(key.indexOf(":") + 1);
      const keys = this.#keysByName.get(name);
      if (keys) keys.push(key);
      else this.#keysByName.set(name, [key]);
    }
  }

  /**
   * First non-empty value of the keys, in their order. `*:Name` matches that name in every group except IFD1 of
   * thumbnails.
   */
  first<T>(keys: readonly string[], parse: (value: TagValue) => T | undefined): T | undefined {
    for (const key of keys.flatMap((wanted) => this.#expand(wanted))) {
      const value = this.#tags[key];
      const parsed = value === undefined ? undefined : parse(value);
      if (parsed !== undefined) return parsed;
    }
    return undefined;
  }

  number(...keys: string[]): number | undefined {
    return this.first(keys, toNumber);
  }

  positive(...keys: string[]): number | undefined {
    return this.first(keys, (value) => {
      const number = toNumber(value);
      return number !== undefined && number > 0 && number < plausible.number ? number : undefined;
    });
  }

  text(...keys: string[]): string | undefined {
    return this.first(keys, (value) => toText(value));
  }

  /** The numbers of a space-separated list or an array. */
  numbers(...keys: string[]): readonly number[] | undefined {
    return this.first(keys, (value) => {
      if (typeof value === "object" && !Array.isArray(value)) return undefined;
      const parts = Array.isArray(value) ? value.map(plain) : String(value).trim().split(/\s+/);
      const found = parts.map(Number);
      return found.length > 0 && found.every(Number.isFinite) ? found : undefined;
    });
  }

  #expand(wanted: string): readonly string[] {
    if (!wanted.startsWith("*:")) return [wanted];
    const keys = this.#keysByName.get(wanted.slice(2)) ?? [];
    return keys.filter((key) => !key.startsWith("IFD1:"));
  }
}

/** A list's element as text. JSON may contain structures, some of which String() throws at; they are not numbers. */
function plain(value: TagValue): string {
  return typeof value === "object" ? "NaN" : String(value);
}

/** The leading number of a scalar: `200` of `"200 0"`; undefined for text, infinities and lists. */
function toNumber(value: TagValue): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value.trim().split(/\s+/, 1)[0]);
  return Number.isFinite(number) ? number : undefined;
}

const controlCharacters = /(?!\n)[\p{Cc}\ufffe\uffff]/gu;

/**
 * Well-formed text without control characters (line feeds are kept), trimmed, cut at `maxLength` UTF-16 units; lists
 * are joined by "; "; empty text is absent.
 */
export function toText(value: TagValue, maxLength: number = longest.name): string | undefined {
  if (Array.isArray(value)) {
    const parts = value.map((part) => toText(part, maxLength)).filter((part) => part !== undefined);
    return parts.length > 0 ? parts.join("; ").slice(0, maxLength).toWellFormed() : undefined;
  }
  if (typeof value === "object") return undefined;
  const text = String(value).replace(/\r\n?/g, "\n").replace(controlCharacters, "");
  const cut = text.trim().slice(0, maxLength).toWellFormed().trim();
  return cut === "" ? undefined : cut;
}
