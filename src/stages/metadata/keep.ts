import { type AssignmentList, type PlanValue, truncateUtf8 } from "./assignments.ts";
import { isOwners, type KeptField, keptFields, type Selection } from "./kept-fields.ts";
import { holdsCoordinates, isPlaceTag, mentionsCoordinates, placeNames } from "./location.ts";
import { kept, longest } from "./params.ts";
import { type TagRecord, type TagValue, toText } from "./tags.ts";

interface KeepOptions {
  readonly isWanted: Selection;
  readonly keepLocation: boolean;
  /** Only JPEG and TIFF have a block for IPTC-IIM. */
  readonly hasIptc: boolean;
}

/** Kept values of one field: its texts or structures, and its texts in other languages, by tag. */
interface Found {
  readonly values: readonly PlanValue[];
  readonly languages: readonly (readonly [tag: string, value: PlanValue])[];
}

/**
 * Assigns the fields of {@link keptFields} in every block that has a tag for them, and returns the tags written by
 * people about the picture that are dropped. Locations are dropped silently, unless requested.
 */
export function addKept(list: AssignmentList, tags: TagRecord, options: KeepOptions): readonly string[] {
  const languages = languagesOf(tags);
  const done = new Set<string>();
  const lost = new Set<string>();
  let bytes = 0;
  for (const field of keptFields) {
    for (const tag of placesOf(field)) done.add(tag);
    for (const [tag] of languages.get(field.tag) ?? []) done.add(tag);
    if (!options.isWanted(field)) continue;
    const all = findField(field, tags, languages, options);
    const found = all && !options.keepLocation && field.group !== "location" ? withoutCoordinates(all) : all;
    if (all !== found) lost.add(field.tag);
    if (!found) continue;
    bytes += sizeOf([found.values, found.languages.map(([, value]) => value)]);
    const hasPlace = options.hasIptc || !field.tag.startsWith("IPTC:");
    if (bytes > kept.bytes || !hasPlace) lost.add(field.tag);
    else assign(list, field, found, options);
    if (bytes > kept.bytes) bytes -= sizeOf([found.values, found.languages.map(([, value]) => value)]);
  }
  for (const tag of Object.keys(tags)) if (isOwners(tag) && !done.has(tag) && !isPlaceTag(tag)) lost.add(tag);
  return [...lost];
}

/**
 * Tags of an XMP file next to a photograph that describe the picture; another program's development settings are
 * ignored.
 */
export function sidecarTags(tags: TagRecord): TagRecord {
  const wanted = Object.entries(tags).filter(([tag]) => {
    const base = languageOf(tag) ?? tag;
    return isOwners(base) || isPlaceTag(tag) || /DigitalSourceType$|^XMP-xmpMM:\w*ID$/.test(tag);
  });
  return Object.fromEntries(wanted);
}

function placesOf({ tag, iptc, exif, from = [] }: KeptField): string[] {
  return [tag, ...(iptc ? [iptc[0]] : []), ...(exif === undefined ? [] : [exif]), ...from];
}

/** An XMP property may have a text for each language: `XMP-dc:Title-de` next to `XMP-dc:Title`. */
function languagesOf(tags: TagRecord): Map<string, [tag: string, value: TagValue][]> {
  const found = new Map<string, [string, TagValue][]>();
  for (const [tag, value] of Object.entries(tags)) {
    const base = languageOf(tag);
    if (base !== undefined) found.set(base, [...(found.get(base) ?? []), [tag, value]]);
  }
  return found;
}

