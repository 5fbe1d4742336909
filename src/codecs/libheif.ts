import { createRequire } from "node:module";
import { EngineError, wrapError } from "../errors/index.ts";

/** The part of libheif's C API (heif.h, 1.23) that is called; pointers are numbers, structs by value come through the first argument. */
interface LibheifModule {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  _malloc(bytes: number): number;
  _heif_context_alloc(): number;
  _heif_context_get_security_limits(context: number): number;
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    data: number,
    size: number,
    options: number,
  ): void;
  _heif_context_get_primary_image_handle(error: number, context: number, handleOut: number): void;
  _heif_context_get_number_of_top_level_images(context: number): number;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_has_depth_image(handle: number): number;
  _heif_image_handle_get_number_of_auxiliary_images(handle: number, filter: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, out: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profileOut: number): void;
  _heif_decoding_options_alloc(): number;
  _heif_decode_image(
    error: number,
    handle: number,
    imageOut: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_bits_per_pixel_range(image: number, channel: number): number;
  _heif_image_get_plane_readonly2(image: number, channel: number, strideOut: number): number;
}

/** Colour as H.273 code points. */
export interface Cicp {
  readonly primaries: number;
  readonly transfer: number;
}

/** What the container says of its primary picture; sizes are as displayed. */
export interface HeifHeader {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly hasAlpha: boolean;
  readonly icc?: Uint8Array;
  readonly cicp?: Cicp;
  /** Pictures beside the primary one: gain maps, depth, further photographs. */
  readonly auxiliaryCount: number;
}

/** Interleaved samples in the library's own memory, valid until the next call. */
export interface HeifPixels {
  readonly data: Uint8Array | Uint16Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly bitDepth: number;
  readonly strideSamples: number;
}

const COLORSPACE_RGB = 1;
const CHANNEL_INTERLEAVED = 10;
/** heif_chroma_interleaved_*: RGB, RGBA, and 16-bit little-endian words of both. */
const chroma = { rgb: 10, rgba: 11, wideRgb: 14, wideRgba: 15 } as const;
const AUXILIARY_WITHOUT_ALPHA_AND_DEPTH = 2 | 4;

/** Offsets within heif_security_limits and heif_decoding_options, 32-bit pointers. */
const LIMIT_PIXELS_OFFSET = 8;
const LIMIT_BLOCK_BYTES_OFFSET = 40;
const LIMIT_TOTAL_BYTES_OFFSET = 64;
const STRICT_DECODING_OFFSET = 21;
const PRIMARIES_OFFSET = 4;
const TRANSFER_OFFSET = 8;

/** Decoded planes, the RGB copy and the file, with room; well below the 4 GB that WebAssembly could take. */
const BYTES_A_PIXEL = 24;
const BASE_BYTES = 64 * 2 ** 20;

const require = createRequire(import.meta.url);

/**
 * One HEIF file in one fresh instance of libheif: 8 ms, and neither memory nor the state after a hostile file outlive it. Everything
 * is freed with the instance, so nothing is freed one by one.
 */
export class HeifFile {
  readonly #module: LibheifModule;
  readonly #handle: number;
  readonly #context: number;
  /** Room for returned structs and pointers. */
  readonly #scratch: number;

