import { readFileSync } from "node:fs";

/** The part of WebAssembly's API in use, which TypeScript's library does not declare. */
interface WebAssemblyApi {
  readonly Memory: new (limits: { initial: number; maximum: number; shared: true }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: KernelExports };
}

export interface WasmMemory {
  readonly buffer: SharedArrayBuffer;
}

/**
 * Exports of data/kernels.wasm: a function for every kernel, the stack pointer and the end of the module's own data.
 */
export interface KernelExports {
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
export function openShare(): WasmShare {
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

export function instantiate(
  { module, memory }: WasmShare,
  own: { allocate(bytes: number): number; cancelled(): number },
): KernelExports {
  return new api.Instance(module, { env: { memory }, lightwell: own }).exports;
}
