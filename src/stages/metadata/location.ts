import type { TagRecord, TagValue } from "./tags.ts";

/**
 * Coordinates by name in any group: GPS IFD, XMP exif:GPS*, maker notes, drones, QuickTime, XMP location structures.
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
 * Whether any tag tells where the photograph was taken, as coordinates or as the name of a place. A direction, an
 * altitude or GPS time alone does not; neither does an empty block, or the 0°/0° that devices without a fix write.
 */
export function hasLocation(tags: TagRecord): boolean {
  return Object.entries(tags).some(([key, value]) => {
    const name = key.slice(key.indexOf(":") + 1);
    if (coordinateName.test(name)) return isCoordinate(value);
    return placeName.test(name) && !otherMeanings.test(key) && isPlace(value);
  });
}

function isCoordinate(value: TagValue): boolean {
  if (Array.isArray(value)) return value.some(isCoordinate);
  const numbers = String(value).match(/\d+(?:\.\d+)?/g) ?? [];
  return numbers.some((number) => Number(number) !== 0);
}

function isPlace(value: TagValue): boolean {
  if (Array.isArray(value)) return value.some(isPlace);
  return /[^\s\0\-_.0]/.test(String(value));
}
