import type { TagRecord } from "../stages/metadata/index.ts";

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
