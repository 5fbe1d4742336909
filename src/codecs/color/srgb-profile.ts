import { decodeSrgb } from "../../image/index.ts";

/** sRGB's colorants under D50 (IEC 61966-2-1 primaries, adapted by Bradford), as in its published profiles. */
const colorants = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
} as const;

const D50 = [0.9642, 1, 0.82491] as const;

/** Usual number of curve entries: 16-bit values interpolate to within one code value. */
const CURVE_ENTRIES = 1024;

const TYPE_HEADER_BYTES = 8;

let profile: Uint8Array | undefined;

/**
 * An sRGB profile (ICC.1:2001-04, version 2, which every reader knows) built from the standard's numbers; about 2.7 KB,
 * with the same bytes on every call.
 */
export function srgbProfile(): Uint8Array {
  profile ??= build();
  return profile;
}

function build(): Uint8Array {
  const name = "sRGB IEC61966-2.1";
  const curve = curveTag();
  const tags: readonly (readonly [string, Buffer])[] = [
    ["desc", descriptionTag(name)],
    ["cprt", textTag("No copyright, use freely")],
    ["wtpt", xyzTag(D50)],
    ["rXYZ", xyzTag(colorants.rXYZ)],
    ["gXYZ", xyzTag(colorants.gXYZ)],
    ["bXYZ", xyzTag(colorants.bXYZ)],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const bodies: Buffer[] = [];
  const offsets = new Map<Buffer, number>();
  let end = 128 + table.length;
  tags.forEach(([signature, body], i) => {
    if (!offsets.has(body)) {
      offsets.set(body, end);
      bodies.push(body);
      end += body.length;
    }
    table.write(signature, 4 + i * 12, "latin1");
    table.writeUInt32BE(offsets.get(body) ?? 0, 8 + i * 12);
    table.writeUInt32BE(body.length, 12 + i * 12);
  });
  return Buffer.concat([header(end), table, ...bodies]);
}

/** ICC.1:2001-04, 6.1. The date is that of the standard, so that the bytes never change. */
function header(bytes: number): Buffer {
  const head = Buffer.alloc(128);
  head.writeUInt32BE(bytes, 0);
  head.writeUInt32BE(0x02100000, 8);
  head.write("mntrRGB XYZ ", 12, "latin1");
  [1999, 10, 1, 0, 0, 0].forEach((part, i) => {
    head.writeUInt16BE(part, 24 + i * 2);
  });
  head.write("acsp", 36, "latin1");
  D50.forEach((value, i) => {
    head.writeInt32BE(fixed(value), 68 + i * 4);
  });
  return head;
}

/** A tag body of the given type, padded to four bytes. */
function tag(type: string, contentBytes: number): Buffer {
  const body = Buffer.alloc(Math.ceil((TYPE_HEADER_BYTES + contentBytes) / 4) * 4);
  body.write(type, 0, "latin1");
  return body;
}

function descriptionTag(text: string): Buffer {
  // ASCII length and text, then an empty Unicode and an empty ScriptCode part of fixed size.
  const body = tag("desc", 4 + text.length + 1 + 8 + 3 + 67);
  body.writeUInt32BE(text.length + 1, 8);
  body.write(text, 12, "latin1");
  return body;
}

function textTag(text: string): Buffer {
  const body = tag("text", text.length + 1);
  body.write(text, 8, "latin1");
  return body;
}

function xyzTag(xyz: readonly number[]): Buffer {
  const body = tag("XYZ ", 12);
  xyz.forEach((value, i) => {
    body.writeInt32BE(fixed(value), 8 + i * 4);
  });
  return body;
}

function curveTag(): Buffer {
  const body = tag("curv", 4 + CURVE_ENTRIES * 2);
  body.writeUInt32BE(CURVE_ENTRIES, 8);
  for (let i = 0; i < CURVE_ENTRIES; i++) {
    body.writeUInt16BE(Math.round(decodeSrgb(i / (CURVE_ENTRIES - 1)) * 65535), 12 + i * 2);
  }
  return body;
}

/** s15Fixed16Number. */
function fixed(value: number): number {
  return Math.round(value * 65536);
}
