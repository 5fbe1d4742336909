import { readFileSync } from "node:fs";
import { threadId } from "node:worker_threads";
import { cancelledError, EngineError } from "../../errors/index.ts";
import { SharedMemory, type Stretch } from "../../image/index.ts";
import type { Declaration, Kernel } from "../declaration.ts";
import { type Staged, slotsSize, stageArgs, writeSlots } from "./stage.ts";

const statusOk = 0;
const statusCancelled = 1;
/**
 * Statuses from here on report a wrong argument: its position plus this. It is missing, has another type or is not a
 * number of the declared kind.
 */
const wrongType = 256;

/** Stack of each thread, in bytes. Kernels use at most 40 KB. */
const stackBytes = 512 * 1024;
/**
 * Scratch memory of each thread, in bytes. Kernels allocate a few rows a band; larger allocations come from the shared
 * memory until the band is done.
 */
const scratchBytes = 4 * 2 ** 20;
const alignment = 64;

type Kernels = Readonly<Record<string, Kernel<object>>>;

/** The kernels of data/kernels.wasm on this thread, over a memory that all threads share. */
export class WasmKernels {
  readonly share: WasmShare;
  readonly memory: SharedMemory;
  readonly kernels: Kernels;
  readonly #declarations: Readonly<Record<string, Declaration>>;
  readonly #exports: KernelExports;
  readonly #own: Stretch;
  #cancel: Int32Array = new Int32Array(1);
  /** Offset of free scratch memory; then the allocations beyond it. */
  #next = 0;
  #more: Stretch[] = [];
  #isFull = false;

  /** Uses another thread's `share`, or makes a memory. */
  constructor(declarations: Readonly<Record<string, Declaration>>, share?: WasmShare) {
    this.#declarations = declarations;
    this.share = share ?? openShare();
    this.#exports = instantiate(this.share, {
      allocate: (bytes) => this.#allocate(bytes >>> 0),
      cancelled: () => Atomics.load(this.#cancel, 0),
    });
    this.memory = new SharedMemory(this.share.memory.buffer, this.#exports.__heap_base.value, ownerOf(threadId));
    if (!share) this.memory.name(crypto.getRandomValues(new Int32Array(4)));
    this.#own = this.memory.take(stackBytes + scratchBytes);
    const wrapped = Object.entries(declarations).map(([name, each]) => [name, this.#wrap(name, each)]);
    this.kernels = Object.fromEntries(wrapped);
  }

  /** Makes arguments that {@link kernels} of any thread take without a copy. */
  stage(name: string, args: object): Staged {
    return stageArgs(args as Readonly<Record<string, unknown>>, this.#declarations[name], this.memory);
  }

  /** Reclaims the memory of a thread that has ended. */
  forget(thread: number): void {
    this.memory.giveBackAllOf(ownerOf(thread));
  }

  #wrap(name: string, declaration: Declaration): Kernel<object> {
    const names = Object.keys(declaration.args);
    return (args, rowBegin, rowEnd, cancel) => {
      checkCall(rowBegin, rowEnd, cancel);
      const staged = this.stage(name, args);
      let status: number | undefined;
      try {
        const values = names.map((each) => staged.args[each]);
        status = this.#call(name, values, rowBegin, rowEnd, cancel);
      } finally {
        staged.end(status === statusOk);
      }
      if (status === statusOk) return;
      if (status === statusCancelled) throw cancelledError("kernel");
      if (status >= wrongType) throw new TypeError(`kernel argument ${names[status - wrongType]}: not as declared`);
      throw new EngineError("internal", `kernel ${name}: the arguments were rejected (status ${status})`);
    };
  }

  #call(name: string, values: readonly unknown[], rowBegin: number, rowEnd: number, cancel: Int32Array): number {
    const kernel = this.#exports[name] as ((record: number, begin: number, end: number) => number) | undefined;
    if (!kernel) throw new EngineError("internal", `kernel ${name}: data/kernels.wasm is older than this package`);
    this.#cancel = cancel;
    this.#next = this.#own.offset + stackBytes;
    this.#isFull = false;
    this.#exports.__stack_pointer.value = this.#own.offset + stackBytes;
    try {
      const record = this.#allocate(slotsSize(values));
      if (this.#isFull) throw new Error("no memory for the arguments");
      writeSlots(values, this.memory, record);
      return kernel(record, rowBegin, rowEnd);
    } catch (thrown) {
      const code = this.#isFull ? "limits/memory" : "internal";
      throw new EngineError(code, `kernel ${name}: ${this.#isFull ? "no memory is left" : "it failed"}`, {}, thrown);
    } finally {
      for (const stretch of this.#more.splice(0)) this.memory.giveBack(stretch);
    }
  }

  /** Allocates for a kernel until the call ends; returns 0 if no memory is left. */
  #allocate(bytes: number): number {
    const at = this.#next;
    const end = at + Math.ceil(bytes / alignment) * alignment;
    if (end <= this.#own.offset + this.#own.bytes) {
      this.#next = end;
      return at;
    }
    try {
      const more = this.memory.take(bytes);
      this.#more.push(more);
      return more.offset;
    } catch {
      this.#isFull = true;
      return 0;
    }
  }
}

/** Owner number of a thread. The main thread has number 0, which is not a valid owner. */
function ownerOf(thread: number): number {
  return thread + 1;
}

function checkCall(rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  if (!(cancel instanceof Int32Array) || cancel.length < 1) {
    throw new TypeError("kernel argument cancel: expected an Int32Array");
  }
  if (!((rowBegin | 0) >= 0 && (rowEnd | 0) >= (rowBegin | 0))) {
    throw new TypeError("kernel argument rowBegin, rowEnd: expected 0 <= rowBegin <= rowEnd");
  }
}

/** The part of WebAssembly's API in use, which TypeScript's library does not declare. */
interface WebAssemblyApi {
  readonly Memory: new (limits: { initial: number; maximum: number; shared: true }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: KernelExports };
}

interface WasmMemory {
  readonly buffer: SharedArrayBuffer;
}

/**
 * Exports of data/kernels.wasm: a function for every kernel, the stack pointer and the end of the module's own data.
 */
interface KernelExports {
  readonly [kernel: string]: unknown;
  readonly __stack_pointer: { value: number };
  readonly __heap_base: { readonly value: number };
}

/** The compiled module and its memory, which threads share; both can be sent to a thread. */
export interface WasmShare {
  readonly module: object;
  readonly memory: WasmMemory;
}

const api = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

/**
 * Sizes of memory to try, in pages of 64 KB. The first is all that 32 bits address minus one page, because a view of
 * 2^32 bytes cannot be sent to a thread; smaller ones follow in case the system refuses it. They reserve addresses, not
 * memory.
 */
const wishedPages = [65_535, 49_152, 32_768, 16_384];
/** Maximum in pages, as the module was linked. */
const maximumPages = 65_535;

let compiled: object | undefined;

/** Makes a memory for the module, which is compiled once a thread. */
function openShare(): WasmShare {
  compiled ??= new api.Module(readFileSync(new URL("../../../data/kernels.wasm", import.meta.url)));
  return { module: compiled, memory: largestMemory() };
}

function largestMemory(): WasmMemory {
  let refusal: unknown;
  for (const initial of wishedPages) {
    try {
      return new api.Memory({ initial, maximum: maximumPages, shared: true });
    } catch (thrown) {
      refusal = thrown;
    }
  }
  throw refusal;
}

function instantiate(
  { module, memory }: WasmShare,
  own: { allocate(bytes: number): number; cancelled(): number },
): KernelExports {
  return new api.Instance(module, { env: { memory }, lightwell: own }).exports;
}
