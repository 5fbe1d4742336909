import { hasOwnMark, markBytes } from "../../stages/metadata/index.ts";
import type { Replaceable } from "./output-file.ts";
import { readEnds, readText } from "./read-file.ts";

/**
 * A picture that this program made and that names no other program as a later writer; an empty file counts too.
 */
export const isOwnPicture: Replaceable = async (path) => {
  const ends = await readEnds(path, markBytes);
  return ends !== undefined && (ends.length === 0 || hasOwnMark(ends));
};

/** A report of an earlier run. */
export const isOwnReport: Replaceable = (path) =>
  isOwnText(path, (text) => (JSON.parse(text) as { software?: { name?: unknown } }).software?.name === "lightwell");

/**
 * A text of which `isOurs` holds, or without bytes; one that cannot be read, or at which `isOurs` throws, is
 * somebody's.
 */
export async function isOwnText(path: string, isOurs: (text: string) => boolean): Promise<boolean> {
  const ends = await readEnds(path, 1);
  if (ends === undefined || ends.length === 0) return ends !== undefined;
  return readText(path, maxTextBytes)
    .then(isOurs)
    .catch(() => false);
}

/** A contact sheet holds small pictures of thousands of photographs. */
const maxTextBytes = 2 ** 28;
