import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";

/** A fictional place, so that its name in a result must be the planted one. */
export const marker = "Plantedtown";
const latitude = "12.3456789";
const longitude = "98.7654321";

const script = createRequire(import.meta.url)("exiftool-vendored.pl") as string;

export function exiftool(...args: string[]): string {
  return execFileSync("perl", [script, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 2 ** 28,
  });
}

const named = (names: string) => names.split(" ").map((name) => `-${name}=${marker} 3`);
const at = (group: string, suffix = "") => [
  `-${group}:GPSLatitude${suffix}=${latitude}`,
  `-${group}:GPSLongitude${suffix}=${longitude}`,
];

/** A location in every standard field, in namespaces of programs and drones, in keywords and in texts. */
export const plantArguments: readonly string[] = [
  ...at("GPS"),
  ...["-GPS:GPSLatitudeRef=N", "-GPS:GPSLongitudeRef=E", "-GPS:GPSAltitude=30", `-GPS:GPSAreaInformation=${marker}`],
  ...[`-GPS:GPSProcessingMethod=${marker}`, "-GPS:GPSDestLatitude=12.3456789", "-GPS:GPSDateStamp=2026:01:02"],
  ...at("XMP-exif"),
  `-XMP-exif:GPSAreaInformation=${marker}`,
  ...named("IPTC:City IPTC:Sub-location IPTC:Province-State IPTC:Country-PrimaryLocationName IPTC:ContentLocationName"),
  ...named("XMP-photoshop:City XMP-photoshop:State XMP-photoshop:Country XMP-iptcCore:Location XMP-dc:Coverage"),
  `-XMP-iptcExt:LocationCreated={City=${marker} 3,Sublocation=${marker} 3,GPSLatitude=${latitude}}`,
  `-XMP-iptcExt:LocationShown={LocationName=${marker} 3,CountryName=${marker} 3,GPSLongitude=${longitude}}`,
  ...named("XMP-xmpDM:ShotLocation XMP-prism:Location XMP-mediapro:Location XMP-dwc:LocationLocality"),
  ...named("XMP-acdsee:Caption XMP-acdsee:Keywords XMP-microsoft:LastKeywordXMP XMP-photomech:Prefs"),
  `-XMP-drone-dji:GpsLatitude=${latitude}`,
  `-XMP-drone-dji:GpsLongitude=${longitude}`,
  `-XMP-mwg-rs:RegionInfo={RegionList=[{Name=${marker} 3,Type=Focus}]}`,
  ...[`${marker} 3`, "geo:lat=12.3456789", "geo:lon=98.7654321"].map((keyword) => `-XMP-dc:Subject=${keyword}`),
  ...[`${marker} 3`, "geo:lat=12.3456789"].map((keyword) => `-IPTC:Keywords=${keyword}`),
  `-XMP-lr:HierarchicalSubject=Places|Nowhere|${marker} 3`,
  `-XMP-digiKam:TagsList=Places/Nowhere/${marker} 3`,
  `-IFD0:XPKeywords=${marker} 3;other`,
  `-IFD0:XPComment=lat=${latitude} lon=${longitude}`,
  `-ExifIFD:UserComment=GPS ${latitude}, ${longitude}`,
  `-XMP-dc:Title=${latitude}, ${longitude}`,
  `-XMP-iptcCore:AltTextAccessibility=geo:${latitude},${longitude}`,
];

/**
 * Only existing fields of maker notes can be written: every text becomes the place, except the names of cameras and
 * lenses, which results keep. Returns the number of changed texts.
 */
export function plantInMakerNotes(path: string): number {
  const [tags] = JSON.parse(exiftool("-json", "-G1", "-s", "-MakerNotes:all", path)) as Record<string, unknown>[];
  const isText = (tag: string) => typeof tags[tag] === "string" && !/Lens|Model|Make|Source/.test(tag);
  const args = Object.keys(tags)
    .filter(isText)
    .map((tag) => `-${tag}=${marker}`);
  if (args.length === 0) return 0;
  const count = () => exiftool("-a", "-u", "-G1", "-MakerNotes:all", path).split(marker).length;
  try {
    exiftool("-q", "-m", "-overwrite_original", ...args, path);
  } catch {
    // ExifTool fails if some tags do not accept text, but writes the others.
  }
  return count() - 1;
}

/**
 * Overwrites the last bytes of maker notes without writable text with the place, as in a receiver's record. Returns
 * whether a JPEG has notes.
 */
export function plantAtEndOfNotes(path: string): boolean {
  const file = readFileSync(path);
  const base = file.indexOf("Exif\0\0") + 6;
  const isLittle = file.toString("latin1", base, base + 2) === "II";
  // The entry of the notes: tag and type (Exif 3.0, MakerNote), then count and offset.
  const entry = file.indexOf(isLittle ? "7c920700" : "927c0007", base, "hex");
  if (base < 6 || entry < 0) return false;
  const number = (at: number) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at));
  const end = base + number(entry + 8) + number(entry + 4);
  if (end > file.length || number(entry + 4) < 2 * marker.length) return false;
  file.write(marker, end - marker.length, "latin1");
  writeFileSync(path, file);
  return true;
}

/** Bytes after a JPEG's end: a second picture with its own location, as for gain maps and previews. */
export function withTrailer(jpeg: Uint8Array, second: Uint8Array): Uint8Array {
  return Buffer.concat([jpeg, second, Buffer.from(`\n${marker} ${latitude} ${longitude}\n`)]);
}

