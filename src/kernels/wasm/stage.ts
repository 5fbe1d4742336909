import { EngineError } from "../../errors/index.ts";
import type { SharedMemory, Stretch } from "../../image/index.ts";
import type { Declaration } from "../declaration.ts";

/** Bytes of a slot: its kind, a length, and a number or the address of a view or list (native/wasm/call.h). */
const slotBytes = 16;

const kinds = { absent: 0, number: 1, u8: 2, u16: 3, f32: 4, f64: 5, i32: 6, i8: 7, list: 8, other: 9 } as const;
/** Maximum length of a list; longer ones are rejected. */
const maxListed = 4096;
/** Maximum size of a view in bytes. Differences of 32-bit addresses inside a longer one would overflow. */
const maxViewBytes = 2 ** 31 - 1;

/** Bytes that the slots of these arguments take. */
export function slotsSize(values: readonly unknown[]): number {
  const lists = values.filter((value) => Array.isArray(value));
  return slotBytes * lists.reduce((sum, { length }) => sum + Math.min(length, maxListed), values.length);
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
      for (const view of value.slice(0, maxListed)) writeView(next++, view);
    } else {
      writeView(slot, value);
    }
  }
}

function kindOf(view: ArrayBufferView): number {
  if (view.byteLength > maxViewBytes) {
    throw new EngineError("limits/memory", "kernels: WebAssembly accepts views of at most 2 GB");
  }
  if (view instanceof Uint8Array) return kinds.u8;
  if (view instanceof Uint16Array) return kinds.u16;
  if (view instanceof Float32Array) return kinds.f32;
  if (view instanceof Float64Array) return kinds.f64;
  if (view instanceof Int8Array) return kinds.i8;
  return view instanceof Int32Array ? kinds.i32 : kinds.other;
}

type Args = Readonly<Record<string, unknown>>;

/** Arguments with all views in the module's memory. */
export interface Staged {
  readonly args: Args;
  /** Copies outputs back if the call succeeded, and releases the memory of all copies. */
  end(isDone: boolean): void;
}

/** The range of a foreign buffer that views of a call cover, in bytes. */
interface Foreign {
  readonly buffer: ArrayBufferLike;
  readonly begin: number;
  end: number;
  isOutput: boolean;
}

interface Copy extends Foreign {
  readonly stretch: Stretch;
  /** Offset in the shared memory. */
  readonly at: number;
}

/** Copies keep the offset of their view modulo this many bytes, so that every element stays aligned to its size. */
const alignment = 64;

/**
 * Copies views over other memory into the module's memory; overlapping views share a copy. This happens before a call
 * is cut into bands, because bands that copied whole outputs back would overwrite each other's rows.
 */
export function stageArgs(args: Args, declaration: Declaration, memory: SharedMemory): Staged {
  const foreign = foreignOf(args, declaration, memory);
  if (foreign.length === 0) return { args, end: () => undefined };
  const copies: Copy[] = [];
  const end = () => {
    for (const { stretch } of copies) memory.giveBack(stretch);
  };
  try {
    for (const each of foreign) copies.push(copyIn(each, memory));
  } catch (thrown) {
    end();
    throw thrown;
  }
  return {
    args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, staged(value, copies, memory)])),
    end: (isDone) => {
      if (isDone) for (const copy of copies) if (copy.isOutput) copyBack(copy, memory);
      end();
    },
  };
}

function foreignOf(args: Args, declaration: Declaration, memory: SharedMemory): Foreign[] {
  const found: Foreign[] = [];
  for (const [name, value] of Object.entries(args)) {
    const isOutput = declaration.args[name]?.isOutput === true;
    for (const view of listed(value) ?? [value]) {
      if (!isForeign(view, memory)) continue;
      const { buffer, byteOffset, byteLength } = view;
      found.push({ buffer, begin: byteOffset, end: byteOffset + byteLength, isOutput });
    }
  }
  return joined(found);
}

/** Whether the view must be copied. An empty one can lie anywhere. */
function isForeign(value: unknown, memory: SharedMemory): value is ArrayBufferView {
  return ArrayBuffer.isView(value) && value.byteLength > 0 && !memory.holds(value.buffer);
}

/** The value as a list, unless it is so long that the module rejects it. */
function listed(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length <= maxListed ? value : undefined;
}

function joined(foreign: readonly Foreign[]): Foreign[] {
  const apart: Foreign[] = [];
  for (const next of [...foreign].sort((a, b) => a.begin - b.begin)) {
    const before = apart.findLast(({ buffer }) => buffer === next.buffer);
    if (before && next.begin < before.end) {
      before.end = Math.max(before.end, next.end);
      before.isOutput ||= next.isOutput;
    } else {
      apart.push({ ...next });
    }
  }
  return apart;
}

function copyIn(foreign: Foreign, memory: SharedMemory): Copy {
  const { buffer, begin, end } = foreign;
  const stretch = memory.take(end - begin + alignment);
  const at = stretch.offset + (begin % alignment);
  new Uint8Array(memory.buffer, at, end - begin).set(new Uint8Array(buffer, begin, end - begin));
  return { ...foreign, stretch, at };
}

function copyBack({ buffer, begin, end, at }: Copy, memory: SharedMemory): void {
  new Uint8Array(buffer, begin, end - begin).set(new Uint8Array(memory.buffer, at, end - begin));
}

function staged(value: unknown, copies: readonly Copy[], memory: SharedMemory): unknown {
  const list = listed(value);
  if (list) return list.map((each) => staged(each, copies, memory));
  if (!isForeign(value, memory)) return value;
  const { buffer, byteOffset, byteLength } = value;
  const holdsValue = (copy: Copy) =>
    copy.buffer === buffer && copy.begin <= byteOffset && byteOffset + byteLength <= copy.end;
  const { at, begin } = copies.find(holdsValue)!;
  const View = value.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => ArrayBufferView;
  return new View(memory.buffer, at + byteOffset - begin, (value as Uint8Array).length);
}
