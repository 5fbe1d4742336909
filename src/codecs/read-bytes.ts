/** Offsets of the first byte and of the byte after the last. */
export type Span = readonly [begin: number, end: number];

/** A file with random access: the headers of a large file are in a few places. */
export interface RandomAccess {
  readonly length: number;
  /**
   * Fills `target` with the bytes from `offset` on; all of them lie within the file. Throws when it cannot be read.
   */
  readInto(target: Uint8Array, offset: number): void;
}

/** The bytes of a range within the file. */
export function bytesOf(file: Uint8Array | RandomAccess, begin: number, end: number): Uint8Array {
  if (file instanceof Uint8Array) return file.subarray(begin, end);
  const bytes = new Uint8Array(end - begin);
  file.readInto(bytes, begin);
  return bytes;
}

/** The methods of a DataView that reading directories needs. */
export type NumberView = Pick<
  DataView,
  | "byteLength"
  | "getUint8"
  | "getInt8"
  | "getUint16"
  | "getInt16"
  | "getUint32"
  | "getInt32"
  | "getFloat32"
  | "getFloat64"
>;

const blockBytes = 65_536;

/** A view of a file like a DataView, with one block in memory at a time. */
export class RandomAccessView implements NumberView {
  readonly #file: RandomAccess;
  #block = new DataView(new ArrayBuffer(0));
  #start = 0;

  constructor(file: RandomAccess) {
    this.#file = file;
  }

  get byteLength(): number {
    return this.#file.length;
  }

  getUint8 = (at: number) => this.#at(at, 1).getUint8(at - this.#start);
  getInt8 = (at: number) => this.#at(at, 1).getInt8(at - this.#start);
  getUint16 = (at: number, little?: boolean) => this.#at(at, 2).getUint16(at - this.#start, little);
  getInt16 = (at: number, little?: boolean) => this.#at(at, 2).getInt16(at - this.#start, little);
  getUint32 = (at: number, little?: boolean) => this.#at(at, 4).getUint32(at - this.#start, little);
  getInt32 = (at: number, little?: boolean) => this.#at(at, 4).getInt32(at - this.#start, little);
  getFloat32 = (at: number, little?: boolean) => this.#at(at, 4).getFloat32(at - this.#start, little);
  getFloat64 = (at: number, little?: boolean) => this.#at(at, 8).getFloat64(at - this.#start, little);

  bytes(at: number, count: number): Uint8Array<ArrayBuffer> {
    const target = new Uint8Array(count);
    this.#file.readInto(target, at);
    return target;
  }

  /** A block that holds the value; beyond the end its getters throw, as those of a DataView do. */
  #at(at: number, size: number): DataView {
    if (at < this.#start || at + size > this.#start + this.#block.byteLength) {
      this.#start = at;
      const block = this.bytes(at, Math.max(0, Math.min(blockBytes, this.#file.length - at)));
      this.#block = new DataView(block.buffer);
    }
    return this.#block;
  }
}

/** A view of a file's bytes, in memory or read on request. */
export function viewOf(file: Uint8Array | RandomAccess): DataView | RandomAccessView {
  return file instanceof Uint8Array
    ? new DataView(file.buffer, file.byteOffset, file.byteLength)
    : new RandomAccessView(file);
}

/** The name of four characters at `start`: of a box, a chunk, a brand. */
export function fourCharacters(bytes: Uint8Array, start: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + 4));
}
