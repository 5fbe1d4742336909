import { Chunks, type PixelSource, type Stretch } from "./chunks.ts";
import type { F32, Samples, U8, U16 } from "./image.ts";

/**
 * The only place where pixels get memory, by leases, which their holders end. Views come from a source of memory and
 * return to it with their last lease, because the first touch of fresh memory costs four times as much as its reuse,
 * and because collectors free shared memory late. A lease belongs to the view's object, not to its address. Views from
 * elsewhere are only lent: sharing and releasing them has no effect, and they must not be overwritten.
 */
export interface PixelMemory {
  /** A lease on new memory. Its content is undefined: the caller must write every sample before reading it. */
  u8(length: number): U8;
  u16(length: number): U16;
  f32(length: number): F32;
  /** Takes one more lease on a view, and returns the view. */
  share<View extends Samples>(view: View): View;
  /**
   * Ends a lease. When ending the last one, the caller guarantees that the view is no longer read or written. Without a
   * lease, the call has no effect.
   */
  release(view: Samples): void;
  /** Whether a view has a single lease: its holder may overwrite it, because there are no other readers. */
  mayOverwrite(view: Samples): boolean;
  /**
   * Reports that a view is complete and mostly waits from now on. It must not be written until this resolves. Absent if
   * views always stay in memory. Rejects with `io/write` if it cannot be put elsewhere.
   */
  rest?(view: Samples): Promise<void>;
}

/** The block behind a leased view. */
interface Block {
  readonly stretch: Stretch;
  leases: number;
}

/** Views over the memory of a source, by leases. */
export class PixelPool implements PixelMemory {
  readonly #source: PixelSource;
  readonly #blocks = new Map<Samples, Block>();

  /**
   * `source`: a source of memory, or the minimum size of its chunks in bytes (address space, not memory); 0 gives every
   * view a separate buffer. `drop` returns idle memory of chunks beyond `keptIdleBytes` to the system, until it is
   * touched again.
   */
  constructor(
    source: PixelSource | number = 512 * 2 ** 20,
    drop?: (view: Uint8Array) => void,
    keptIdleBytes = 256 * 2 ** 20,
  ) {
    this.#source = typeof source === "number" ? new Chunks(source, drop, keptIdleBytes) : source;
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
    this.#source.giveBack(block.stretch);
  }

  mayOverwrite(view: Samples): boolean {
    return this.#blocks.get(view)?.leases === 1;
  }

  /** Number of leases of a view. */
  leasesOf(view: Samples): number {
    return this.#blocks.get(view)?.leases ?? 0;
  }

  /** Number of leased views. */
  get leasedViews(): number {
    return this.#blocks.size;
  }

  /** Whether a view lies in leased memory. */
  holds({ buffer, byteOffset }: ArrayBufferView): boolean {
    for (const { stretch } of this.#blocks.values()) {
      const isInside = stretch.offset <= byteOffset && byteOffset < stretch.offset + stretch.bytes;
      if (isInside && stretch.buffer === buffer) return true;
    }
    return false;
  }

  /** Returns idle memory to the system. */
  dropIdle(): void {
    this.#source.dropIdle?.();
  }

  /** Ends all leases. */
  end(): void {
    for (const { stretch } of this.#blocks.values()) this.#source.giveBack(stretch);
    this.#blocks.clear();
  }

  #lease<View extends Samples>(bytes: number, viewOf: (buffer: SharedArrayBuffer, offset: number) => View): View {
    const stretch = this.#source.take(bytes);
    const view = viewOf(stretch.buffer, stretch.offset);
    this.#blocks.set(view, { stretch, leases: 1 });
    return view;
  }
}

interface Picture {
  readonly data: Samples;
}

/** Returns the picture with one more lease on its pixels, for code that reads it while or after a stage receives it. */
export function share<P extends Picture>(picture: P, memory: PixelMemory): P {
  memory.share(picture.data);
  return picture;
}

/**
 * Ends the leases of the pictures that are not in `goingOn`, which are still needed. A picture that is listed twice has
 * one lease, which it keeps if it is needed.
 */
export function endLeases(pictures: readonly Picture[], goingOn: readonly Picture[], memory: PixelMemory): void {
  const kept = new Set(goingOn.map(({ data }) => data));
  for (const data of new Set(pictures.map((picture) => picture.data))) if (!kept.has(data)) memory.release(data);
}

/**
 * The same value with copies, in memory of their own, of all views that lie in the pool; for values that outlive the
 * pool. A pool that holds everything gives a copy of all views.
 */
export function copyOut<T>(value: T, pool: Pick<PixelPool, "holds">): T {
  return copiedOut(value, pool) as T;
}

/** Copies plain objects, lists and views; returns all other values unchanged. */
function copiedOut(value: unknown, pool: Pick<PixelPool, "holds">): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) return pool.holds(value) ? ownCopy(value) : value;
  if (Array.isArray(value)) return value.map((each) => copiedOut(each, pool));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copiedOut(each, pool)]));
}

function ownCopy(view: ArrayBufferView): ArrayBufferView {
  const buffer = new SharedArrayBuffer(view.byteLength);
  new Uint8Array(buffer).set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  const View = view.constructor as new (buffer: SharedArrayBuffer) => ArrayBufferView;
  return new View(buffer);
}
