import { readFileSync } from "node:fs";
import { threadId } from "node:worker_threads";
import { cancelledError, EngineError } from "../../errors/index.ts";
import { SharedMemory, type Stretch } from "../../image/index.ts";
import type { Declaration, Kernel } from "../declaration.ts";
import { type Staged, slotsSize, stageArgs, writeSlots } from "./stage.ts";

const statusOk = 0;
const statusCancelled = 1;
/** Added to the place of an argument that is missing, of another type or no such number. */
const wrongType = 256;

/** Of each thread. Kernels use 40 KB at most. */
const stackBytes = 512 * 1024;
/** What kernels allocate in a band is a few rows; more than this comes from all memory, until the band is done. */
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
  /** Where the scratch memory is free; and what was taken beyond it. */
  #next = 0;
  #more: Stretch[] = [];
  #isFull = false;

  /** Another thread's `share`, or its own memory. */
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

  /** Arguments as {@link kernels} take them on any thread without a copy. */
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
      throw new EngineError("internal", `kernel ${name}: arguments were refused (status ${status})`);
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

  /** What a kernel allocates; 0 where there is nothing left. Goes back when the call is done. */
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

/** The main thread has number 0, which no owner may have. */
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

/** The used part of WebAssembly's types, which the language's library does not contain. */
interface WebAssemblyApi {
  readonly Memory: new (limits: { initial: number; maximum: number; shared: true }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: KernelExports };
}

interface WasmMemory {
  readonly buffer: SharedArrayBuffer;
}

/** Of data/kernels.wasm: a function for every kernel, and where memory stands. */
interface KernelExports {
  readonly [kernel: string]: unknown;
  readonly __stack_pointer: { value: number };
  readonly __heap_base: { readonly value: number };
}

/** What threads share: the compiled module and its memory, which both may be sent to a thread. */
export interface WasmShare {
  readonly module: object;
  readonly memory: WasmMemory;
}

const api = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

/**
 * Pages of 64 KB: all that 32 bits address, less one page, since no view over 2^32 bytes can be sent to a thread; or as
 * much of it as the system gives. Address space, not memory.
 */
const wishedPages = [65_535, 49_152, 32_768, 16_384];
/** As the module was linked. */
const maximumPages = 65_535;

let compiled: object | undefined;

/** Compiles the module, once a thread, and makes a memory for it. */
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
