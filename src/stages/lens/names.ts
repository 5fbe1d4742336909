import { matching } from "./params.ts";

/** Words for makers in names of cameras, lenses and companies, with the maker that each means. */
const makerWords: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["CANON"],
    ["NIKON", "NIKKOR"],
    ["SONY", "MINOLTA", "KONICA"],
    ["PENTAX", "RICOH", "ASAHI"],
    ["OLYMPUS", "ZUIKO", "OM"],
    ["PANASONIC", "LUMIX"],
    ["FUJIFILM", "FUJINON", "FUJI"],
    ["ZEISS", "CARL"],
    ["KODAK", "EASTMAN"],
    ["VENUS", "LAOWA"],
    ["SAMYANG", "ROKINON"],
    ["LG", "LGE"],
    ...["7ARTISANS", "APPLE", "CASIO", "COSINA", "DJI", "GOPRO", "HASSELBLAD", "LEICA", "MAMIYA", "MEIKE"].map((m) => [
      m,
    ]),
    ...["SAMSUNG", "SCHNEIDER", "SIGMA", "TAMRON", "TOKINA", "TTARTISAN", "VILTROX", "VIVITAR"].map((m) => [m]),
    ...["VOIGTLANDER", "YONGNUO"].map((m) => [m]),
  ].flatMap((words) => words.map((word) => [word, words[0]])),
);

/** Upper case without accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
}

/** The maker of a company name: "NIKON CORPORATION" and "Nikon" are equal. */
export function makerOf(company: string): string {
  const first = /[A-Z0-9]+/.exec(plain(company))?.[0] ?? "";
  return makerWords[first] ?? first;
}

/** A camera model without its maker, spaces and punctuation: "NIKON D5000" and "D5000" are equal. */
export function modelKey(model: string): string {
  const words = plain(model).match(/[A-Z0-9]+/g) ?? [];
  const named = words.filter((word) => makerWords[word] === undefined);
  return (named.length > 0 ? named : words).join("");
}

/** The spelling of a lens name without makers, spaces and case: "TTARTISAN 40mmF2.0Z" is 40MMF2.0Z. */
export function spellingOf(name: string): string {
  const words = plain(name).match(/[A-Z0-9.]+/g) ?? [];
  return words.filter((word) => makerWords[word] === undefined).join("");
}

/** A parsed lens name. */
export interface LensName {
  /** Makers that the name mentions. */
  readonly makers: ReadonlySet<string>;
  /** [shortest, longest] focal length and [widest at the short end, at the long end] f-number. */
  readonly focalMm?: readonly [number, number];
  readonly fNumber?: readonly [number, number];
  /** The remaining words: series, version and properties, e.g. EF, L, IS, II. */
  readonly tokens: ReadonlySet<string>;
  /** Makers' order numbers, which many names omit: A012, 017, SAL1855. */
  readonly codes: ReadonlySet<string>;
}

const decimal = String.raw`(\d+(?:\.\d+)?)`;
const span = String.raw`${decimal}(?:\s*-\s*${decimal})?`;
const focalPattern = new RegExp(String.raw`${span}\s*mm`, "gi");
/** "24-105/F4", "42.5/F1.2", "12-60/1:2.8-4" and "1:2.8/24-70", without a unit. */
const focalBeforeAperture = new RegExp(String.raw`${span}\s*\/\s*(?=F\/?\d|1:)`, "i");
const focalAfterAperture = new RegExp(String.raw`(?<=1:[\d.-]+)\/${span}`, "i");
const bareRange = new RegExp(String.raw`(?<![\d.:/fF])${decimal}-${decimal}(?![\d.])`);
const slashedPattern = /(?<![\d.])(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)/;
const aperturePattern = new RegExp(String.raw`(?<![A-Za-z])(?:F(?!0\d\d)\/?|1:)${span}`, "gi");

type Pair = readonly [number, number];

function takePair(text: string, patterns: readonly RegExp[]): [Pair | undefined, string] {
  for (const pattern of patterns) {
    const found = new RegExp(pattern.source, pattern.flags.replace("g", "")).exec(text);
    if (found) {
      const low = Number(found[1]);
      return [[low, Number(found[2] ?? low)], text.replace(pattern, " ")];
    }
  }
  return [undefined, text];
}

