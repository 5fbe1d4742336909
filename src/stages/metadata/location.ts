import { shortestPlace } from "./params.ts";
import { type TagRecord, type TagValue, toText } from "./tags.ts";

/**
 * Names of coordinates in any group: GPS IFD, XMP exif:GPS*, maker notes, drones, QuickTime, XMP location structures.
 */
const coordinateName = /(?:Latitude|Longitude)(?!Ref)|GPSPosition|GPSCoordinates/;

/** Names of places: IPTC, XMP photoshop/iptcCore/iptcExt, Panasonic, Samsung, QuickTime user data. */
const placeName =
  /^(?:LocationCreated|LocationShown)?(?:City2?|Sub-?location|Province-?State|State|Country.*|Location(?!Ref).*|WorldRegion|Landmark|GPSAreaInformation)$|^(?:LocationCreated|LocationShown)/;

/**
 * A camera's home-city setting, AF points named "location", and the photographer's own address are not the photograph's
 * place.
 */
const otherMeanings =
  /^(?:Canon|CanonCustom|Pentax|Casio|Sony|Minolta|ICC.*):|:(?:Creator|Licensor|Focus|Focal|Subject|AF)/;

/**
 * Whether any tag states where the photograph was taken, as coordinates or as a place name. A direction, an altitude or
 * a GPS time is not sufficient; neither is an empty block, or the 0°/0° that devices without a fix write.
 */
export function hasLocation(tags: TagRecord): boolean {
  return Object.entries(tags).some(([tag, value]) => {
    if (coordinateName.test(nameOf(tag))) return isCoordinate(value);
    return isPlaceTag(tag) && isPlace(value);
  });
}

/** Whether a tag contains coordinates or a place name. */
export function isPlaceTag(tag: string): boolean {
  const name = nameOf(tag);
  return coordinateName.test(name) || (placeName.test(name) && !otherMeanings.test(tag));
}

/** Place names in a file, in lower case, without short ones such as country codes. */
export function placeNames(tags: TagRecord): ReadonlySet<string> {
  const found = Object.entries(tags).flatMap(([tag, value]) => (isPlaceTag(tag) ? textsOf(value) : []));
  return new Set(found.filter(({ length }) => length >= shortestPlace));
}

/** Whether a text contains coordinates, as programs of phones and drones write them into comments. */
export function mentionsCoordinates(text: string): boolean {
  return /latitude|longitude|gps/i.test(text) || /-?\d{1,3}[.]\d{3,}[°NS]?\s*[,;/ ]\s*-?\d{1,3}[.]\d{3,}/.test(text);
}

const coordinatePatterns: readonly RegExp[] = [
  // Geo URIs (RFC 5870) and the keywords of geotagging programs.
  /\bgeo:(?:lat|lon|-?\d)/i,
  /\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng)\b\W{0,4}-?\d{1,3}[.,]\d{2,}/i,
  /-?\d{1,3}\.\d{4,}\s*°?\s*[NSEW]?\s*[,;/ ]\s*-?\d{1,3}\.\d{4,}/,
  /\d{1,3}\.\d{3,}\s*°?\s*[NSEW]\b/,
  /\d{1,3}\s*°\s*\d{1,2}[\d\s.,'′’"″”]*[NSEW]\b/,
];

/** Whether a text written by a person contains coordinates. Three decimals may also be a price: `250.000, 300.000`. */
export function holdsCoordinates(text: string): boolean {
  return coordinatePatterns.some((pattern) => pattern.test(text));
}

function nameOf(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1);
}

function textsOf(value: TagValue): string[] {
  if (typeof value === "object") return Object.values(value ?? {}).flatMap(textsOf);
  const text = toText(value);
  return text === undefined ? [] : [text.toLowerCase()];
}

function isCoordinate(value: TagValue): boolean {
  if (typeof value === "object") return Object.values(value ?? {}).some(isCoordinate);
  const numbers = String(value).match(/\d+(?:\.\d+)?/g) ?? [];
  return numbers.some((number) => Number(number) !== 0);
}

function isPlace(value: TagValue): boolean {
  if (typeof value === "object") return Object.values(value ?? {}).some(isPlace);
  return /[^\s\0\-_.0]/.test(String(value));
}
