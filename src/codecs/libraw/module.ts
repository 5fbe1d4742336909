import { readFileSync } from "node:fs";
import { EngineError } from "../../errors/index.ts";
import type { RandomAccess } from "../read-bytes.ts";
import { LibRawFailure, libRawFailure } from "./failure.ts";

/** LibRaw's metadata used here, by LibRaw's names. Values come from an untrusted file: check ranges before use. */
export interface LibRawMetadata {
  /** Size of the visible area before orientation. */
  readonly width: number;
  readonly height: number;
  readonly raw_width: number;
  readonly raw_height: number;
  readonly top_margin: number;
  readonly left_margin: number;
  /** dcraw's code: bit 0 mirrors left–right, bit 1 top–bottom, bit 2 transposes, applied in the order 4, 2, 1. */
  readonly flip: number;
  readonly pixel_aspect: number;
  /** Masked areas of the sensor frame, which no light reaches: top, left, bottom, right; unused ones are all 0. */
  readonly mask: readonly (readonly number[])[];
  readonly raw_inset_crops: readonly { cleft: number; ctop: number; cwidth: number; cheight: number }[];
  readonly camera_make: string;
  readonly camera_model: string;
  readonly normalized_make: string;
  readonly normalized_model: string;
  readonly dng_version: number;
  readonly is_foveon: number;
  readonly raw_count: number;
  readonly colors: number;
  readonly filters: number;
  readonly cdesc: string;
  /** The 6 × 6 pattern of the visible area, if `filters` indicates X-Trans. */
  readonly xtrans: readonly (readonly number[])[];
  readonly iso_speed: number;
  /** Non-zero if the sensor's rows run diagonally (Fuji Super CCD). */
  readonly fuji_rotated: number;
  /** TIFF's Compression of the sensor data, if the container states it. */
  readonly compression: number;
  /** Nikon's NEFCompression; 0 if absent. */
  readonly nef_compression: number;
  readonly decoder: string;
  readonly color_data: LibRawColor;
  readonly canon: { readonly ChannelBlackLevel: readonly number[] };
}

