import type { PlanValue } from "./assignments.ts";
import { kept, longest } from "./params.ts";
import { TagReader, type TagRecord, type TagValue, toText } from "./tags.ts";

/**
 * XMP's name of the program that created a picture; editors that keep it write their own name only into EXIF's
 * Software.
 */
export const creatorTag = "XMP-xmp:CreatorTool";

/** Name of this program in a result's metadata. No option leaves it out. */
export function ownName(version: string): string {
  return `lightwell ${version}`;
}

/** Whether a file was made by this program, perhaps edited by another since. */
export function isOwnResult(tags: TagRecord): boolean {
  return new TagReader(tags).text(creatorTag)?.startsWith(ownName("")) === true;
}

/** List of structures that describes the changes to a result; Adobe's programs write it too. */
export const historyTag = "XMP-xmpMM:History";
const betweenOperations = "; ";

/** End of lightwell's history entry, in the words of the rules on altered pictures of real property. */
const nothingElse = "no element was added or removed";

/**
 * The history of a result: the steps of other programs, without their parameters, followed by one entry for this
 * program's operations.
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

/** This program's earlier operations on its own result, in order, as recorded in the file; none for other files. */
export function earlierOperations(tags: TagRecord): readonly string[] {
  if (!isOwnResult(tags)) return [];
  // Readers without structures return the parameters of all steps as a flat list.
  const own = eventsOf(tags).filter(isOwnEvent).at(-1)?.["Parameters"] ?? tags["XMP-xmpMM:HistoryParameters"] ?? "";
  const text = toText(own, longest.text) ?? "";
  return text.split(betweenOperations).filter((operation) => operation !== "" && operation !== nothingElse);
}

const creatorMark = `<xmp:CreatorTool>${ownName("")}`;
/** EXIF text ends with NUL, and names in XMP do not. */
const softwareMark = new RegExp(`${ownName("")}[\\w.+-]+\0`);

/**
 * Whether the outer bytes of a picture show that this program wrote it and that no other program has since written its
 * name. Looks for the two fields for program names, which are uncompressed in all result formats (EXIF 2.32, Software;
 * XMP part 2, xmp:CreatorTool). An edit by a program that keeps both is not detected.
 */
export function hasOwnMark(outerBytes: Uint8Array): boolean {
  const text = Buffer.from(outerBytes.buffer, outerBytes.byteOffset, outerBytes.byteLength).toString("latin1");
  return text.includes(creatorMark) && softwareMark.test(text);
}