/** The property of a tag that is its text in one of several languages. */
function languageOf(tag: string): string | undefined {
  return /^(XMP-\w+:\w+)-[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/.exec(tag)?.[1];
}

function findField(
  field: KeptField,
  tags: TagRecord,
  languages: ReturnType<typeof languagesOf>,
  options: KeepOptions,
): Found | undefined {
  const others = (languages.get(field.tag) ?? []).flatMap(([tag, value]) => {
    const clean = cleaned(value);
    return clean === undefined ? [] : [[tag, clean] as const];
  });
  const values = field.otherLanguages ? [] : valuesOf(field, tags, options);
  return values.length + others.length > 0 ? { values, languages: others } : undefined;
}

function valuesOf(field: KeptField, tags: TagRecord, { keepLocation }: KeepOptions): readonly PlanValue[] {
  const bySource = placesOf(field).map((place) => {
    const value = cleaned(tags[place] ?? "");
    if (value === undefined) return [];
    if (typeof value === "string" && place === field.exif && field.isList)
      return value.split(";").map((part) => part.trim());
    return Array.isArray(value) ? (value as readonly PlanValue[]) : [value];
  });
  const all = field.isList ? [...new Set(bySource.flat())] : (bySource.find((values) => values.length > 0) ?? []);
  const found = field.group === "keywords" ? withoutPlaces(all, tags, keepLocation) : all;
  const isPlace = field.group === "comment" && found.some((value) => mentionsCoordinates(String(value)));
  return isPlace && !keepLocation ? [] : found;
}

/** Cataloguing programs also write places into the keywords, sometimes as a path: `Places|Italy|Rome`. */
function withoutPlaces(values: readonly PlanValue[], tags: TagRecord, keepLocation: boolean): readonly PlanValue[] {
  const present = values.filter((value) => value !== "");
  if (keepLocation) return present;
  const places = placeNames(tags);
  const namesPlace = (text: string) => text.split(/[|/]/).some((part) => places.has(part.trim().toLowerCase()));
  return present.filter((value) => !textsIn(value).some(namesPlace));
}

/** The same object if no text contains coordinates; `undefined` if nothing is left. */
function withoutCoordinates(found: Found): Found | undefined {
  const isSafe = (value: PlanValue) => !textsIn(value).some(holdsCoordinates);
  const values = found.values.filter(isSafe);
  const languages = found.languages.filter(([, value]) => isSafe(value));
  if (values.length === found.values.length && languages.length === found.languages.length) return found;
  return values.length + languages.length > 0 ? { values, languages } : undefined;
}

function textsIn(value: PlanValue): readonly string[] {
  return typeof value === "string" ? [value] : Object.values(value).flatMap((inner: PlanValue) => textsIn(inner));
}

function assign(list: AssignmentList, field: KeptField, { values, languages }: Found, { hasIptc }: KeepOptions): void {
  list.add(field.tag, ...values);
  for (const [tag, value] of languages) list.add(tag, value);
  const texts = values.filter((value) => typeof value === "string");
  if (field.iptc && hasIptc) {
    const [tag, maxBytes] = field.iptc;
    list.add(tag, ...texts.map((text) => truncateUtf8(text, maxBytes)));
  }
  // EXIF's rating is a non-negative integer; XMP's may be -1 for rejected.
  const isRating = field.exif === "IFD0:Rating";
  if (field.exif !== undefined && !(isRating && !/^\d+$/.test(texts[0] ?? ""))) list.add(field.exif, texts.join("; "));
}

/** Texts as from {@link toText}, including those in lists and structures; empty ones are dropped. */
function cleaned(value: TagValue): PlanValue | undefined {
  if (Array.isArray(value)) {
    const parts = value
      .slice(0, kept.values)
      .map(cleaned)
      .filter((part) => part !== undefined);
    return parts.length > 0 ? parts : undefined;
  }
  if (typeof value === "object") {
    const fields = Object.entries(value ?? {}).flatMap(([name, inner]) => {
      const clean = /^[\w-]+$/.test(name) ? cleaned(inner) : undefined;
      return clean === undefined ? [] : [[name, clean] as const];
    });
    return fields.length > 0 ? Object.fromEntries(fields) : undefined;
  }
  const text = toText(value, longest.text);
  return text?.startsWith("(Binary data ") ? undefined : text;
}

function sizeOf(value: PlanValue): number {
  if (typeof value === "string") {
    const marks = value.match(/[&<>"]/g)?.length ?? 0;
    return Buffer.byteLength(value) + kept.bytesOfEscape * marks + kept.bytesAround;
  }
  return Object.values(value).reduce((sum: number, inner: PlanValue) => sum + sizeOf(inner), 0);
}
