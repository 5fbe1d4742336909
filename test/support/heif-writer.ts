/** A HEIF file built around the one HEVC picture of another (ISO/IEC 23008-12). */
export interface BuiltHeif {
  /** A HEIC of a single picture without further items, such as libheif's `heif-enc` writes. */
  readonly source: Uint8Array;
  /** Coded size, a multiple of the block size, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  /** Number of tiles of a grid that repeats the picture. */
  readonly columns?: number;
  readonly rows?: number;
  /** Visible part of the grid, if not all of it; also makes a grid of one tile. */
  readonly shown?: readonly [width: number, height: number];
  /** Quarter turns counter-clockwise, before the mirror. */
  readonly turns?: number;
  /** 0 exchanges top and bottom, 1 left and right. */
  readonly mirror?: 0 | 1;
  /** Colour primaries, transfer characteristics and matrix by H.273. */
  readonly cicp?: readonly [number, number, number];
  readonly icc?: Uint8Array;
  /** Types of auxiliary pictures, each of which repeats the source. */
  readonly auxiliary?: readonly string[];
  /** A derived picture (`tmap`: base and gain map) in addition to the primary one. */
  readonly hasToneMap?: boolean;
}

interface Item {
  readonly id: number;
  readonly type: string;
  readonly isHidden: boolean;
  readonly properties: readonly Buffer[];
  /** The source's coded picture, or separate bytes. */
  readonly data: Buffer | "coded";
}

export function buildHeif(built: BuiltHeif): Uint8Array {
  const { source, columns = 1, rows = 1, width, height, auxiliary = [] } = built;
  const [coder, coded] = [findBox(source, "hvcC"), findBox(source, "mdat").subarray(8)];
  const tile = [coder, ispe(width, height), pixi(built.bitDepth)];
  const tiles = columns * rows;
  const isGrid = tiles > 1 || built.shown !== undefined;
  const primary = isGrid ? tiles + 1 : 1;
  const items: Item[] = Array.from({ length: tiles }, (_, i) => ({
    id: i + 1,
    type: "hvc1",
    isHidden: isGrid,
    properties: isGrid ? tile : [...tile, ...shownProperties(built)],
    data: "coded",
  }));
  if (isGrid) {
    const [wide, high] = built.shown ?? [columns * width, rows * height];
    const grid = Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), u16(wide), u16(high)]);
    const properties = [ispe(wide, high), pixi(built.bitDepth), ...shownProperties(built)];
    items.push({ id: primary, type: "grid", isHidden: false, properties, data: grid });
  }
  const references = [reference("dimg", primary, isGrid ? items.slice(0, tiles).map(({ id }) => id) : [])];
  for (const type of auxiliary) {
    const auxC = fullBox("auxC", 0, Buffer.from(`${type}\0`));
    items.push({ id: items.length + 1, type: "hvc1", isHidden: true, properties: [...tile, auxC], data: "coded" });
    references.push(reference("auxl", items.length, [primary]));
  }
  if (built.hasToneMap) {
    items.push({
      id: items.length + 1,
      type: "tmap",
      isHidden: true,
      properties: tile.slice(1),
      data: Buffer.alloc(64),
    });
    references.push(reference("dimg", items.length, [primary]));
  }
  return assemble(items, primary, Buffer.concat(references), coded);
}

function shownProperties({ cicp, icc, turns, mirror }: BuiltHeif): Buffer[] {
  const properties: Buffer[] = [];
  if (cicp) properties.push(box("colr", Buffer.from("nclx"), ...cicp.map(u16), Buffer.from([0x80])));
  if (icc) properties.push(box("colr", Buffer.from("prof"), Buffer.from(icc)));
  if (turns !== undefined) properties.push(box("irot", Buffer.from([turns])));
  if (mirror !== undefined) properties.push(box("imir", Buffer.from([mirror])));
  return properties;
}

function assemble(items: readonly Item[], primary: number, references: Buffer, coded: Buffer): Uint8Array {
  const all = items.flatMap(({ properties }) => properties);
  const kept = all.filter((property, i) => all.findIndex((other) => other.equals(property)) === i);
  const indexOf = (property: Buffer) => kept.findIndex((other) => other.equals(property)) + 1;
  const associations = items.map(({ id, properties }) =>
    Buffer.concat([u16(id), Buffer.from([properties.length, ...properties.map((one) => indexOf(one) | 0x80)])]),
  );
  const ipma = fullBox("ipma", 0, u32(items.length), ...associations);
  const entries = items.map(({ id, type, isHidden }) =>
    fullBox("infe", 2, u16(id), u16(0), Buffer.from(`${type}\0`), isHidden),
  );
  const own = items.filter(({ data }) => data !== "coded").map(({ data }) => data as Buffer);
  const meta = (codedAt: number) =>
    fullBox(
      "meta",
      0,
      fullBox("hdlr", 0, u32(0), Buffer.from("pict"), Buffer.alloc(12), Buffer.from([0])),
      fullBox("pitm", 0, u16(primary)),
      locations(items, codedAt, coded.length),
      fullBox("iinf", 0, u16(items.length), ...entries),
      box("iprp", box("ipco", ...kept), ipma),
      fullBox("iref", 0, references),
      box("idat", ...own),
    );
  const ftyp = box("ftyp", Buffer.from("heic\0\0\0\0mif1heic"));
  const codedAt = ftyp.length + meta(0).length + 8;
  return new Uint8Array(Buffer.concat([ftyp, meta(codedAt), box("mdat", coded)]));
}

/** Version 1, offsets and lengths of 4 bytes; separate data are stored one after another in `idat`. */
function locations(items: readonly Item[], codedAt: number, codedBytes: number): Buffer {
  let ownAt = 0;
  const entries = items.map(({ id, data }) => {
    const [method, offset, length] = data === "coded" ? [0, codedAt, codedBytes] : [1, ownAt, data.length];
    if (data !== "coded") ownAt += data.length;
    return Buffer.concat([u16(id), u16(method), u16(0), u16(1), u32(offset), u32(length)]);
  });
  return fullBox("iloc", 1, Buffer.from([0x44, 0]), u16(items.length), ...entries);
}

function reference(type: string, from: number, to: readonly number[]): Buffer {
  return to.length === 0 ? Buffer.alloc(0) : box(type, u16(from), u16(to.length), ...to.map(u16));
}

const ispe = (width: number, height: number) => fullBox("ispe", 0, u32(width), u32(height));
const pixi = (bits: number) => fullBox("pixi", 0, Buffer.from([3, bits, bits, bits]));

function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
}

/** A last argument `true` sets the lowest flag. */
function fullBox(type: string, version: number, ...parts: readonly (Uint8Array | boolean)[]): Buffer {
  const bytes = parts.filter((part) => typeof part !== "boolean");
  return box(type, Buffer.from([version, 0, 0, parts.includes(true) ? 1 : 0]), ...bytes);
}

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The first box of this type, with its header. */
function findBox(file: Uint8Array, type: string): Buffer {
  const bytes = Buffer.from(file);
  const start = bytes.indexOf(type, 0, "latin1") - 4;
  if (start < 0) throw new Error(`the file has no box ${type}`);
  return bytes.subarray(start, start + bytes.readUInt32BE(start));
}
