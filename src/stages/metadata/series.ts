import type { SeriesHints } from "../../image/index.ts";
import { withoutAbsent } from "./optics.ts";
import { TagReader, type TagRecord } from "./tags.ts";

type Hints = { -readonly [K in keyof SeriesHints]?: SeriesHints[K] | undefined };

/** One maker's notes. Codes are those of ExifTool's tag tables (exiftool.org/TagNames). */
type MakerRule = (tags: TagReader) => Hints;

/**
 * What the file says of its place in a bracket or burst. Shot numbers and counts are given only while a bracket was on, since
 * cameras keep the setting of the last one. Several makers' blocks in one file do not occur; the first that speaks wins.
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

const canon: MakerRule = (tags) => {
  const mode = tags.number("Canon:BracketMode") ?? 0;
  const auto = tags.number("Canon:AutoExposureBracketing") ?? 0;
  const value = tags.number("Canon:AEBBracketValue") ?? 0;
  const isFocus = tags.number("Canon:FocusBracketing") === 1;
  const isWhiteBalance = mode === 4 || (tags.number("Canon:WBBracketMode") ?? 0) !== 0;
  const bracketing = on(mode === 1 || mode === 3 || auto !== 0 || value !== 0);
  if (isFocus) return { otherBracketing: "focus", shotNumber: tags.positive("Canon:SequenceNumber") };
  if (isWhiteBalance && !bracketing) return { otherBracketing: "white-balance" };
  if (!bracketing) return {};
  return {
    bracketing,
    bracketValueEv: value,
    shotNumber: auto > 0 ? auto : tags.positive("Canon:BracketShotNumber"),
    // As a name ("5 shots"), since bodies code it in three ways.
    shotCount: tags.positive("CanonCustom:AEBShotCount"),
  };
};

const nikon: MakerRule = (tags) => {
  const mode = tags.number("Nikon:ShootingMode") ?? 0;
  const value = tags.number("Nikon:ExposureBracketValue") ?? 0;
  const bit = (index: number) => ((mode >> index) & 1) === 1;
  const shift = tags.positive("Nikon:FocusShiftShooting");
  if (tags.positive("Nikon:PixelShiftActive") !== undefined) return { otherBracketing: "pixel-shift" };
  if (shift !== undefined) return { otherBracketing: "focus", shotNumber: shift };
  if (bit(4) && bit(6) && value === 0) return { otherBracketing: "white-balance" };
  // Bit 8 is Active D-Lighting: equal exposures, so no exposure bracket.
  if (value === 0 && !(bit(4) && !bit(8))) return {};
  const program = tags.number("Nikon:BracketProgram") ?? 0;
  return { bracketing: true, bracketValueEv: value, shotCount: program >= 2 ? program : undefined };
};

const sony: MakerRule = (tags) => {
  const mode = tags.number("Sony:ReleaseMode");
  const mode2 = tags.number("Sony:ReleaseMode2");
  const pixelShift = tags.text("Sony:PixelShiftInfo");
  if (pixelShift !== undefined && /[1-9]/.test(pixelShift)) return { otherBracketing: "pixel-shift" };
  if (mode === 6) return { otherBracketing: "white-balance" };
  const bracketing = on(mode === 5 || mode2 === 2 || mode2 === 23);
  if (!bracketing) return {};
  const length = tags.number("Sony:SequenceLength") ?? 0;
  return {
    bracketing,
    shotNumber: tags.positive(
      "Sony:SequenceNumber",
      "Sony:ExposureBracketShotNumber",
      "Sony:BracketShotNumber",
      "Sony:SequenceImageNumber",
    ),
    // 1 = single-frame bracketing (the length is not known then), 100 and above = panoramas.
    shotCount: length >= 2 && length <= 16 ? length : undefined,
  };
};

const fuji: MakerRule = (tags) => {
  const mode = tags.number("FujiFilm:AutoBracketing");
  const shotNumber = tags.positive("FujiFilm:SequenceNumber");
  if (mode === 6) return { otherBracketing: "pixel-shift", shotNumber };
  return mode === 1 ? { bracketing: true, shotNumber } : {};
};

const panasonic: MakerRule = (tags) => {
  const setting = tags.number("Panasonic:BracketSettings") ?? 0;
  const burst = tags.number("Panasonic:BurstMode");
  const shotNumber = tags.positive("Panasonic:SequenceNumber");
  if (burst === 3) return { otherBracketing: "focus", shotNumber };
  if (burst === 8) return { otherBracketing: "white-balance", shotNumber };
  const isBracket = burst === 2 || (setting >= 1 && setting <= 6);
  if (!isBracket) return {};
  return { bracketing: true, shotNumber, shotCount: [undefined, 3, 3, 5, 5, 7, 7][setting] };
};

const olympus: MakerRule = (tags) => {
  const [mode, shot, bits = 0] = tags.numbers("Olympus:DriveMode") ?? [];
  if (mode !== 5) return {};
  const bit = (index: number) => ((bits >> index) & 1) === 1;
  const shotNumber = shot > 0 ? shot : undefined;
  if (bit(0) || bit(4) || bit(5)) return { bracketing: true, shotNumber };
  if (bit(3) || bit(6)) return { otherBracketing: "focus", shotNumber };
  return bit(1) ? { otherBracketing: "white-balance", shotNumber } : {};
};

const pentax: MakerRule = (tags) => {
  // "step extended"; the step in EV may be a fraction ("2/3 0").
  const [step = "0", extended = "0"] = tags.text("Pentax:AutoBracketing")?.split(" ") ?? [];
  const shot = tags.number("Pentax:BracketShotNumber") ?? 0;
  // Low nibble: frames in the bracket; high nibble: index of this one, from 0.
  const shotHints = shot > 0 ? { shotNumber: (shot >> 4) + 1, shotCount: shot & 15 } : {};
  if (Number.parseFloat(step) > 0 || (shot > 0 && extended === "0")) return { bracketing: true, ...shotHints };
  // Extended kinds 1 and 2 (in the high byte) vary white balance along blue–amber and green–magenta.
  const kind = Number(extended) >> 8;
  return kind === 1 || kind === 2 ? { otherBracketing: "white-balance", ...shotHints } : {};
};

const ricoh: MakerRule = (tags) => {
  const mode = tags.number("Ricoh:AutoBracketing");
  if (mode === 11 || mode === 18) return { otherBracketing: "white-balance" };
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
