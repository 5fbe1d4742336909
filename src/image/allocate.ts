import { Chunks, type PixelSource, type Stretch } from "./chunks.ts";
import type { F32, Samples, U8, U16 } from "./image.ts";

/**
 * The one place where pixels get memory, by leases: the holder of one ends it. Views come from a source of memory and
 * go back to it with their last lease, because the first touch of fresh memory costs four times as much as its re-use,
 * and because collectors free shared memory late. A lease is kept by the view's object, not by its address.
 * Views from elsewhere are only lent: sharing and releasing them has no effect, and they must not be overwritten.
 */
export interface PixelMemory {
  /** A lease on new memory; what it holds is undefined: the caller writes every sample it later reads. */
  u8(length: number): U8;
  u16(length: number): U16;
  f32(length: number): F32;
  /** Takes one more lease on a view, which comes back. */
  share<View extends Samples>(view: View): View;
  /**
   * Ends a lease. With the last one the caller promises that the view is no longer read or written; after that it
   * has no effect.
   */
  release(view: Samples): void;
  /** Whether a view has a single lease: its holder may overwrite it, because there are no other readers. */
  mayOverwrite(view: Samples): boolean;
}

/** What lies behind a leased view. */
interface Block {
  readonly stretch: Stretch;
  leases: number;
}

/** Views over the memory of a source, by leases. */
export class PixelPool implements PixelMemory {
  readonly #source: PixelSource;
  readonly #blocks = new Map<Samples, Block>();

  /**
   * A source, or the least size of its chunks (address space, not memory); 0 gives every view a separate buffer. `drop`
   * returns memory of chunks to the system until it is touched again, beyond `keptIdleBytes`.
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

  /** How many views are leased. */
  get leasedViews(): number {
    return this.#blocks.size;
  }

  /** Whether a view lies in what is leased. */
  holds({ buffer, byteOffset }: ArrayBufferView): boolean {
    for (const { stretch } of this.#blocks.values()) {
      const isInside = stretch.offset <= byteOffset && byteOffset < stretch.offset + stretch.bytes;
      if (isInside && stretch.buffer === buffer) return true;
    }
    return false;
  }

  /** Lets the system have what is idle. */
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

/** The picture, with one more lease on its pixels: for what is read while or after a stage is given it. */
export function share<P extends Picture>(picture: P, memory: PixelMemory): P {
  memory.share(picture.data);
  return picture;
}

/**
 * Ends the leases of the pictures that are not among those still needed. A picture that is listed twice has one lease,
 * and travels on with it.
 */
export function endLeases(pictures: readonly Picture[], goingOn: readonly Picture[], memory: PixelMemory): void {
  const kept = new Set(goingOn.map(({ data }) => data));
  for (const data of new Set(pictures.map((picture) => picture.data))) if (!kept.has(data)) memory.release(data);
}

/**
 * The same value, but views of a pool in it are copies with memory of their own: for what outlives the pool. A pool
 * that holds everything gives a copy of all.
 */
export function copyOut<T>(value: T, pool: Pick<PixelPool, "holds">): T {
  return copiedOut(value, pool) as T;
}

/** Plain objects, lists and views; whatever else there is comes as it is. */
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
