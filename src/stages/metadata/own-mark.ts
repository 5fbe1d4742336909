import { TagReader, type TagRecord } from "./tags.ts";

/** XMP's program that made a picture first; editors that keep it write their own name into EXIF's Software alone. */
export const creatorTag = "XMP-xmp:CreatorTool";

/** What the fields for programs say of a result. No option leaves them out. */
export function ownName(version: string): string {
  return `lightwell ${version}`;
}

/** Whether a file was made by this program, perhaps edited by another since. */
export function isOwnResult(tags: TagRecord): boolean {
  return new TagReader(tags).text(creatorTag)?.startsWith(ownName("")) === true;
}

/** Where a result says what was done to it. */
export const historyTag = "XMP-xmpMM:HistoryParameters";
const betweenOperations = "; ";

/** Operations in a row, as a history holds them. */
export function historyOf(operations: readonly string[]): string {
  return operations.join(betweenOperations);
}

/** What this program did to its own result before, in order, as far as the file tells; nothing for files of others. */
export function earlierOperations(tags: TagRecord): readonly string[] {
  if (!isOwnResult(tags)) return [];
  return new TagReader(tags).text(historyTag)?.split(betweenOperations) ?? [];
}

/**
 * How much of a file's beginning and of its end {@link hasOwnMark} wants: no block of EXIF or XMP in a result is larger
 * than 64 KB.
 */
export const markBytes = 2 ** 18;

const creatorMark = `<xmp:CreatorTool>${ownName("")}`;
/** EXIF text ends with NUL, which no name in XMP does. */
const softwareMark = new RegExp(`${ownName("")}[\\w.+-]+\0`);

/**
 * Whether the outer bytes of a picture show that this program wrote it and no other that gives its name since: the two
 * fields for programs, as ExifTool writes them uncompressed into every format of results (EXIF 2.32, Software; XMP part
 * 2, xmp:CreatorTool). An edit by a program that keeps both is not seen.
 */
export function hasOwnMark(outerBytes: Uint8Array): boolean {
  const text = Buffer.from(outerBytes.buffer, outerBytes.byteOffset, outerBytes.byteLength).toString("latin1");
  return text.includes(creatorMark) && softwareMark.test(text);
}
