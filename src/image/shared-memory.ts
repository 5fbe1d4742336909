import { EngineError } from "../errors/index.ts";
import { alignment, type PixelSource, type Stretch } from "./chunks.ts";

/** Maximum number of blocks. */
const maxBlocks = 16_384;
/** Words per block: offset, size in bytes, owner. */
const blockWords = 3;
/** Layout of the head: four words that identify this memory, the lock, the number of blocks. */
const idWords = 4;
const lockWord = 4;
const countWord = 5;
const headBytes = 64;
/** Longest wait for the lock, in ms. A holder needs microseconds, so a longer wait means that its thread has ended. */
const maxLockMs = 1000;

/**
 * One memory from which all threads allocate. Its head and the table of taken blocks, by rising offset, are in the
 * memory itself. First fit; untouched parts cost nothing.
 */
export class SharedMemory implements PixelSource {
  readonly buffer: SharedArrayBuffer;
  readonly #head: Int32Array;
  readonly #table: Uint32Array;
  /** Offset of the first block. */
  readonly #begin: number;
  readonly #owner: number;
  /**
   * Buffers that are known to be this memory or not. A buffer that crossed threads is another object over the same
   * memory.
   */
  readonly #known = new WeakMap<ArrayBufferLike, boolean>();

  /**
   * `start`: offset of the first byte that the pool may use. `owner`: the thread's number, not 0, which identifies its
   * blocks.
   */
  constructor(buffer: SharedArrayBuffer, start: number, owner: number) {
    const head = Math.ceil(start / alignment) * alignment;
    this.buffer = buffer;
    this.#owner = owner;
    this.#head = new Int32Array(buffer, head, headBytes / 4);
    this.#table = new Uint32Array(buffer, head + headBytes, maxBlocks * blockWords);
    this.#begin = head + headBytes + this.#table.byteLength;
    this.#known.set(buffer, true);
  }

  /** Sets the four words that identify this memory. Called once, by the thread that made it. */
  name(id: Int32Array): void {
    this.#head.set(id.subarray(0, idWords));
  }

  /** Whether a buffer is this memory. */
  holds(buffer: ArrayBufferLike): boolean {
    let isOwn = this.#known.get(buffer);
    if (isOwn === undefined) {
      isOwn = buffer.byteLength === this.buffer.byteLength && this.#hasId(buffer);
      this.#known.set(buffer, isOwn);
    }
    return isOwn;
  }

  take(wanted: number): Stretch {
    const bytes = Math.max(alignment, Math.ceil(wanted / alignment) * alignment);
    const offset = this.#locked(() => this.#insert(bytes));
    if (offset !== undefined) return { buffer: this.buffer, offset, bytes };
    const all = Math.floor(this.buffer.byteLength / 2 ** 20);
    const message = `memory: no ${Math.ceil(bytes / 2 ** 20)} MB are left of the ${all} MB that WebAssembly addresses`;
    throw new EngineError("limits/memory", message, { bytes });
  }

  giveBack({ offset }: Stretch): void {
    this.#locked(() => this.#removeWhere((begin) => begin === offset));
  }

  /** Frees the blocks of a thread that has ended. */
  giveBackAllOf(owner: number): void {
    this.#locked(() => this.#removeWhere((_begin, of) => of === owner));
  }

  #hasId(buffer: ArrayBufferLike): boolean {
    const id = new Int32Array(buffer, this.#head.byteOffset, idWords);
    return id.every((word, i) => word === this.#head[i]);
  }

  #insert(bytes: number): number | undefined {
    const table = this.#table;
    const count = this.#head[countWord];
    let offset = this.#begin;
    let i = 0;
    while (i < count && table[i * blockWords] - offset < bytes) {
      offset = table[i * blockWords] + table[i * blockWords + 1];
      i++;
    }
    if (count === maxBlocks || this.buffer.byteLength - offset < bytes) return undefined;
    table.copyWithin((i + 1) * blockWords, i * blockWords, count * blockWords);
    table[i * blockWords] = offset;
    table[i * blockWords + 1] = bytes;
    table[i * blockWords + 2] = this.#owner;
    this.#head[countWord] = count + 1;
    return offset;
  }

  #removeWhere(isGone: (offset: number, owner: number) => boolean): void {
    const table = this.#table;
    for (let i = this.#head[countWord] - 1; i >= 0; i--) {
      if (!isGone(table[i * blockWords], table[i * blockWords + 2])) continue;
      table.copyWithin(i * blockWords, (i + 1) * blockWords, this.#head[countWord] * blockWords);
      this.#head[countWord]--;
    }
  }

  #locked<T>(work: () => T): T {
    const lock = this.#head;
    for (;;) {
      const holder = Atomics.compareExchange(lock, lockWord, 0, this.#owner);
      if (holder === 0) break;
      if (Atomics.wait(lock, lockWord, holder, maxLockMs) !== "timed-out") continue;
      if (Atomics.compareExchange(lock, lockWord, holder, this.#owner) === holder) break;
    }
    try {
      return work();
    } finally {
      Atomics.store(lock, lockWord, 0);
      Atomics.notify(lock, lockWord, 1);
    }
  }
}
