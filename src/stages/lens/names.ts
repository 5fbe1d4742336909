/** Words by which a maker is known, in names of cameras, lenses and companies; the value is the maker they stand for. */
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

/** The maker a company name stands for: "NIKON CORPORATION" and "Nikon" are one. */
export function makerOf(company: string): string {
  const first = /[A-Z0-9]+/.exec(plain(company))?.[0] ?? "";
  return makerWords[first] ?? first;
}

/** A camera model without its maker, spaces and punctuation: "NIKON D5000" and "D5000" are one. */
export function modelKey(model: string): string {
  const words = plain(model).match(/[A-Z0-9]+/g) ?? [];
  const named = words.filter((word) => makerWords[word] === undefined);
  return (named.length > 0 ? named : words).join("");
}

/** A lens name taken apart. */
export interface LensName {
  /** Makers that the name mentions. */
  readonly makers: ReadonlySet<string>;
  /** [shortest, longest] focal length and [widest at the short end, at the long end] f-number. */
  readonly focalMm?: readonly [number, number];
  readonly fNumber?: readonly [number, number];
  /** What is left: series, version and properties, e.g. EF, L, IS, II. */
  readonly tokens: ReadonlySet<string>;
}

const decimal = String.raw`(\d+(?:\.\d+)?)`;
const span = String.raw`${decimal}(?:\s*-\s*${decimal})?`;
const focalPattern = new RegExp(String.raw`${span}\s*mm`, "gi");
/** "24-105/F4" and "1:2.8/24-70", without a unit. */
const focalBeforeAperture = new RegExp(String.raw`${span}\s*\/\s*(?=F\d)`, "i");
const focalAfterAperture = new RegExp(String.raw`(?<=1:[\d.-]+)\/${span}`, "i");
const bareRange = new RegExp(String.raw`(?<![\d.:/fF])${decimal}-${decimal}(?![\d.])`);
const aperturePattern = new RegExp(String.raw`(?<![A-Za-z])(?:F\/?|1:)${span}`, "gi");

function takePair(text: string, patterns: readonly RegExp[]): [readonly [number, number] | undefined, string] {
  for (const pattern of patterns) {
    const found = new RegExp(pattern.source, pattern.flags.replace("g", "")).exec(text);
    if (found) {
      const low = Number(found[1]);
      return [[low, Number(found[2] ?? low)], text.replace(pattern, " ")];
    }
  }
  return [undefined, text];
}

/** Takes "Canon EF 17-40mm f/4L USM" apart into CANON, 17–40 mm, f/4 and EF, L, USM. */
export function parseLensName(name: string): LensName {
  const [focalMm, withoutFocal] = takePair(name, [focalPattern, focalBeforeAperture, focalAfterAperture, bareRange]);
  const [fNumber, rest] = takePair(withoutFocal, [aperturePattern]);
  const words = plain(rest)
    .replace(/\(?\bSAL\w+\)?/g, " ")
    .replace(/\bM(?:AR)?K\s*(?=[I\d])/g, " ")
    .match(/[A-Z0-9]+|\*/g);
  const makers = new Set<string>();
  const tokens = new Set<string>();
  for (const word of words ?? []) {
    const maker = makerWords[word];
    if (maker) makers.add(maker);
    else if (!isProductCode(word)) tokens.add(word);
  }
  if (makers.has("SIGMA") || tokens.has("DG") || tokens.has("DN")) nameSigmaLine(tokens);
  return { makers, tokens, ...(focalMm && { focalMm }), ...(fNumber && { fNumber }) };
}

/** Order numbers such as A012, S013, 017 say nothing that the rest of the name does not. */
function isProductCode(word: string): boolean {
  return /^[A-Z]?\d{2,3}$/.test(word) && word !== "G2";
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
 * Words that makers, cameras and the database leave out or add at will, without the glass being another: kinds of glass and of
 * motors, coatings. What is not here must agree: IS, VR, II, L, G, GM, DX, STM, Macro and the like tell lenses apart.
 */
const optionalTokens = new Set(
  "AF ZOOM LENS IF ED AL ASPHERICAL ASPH LD XR APO HSM USM USD SDM SSM SAM DIGITAL M PRO MEGA POWER AT X D LINE-A LINE-C LINE-S".split(
    " ",
  ),
);

/** How many words two names differ by, or `undefined` when they differ by one that matters. */
export function tokenDistance(a: ReadonlySet<string>, b: ReadonlySet<string>): number | undefined {
  const onlyA = [...a].filter((token) => !b.has(token));
  const onlyB = [...b].filter((token) => !a.has(token));
  const differing = [...onlyA, ...onlyB];
  if (!differing.every((token) => optionalTokens.has(token))) return undefined;
  const isLine = (token: string): boolean => token.startsWith("LINE-");
  return onlyA.some(isLine) && onlyB.some(isLine) ? undefined : differing.length;
}
