import type { OtherBracketing, SeriesHints } from "../../image/index.ts";
import { withoutAbsent } from "./optics.ts";
import { plausible } from "./params.ts";
import { TagReader, type TagRecord } from "./tags.ts";

type Hints = { -readonly [K in keyof SeriesHints]?: SeriesHints[K] | undefined };

/** Rule for one maker's notes. Codes are those of ExifTool's tag tables (exiftool.org/TagNames). */
type MakerRule = (tags: TagReader) => Hints;

/**
 * Position of the file in a bracket or burst, as recorded in it. Shot numbers and counts are returned only if a bracket
 * was on, since cameras keep the setting of the last one. A file contains the block of one maker; the first rule with a
 * value wins.
 */
export function describeSeries(tags: TagRecord): SeriesHints {
  const reader = new TagReader(tags);
  const hints: Hints = {};
  for (const rule of makerRules) {
    for (const [name, value] of Object.entries(rule(reader))) {
      if (value !== undefined && hints[name as keyof Hints] === undefined) Object.assign(hints, { [name]: value });
    }
  }
  if (hints.otherBracketing !== undefined) hints.bracketing = undefined;
  return withoutAbsent({
    ...hints,
    fileNumber: reader.positive(
      "Canon:FileNumber",
      "Nikon:FileNumber",
      "*:FileNumber",
      "*:ShutterCount",
      "IFD0:ImageNumber",
      "XMP-aux:ImageNumber",
    ),
  });
}

const on = (condition: boolean): true | undefined => (condition ? true : undefined);
const other = (otherBracketing: OtherBracketing, shotNumber?: number, shotCount?: number): Hints => ({
  otherBracketing,
  shotNumber,
  shotCount,
});
const bitOf = (value: number, index: number): boolean => ((value >> index) & 1) === 1;

/** BracketMode: 1 exposure, 2 flash, 3 ISO, 4 white balance; AutoExposureBracketing: −1 on, 1 to 3 the shot. */
const canon: MakerRule = (tags) => {
  const mode = tags.number("Canon:BracketMode") ?? 0;
  const auto = tags.number("Canon:AutoExposureBracketing") ?? 0;
  const value = tags.number("Canon:AEBBracketValue") ?? 0;
  const isFocus = tags.number("Canon:FocusBracketing") === 1;
  const isWhiteBalance = mode === 4 || (tags.number("Canon:WBBracketMode") ?? 0) !== 0;
  if (isFocus) {
    return other("focus", tags.positive("Canon:SequenceNumber"), tags.positive("*:FocusBracketingImageCount"));
  }
  if (mode === 1 || mode === 3 || auto !== 0 || value !== 0) {
    // Read as a name ("5 shots"), because bodies encode it in three ways.
    const shotCount = tags.positive("CanonCustom:AEBShotCount");
    const shotNumber =
      auto > 0 ? auto : (tags.positive("Canon:BracketShotNumber") ?? canonNormalShot(tags, value, shotCount));
    return { bracketing: true, bracketValueEv: value, shotNumber, shotCount };
  }
  if (isWhiteBalance) return other("white-balance");
  return mode === 2 ? other("flash") : {};
};

/** Most bodies do not number the shots, but the normal one is the first (AEBSequence 0: 0, −, +) or the middle one. */
function canonNormalShot(tags: TagReader, value: number, shotCount: number | undefined): number | undefined {
  const order = tags.number("CanonCustom:AEBSequence");
  if (order === undefined || value !== 0) return undefined;
  if (order === 0) return 1;
  return shotCount !== undefined && shotCount % 2 === 1 ? (shotCount + 1) / 2 : undefined;
}

/** ShootingMode: bit 4 is a bracket; with bit 6, of white balance; with bit 8, of Active D-Lighting. */
const nikon: MakerRule = (tags) => {
  const mode = tags.number("Nikon:ShootingMode") ?? 0;
  const value = tags.number("Nikon:ExposureBracketValue") ?? 0;
  const flashValue = tags.number("Nikon:FlashExposureBracketValue") ?? 0;
  const shift = tags.positive("Nikon:FocusShiftShooting");
  if (tags.positive("Nikon:PixelShiftActive") !== undefined) return other("pixel-shift");
  if (shift !== undefined) return other("focus", shift, tags.positive("*:FocusShiftNumberShots"));
  if (value === 0 && bitOf(mode, 4)) {
    if (bitOf(mode, 6)) return other("white-balance");
    if (bitOf(mode, 8)) return other("rendering");
    const isFlashAlone = tags.number("Nikon:BracketSet") === 2 || tags.number("NikonSettings:BracketSet") === 3;
    if (flashValue !== 0 && isFlashAlone) return other("flash");
  }
  if (value === 0 && !bitOf(mode, 4)) return {};
  return { bracketing: true, bracketValueEv: value, shotCount: nikonShotCount(tags) };
};

