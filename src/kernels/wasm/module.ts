import { readFileSync } from "node:fs";

/** The used part of WebAssembly's types, which the language's library does not contain. */
interface WebAssemblyApi {
  readonly Memory: new (limits: { initial: number; maximum: number; shared: true }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: KernelExports };
}

export interface WasmMemory {
  readonly buffer: SharedArrayBuffer;
}

/** Of data/kernels.wasm: a function for every kernel, and where memory stands. */
export interface KernelExports {
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