export interface LibRawColor {
  readonly black: number;
  /**
   * Black levels to add to `black`: four by colour, the size of a repeating pattern, and the pattern (rows, columns of
   * the visible area).
   */
  readonly cblack: readonly number[];
  readonly maximum: number;
  /** The largest sample of a floating-point DNG. */
  readonly fmaximum: number;
  /** Black of floating-point DNGs for all channels, and values to add by channel. */
  readonly dng_fblack: number;
  readonly dng_fcblack: readonly number[];
  readonly linear_max: readonly number[];
  readonly raw_bps: number;
  readonly cam_mul: readonly number[];
  readonly pre_mul: readonly number[];
  readonly rgb_cam: readonly (readonly number[])[];
  readonly cam_xyz: readonly (readonly number[])[];
  /** Non-zero if the unpacked samples already have the camera's white balance (sRAW). */
  readonly as_shot_wb_applied: number;
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

/**
 * The whole sensor frame, margins included. `data` (floats of floating-point DNGs) is LibRaw's memory: copy data that
 * must outlive the file.
 */
export interface LibRawFrame {
  /** Interleaved samples per pixel: 1 for a mosaic, 3 or 4 for linear data. */
  readonly samples: 1 | 3 | 4;
  /** Samples from one row to the next. */
  readonly stride: number;
  readonly data: Uint16Array | Float32Array;
  /** Whether `data` is pixel memory, which passes to the caller with the frame. */
  readonly isOurs?: boolean;
}

export interface LibRawImage {
  readonly width: number;
  readonly height: number;
  readonly colors: number;
  readonly bits: number;
  readonly data: Uint16Array;
}

/** A file open in LibRaw. Every call may throw {@link LibRawFailure}. */
export interface LibRawFile {
  /** Metadata; levels are only final after {@link unpack}. */
  metadata(): LibRawMetadata;
  /** Size of the result of {@link develop} at full size. Changes the sizes in {@link metadata}: call it last. */
  developedSize(): { readonly width: number; readonly height: number };
  /** Unpacks the sensor data; returns the number of bytes that the decoder requested beyond the end of the file. */
  unpack(): number;
  /** After {@link unpack}: number of values that are impossible in sound data. */
  dataErrors(): number;
  /** After {@link unpack}; `undefined` if there are no samples. */
  frame(): LibRawFrame | undefined;
  /**
   * After {@link unpack}: LibRaw's own linear sRGB with the camera's white balance, upright; `data` is LibRaw's memory.
   */
  develop(halfSize: boolean): LibRawImage;
}

/** The exports of native/libraw/wrapper.cc. */
interface WrapperExports {
  readonly _initialize: () => void;
  readonly open: (size: number, maxRawMb: number) => number;
  readonly metadata: () => number;
  readonly unpack: () => number;
  readonly missing: () => number;
  readonly errors: () => number;
  readonly develop: (halfSize: number) => number;
  readonly frame: (out: number) => void;
  readonly size: (out: number) => void;
  readonly image: (out: number) => void;
  readonly answer: () => number;
  readonly top: () => number;
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** The part of WebAssembly's API used here; TypeScript declares it only together with the whole DOM. */
interface WebAssemblyApi {
  readonly Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: WrapperExports };
}

const wasmApi = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

/** The heap of the build: 16 MB at first, 2 GB at most (64 KiB pages). */
const initialPages = 256;
const maximumPages = 32768;

/**
 * Maximum heap to reuse, in bytes. WebAssembly memory never shrinks, so after a file that needed more, the next one
 * gets a new heap.
 */
const keptHeapBytes = 512 * 2 ** 20;

/** Maximum size of an unpacked frame in MB; LibRaw refuses larger ones. */
const maxFrameMb = 1536;

/**
 * A thread compiles once and keeps one heap, whose pages stay mapped; `used` is the part that the last file may have
 * written to.
 */
let compiled: object | undefined;
let heap: { readonly memory: WasmMemory; used: number } | undefined;

/**
 * Opens `bytes` in LibRaw (0.22.2 as WebAssembly), passes the file to `use`, and releases everything in any case. Each
 * file gets a new instance on a zeroed heap, so that no earlier file can affect its pixels. Throws {@link
 * LibRawFailure}.
 */
export function readRaw<T>(bytes: Uint8Array | RandomAccess, use: (file: LibRawFile) => T): T {
  heap ??= { memory: new wasmApi.Memory({ initial: initialPages, maximum: maximumPages }), used: 0 };
  const current = heap;
  const { memory } = current;
  new Uint8Array(memory.buffer, 0, current.used).fill(0);
  current.used = memory.buffer.byteLength;
  let instance: WrapperExports | undefined;
  try {
    instance = instantiate(memory, bytes);
    check(instance.open(bytes.length, maxFrameMb));
    return use(openedFile(instance, memory));
  } catch (thrown) {
    if (thrown instanceof EngineError || thrown instanceof LibRawFailure) throw thrown;
    throw new LibRawFailure(thrown instanceof Error ? thrown.message : String(thrown), "corrupt", thrown);
  } finally {
    current.used = instance?.top() ?? memory.buffer.byteLength;
    if (current.used > keptHeapBytes) heap = undefined;
  }
}

/** Throws if LibRaw cannot run on this machine. */
export function loadLibRaw(): void {
  instantiate(new wasmApi.Memory({ initial: initialPages, maximum: maximumPages }), new Uint8Array());
}

function instantiate(memory: WasmMemory, bytes: Uint8Array | RandomAccess): WrapperExports {
  compiled ??= new wasmApi.Module(readFileSync(new URL("../../../data/libraw.wasm", import.meta.url)));
  const badDescriptor = () => 8;
  const nothing = () => 0;
  const { exports } = new wasmApi.Instance(compiled, {
    env: { memory, emscripten_notify_memory_growth: nothing, read: badDescriptor },
    host: {
      read: (offset: number, target: number, count: number) => {
        const place = new Uint8Array(memory.buffer, target >>> 0, count >>> 0);
        if (bytes instanceof Uint8Array) place.set(bytes.subarray(offset >>> 0, (offset >>> 0) + (count >>> 0)));
        else bytes.readInto(place, offset >>> 0);
      },
    },
    wasi_snapshot_preview1: {
      proc_exit: (code: number) => {
        throw new LibRawFailure(`LibRaw: ended with ${code}`, "corrupt");
      },
      environ_sizes_get: nothing,
      environ_get: nothing,
      fd_write: badDescriptor,
      fd_read: badDescriptor,
      fd_close: badDescriptor,
      fd_seek: badDescriptor,
    },
  });
  exports._initialize();
  return exports;
}

function check(code: number): void {
  if (code !== 0) throw libRawFailure(code);
}

function openedFile(raw: WrapperExports, memory: WasmMemory): LibRawFile {
  const answers = (fill: (out: number) => void, count: number) => {
    const at = raw.answer();
    fill(at);
    return new Uint32Array(memory.buffer, at, count);
  };
  return {
    metadata: () => JSON.parse(textAt(memory, raw.metadata())) as LibRawMetadata,
    developedSize() {
      const [width, height] = answers(raw.size, 2);
      return { width, height };
    },
    unpack() {
      check(raw.unpack());
      return raw.missing();
    },
    dataErrors: () => raw.errors() >>> 0,
    frame() {
      const [samples, address, pitch, rows, bytes] = answers(raw.frame, 5);
      if (samples !== 1 && samples !== 3 && samples !== 4) return undefined;
      const stride = pitch / bytes;
      const View = bytes === 2 ? Uint16Array : Float32Array;
      return { samples, stride, data: new View(memory.buffer, address, stride * rows) };
    },
    develop(halfSize) {
      check(raw.develop(halfSize ? 1 : 0));
      const [width, height, colors, bits, address] = answers(raw.image, 5);
      return { width, height, colors, bits, data: new Uint16Array(memory.buffer, address, width * height * colors) };
    },
  };
}

function textAt({ buffer }: WasmMemory, start: number): string {
  const heapBytes = Buffer.from(buffer);
  return heapBytes.toString("latin1", start, heapBytes.indexOf(0, start));
}
