import { EngineError } from "../errors/index.ts";
import type { F32, Samples, U8, U16 } from "./image.ts";

/**
 * The one place where pixels get memory. Views come from large shared chunks and go back to them, because the first
 * touch of fresh memory costs four times as much as its re-use, and because collectors free shared memory late.
 * Contents of a fresh view are undefined: the caller writes every sample it later reads.
 */
export interface PixelMemory {
  u8(length: number): U8;
  u16(length: number): U16;
  f32(length: number): F32;
  /** Hands a view back. The caller promises that nobody reads or writes it any more. A second time has no effect. */
  release(view: Samples): void;
}

/** Views begin at cache lines. */
const alignment = 64;
const MB = 2 ** 20;

/** A stretch of a chunk, in bytes. */
interface Stretch {
  offset: number;
  bytes: number;
}

interface Chunk {
  readonly buffer: SharedArrayBuffer;
  /** Idle stretches by rising offset; neighbours are one stretch. */
  readonly free: Stretch[];
  /** Taken stretches: offset → bytes. */
  readonly taken: Map<number, number>;
}

/**
 * As much idle memory stays with the process for the next picture; the rest goes back to the system until it is used.
 */
const keptIdleBytes = 256 * MB;

/** First-fit allocation of views in chunks; what nobody has touched costs no memory. */
export class PixelPool implements PixelMemory {
  readonly #chunks: Chunk[] = [];
  readonly #chunkBytes: number;
  readonly #drop: ((view: Uint8Array) => void) | undefined;
  /** Bytes that were given back and not dropped; about, since nobody knows what of them is taken again. */
  #idleBytes = 0;

  /**
   * `chunkBytes` is the least size of a chunk (address space, not memory); 0 gives every view a buffer of its own.
   * `drop` gives memory back to the system until it is touched again.
   */
  constructor(chunkBytes = 512 * MB, drop?: (view: Uint8Array) => void) {
    this.#chunkBytes = chunkBytes;
    this.#drop = drop;
  }

  u8(length: number): U8 {
    const { buffer, offset } = this.#acquire(length);
    return new Uint8Array(buffer, offset, length);
  }

  u16(length: number): U16 {
    const { buffer, offset } = this.#acquire(length * 2);
    return new Uint16Array(buffer, offset, length);
  }

  f32(length: number): F32 {
    const { buffer, offset } = this.#acquire(length * 4);
    return new Float32Array(buffer, offset, length);
  }

  release(view: Samples): void {
    const chunk = this.#chunks.find(({ buffer }) => buffer === view.buffer);
    const bytes = chunk?.taken.get(view.byteOffset);
    if (!chunk || bytes === undefined) return;
    chunk.taken.delete(view.byteOffset);
    insertStretch(chunk.free, { offset: view.byteOffset, bytes });
    if (this.#drop && this.#idleBytes + bytes > keptIdleBytes) {
      this.#drop(new Uint8Array(chunk.buffer, view.byteOffset, bytes));
    } else {
      this.#idleBytes += bytes;
    }
    // One idle chunk is kept for the next picture; further ones go back to the system.
    if (chunk.taken.size === 0 && this.#chunks.filter(({ taken }) => taken.size === 0).length > 1) {
      this.#chunks.splice(this.#chunks.indexOf(chunk), 1);
    }
  }

  #acquire(wanted: number): { buffer: SharedArrayBuffer; offset: number } {
    const bytes = Math.max(alignment, Math.ceil(wanted / alignment) * alignment);
    for (const { buffer, free, taken } of this.#chunks) {
      const index = free.findIndex((stretch) => stretch.bytes >= bytes);
      if (index < 0) continue;
      const stretch = free[index];
      const { offset } = stretch;
      stretch.offset += bytes;
      stretch.bytes -= bytes;
      if (stretch.bytes === 0) free.splice(index, 1);
      taken.set(offset, bytes);
      this.#idleBytes = Math.max(0, this.#idleBytes - bytes);
      return { buffer, offset };
    }
    const buffer = allocateChunk(bytes, Math.max(bytes, this.#chunkBytes));
    const rest = buffer.byteLength - bytes;
    const free = rest > 0 ? [{ offset: bytes, bytes: rest }] : [];
    this.#chunks.push({ buffer, free, taken: new Map([[0, bytes]]) });
    return { buffer, offset: 0 };
  }
}

/** A chunk of the wished size, or of the needed one where the system does not give that. Throws `limits/memory`. */
function allocateChunk(needed: number, wished: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(wished);
  } catch (thrown) {
    if (wished > needed) return allocateChunk(needed, needed);
    const message = `memory: the system has no ${Math.ceil(needed / MB)} MB for pixels`;
    throw new EngineError("limits/memory", message, { bytes: needed }, thrown);
  }
}

/** Puts a stretch where it belongs and joins it with its neighbours. */
function insertStretch(free: Stretch[], stretch: Stretch): void {
  let index = free.findIndex(({ offset }) => offset > stretch.offset);
  if (index < 0) index = free.length;
  free.splice(index, 0, stretch);
  for (const i of [index, index - 1]) {
    const [left, right] = [free[i], free[i + 1]];
    if (!left || !right || left.offset + left.bytes !== right.offset) continue;
    left.bytes += right.bytes;
    free.splice(i + 1, 1);
  }
}
