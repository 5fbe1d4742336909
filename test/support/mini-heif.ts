import { HeifItems } from "../../src/codecs/heif/items.ts";

/** The first tile of a HEIC, of 4:2:0 and 8 bits and at most 128 pixels a side, behind the short header `mini`. */
export function withMiniHeader(heic: Uint8Array, width: number, height: number): Uint8Array {
  const items = new HeifItems(heic);
  const [tile] = items.referredBy(items.primary, "dimg");
  const config = items.property(tile, "hvcC");
  const data = items.dataOf(tile, heic);
  if (!config || !data) throw new Error("expected a tile in HEVC");
  const fields = [
    [0, 4], // version, coding, float
    [1, 1], // full range
    [0, 6], // alpha, colour, gain map, profile, EXIF, XMP
    [1, 2], // 4:2:0
    [0, 4], // not turned, sides of 7 bits
    [width - 1, 7],
    [height - 1, 7],
    [0, 3], // where chroma stands, 8 bits
    [1, 1], // the sizes that follow are long
    [1, 1],
    [config.length, 12],
    [data.length - 1, 28],
  ];
  const bits = fields.map(([value, count]) => value.toString(2).padStart(count, "0")).join("");
  const header = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)) ?? [];
  const payload = Buffer.concat([Uint8Array.from(header), config, data]);
  return new Uint8Array(Buffer.concat([box("ftyp", Buffer.from("mif3heic", "latin1")), box("mini", payload)]));
}

function box(type: string, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(payload.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, payload]);
}
