import type { PixelMemory, PixelPool } from "./allocate.ts";
import type { Samples } from "./image.ts";

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
