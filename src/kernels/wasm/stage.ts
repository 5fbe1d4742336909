import type { SharedMemory, Stretch } from "../../image/index.ts";
import type { Declaration } from "../declaration.ts";
import { mostListed } from "./slots.ts";

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
