import path from "node:path";

/**
 * Differences between file systems: which paths are the same file, which names are valid, and how paths are written.
 * Pure functions; `platform` is that of the machine whose paths these are.
 */

/** A key that two paths share if they name the same file: Windows ignores case, macOS the Unicode form. */
export function pathKey(given: string, platform = process.platform): string {
  const resolved = rulesOf(platform).resolve(given);
  if (platform === "win32") return resolved.toLowerCase();
  return platform === "darwin" ? resolved.normalize("NFC") : resolved;
}

/**
 * A key that two names or paths share if they collide on any file system in use. Names of results are chosen by it on
 * every system, so that a folder of results can be copied to any machine and a shoot gets the same names everywhere.
 */
export function collisionKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** The parts of an absolute path, its root or drive first. */
export function partsOfPath(given: string, platform = process.platform): string[] {
  const { resolve, sep } = rulesOf(platform);
  return resolve(given).split(sep);
}

/** A relative path, or the end of one, with slashes; except on Windows, a backslash is part of a name. */
export function withSlashes(given: string, platform = process.platform): string {
  return platform === "win32" ? given.replaceAll("\\", "/") : given;
}

/** Device names of Windows, which it refuses as file names with any extension. */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[1-9¹²³])$/i;
const forbidden = /[<>:"/\\|?*\p{Cc}]/gu;

/** Reason why a system refuses a name (without folders); `undefined` if it accepts it. */
export function nameFault(name: string, platform = process.platform): string | undefined {
  if (platform !== "win32") return name.includes("\0") ? "a name cannot have the character U+0000" : undefined;
  const [found] = name.match(forbidden) ?? [];
  if (found !== undefined) return `a name on Windows cannot have ${shown(found)}`;
  if (/[. ]$/.test(name)) return "a name on Windows cannot end in a dot or a space";
  return isDevice(name) ? "Windows reserves this name for a device" : undefined;
}

/** A name (without folders) that the system accepts: invalid characters become `_`. */
export function usableName(name: string, platform = process.platform): string {
  if (platform !== "win32") return name.replaceAll("\0", "_");
  const taken = name.replace(forbidden, "_").replace(/[. ]+$/, (end) => "_".repeat(end.length));
  return isDevice(taken) ? taken.replace(/^[^.]*/, (stem) => `${stem.trimEnd()}_`) : taken;
}

function isDevice(name: string): boolean {
  return devices.test(name.split(".", 1)[0].trimEnd());
}

function shown(character: string): string {
  return /\p{Cc}/u.test(character)
    ? `the character U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`
    : character;
}

/**
 * Reason why a path from an untrusted file must not be opened; `undefined` if it may be. Opening a share of Windows
 * sends the user's credentials to its server, so only the share of `home` (an absolute path that the user chose) is
 * allowed; a device might never answer.
 */
export function placeFault(given: string, home: string, platform = process.platform): string | undefined {
  if (platform !== "win32") return undefined;
  const { resolve, parse } = rulesOf(platform);
  const root = (each: string) => parse(resolve(home, each)).root.toLowerCase();
  if (/^[\\/]{2}[.?]([\\/]|$)/.test(given)) return "it names a device";
  if (resolve(home, given).split("\\").some(isDevice)) return "it names a device";
  if (root(given).startsWith("\\\\") && root(given) !== root(home)) return "it is on another computer";
  return undefined;
}

/** Whether a path contains `*`, `?` or `[`. */
export function isPattern(given: string): boolean {
  return /[*?[]/.test(given);
}

/** The parts of a pattern, and their separators. */
export function splitPattern(
  pattern: string,
  platform = process.platform,
): { readonly parts: readonly string[]; readonly sep: string } {
  const { sep } = rulesOf(platform);
  return { parts: pattern.split(platform === "win32" ? /[\\/]/ : sep), sep };
}

/**
 * Whether a name matches one part of a pattern: `*` matches any characters, `?` any single one, `[a-c]` one of the set
 * and `[!a-c]` one outside it. Hidden names need a dot in the pattern. Case-sensitive except on Windows.
 */
export function patternMatcher(part: string, platform = process.platform): (name: string) => boolean {
  const form = (text: string) => (platform === "darwin" ? text.normalize("NFC") : text);
  const expression = expressionOf(form(part), platform === "win32" ? "isu" : "su");
  return (name) => (part.startsWith(".") || !name.startsWith(".")) && expression.test(form(name));
}

function expressionOf(part: string, flags: string): RegExp {
  const source = part.replace(/\*+|\?|\[!?[^\]]+\]|./gsu, (token) => {
    if (token.startsWith("*")) return ".*";
    if (token === "?") return ".";
    if (token.length === 1 || !token.startsWith("[")) return token.replace(/[\\^$.|+()[\]{}/]/, "\\$&");
    const [, not, letters] = /^\[(!?)(.+)\]$/su.exec(token) ?? [];
    return `[${not ? "^" : ""}${letters.replace(/[\\^[]/g, "\\$&")}]`;
  });
  try {
    return new RegExp(`^${source}$`, flags);
  } catch {
    return /[^\s\S]/; // a range whose end precedes its start matches nothing
  }
}

/**
 * Finds a sidecar among the names of a folder: the exact name, otherwise one that differs only in case or Unicode form
 * and does not belong to another file (`8.JPG.xmp` belongs to `8.JPG` if the folder has both that and `8.jpg`).
 */
export function sidecarFinder(names: readonly string[]): (wanted: string) => string | undefined {
  const all = new Set(names);
  const byKey = new Map(names.filter(isSidecar).map((name) => [collisionKey(name), name]));
  const hasOwner = (sidecar: string) => all.has(sidecar.slice(0, -sidecarEnd.length));
  return (wanted) => {
    if (all.has(wanted)) return wanted;
    const found = byKey.get(collisionKey(wanted));
    return found === undefined || (hasOwner(found) && hasOwner(wanted)) ? undefined : found;
  };
}

const sidecarEnd = ".xmp";

function isSidecar(name: string): boolean {
  return name.toLowerCase().endsWith(sidecarEnd);
}

/** Whether the error of `link` means that the file system does not support links; exFAT on Windows reports EISDIR. */
export function hasNoLinks(code: string, platform = process.platform): boolean {
  if (platform === "win32" && code === "EISDIR") return true;
  return ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code);
}

function rulesOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}
