import type { CaptureTime } from "../../image/index.ts";
import { plausible } from "./params.ts";
import { TagReader, type TagRecord } from "./tags.ts";

interface TimeSource {
  readonly time: string;
  readonly subSeconds?: string;
  readonly zone?: string;
}

/**
 * Sources in order of preference. The time of the last change (ModifyDate, the file's mtime) does not state the time of
 * exposure and is not used.
 */
const sources: readonly TimeSource[] = [
  { time: "ExifIFD:DateTimeOriginal", subSeconds: "ExifIFD:SubSecTimeOriginal", zone: "ExifIFD:OffsetTimeOriginal" },
  { time: "XMP-exif:DateTimeOriginal" },
  { time: "IFD0:DateTimeOriginal" },
  { time: "SubIFD:DateTimeOriginal" },
  { time: "ExifIFD:CreateDate", subSeconds: "ExifIFD:SubSecTimeDigitized", zone: "ExifIFD:OffsetTimeDigitized" },
  { time: "*:DateTimeOriginal" },
  { time: "XMP-photoshop:DateCreated" },
  { time: "*:ContentCreateDate" },
  { time: "XMP-xmp:CreateDate" },
  { time: "*:CreateDate" },
];

/** The time of the exposure, from the first source with a real date. */
export function findCaptureTime(tags: TagRecord): CaptureTime | undefined {
  const reader = new TagReader(tags);
  for (const { time, subSeconds, zone } of sources) {
    const text = reader.text(time);
    if (text === undefined) continue;
    const fraction = subSeconds && reader.text(subSeconds, "ExifIFD:SubSecTime");
    const offset = zone && reader.text(zone, "ExifIFD:OffsetTime");
    const parsed = parseCaptureTime(text, fraction, offset);
    if (parsed) return parsed;
  }
  const [date, time] = [reader.text("IPTC:DateCreated"), reader.text("IPTC:TimeCreated")];
  return date !== undefined && time !== undefined ? parseCaptureTime(`${date} ${time}`) : undefined;
}

const timePattern =
  /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Parses EXIF's `YYYY:MM:DD hh:mm:ss`, optionally with the fraction and zone that XMP and QuickTime append; `fraction`
 * and `zone` are EXIF's SubSecTime digits and OffsetTime. Undefined for placeholders (0000:00:00, blanks) and
 * impossible dates.
 */
function parseCaptureTime(text: string, fraction?: string, zone?: string): CaptureTime | undefined {
  const match = timePattern.exec(text.trim());
  if (!match) return undefined;
  const [year, month, day, hour, minute] = match.slice(1, 6).map(Number);
  const second = Number(match[6] ?? 0);
  const digits = (match[7] ?? fraction?.trim().match(/^\d+/)?.[0] ?? "").slice(0, 3);
  const milliseconds = digits === "" ? 0 : Math.round(Number(`0.${digits}`) * 1000);
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const date = new Date(localMs);
  // Date.UTC converts 31 February to a day in March, and hour 24 to the next day.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  if (!isReal || year < plausible.earliestYear || minute > 59 || second > 59) return undefined;
  const offsetMinutes = parseZone(match[8] ?? zone);
  const seconds = date.toISOString().slice(0, 19);
  const subSecond = digits === "" ? "" : `.${digits}`;
  return {
    iso: `${seconds}${subSecond}${offsetMinutes === undefined ? "" : formatZone(offsetMinutes)}`,
    epochMs: localMs - (offsetMinutes ?? 0) * 60_000,
    resolutionMs: match[6] === undefined ? 60_000 : 10 ** (3 - digits.length),
    hasZone: offsetMinutes !== undefined,
  };
}

/** Minutes east of Greenwich; undefined outside the range of zones in use. */
function parseZone(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  if (trimmed === "Z") return 0;
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(trimmed);
  if (!match) return undefined;
  const [west, east] = plausible.zoneMinutes;
  const minutes = (Number(match[2]) * 60 + Number(match[3])) * (match[1] === "-" ? -1 : 1);
  return minutes >= west && minutes <= east && Number(match[3]) < 60 ? minutes : undefined;
}

function formatZone(minutes: number): string {
  const absolute = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(absolute / 60))}:${pad(absolute % 60)}`;
}
