import { EngineError } from "../../errors/index.ts";
import type { SharedMemory } from "../../image/index.ts";

/** Bytes of a slot: its kind, a length, and a number or the address of a view or list (native/wasm/call.h). */
export const slotBytes = 16;

const kinds = { absent: 0, number: 1, u8: 2, u16: 3, f32: 4, f64: 5, i32: 6, i8: 7, list: 8, other: 9 } as const;
/** Maximum length of a list; longer ones are rejected. */
export const mostListed = 4096;
/** Maximum size of a view in bytes. Differences of 32-bit addresses inside a longer one would overflow. */
const mostViewBytes = 2 ** 31 - 1;

/** Bytes that the slots of these arguments take. */
export function slotsSize(values: readonly unknown[]): number {
  const lists = values.filter((value) => Array.isArray(value));
  return slotBytes * lists.reduce((sum, { length }) => sum + Math.min(length, mostListed), values.length);
}

/** Writes a slot for each argument to `at`, followed by the slots of their lists. All views must lie in `memory`. */
export function writeSlots(values: readonly unknown[], memory: SharedMemory, at: number): void {
  const slots = new DataView(memory.buffer, at, slotsSize(values));
  let next = values.length;
  const write = (slot: number, kind: number, length = 0, place = 0) => {
    slots.setUint32(slot * slotBytes, kind, true);
    slots.setUint32(slot * slotBytes + 4, length, true);
    slots.setUint32(slot * slotBytes + 8, place, true);
  };
  const writeView = (slot: number, value: unknown) => {
    if (ArrayBuffer.isView(value)) write(slot, kindOf(value), (value as Uint8Array).length, value.byteOffset);
    else write(slot, value === undefined ? kinds.absent : kinds.other);
  };
  for (const [slot, value] of values.entries()) {
    if (typeof value === "number") {
      write(slot, kinds.number);
      slots.setFloat64(slot * slotBytes + 8, value, true);
    } else if (Array.isArray(value)) {
      write(slot, kinds.list, value.length, at + next * slotBytes);
      for (const view of value.slice(0, mostListed)) writeView(next++, view);
    } else {
      writeView(slot, value);
    }
  }
}

function kindOf(view: ArrayBufferView): number {
  if (view.byteLength > mostViewBytes) {
    throw new EngineError("limits/memory", "kernels: WebAssembly accepts views of at most 2 GB");
  }
  if (view instanceof Uint8Array) return kinds.u8;
  if (view instanceof Uint16Array) return kinds.u16;
  if (view instanceof Float32Array) return kinds.f32;
  if (view instanceof Float64Array) return kinds.f64;
  if (view instanceof Int8Array) return kinds.i8;
  return view instanceof Int32Array ? kinds.i32 : kinds.other;
}
