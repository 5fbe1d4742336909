import { type PixelMemory, PixelPool, type U8, type U16 } from "../image/index.ts";
import { loadDropPages } from "../kernels/index.ts";

/** Size in bytes from which released memory of a task is returned to the system at once: its collector comes late. */
const largeBytes = 16 * 2 ** 20;
let dropPages: ReturnType<typeof loadDropPages> | "not loaded" = "not loaded";

function dropLarge(view: Uint8Array): void {
  if (view.length < largeBytes) return;
  if (dropPages === "not loaded") dropPages = loadDropPages();
  dropPages?.(view);
}

/** Memory of one task, a buffer for each view. */
export function newTaskMemory(): PixelPool {
  return new PixelPool(0, dropLarge, 0);
}

/**
 * Passes `target` to the first request for a view of the same type and length; all others get newly allocated memory.
 */
export function preferTarget(target: U8 | U16, fallback: PixelMemory): PixelMemory {
  let free = true;
  const suits = (type: typeof Uint8Array | typeof Uint16Array, length: number): boolean => {
    const suitable = free && target instanceof type && target.length === length;
    if (suitable) free = false;
    return suitable;
  };
  return {
    u8: (length) => (suits(Uint8Array, length) ? (target as U8) : fallback.u8(length)),
    u16: (length) => (suits(Uint16Array, length) ? (target as U16) : fallback.u16(length)),
    f32: (length) => fallback.f32(length),
    share: (view) => fallback.share(view),
    release: (view) => fallback.release(view),
    mayOverwrite: (view) => fallback.mayOverwrite(view),
  };
}
