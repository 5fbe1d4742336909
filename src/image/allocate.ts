import { EngineError } from "../errors/index.ts";
import type { F32, Samples, U8, U16 } from "./image.ts";

/**
 * The one place where pixels get memory, by leases: the holder of one ends it. Views come from large shared chunks and
 * go back to them with their last lease, because the first touch of fresh memory costs four times as much as its
 * re-use, and because collectors free shared memory late. A lease is kept by the view's object, not by its address.
 * Views from elsewhere are only lent: sharing and releasing them has no effect, and they may not be overwritten.
 */
export interface PixelMemory {
  /** A lease on new memory; what it holds is undefined: the caller writes every sample it later reads. */
  u8(length: number): U8;
  u16(length: number): U16;
  f32(length: number): F32;
  /** Takes one more lease on a view, which comes back. */
  share<View extends Samples>(view: View): View;
  /**
   * Ends a lease. With the last one the caller promises that nobody reads or writes the view any more; after that it
   * has no effect.
   */
  release(view: Samples): void;
  /** Whether a view has a single lease: its holder may write over it, because nobody else reads it. */
  mayOverwrite(view: Samples): boolean;
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
  /** How many stretches are taken. */
  taken: number;
}

/** What lies behind a leased view. */
interface Block extends Stretch {
  readonly chunk: Chunk;
  leases: number;
}

/**
 * As much idle memory stays with the process for the next picture; the rest goes back to the system until it is used.
 */
const keptIdleBytes = 256 * MB;

/** First-fit allocation of views in chunks; what nobody has touched costs no memory. */
export class PixelPool implements PixelMemory {
  readonly #chunks: Chunk[] = [];
  readonly #blocks = new Map<Samples, Block>();
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
    return this.#lease(length, (buffer, offset) => new Uint8Array(buffer, offset, length));
  }

  u16(length: number): U16 {
    return this.#lease(length * 2, (buffer, offset) => new Uint16Array(buffer, offset, length));
  }

  f32(length: number): F32 {
    return this.#lease(length * 4, (buffer, offset) => new Float32Array(buffer, offset, length));
  }

  share<View extends Samples>(view: View): View {
    const block = this.#blocks.get(view);
    if (block) block.leases++;
    return view;
  }

  release(view: Samples): void {
    const block = this.#blocks.get(view);
    if (!block) return;
    block.leases--;
    if (block.leases > 0) return;
    this.#blocks.delete(view);
    this.#takeBack(block);
  }

  mayOverwrite(view: Samples): boolean {
    return this.#blocks.get(view)?.leases === 1;
  }

  /** How many views are leased. */
  get leasedViews(): number {
    return this.#blocks.size;
  }

  #lease<View extends Samples>(bytes: number, viewOf: (buffer: SharedArrayBuffer, offset: number) => View): View {
    const block = this.#acquire(bytes);
    const view = viewOf(block.chunk.buffer, block.offset);
    this.#blocks.set(view, block);
    return view;
  }

  #takeBack({ chunk, offset, bytes }: Block): void {
    chunk.taken--;
    insertStretch(chunk.free, { offset, bytes });
    if (this.#drop && this.#idleBytes + bytes > keptIdleBytes) {
      this.#drop(new Uint8Array(chunk.buffer, offset, bytes));
    } else {
      this.#idleBytes += bytes;
    }
    // One idle chunk is kept for the next picture; further ones go back to the system.
    if (chunk.taken === 0 && this.#chunks.filter(({ taken }) => taken === 0).length > 1) {
      this.#chunks.splice(this.#chunks.indexOf(chunk), 1);
    }
  }

  #acquire(wanted: number): Block {
    const bytes = Math.max(alignment, Math.ceil(wanted / alignment) * alignment);
    for (const chunk of this.#chunks) {
      const index = chunk.free.findIndex((stretch) => stretch.bytes >= bytes);
      if (index < 0) continue;
      const stretch = chunk.free[index];
      const { offset } = stretch;
      stretch.offset += bytes;
      stretch.bytes -= bytes;
      if (stretch.bytes === 0) chunk.free.splice(index, 1);
      chunk.taken++;
      this.#idleBytes = Math.max(0, this.#idleBytes - bytes);
      return { chunk, offset, bytes, leases: 1 };
    }
    const buffer = allocateChunk(bytes, Math.max(bytes, this.#chunkBytes));
    const rest = buffer.byteLength - bytes;
    const chunk = { buffer, free: rest > 0 ? [{ offset: bytes, bytes: rest }] : [], taken: 1 };
    this.#chunks.push(chunk);
    return { chunk, offset: 0, bytes, leases: 1 };
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
