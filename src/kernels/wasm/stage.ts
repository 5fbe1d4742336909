import { EngineError } from "../../errors/index.ts";
import type { SharedMemory, Stretch } from "../../image/index.ts";
import type { Declaration } from "../declaration.ts";

/** Bytes of a slot: its kind, a length, and a number or where a view or a list begins (native/wasm/call.h). */
const slotBytes = 16;

const kinds = { absent: 0, number: 1, u8: 2, u16: 3, f32: 4, f64: 5, i32: 6, i8: 7, list: 8, other: 9 } as const;
/** Longer lists are refused. */
const mostListed = 4096;
/** In a longer view, 32-bit places would not show how far apart they are. */
const mostViewBytes = 2 ** 31 - 1;

/** How many bytes the slots of these arguments take. */
export function slotsSize(values: readonly unknown[]): number {
  const lists = values.filter((value) => Array.isArray(value));
  return slotBytes * lists.reduce((sum, { length }) => sum + Math.min(length, mostListed), values.length);
}

/** Writes arguments, whose views all lie in `memory`, to `at`: a slot each, behind them those of their lists. */
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
    throw new EngineError("limits/memory", "kernels: WebAssembly takes no view of more than 2 GB");
  }
  if (view instanceof Uint8Array) return kinds.u8;
  if (view instanceof Uint16Array) return kinds.u16;
  if (view instanceof Float32Array) return kinds.f32;
  if (view instanceof Float64Array) return kinds.f64;
  if (view instanceof Int8Array) return kinds.i8;
  return view instanceof Int32Array ? kinds.i32 : kinds.other;
}

type Args = Readonly<Record<string, unknown>>;

/** Arguments whose views the module sees. */
export interface Staged {
  readonly args: Args;
  /** Brings what the kernel wrote to where it belongs, if all went well, and gives the copies' memory back. */
  end(isDone: boolean): void;
}

/** What views of a call cover of a buffer, in bytes. */
interface Foreign {
  readonly buffer: ArrayBufferLike;
  readonly begin: number;
  end: number;
  isOutput: boolean;
}

interface Copy extends Foreign {
  readonly stretch: Stretch;
  /** Where it begins in the shared memory. */
  readonly at: number;
}

/** A copy begins at the same offset modulo this, so that every element is at a multiple of its size. */
const alignment = 64;

/**
 * Arguments as the module takes them: views over other memory are copied, those that overlap as one. It is done before
 * a call is cut into bands, because bands that brought whole outputs back would undo each other's work.
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

/** An empty view may lie anywhere. */
function isForeign(value: unknown, memory: SharedMemory): value is ArrayBufferView {
  return ArrayBuffer.isView(value) && value.byteLength > 0 && !memory.holds(value.buffer);
}

/** A list that is not refused for its length alone. */
function listed(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length <= mostListed ? value : undefined;
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
