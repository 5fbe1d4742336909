import type { PlanValue } from "./assignments.ts";
import { kept, longest } from "./params.ts";
import { TagReader, type TagRecord, type TagValue, toText } from "./tags.ts";

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

/** Where a result says what was done to it: a list of structures, of which Adobe's programs have theirs. */
export const historyTag = "XMP-xmpMM:History";
const betweenOperations = "; ";

/** The end of lightwell's history entry, in the words of the rules on altered pictures of real property. */
const nothingElse = "no element was added or removed";

/**
 * The history of a result: the steps of other programs, without what they were done with and to, and after them one of
 * ours with its operations.
 */
export function historyOf(tags: TagRecord, operations: readonly string[], version: string): readonly PlanValue[] {
  const foreign = eventsOf(tags).filter((event) => !isOwnEvent(event) && event["SoftwareAgent"] !== undefined);
  const theirs = foreign.slice(-kept.foreignSteps).map((event) => {
    const fields = ["Action", "SoftwareAgent", "When"].map(
      (name) => [name, toText(event[name] ?? "", longest.historyField)] as const,
    );
    return Object.fromEntries(fields.filter((field): field is [string, string] => field[1] !== undefined));
  });
  if (operations.length === 0) return theirs;
  const parameters = [...operations, nothingElse].join(betweenOperations);
  return [...theirs, { Action: "edited", Parameters: parameters, SoftwareAgent: ownName(version) }];
}

type Event = Readonly<Record<string, TagValue>>;

function eventsOf(tags: TagRecord): readonly Event[] {
  const history = tags[historyTag] ?? [];
  const list: readonly TagValue[] = Array.isArray(history) ? history : [history];
  return list.filter((event): event is Event => typeof event === "object" && event !== null && !Array.isArray(event));
}

function isOwnEvent(event: Event): boolean {
  return toText(event["SoftwareAgent"] ?? "")?.startsWith(ownName("")) === true;
}

/** What this program did to its own result before, in order, as far as the file tells; nothing for files of others. */
export function earlierOperations(tags: TagRecord): readonly string[] {
  if (!isOwnResult(tags)) return [];
  // Readers without structures give the parameters of all steps in a row.
  const own = eventsOf(tags).filter(isOwnEvent).at(-1)?.["Parameters"] ?? tags["XMP-xmpMM:HistoryParameters"] ?? "";
  const text = toText(own, longest.text) ?? "";
  return text.split(betweenOperations).filter((operation) => operation !== "" && operation !== nothingElse);
}

const creatorMark = `<xmp:CreatorTool>${ownName("")}`;
/** EXIF text ends with NUL, which no name in XMP does. */
const softwareMark = new RegExp(`${ownName("")}[\\w.+-]+\0`);

/**
 * Whether the outer bytes of a picture show that this program wrote it and no other that gives its name since: the two
 * fields for programs, which stand uncompressed in every format of results (EXIF 2.32, Software; XMP part
 * 2, xmp:CreatorTool). An edit by a program that keeps both is not seen.
 */
export function hasOwnMark(outerBytes: Uint8Array): boolean {
  const text = Buffer.from(outerBytes.buffer, outerBytes.byteOffset, outerBytes.byteLength).toString("latin1");
  return text.includes(creatorMark) && softwareMark.test(text);
}