/** Number of frames by the low digit of AEBracketingSteps: +3F, −3F, +2F, −2F, 3F, 5F, 7F, 9F. */
const nikonSteps: readonly (number | undefined)[] = [undefined, 3, 3, 2, 2, 3, 5, 7, 9];
/** Number of frames by the menu's code on D6 and Z 7II: 15 to 18 as above, 19 off, then 3F, 5F, 7F, 9F. */
const nikonPrograms: readonly (number | undefined)[] = [3, 3, 2, 2, undefined, 3, 5, 7, 9];

function nikonShotCount(tags: TagReader): number | undefined {
  const steps = tags.number("Nikon:AEBracketingSteps") ?? 0;
  if (steps >= 0x81) return nikonSteps[steps & 15];
  const menu = tags.number("NikonSettings:BracketProgram") ?? 0;
  if (menu >= 15) return nikonPrograms[menu - 15];
  // The Z 9 and its successors write the number itself, 0 for off.
  const program = tags.number("Nikon:BracketProgram") ?? 0;
  return program >= 2 && program <= 9 ? program : undefined;
}

/** Drive modes of the A-mount bodies: 6, 7, 71h, 75h exposure brackets; white balance and dynamic range as listed. */
const sonyDriveExposure: readonly number[] = [0x06, 0x07, 0x71, 0x75];
const sonyDriveWhiteBalance: readonly number[] = [0x18, 0x28, 0x91, 0x92];
const sonyDriveRange: readonly number[] = [0x19, 0x29];

/**
 * ReleaseMode: 5 exposure, 6 white balance, 8 DRO; ReleaseMode2: 2 and 23 exposure (continuous, single), 3 DRO or white
 * balance.
 */
