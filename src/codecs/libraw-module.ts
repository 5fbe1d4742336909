import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { EngineError } from "../errors/index.ts";

/** What of LibRaw's metadata is used. Values come from a foreign file: check ranges before use. */
export interface LibRawMetadata {
  readonly width: number;
  readonly height: number;
  readonly raw_width: number;
  readonly raw_height: number;
  readonly top_margin: number;
  readonly left_margin: number;
  /** dcraw's code: bit 0 mirrors left–right, bit 1 top–bottom, bit 2 transposes, applied in the order 4, 2, 1. */
  readonly flip: number;
  readonly iso_speed: number;
  readonly camera_make: string;
  readonly camera_model: string;
  readonly colors: number;
  readonly filters: number;
  readonly cdesc: string;
  readonly is_foveon: number;
  readonly pixel_aspect: number;
  readonly raw_inset_crops: readonly { cleft: number; ctop: number; cwidth: number; cheight: number }[];
  readonly color_data: LibRawColor;
  readonly canon?: { readonly ChannelBlackLevel?: readonly number[] };
}

export interface LibRawColor {
  readonly black: number;
  readonly maximum: number;
  readonly raw_bps: number;
  readonly cam_mul: readonly number[];
  readonly pre_mul: readonly number[];
  readonly rgb_cam: readonly (readonly number[])[];
  readonly dng_color: readonly LibRawDngColor[];
  readonly dng_levels: {
    readonly asshotneutral: readonly number[];
    readonly analogbalance: readonly number[];
    readonly baseline_exposure: number;
  };
}

export interface LibRawDngColor {
  readonly illuminant: number;
  readonly colormatrix: readonly (readonly number[])[];
  readonly forwardmatrix: readonly (readonly number[])[];
  readonly calibration: readonly (readonly number[])[];
}

export interface LibRawMosaic {
  readonly raw_width: number;
  readonly raw_height: number;
  readonly top_margin: number;
  readonly left_margin: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint16Array;
}

export interface LibRawImage {
  readonly width: number;
  readonly height: number;
  readonly colors: number;
  readonly bits: number;
  readonly data: Uint8Array | Uint16Array;
}

/** One LibRaw object of the emscripten module. The wrapper unpacks once, so an object serves one of the two data calls. */
export interface LibRawObject {
  open(bytes: Uint8Array, settings: Readonly<Record<string, number | boolean | readonly number[]>>): void;
  metadata(full: true): LibRawMetadata;
  /** The whole sensor frame, margins included; `undefined` where the file has no mosaic of 16-bit integers. */
  rawImageData(): LibRawMosaic | undefined;
  imageData(): LibRawImage;
  delete(): void;
}

interface LibRawModule {
  readonly LibRaw: new () => LibRawObject;
}

type ModuleFactory = (settings: object) => Promise<LibRawModule>;

interface WasmMemory {
  readonly buffer: SharedArrayBuffer;
}

