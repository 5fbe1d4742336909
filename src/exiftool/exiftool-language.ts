import { EngineError, type Warning } from "../errors/index.ts";
import { type PlanValue, type RewritePlan, type TagRecord, wantedTags } from "../stages/metadata/index.ts";
import type { ToolOutput } from "./exiftool-process.ts";

// The arguments sent to ExifTool, and its answers.

/** Arguments for reading; the files' paths follow. */
export const readArguments: readonly string[] = [
  "-json",
  "-G1",
  // Skips trailers after the JPEG's end; -fast2 would lose the maker notes.
  "-fast",
  // Every value as text: serial numbers keep their zeros, captions like "1e5" stay words.
  "-api",
  "StructFormat=JSONQ",
  // XMP structures are kept intact: each licensor in a list keeps its own name and address.
  "-struct",
  "-charset",
  "filename=utf8",
  "-m",
  ...wantedTags,
];

/** Arguments for rewriting a file; the plan's assignments and its path follow. */
export const writeArguments: readonly string[] = [
  "-overwrite_original",
  // Removes everything except the colour profile, then adds the plan's tags.
  "-all=",
  "--ICC_Profile:all",
  // Omits ExifTool's name, so that both metadata writers give the same bytes.
  "-XMP-x:XMPToolkit=",
  // Values are HTML-escaped, so that line breaks pass through the argument file.
  "-E",
  "-charset",
  "filename=utf8",
  "-m",
];

/** Assignments as arguments, escaped: a leading space would be lost, and a line break would start another argument. */
export function assignmentArguments({ tag, values }: RewritePlan["assignments"][number]): string[] {
  const escapeValue = (value: string) => value.replace(/&|^ |\p{Cc}/gu, (match) => `&#${match.charCodeAt(0)};`);
  return values.map((value) => `-${tag}#=${escapeValue(typeof value === "string" ? value : serialized(value))}`);
}

/** ExifTool's notation of structures and lists within them: `{Name=text,List=[a,b]}`, with | before its marks. */
function serialized(value: PlanValue): string {
  if (typeof value === "string") return value.replace(/[|,[\]{}]/g, "|$&").replace(/^\s/, "|$&");
  if (isList(value)) return `[${value.map(serialized).join(",")}]`;
  const fields = Object.entries(value).map(([name, inner]) => `${name}=${serialized(inner)}`);
  return `{${fields.join(",")}}`;
}

function isList(value: PlanValue): value is readonly PlanValue[] {
  return Array.isArray(value);
}

/** The tags of each path; `undefined` unless the answer has one record for each path, in order. */
export function parseBatch(stdout: string, paths: readonly string[]): readonly TagRecord[] | undefined {
  const withSlashes = (path: unknown) => String(path).replaceAll("\\", "/");
  try {
    const records = JSON.parse(stdout) as Record<string, string>[];
    const isComplete =
      records.length === paths.length &&
      records.every(({ SourceFile }, i) => withSlashes(SourceFile) === withSlashes(paths[i]));
    return isComplete ? records.map(({ SourceFile: _, ...tags }) => withIptcText(tags)) : undefined;
  } catch {
    return undefined;
  }
}

/** Tags that were not written, as warnings. Throws `io/write` if the file was not written. */
export function parseWriteOutput({ stdout, stderr }: ToolOutput, path: string): readonly Warning[] {
  const lines = stderr.split("\n").filter((line) => line !== "");
  if (!/\b1 image files? (?:updated|unchanged)/.test(stdout)) {
    const said = lines[0]?.replace(/^Error:\s*|\s+-\s+\S.*$/g, "") ?? stdout.trim();
    throw new EngineError("io/write", `metadata: ExifTool could not write the file: ${said}`, { path });
  }
  return lines.map((line) => ({ code: "metadata/dropped", message: `metadata: ${line.replace(/\s+-\s+\/.*$/, "")}` }));
}

/** The tags of one file, or the error. */
export function parseTags({ stdout, stderr }: ToolOutput, path: string): TagRecord | EngineError {
  try {
    const [{ SourceFile: _, ...tags }] = JSON.parse(stdout) as [Record<string, string>];
    return withIptcText(tags);
  } catch {
    const said = stderr.split("\n", 1)[0].replace(/^Error:\s*|\s+-\s+.*$/g, "");
    const code = /file not found|permission|error opening/i.test(stderr) ? "io/read" : "input/not-an-image";
    return new EngineError(code, `metadata: ${said || "ExifTool found nothing"}`, { path });
  }
}

/** Bytes 0x80 to 0x9f of Windows-1252, in which ExifTool reads IPTC text without a character set; 0 where none is. */
const windows1252 = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";

/** ESC % G, the ISO 2022 name of UTF-8. */
const utf8Marker = "\u001b%G";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Many programs write IPTC text as UTF-8 without the marker that says so. ExifTool takes it for Latin text then; bytes
 * that are valid UTF-8 are UTF-8 all the same.
 */
export function withIptcText(tags: TagRecord): TagRecord {
  if (String(tags["IPTC:CodedCharacterSet"]).startsWith(utf8Marker)) return tags;
  const fixed = Object.entries(tags).map(([tag, value]) => [tag, tag.startsWith("IPTC:") ? deepFix(value) : value]);
  return Object.fromEntries(fixed) as TagRecord;
}

function deepFix(value: unknown): unknown {
  if (typeof value === "string") return asUtf8(value) ?? value;
  return Array.isArray(value) ? value.map(deepFix) : value;
}

/** The text that these characters' bytes mean in UTF-8; `undefined` if they are not UTF-8, or plain ASCII. */
function asUtf8(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return undefined;
  const bytes = [...text].map(byteOf);
  if (bytes.includes(undefined)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(bytes as number[]));
  } catch {
    return undefined;
  }
}

function byteOf(character: string): number | undefined {
  const code = character.charCodeAt(0);
  if (character.length === 1 && code <= 0xff) return code;
  const at = windows1252.indexOf(character);
  return at < 0 ? undefined : 0x80 + at;
}