  /** Throws `input/corrupt`, `unsupported/variant`, or `limits/pixels` beyond `maxPixels`. */
  constructor(bytes: Uint8Array, maxPixels: number) {
    const create = require("libheif-js/libheif-wasm/libheif-bundle.js") as () => LibheifModule;
    const module = create();
    this.#module = module;
    const data = module._malloc(bytes.length);
    this.#scratch = module._malloc(64);
    if (data === 0 || this.#scratch === 0)
      throw new EngineError("limits/memory", "decode: no memory for the HEIF file");
    module.HEAPU8.set(bytes, data);
    this.#context = module._heif_context_alloc();
    this.#limit(maxPixels);
    this.#try((error) =>
      module._heif_context_read_from_memory_without_copy(error, this.#context, data, bytes.length, 0),
    );
    this.#handle = this.#out((error, out) => module._heif_context_get_primary_image_handle(error, this.#context, out));
  }

  header(): HeifHeader {
    const module = this.#module;
    const handle = this.#handle;
    const icc = this.#readProfile();
    const cicp = this.#readCicp();
    return {
      width: module._heif_image_handle_get_width(handle),
      height: module._heif_image_handle_get_height(handle),
      bitDepth: module._heif_image_handle_get_luma_bits_per_pixel(handle),
      hasAlpha: module._heif_image_handle_has_alpha_channel(handle) !== 0,
      auxiliaryCount:
        module._heif_context_get_number_of_top_level_images(this.#context) -
        1 +
        module._heif_image_handle_has_depth_image(handle) +
        module._heif_image_handle_get_number_of_auxiliary_images(handle, AUXILIARY_WITHOUT_ALPHA_AND_DEPTH),
      ...(icc && { icc }),
      ...(cicp && { cicp }),
    };
  }

  /** Decodes the primary picture upright; 16-bit words, values in the low `bitDepth` bits, where the file has more than 8 bits. */
  decode({ bitDepth, hasAlpha }: HeifHeader): HeifPixels {
    const module = this.#module;
    const wide = bitDepth > 8;
    const layout = wide ? (hasAlpha ? chroma.wideRgba : chroma.wideRgb) : hasAlpha ? chroma.rgba : chroma.rgb;
    const options = module._heif_decoding_options_alloc();
    module.HEAPU8[options + STRICT_DECODING_OFFSET] = 1;
    const image = this.#out((error, out) =>
      module._heif_decode_image(error, this.#handle, out, COLORSPACE_RGB, layout, options),
    );
    const plane = module._heif_image_get_plane_readonly2(image, CHANNEL_INTERLEAVED, this.#scratch);
    if (plane === 0) throw new EngineError("input/corrupt", "decode: the HEIF decoder gave no pixels");
    const strideBytes = this.#memory().getUint32(this.#scratch, true);
    const height = module._heif_image_get_height(image, CHANNEL_INTERLEAVED);
    const { buffer } = module.HEAPU8;
    return {
      data: wide
        ? new Uint16Array(buffer, plane, (strideBytes * height) / 2)
        : new Uint8Array(buffer, plane, strideBytes * height),
      width: module._heif_image_get_width(image, CHANNEL_INTERLEAVED),
      height,
      channels: hasAlpha ? 4 : 3,
      bitDepth: module._heif_image_get_bits_per_pixel_range(image, CHANNEL_INTERLEAVED),
      strideSamples: wide ? strideBytes / 2 : strideBytes,
    };
  }

  #limit(maxPixels: number): void {
    const limits = this.#module._heif_context_get_security_limits(this.#context);
    const memory = this.#memory();
    const bytes = BigInt(BASE_BYTES + maxPixels * BYTES_A_PIXEL);
    memory.setBigUint64(limits + LIMIT_PIXELS_OFFSET, BigInt(maxPixels), true);
    for (const offset of [LIMIT_BLOCK_BYTES_OFFSET, LIMIT_TOTAL_BYTES_OFFSET]) {
      const standing = memory.getBigUint64(limits + offset, true);
      memory.setBigUint64(limits + offset, bytes < standing ? bytes : standing, true);
    }
  }

  #readProfile(): Uint8Array | undefined {
    const module = this.#module;
    const size = module._heif_image_handle_get_raw_color_profile_size(this.#handle);
    if (size === 0) return undefined;
    const out = module._malloc(size);
    this.#try((error) => module._heif_image_handle_get_raw_color_profile(error, this.#handle, out));
    return module.HEAPU8.slice(out, out + size);
  }

  #readCicp(): Cicp | undefined {
    let profile: number;
    try {
      profile = this.#out((error, out) =>
        this.#module._heif_image_handle_get_nclx_color_profile(error, this.#handle, out),
      );
    } catch {
      // The container has no such box, which is legal.
      return undefined;
    }
    const memory = this.#memory();
    const primaries = memory.getUint32(profile + PRIMARIES_OFFSET, true);
    return { primaries, transfer: memory.getUint32(profile + TRANSFER_OFFSET, true) };
  }

  /** A call that hands its result out through a pointer. */
  #out(call: (error: number, out: number) => void): number {
    const out = this.#scratch + 32;
    this.#try((error) => call(error, out));
    return this.#memory().getUint32(out, true);
  }

  /** A call that returns heif_error { code, subcode, message }. A trap of the sandbox counts as a broken file. */
  #try(call: (error: number) => void): void {
    try {
      call(this.#scratch);
    } catch (error) {
      throw wrapError(error, "input/corrupt", "decode: HEIF");
    }
    const memory = this.#memory();
    const code = memory.getUint32(this.#scratch, true);
    if (code === 0) return;
    const subcode = memory.getUint32(this.#scratch + 4, true);
    throw heifError(code, subcode, this.#readText(memory.getUint32(this.#scratch + 8, true)));
  }

  #readText(at: number): string {
    const { HEAPU8 } = this.#module;
    return Buffer.from(HEAPU8.subarray(at, HEAPU8.indexOf(0, at))).toString("utf8");
  }

  /** Anew at every use: the memory is another object once it has grown. */
  #memory(): DataView {
    return new DataView(this.#module.HEAPU8.buffer);
  }
}

/** heif_error.h: codes 3 unsupported file type, 4 unsupported feature, 6 memory, 11 no decoder; subcode 1000 security limit exceeded. */
function heifError(code: number, subcode: number, text: string): EngineError {
  const message = `decode: HEIF: ${text}`;
  const context = { code, subcode };
  if (subcode === 1000) return new EngineError("limits/pixels", message, context);
  if (code === 6) return new EngineError("limits/memory", message, context);
  if (code === 3 || code === 4 || code === 11) return new EngineError("unsupported/variant", message, context);
  return new EngineError("input/corrupt", message, context);
}