/** What of WebAssembly is used; TypeScript declares it only together with the whole DOM. */
interface WebAssemblyApi {
  readonly Memory: new (limits: { initial: number; maximum: number; shared: true }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

const require = createRequire(import.meta.url);
const wasmApi = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

/** The heap of the build: 256 MB at first, 2 GB at most (64 KiB pages); it must be shared, as its imports declare. */
const initialPages = 4096;
const maximumPages = 32768;

/** WebAssembly memory never shrinks: after a file that needed more than this, the next one starts on a new heap. */
const keptHeapBytes = 768 * 2 ** 20;

/** A thread compiles once, which takes far longer than instantiating, and keeps one heap, whose pages are then paid for. */
let compiled: object | undefined;
let heap: WasmMemory | undefined;
/** The files of a thread take turns on the heap. */
let queue: Promise<unknown> = Promise.resolve();

async function instantiate(memory: WasmMemory): Promise<LibRawModule> {
  const path = require.resolve("libraw-wasm").replace(/index\.js$/, "");
  compiled ??= new wasmApi.Module(readFileSync(`${path}libraw.wasm`));
  const wasm = compiled;
  const { default: factory } = (await import(/* @vite-ignore */ `${path}libraw.js`)) as { default: ModuleFactory };
  const silent = () => undefined;
  return factory({
    wasmMemory: memory,
    instantiateWasm(imports: object, done: (instance: object, module: object) => void) {
      const instance = new wasmApi.Instance(wasm, imports);
      done(instance, wasm);
      return instance.exports;
    },
    print: silent,
    printErr: silent,
  });
}

const zeros = Buffer.alloc(2 ** 20);

/** Back to a new heap's zeros, without touching the pages that were never used. */
function clear(memory: WasmMemory): void {
  const bytes = Buffer.from(memory.buffer);
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const end = Math.min(bytes.length, at + zeros.length);
    if (bytes.compare(zeros, 0, end - at, at, end) !== 0) bytes.fill(0, at, end);
  }
}

/** Who is to blame: the file, LibRaw's coverage, its limits. */
export type FailureReason = "corrupt" | "unsupported" | "memory";

/** What LibRaw threw, or the trap that it ran into. */
export class LibRawFailure extends Error {
  override readonly name = "LibRawFailure";
  readonly reason: FailureReason;