/** "Batis 2/25" and "56/1.4": the smaller number is the aperture. */
function takeSlashed(text: string): [Pair | undefined, Pair | undefined, string] {
  const found = slashedPattern.exec(text);
  if (!found) return [undefined, undefined, text];
  const [low, high] = [Number(found[1]), Number(found[2])].sort((a, b) => a - b);
  return [[high, high], [low, low], text.replace(slashedPattern, " ")];
}

function takeFigures(name: string): [Pair | undefined, Pair | undefined, string] {
  const [focalMm, rest] = takePair(name, [focalPattern, focalBeforeAperture, focalAfterAperture]);
  if (!focalMm && slashedPattern.test(rest)) return takeSlashed(rest);
  const [range, afterRange] = focalMm ? [focalMm, rest] : takePair(rest, [bareRange]);
  return [range, ...takePair(afterRange, [aperturePattern])];
}

const roman = ["", "I", "II", "III", "IV", "V"];
/** "… for Canon EF" states the mount, which the camera states as well. */
const forMount = /[\s_]for[\s_].*$/i;
/** Words of company names apart from the brand on their lenses. */
const companyWords = /\b(?:CAMERA AG|DIGITAL SOLUTIONS|CORPORATION|CORP|CO LTD|INC)\b/g;

/** Parses "Canon EF 17-40mm f/4L USM" into CANON, 17–40 mm, f/4 and EF, L, USM. */
export function parseLensName(name: string): LensName {
  const text = name
    .slice(0, matching.maxNameLength)
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(forMount, "");
  const [focalMm, fNumber, rest] = takeFigures(text);
  const words = plain(rest)
    .replace(/\(D\)/g, " ")
    .replace(companyWords, " ")
    .replace(/\bM(?:AR)?K[\s.]*([2-5])\b/g, (_, digit: string) => ` ${roman[Number(digit)]} `)
    .replace(/\bM(?:AR)?K\s*(?=[I\d])/g, " ")
    .match(/[A-Z0-9]+|\*/g);
  const makers = new Set<string>();
  const tokens = new Set<string>();
  const codes = new Set<string>();
  for (const word of words ?? []) {
    const maker = makerWords[word];
    if (maker) makers.add(maker);
    else if (/^(?:[A-Z]?\d{2,3}|SAL\w+)$/.test(word)) codes.add(word);
    else tokens.add(word);
  }
  if (makers.has("SIGMA") || tokens.has("DG") || tokens.has("DN")) nameSigmaLine(tokens);
  return { makers, tokens, codes, ...(focalMm && { focalMm }), ...(fNumber && { fNumber }) };
}

const sigmaLines: Readonly<Record<string, string>> = {
  A: "LINE-A",
  ART: "LINE-A",
  C: "LINE-C",
  CONTEMPORARY: "LINE-C",
  S: "LINE-S",
  SPORTS: "LINE-S",
  SPORT: "LINE-S",
};

function nameSigmaLine(tokens: Set<string>): void {
  for (const [word, line] of Object.entries(sigmaLines)) if (tokens.delete(word)) tokens.add(line);
}

/**
 * Words that makers, cameras and the database include or omit for the same lens: kinds of glass and of motors,
 * coatings. All other words must match: IS, VR, II, L, G, D, DX, USM, STM, Macro and the like distinguish lenses.
 */
const optionalTokens = new Set(
  "AF ZOOM LENS IF ED AL ASPHERICAL ASPH LD XR APO HSM USD SDM SSM SAM DIGITAL M PRO MEGA POWER AT X LINE-A".split(" "),
);

/** Number of words by which two names differ, or `undefined` if a significant word or the order numbers differ. */
export function nameDistance(a: LensName, b: LensName): number | undefined {
  const onlyIn = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
    [...one].filter((word) => !other.has(word));
  const differing = [...onlyIn(a.tokens, b.tokens), ...onlyIn(b.tokens, a.tokens)];
  if (!differing.every((token) => optionalTokens.has(token))) return undefined;
  const sharesCode = a.codes.size === 0 || b.codes.size === 0 || [...a.codes].some((code) => b.codes.has(code));
  return sharesCode ? differing.length : undefined;
}

/** Whether two names are equal, including order numbers. */
export function isSameName(a: LensName, b: LensName): boolean {
  return nameDistance(a, b) === 0 && a.codes.size === b.codes.size;
}
