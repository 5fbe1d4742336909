/**
 * Compares names as people sort files: runs of digits by their value, letters without case, the extension last; ties by
 * code unit.
 */
export function compareNames(a: string, b: string): number {
  const [partsA, partsB] = [splitName(a), splitName(b)];
  for (let i = 0; i < Math.min(partsA.length, partsB.length); i++) {
    const difference = compareParts(partsA[i], partsB[i]);
    if (difference !== 0) return difference;
  }
  return partsA.length - partsB.length || (a < b ? -1 : a > b ? 1 : 0);
}

function splitName(name: string): string[] {
  const { whole } = splitExtension(name.toLowerCase());
  return whole.match(/\d+|\D+/g) ?? [];
}

function compareParts(a: string, b: string): number {
  if (/^\d/.test(a) && /^\d/.test(b)) {
    // Digits are compared as text without leading zeros: a number type would round long ones to equal.
    const [x, y] = [a.replace(/^0+(?=\d)/, ""), b.replace(/^0+(?=\d)/, "")];
    if (x.length !== y.length) return x.length - y.length;
    return x < y ? -1 : x > y ? 1 : 0;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Folder, stem without a copy mark, running number and extension of a file name or path. */
export interface NameParts {
  /** Folder and stem in lower case, without a trailing "(1)", "copy" or "- Copy (2)". */
  readonly stem: string;
  /** Whether a copy mark was removed. */
  readonly isCopy: boolean;
  /** Whether that mark says "copy"; a number in brackets may also distinguish different photographs. */
  readonly saysCopy: boolean;
  /** Everything before the last run of digits in the file name, folders included, and the value of that run. */
  readonly prefix: string;
  readonly number?: number;
  readonly extension: string;
}

const copyMark = /(?:\s*-\s*copy|\s+copy)?(?:\s*\(\d{1,3}\)|\s+copy(?:\s+\d{1,3})?|\s*-\s*copy)$/;

export function parseName(name: string): NameParts {
  const { whole, extension } = splitExtension(name.toLowerCase());
  const stem = whole.replace(copyMark, "");
  const isCopy = stem !== whole && stem !== "" && !stem.endsWith("/");
  const kept = isCopy ? stem : whole;
  const match = /^(.*?)(\d{1,9})([^\d/]*)$/s.exec(kept);
  return {
    stem: kept,
    isCopy,
    saysCopy: isCopy && whole.slice(stem.length).includes("copy"),
    prefix: match === null ? kept : match[1],
    ...(match === null ? {} : { number: Number(match[2]) }),
    extension,
  };
}

function splitExtension(name: string): { whole: string; extension: string } {
  const dot = name.lastIndexOf(".");
  const hasExtension = dot > name.lastIndexOf("/") + 1;
  return hasExtension ? { whole: name.slice(0, dot), extension: name.slice(dot + 1) } : { whole: name, extension: "" };
}

const rawExtensions = new Set(
  "3fr arw bay cap cr2 cr3 crw dcr dcs dng erf fff gpr iiq k25 kdc mdc mef mos mrw nef nrw orf pef ptx pxn r3d raf raw rw2 rwl sr2 srf srw x3f".split(
    " ",
  ),
);

const cameraPictureExtensions = new Set(["jpg", "jpeg", "heic", "heif", "hif"]);

export function isRawName(parts: NameParts): boolean {
  return rawExtensions.has(parts.extension);
}

/** JPEG or HEIF, as cameras write next to a RAW. */
export function isCameraPictureName(parts: NameParts): boolean {
  return cameraPictureExtensions.has(parts.extension);
}

/**
 * Suffixes that editors add to the name of a further rendition of a file: a number ("-2", "_3", " (2)"), an exposure
 * ("(+3.3)", "-2EV", "_+1"), or "copy", "edit", "virtual copy".
 */
const renditionMark =
  /(?:[\s_-]*\(?[+-]?\d{1,2}(?:[.,]\d{1,2})?\s*(?:ev)?\)?|[\s_-]*(?:virtual\s+)?(?:copy|edit)(?:\s+\d{1,2})?){1,2}$/;

/** The part of a shot that {@link areNamedAsRenditions} reads. */
interface NamedFrame {
  readonly frame: { readonly name: string };
}

/** Whether the names mark two files as renditions of one: equal, or with such a suffix. */
export function areNamedAsRenditions(a: NamedFrame, b: NamedFrame): boolean {
  const [x, y] = [a.frame.name, b.frame.name].map((name) => name.toLowerCase().replace(/\.[^./]*$/, ""));
  const [short, long] = x.length <= y.length ? [x, y] : [y, x];
  if (long.startsWith(short) && isMark(long.slice(short.length))) return true;
  const [bareX, bareY] = [x.replace(renditionMark, ""), y.replace(renditionMark, "")];
  return bareX === bareY && bareX !== "" && isMark(x.slice(bareX.length)) && isMark(y.slice(bareY.length));
}

/** A mark starts with something other than a digit: "IMG_1" and "IMG_12" are two photographs. */
function isMark(text: string): boolean {
  return text === "" || (/^[\s_(+-]/.test(text) && text.replace(renditionMark, "") === "");
}