  constructor(message: string, reason: FailureReason, cause: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/**
 * Opens `bytes` with `settings`, hands the object to `use`, and frees it whatever happens; `use` must not keep it. LibRaw's exceptions
 * and traps come out as {@link LibRawFailure}.
 */
export type OpenRaw = <T>(
  bytes: Uint8Array,
  settings: Readonly<Record<string, number | boolean | readonly number[]>>,
  use: (raw: LibRawObject) => T,
) => T;

/**
 * Runs `work`, which reads one file, on a new instance over a cleared heap (some 30 ms). What an earlier file left there, be it garbage or a
 * lock that an exception jumped over, can then neither change the pixels of this one nor stop it.
 */
export function useLibRaw<T>(work: (open: OpenRaw) => T): Promise<T> {
  const turn = queue.then(async () => {
    heap ??= new wasmApi.Memory({ initial: initialPages, maximum: maximumPages, shared: true });
    const memory = heap;
    clear(memory);
    const module = await instantiate(memory);
    try {
      return work((bytes, settings, use) => openIn(module, memory, bytes, settings, use));
    } finally {
      if (memory.buffer.byteLength > keptHeapBytes) heap = undefined;
    }
  });
  queue = turn.catch(() => undefined);
  return turn;
}

/** {@link useLibRaw} for a file that is opened once. */
export function withLibRaw<T>(
  bytes: Uint8Array,
  settings: Readonly<Record<string, number | boolean | readonly number[]>>,
  use: (raw: LibRawObject) => T,
): Promise<T> {
  return useLibRaw((open) => open(bytes, settings, use));
}

interface HeaderReader {
  readonly module: LibRawModule;
  readonly memory: WasmMemory;
}

let headerReader: Promise<HeaderReader> | undefined;

/**
 * The metadata of one file before anything is unpacked. Files share an instance, which saves 25 ms each: what one leaves in the heap can
 * change no pixels here. After an exception, and once the heap has grown, the next file gets another. Rejects as {@link useLibRaw} does.
 */
export async function readLibRawHeaders(bytes: Uint8Array): Promise<LibRawMetadata> {
  headerReader ??= createHeaderReader();
  const reader = headerReader;
  const giveUp = () => {
    if (headerReader === reader) headerReader = undefined;
  };
  try {
    const { module, memory } = await reader;
    const metadata = openIn(module, memory, bytes, {}, (raw) => raw.metadata(true));
    if (memory.buffer.byteLength > keptHeapBytes) giveUp();
    return metadata;
  } catch (thrown) {
    giveUp();
    throw thrown;
  }
}

async function createHeaderReader(): Promise<HeaderReader> {
  const memory = new wasmApi.Memory({ initial: initialPages, maximum: maximumPages, shared: true });
  return { module: await instantiate(memory), memory };
}

function openIn<T>(
  module: LibRawModule,
  memory: WasmMemory,
  bytes: Uint8Array,
  settings: Readonly<Record<string, number | boolean | readonly number[]>>,
  use: (raw: LibRawObject) => T,
): T {
  let raw: LibRawObject | undefined;
  let sound = true;
  try {
    raw = new module.LibRaw();
    raw.open(bytes, settings);
    return use(raw);
  } catch (thrown) {
    if (thrown instanceof EngineError) throw thrown;
    sound = false;
    if (isCppException(thrown)) throw failureOf(thrown, memory);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new LibRawFailure(message, /memory|alloc/i.test(message) ? "memory" : "corrupt", thrown);
  } finally {
    // After an exception the heap is given up anyway, and freeing might wait for a lock that nobody returns.
    if (sound) raw?.delete();
  }
}

function isCppException(thrown: unknown): thrown is { excPtr: number } {
  return typeof thrown === "object" && thrown !== null && typeof (thrown as { excPtr?: unknown }).excPtr === "number";
}

/** LibRaw's internal exceptions (libraw_const.h, enum LibRaw_exceptions), some of which its calls let through. */
const exceptionNames = [
  "none",
  "allocation failed",
  "raw decoder failed",
  "JPEG decoder failed",
  "end of file",
  "corrupt data",
  "cancelled",
  "bad crop",
  "bad file",
  "JPEG 2000 decoder failed",
  "too big",
  "memory pool overflow",
  "unsupported format",
];
const exceptionReasons: Readonly<Record<number, FailureReason>> = {
  1: "memory",
  10: "memory",
  11: "memory",
  12: "unsupported",
};

/** Return codes (enum LibRaw_errors): unspecified, unsupported, not implemented; out of memory, too big, pool overflow. */
const codeReasons: Readonly<Record<string, FailureReason>> = {
  "-1": "unsupported",
  "-2": "unsupported",
  "-8": "unsupported",
  "-100007": "memory",
  "-100012": "memory",
  "-100013": "memory",
};

/**
 * Reads a C++ exception out of the heap. Emscripten keeps its type 20 bytes before it, whose second word points to the mangled
 * name; libc++'s std::runtime_error has a pointer to its text after the vtable.
 */
function failureOf(thrown: { excPtr: number }, memory: WasmMemory): LibRawFailure {
  const view = new DataView(memory.buffer);
  const word = (at: number) => (at >= 0 && at + 4 <= view.byteLength ? view.getUint32(at, true) : 0);
  const typeName = textAt(view, word(word(thrown.excPtr - 20) + 4));
  if (typeName.endsWith("LibRaw_exceptions")) {
    const code = word(thrown.excPtr);
    return new LibRawFailure(
      `LibRaw: ${exceptionNames[code] ?? `exception ${code}`}`,
      exceptionReasons[code] ?? "corrupt",
      thrown,
    );
  }
  const message = typeName.endsWith("runtime_error") ? textAt(view, word(thrown.excPtr + 4)) : "";
  const code = /code (-?\d+)/.exec(message)?.[1] ?? "";
  const reason = typeName.endsWith("bad_alloc") || typeName.endsWith("length_error") ? "memory" : codeReasons[code];
  return new LibRawFailure(message || `LibRaw: ${typeName || "failed"}`, reason ?? "corrupt", thrown);
}

function textAt(view: DataView, start: number): string {
  let text = "";
  for (let at = start; at > 0 && at < view.byteLength && text.length < 200; at++) {
    const byte = view.getUint8(at);
    if (byte < 32 || byte > 126) break;
    text += String.fromCharCode(byte);
  }
  return text;
}