const sony: MakerRule = (tags) => {
  const mode = tags.number("Sony:ReleaseMode");
  const mode2 = tags.number("Sony:ReleaseMode2");
  const drive = tags.number("Sony:DriveMode2", "Sony:DriveMode") ?? 0;
  // Group, shot and count; the combined picture is shot 0.
  const shift = tags.text("Sony:PixelShiftInfo")?.match(/(\d+)[ /](\d+)\s*\(?0x/);
  if (shift && Number(shift[2]) > 0) return other("pixel-shift", Number(shift[1]) || undefined, Number(shift[2]));
  if (mode === 6 || sonyDriveWhiteBalance.includes(drive)) return other("white-balance");
  if (mode === 8 || mode2 === 3 || sonyDriveRange.includes(drive)) return other("rendering");
  if (sonyDriveExposure.includes(drive)) {
    // These count from 0.
    const shot = tags.number("Sony:ExposureBracketShotNumber");
    return { bracketing: true, shotNumber: shot === undefined ? undefined : shot + 1 };
  }
  if (mode !== 5 && mode2 !== 2 && mode2 !== 23) return {};
  const length = tags.number("Sony:SequenceLength") ?? 0;
  const isOneByOne = mode2 === 23;
  return {
    bracketing: true,
    // In single shooting, every frame is the first image of a sequence of one.
    shotNumber: tags.positive("Sony:SequenceNumber", ...(isOneByOne ? [] : ["Sony:SequenceImageNumber"])),
    shotCount: length >= 2 && length <= plausible.sonyShots ? length : undefined,
  };
};

const fuji: MakerRule = (tags) => {
  const mode = tags.number("FujiFilm:AutoBracketing");
  const shotNumber = tags.positive("FujiFilm:SequenceNumber");
  if (mode === 6) return other("pixel-shift", shotNumber, tags.positive("FujiFilm:PixelShiftShots"));
  // 2 is "without and with flash"; on the X-T3 it is a burst buffered before the shutter was pressed.
  if (mode === 2 && tags.text("IFD0:Model") !== "X-T3") return other("flash", shotNumber);
  return mode === 1 ? { bracketing: true, shotNumber } : {};
};

/** BurstMode: 2 exposure, 3 focus, 8 white balance, 18 aperture. */
const panasonic: MakerRule = (tags) => {
  const setting = tags.number("Panasonic:BracketSettings") ?? 0;
  const burst = tags.number("Panasonic:BurstMode");
  const shotNumber = tags.positive("Panasonic:SequenceNumber");
  if (burst === 3) return other("focus", shotNumber);
  if (burst === 8) return other("white-balance", shotNumber);
  if (burst === 18) return other("aperture", shotNumber);
  const isBracket = burst === 2 || (setting >= 1 && setting <= 6);
  if (!isBracket) return {};
  return { bracketing: true, shotNumber, shotCount: [undefined, 3, 3, 5, 5, 7, 7][setting] };
};

/** DriveMode: mode, shot, and for mode 5 the bits AE 0, WB 1, flash 2, manual focus 3, ISO 4, AE auto 5, focus 6. */
const olympus: MakerRule = (tags) => {
  const [mode, shot = 0, bits = 0] = tags.numbers("Olympus:DriveMode") ?? [];
  const shotNumber = shot > 0 ? shot : undefined;
  // Modes 2 to 4 are those of the first bodies.
  if (mode === 2 || mode === 4) return { bracketing: true, shotNumber };
  if (mode === 3) return other("white-balance", shotNumber);
  if (mode !== 5) return {};
  if (bitOf(bits, 0) || bitOf(bits, 4) || bitOf(bits, 5)) return { bracketing: true, shotNumber };
  if (bitOf(bits, 3) || bitOf(bits, 6)) return other("focus", shotNumber);
  if (bitOf(bits, 2)) return other("flash", shotNumber);
  return bitOf(bits, 1) ? other("white-balance", shotNumber) : {};
};

const pentax: MakerRule = (tags) => {
  // "step extended"; the step in EV may be a fraction ("2/3 0").
  const [step = "0", extended = "0"] = tags.text("Pentax:AutoBracketing")?.split(" ") ?? [];
  const shot = tags.number("Pentax:BracketShotNumber") ?? 0;
  const drive = tags.number("Pentax:DriveMode2") ?? 0;
  // The negative of this frame's compensation; an internal field, which only adds a value if other fields indicate a
  // bracket.
  const compensation = tags.number("Pentax:AEBXv");
  // Low nibble: frames in the bracket; high nibble: index of this one, from 0.
  const shotHints = shot > 0 ? { shotNumber: (shot >> 4) + 1, shotCount: shot & 15 } : {};
  if (Number.parseFloat(step) > 0 || bitOf(drive, 6) || (shot > 0 && extended === "0")) {
    return { bracketing: true, bracketValueEv: compensation && -compensation, ...shotHints };
  }
  // Extended kinds in the high byte: 1 and 2 vary white balance, 3 to 7 saturation, sharpness, contrast, hue, key.
  const kind = Number(extended) >> 8;
  if (kind < 1 || kind > 7) return {};
  return { otherBracketing: kind <= 2 ? "white-balance" : "rendering", ...shotHints };
};

/** AutoBracketing: 9 exposure, 11 and 18 white balance, 16 dynamic range, 17 contrast, 19 effect. */
const ricoh: MakerRule = (tags) => {
  const mode = tags.number("Ricoh:AutoBracketing") ?? 0;
  if (mode === 11 || mode === 18) return other("white-balance", tags.positive("Ricoh:WBBracketShotNumber"));
  if (mode === 16 || mode === 17 || mode === 19) return other("rendering");
  return { bracketing: on(mode === 9) };
};

const sigma: MakerRule = (tags) => {
  const match = /^(\d)\s*of\s*(\d)$/.exec(tags.text("Sigma:AutoBracket", "SigmaRaw:BracketShot") ?? "");
  return match ? { bracketing: true, shotNumber: Number(match[1]), shotCount: Number(match[2]) } : {};
};

const phones: MakerRule = (tags) => ({ burstId: tags.text("Apple:BurstUUID", "*:BurstUUID", "*:BurstID") });

/** EXIF 2.2 ExposureMode: 2 = auto bracket; for makers without a rule above. */
const exif: MakerRule = (tags) => ({
  bracketing: on(tags.number("ExifIFD:ExposureMode", "XMP-exif:ExposureMode") === 2),
});

const makerRules = [canon, nikon, sony, fuji, panasonic, olympus, pentax, ricoh, sigma, phones, exif];
