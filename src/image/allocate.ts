import { EngineError } from "../errors/index.ts";
import type { F32, I16, Samples, U8, U16 } from "./image.ts";

/**
 * The one place where pixels get memory. Buffers come from a free list, because the first touch of fresh memory costs four
 * times as much as its re-use. Contents of a fresh view are undefined: whoever takes one writes every sample it later reads.
 */
export interface PixelMemory {
  u8(length: number): U8;
  u16(length: number): U16;
  i16(length: number): I16;
  f32(length: number): F32;
  /** Hands a view's whole buffer back. The caller promises that nobody reads or writes it any more. */
  release(view: Samples | I16): void;
}

const MIN_BYTES = 4096;

/** Fresh memory. Throws `limits/memory` where the system has none. */
function allocate(bytes: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(bytes);
  } catch (thrown) {
    const message = `memory: the system has no ${Math.ceil(bytes / 2 ** 20)} MB for pixels`;
    throw new EngineError("limits/memory", message, { bytes }, thrown);
  }
}

/** A buffer that is asked for may be served by one up to this much larger. */
const WASTE = 1.25;

export class PixelPool implements PixelMemory {
  readonly #free: SharedArrayBuffer[] = [];
  readonly #maxFreeBytes: number;
  #freeBytes = 0;

  /** `maxFreeBytes` bounds what lies idle; what is in use is bounded by the pipeline's memory budget. */
  constructor(maxFreeBytes = 512 * 2 ** 20) {
    this.#maxFreeBytes = maxFreeBytes;
  }

  u8(length: number): U8 {
    return new Uint8Array(this.#acquire(length), 0, length);
  }

  u16(length: number): U16 {
    return new Uint16Array(this.#acquire(length * 2), 0, length);
  }

  i16(length: number): I16 {
    return new Int16Array(this.#acquire(length * 2), 0, length);
  }

  f32(length: number): F32 {
    return new Float32Array(this.#acquire(length * 4), 0, length);
  }

  release(view: Samples | I16): void {
    const { buffer } = view;
    if (this.#free.includes(buffer) || buffer.byteLength + this.#freeBytes > this.#maxFreeBytes) return;
    this.#free.push(buffer);
    this.#freeBytes += buffer.byteLength;
  }

  /** Drops every idle buffer. */
  clear(): void {
    this.#free.length = 0;
    this.#freeBytes = 0;
  }

  #acquire(bytes: number): SharedArrayBuffer {
    const wanted = Math.max(MIN_BYTES, bytes);
    let best = -1;
    for (let i = 0; i < this.#free.length; i++) {
      const size = this.#free[i].byteLength;
      if (size >= wanted && size <= wanted * WASTE && (best < 0 || size < this.#free[best].byteLength)) best = i;
    }
    if (best < 0) return allocate(wanted);
    const [buffer] = this.#free.splice(best, 1);
    this.#freeBytes -= buffer.byteLength;
    return buffer;
  }
}