/** A JUMBF box of JSON in APP11 segments, as for assertions of content credentials (ISO 19566-5). */
export function withJumbf(jpeg: Uint8Array): Uint8Array {
  const label = Buffer.concat([uuid("json"), Buffer.from([3]), Buffer.from("stds.exif\0")]);
  const told = { "@context": {}, "exif:GPSLatitude": latitude, "Iptc4xmpExt:City": `${marker} 3` };
  const boxes = box("jumb", Buffer.concat([box("jumd", label), box("json", Buffer.from(JSON.stringify(told)))]));
  const payload = Buffer.concat([Buffer.from("JP"), Buffer.from([0, 1, 0, 0, 0, 1]), boxes]);
  const head = Buffer.from([0xff, 0xeb, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, payload, jpeg.subarray(2)]);
}

/** A PNG with a place in text of every kind, plain, compressed and international. */
export function withPngTexts(png: Uint8Array): Uint8Array {
  const text = `${marker} 3 ${latitude}, ${longitude}`;
  const chunks = [
    chunk("tEXt", Buffer.from(`Comment\0${text}`, "latin1")),
    chunk("zTXt", Buffer.concat([Buffer.from("Location\0\0"), deflateSync(text)])),
    chunk("iTXt", Buffer.from(`Description\0\0\0\0\0${text}`)),
  ];
  const firstEnd = 8 + 25;
  return Buffer.concat([png.subarray(0, firstEnd), ...chunks, png.subarray(firstEnd)]);
}

/**
 * Content credentials as in a signed picture (C2PA 2.1, 11): a manifest whose ingredient has a location in its EXIF and
 * a thumbnail with another one. Its signature is zeros, which readers of pictures do not check.
 */
export function withCredentials(jpeg: Uint8Array, thumbnail: Uint8Array): Uint8Array {
  const told = JSON.stringify({ "exif:GPSLatitude": latitude, "exif:GPSLongitude": longitude, city: `${marker} 3` });
  const picture = Buffer.concat([box("bfdb", Buffer.from("\0image/jpeg\0")), box("bidb", thumbnail)]);
  const assertions = superBox("c2as", "c2pa.assertions", [
    superBox("json", "stds.exif", [box("json", Buffer.from(told))]),
    superBox("json", "c2pa.ingredient", [
      box("json", Buffer.from(`{"dc:title":"${marker} 3.jpg","metadata":${told}}`)),
    ]),
    superBox("@\xcb\x0c2", "c2pa.thumbnail.ingredient.jpeg", [picture]),
  ]);
  const claim = superBox("c2cl", "c2pa.claim", [box("cbor", Buffer.from([0xa0]))]);
  const signature = superBox("c2cs", "c2pa.signature", [box("cbor", Buffer.alloc(128))]);
  const store = superBox("c2pa", "c2pa", [superBox("c2ma", "urn:uuid:planted", [assertions, claim, signature])]);
  const pieces: Buffer[] = [];
  const most = 60_000;
  for (let from = 0; from < store.length; from += most) {
    // Every piece begins with the box's own head (ISO 19566-5, annex D).
    const content = Buffer.concat([
      from === 0 ? Buffer.alloc(0) : store.subarray(0, 8),
      store.subarray(from, from + most),
    ]);
    const head = Buffer.from([0xff, 0xeb, 0, 0, 0x4a, 0x50, 0, 1, 0, 0, 0, pieces.length / 2 + 1]);
    head.writeUInt16BE(content.length + head.length - 2, 2);
    pieces.push(head, content);
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...pieces, jpeg.subarray(2)]);
}

function superBox(type: string, label: string, boxes: readonly Uint8Array[]): Buffer {
  const told = Buffer.concat([
    Buffer.from(type, "latin1"),
    uuid("").subarray(-12),
    Buffer.from([3]),
    Buffer.from(`${label}\0`),
  ]);
  return box("jumb", Buffer.concat([box("jumd", told), ...boxes]));
}

function uuid(type: string): Buffer {
  return Buffer.concat([Buffer.from(type), Buffer.from("00110010800000aa00389b71", "hex")]);
}

function box(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length);
  ends.writeUInt32BE(crcOf(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const rational = (value: number, scale: number): Buffer[] =>
  (["writeUInt32LE", "writeUInt32BE"] as const).map((write) => {
    const bytes = Buffer.alloc(8);
    bytes[write](value, 0);
    bytes[write](scale, 4);
    return bytes;
  });

/**
 * Traces of the planted place in a file's bytes, as text of 8 and 16 bits and as EXIF degrees; there should be none.
 */
export function tracesIn(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = [marker, latitude.slice(0, 6), longitude.slice(0, 6)];
  const swapped = (word: string) => Buffer.from(word, "utf16le").swap16();
  const found = words.filter(
    (word) => file.includes(word) || file.includes(Buffer.from(word, "utf16le")) || file.includes(swapped(word)),
  );
  // EXIF stores 12° 20' as 12/1 20/1.
  const [degrees, minutes] = [rational(12, 1), rational(20, 1)];
  const hasDegrees = degrees.some((pair, i) => file.includes(Buffer.concat([pair, minutes[i]])));
  return hasDegrees ? [...found, "EXIF degrees"] : found;
}
