import { EngineError, wrapError } from "../../errors/index.ts";
import { type Orientation, toOrientation } from "../../image/index.ts";
import type { Cicp } from "../color/index.ts";
import { readExifDisplay } from "../exif.ts";
import type { ForeignPixels } from "../pour.ts";
import { HeifItems } from "./items.ts";
import {
  createLibheif,
  fourcc,
  giveUpSharedLibheif,
  heifError,
  type LibheifModule,
  shareLibheif,
} from "./libheif-module.ts";
import { countDamagedTiles } from "./tile-check.ts";

/** The container's facts about its primary picture; sizes are as displayed. */
export interface HeifHeader {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly hasAlpha: boolean;
  readonly icc?: Uint8Array;
  readonly cicp?: Cicp;
  /** Number of pictures in addition to the primary one: gain maps, depth, further photographs. */
  readonly auxiliaryCount: number;
}

/** Interleaved samples in the library's own memory, valid until the next call. */
export interface HeifPixels extends ForeignPixels {
  readonly bitDepth: number;
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

/**
 * Peak memory in bytes per pixel for decoded planes, RGB copy and file, with a margin; keeps well below WebAssembly's
 * limit of 4 GB.
 */
export const HEIF_BYTES_A_PIXEL = 24;
const BASE_BYTES = 64 * 2 ** 20;

/**
 * Maximum ratio of coded to displayed pixels: coded pictures consist of whole blocks of up to 64 pixels, and are
 * cropped for display.
 */
const CODED_SLACK = 1.125;
const CODED_EXTRA = 65_536;

const MAX_THUMBNAILS = 8;
const MAX_ITEMS = 4096;

/**
 * One HEIF file in libheif. Reading pixels uses a fresh instance, which costs 8 ms, so that neither memory nor state
 * after a hostile file outlives it. Everything is freed with the instance, not individually.
 */
export class HeifFile {
  readonly #module: LibheifModule;
  #handle: number;
  readonly #context: number;
  /** Room for returned structs and pointers. */
  readonly #scratch: number;

  /**
   * If only headers are read, files share an instance, one after the other. Throws `input/corrupt`,
   * `unsupported/variant`, or `limits/pixels` beyond `maxPixels`.
   */
  constructor(bytes: Uint8Array, maxPixels: number, use: "headers" | "pixels" = "pixels") {
    const module = use === "headers" ? shareLibheif(bytes.length) : createLibheif();
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

  /** Reads the header. Throws `input/corrupt` if the picture has no size. */
  header(): HeifHeader {
    const module = this.#module;
    const handle = this.#handle;
    const width = module._heif_image_handle_get_width(handle);
    const height = module._heif_image_handle_get_height(handle);
    if (width <= 0 || height <= 0)
      throw new EngineError("input/corrupt", `decode: the HEIF file says ${width} × ${height} pixels`);
    const icc = this.#readProfile();
    const cicp = this.#readCicp();
    return {
      width,
      height,
      bitDepth: module._heif_image_handle_get_luma_bits_per_pixel(handle),
      hasAlpha: module._heif_image_handle_has_alpha_channel(handle) !== 0,
      auxiliaryCount: this.#countAuxiliary(),
      ...(icc && { icc }),
      ...(cicp && { cicp }),
    };
  }

  /**
   * The EXIF orientation if it must be applied: only in files without `irot` and `imir`, which some applications write.
   * A file with either is upright after decoding, regardless of its EXIF (ISO/IEC 23008-12, A.2.2).
   */
  orientation(): Orientation {
    const module = this.#module;
    const item = module._heif_image_handle_get_item_id(this.#handle);
    const isTurned = ["irot", "imir"].some(
      (type) => module._heif_item_get_properties_of_type(this.#context, item, fourcc(type), 0, 0) > 0,
    );
    const exif = isTurned ? undefined : this.#readExif();
    return toOrientation(exif && readExifDisplay(exif).orientation);
  }

  /** Selects the smallest embedded thumbnail whose longer edge has at least `minEdgePx`; false if there is none. */
  selectThumbnail(minEdgePx: number): boolean {
    const module = this.#module;
    const list = this.#scratch + 32;
    const count = module._heif_image_handle_get_list_of_thumbnail_IDs(this.#handle, list, MAX_THUMBNAILS);
    const ids = Array.from({ length: count }, (_, i) => this.#memory().getUint32(list + i * 4, true));
    let best: { handle: number; edge: number } | undefined;
    for (const id of ids) {
      const handle = this.#out((error, out) => module._heif_image_handle_get_thumbnail(error, this.#handle, id, out));
      const edge = Math.max(module._heif_image_handle_get_width(handle), module._heif_image_handle_get_height(handle));
      if (edge >= minEdgePx && edge < (best?.edge ?? Number.POSITIVE_INFINITY)) best = { handle, edge };
    }
    if (best) this.#handle = best.handle;
    return best !== undefined;
  }

  /**
   * Decodes the primary picture upright; if the file has more than 8 bits, to 16-bit words with values in the low
   * `bitDepth` bits.
   */
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

  /**
   * Number of damaged coded parts of the primary picture; a trap of the sandbox counts as one. Invalidates the result
   * of {@link decode}.
   */
  countDamagedTiles(bytes: Uint8Array): number {
    try {
      return countDamagedTiles(this.#module, bytes, new HeifItems(bytes));
    } catch {
      return 1;
    }
  }

  /** A gain map of ISO 21496-1 is not an auxiliary picture but the input of a derived one, of type `tmap`. */
  #countAuxiliary(): number {
    const module = this.#module;
    const topLevel = module._heif_context_get_number_of_top_level_images(this.#context);
    const depth = module._heif_image_handle_has_depth_image(this.#handle);
    const typed = module._heif_image_handle_get_number_of_auxiliary_images(
      this.#handle,
      AUXILIARY_WITHOUT_ALPHA_AND_DEPTH,
    );
    return topLevel - 1 + depth + typed + this.#countItems("tmap");
  }

  #countItems(type: string): number {
    const module = this.#module;
    const count = Math.min(MAX_ITEMS, module._heif_context_get_number_of_items(this.#context));
    const list = module._malloc(count * 4);
    if (list === 0) return 0;
    const listed = module._heif_context_get_list_of_item_IDs(this.#context, list, count);
    const ids = Array.from({ length: listed }, (_, i) => this.#memory().getUint32(list + i * 4, true));
    return ids.filter((id) => module._heif_item_get_item_type(this.#context, id) === fourcc(type)).length;
  }

  #limit(maxPixels: number): void {
    const limits = this.#module._heif_context_get_security_limits(this.#context);
    const memory = this.#memory();
    const bytes = BigInt(BASE_BYTES + maxPixels * HEIF_BYTES_A_PIXEL);
    memory.setBigUint64(limits + LIMIT_PIXELS_OFFSET, BigInt(Math.ceil(maxPixels * CODED_SLACK) + CODED_EXTRA), true);
    for (const offset of [LIMIT_BLOCK_BYTES_OFFSET, LIMIT_TOTAL_BYTES_OFFSET]) {
      const standing = memory.getBigUint64(limits + offset, true);
      memory.setBigUint64(limits + offset, bytes < standing ? bytes : standing, true);
    }
  }

  /** The TIFF structure of the EXIF block; the four bytes before it give its offset (ISO/IEC 23008-12, A.2.1). */
  #readExif(): Uint8Array | undefined {
    const module = this.#module;
    const name = this.#scratch + 32;
    module.HEAPU8.set(Buffer.from("Exif\0", "latin1"), name);
    const list = this.#scratch + 40;
    if (module._heif_image_handle_get_list_of_metadata_block_IDs(this.#handle, name, list, 1) === 0) return undefined;
    const block = this.#memory().getUint32(list, true);
    const size = module._heif_image_handle_get_metadata_size(this.#handle, block);
    const data = module._malloc(size);
    this.#try((error) => module._heif_image_handle_get_metadata(error, this.#handle, block, data));
    if (size < 4) return undefined;
    const start = 4 + this.#memory().getUint32(data);
    return start < size ? module.HEAPU8.slice(data + start, data + size) : undefined;
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
    const out = this.#scratch + 32;
    const code = this.#call((error) =>
      this.#module._heif_image_handle_get_nclx_color_profile(error, this.#handle, out),
    );
    // A container without such a box is legal.
    if (code !== 0) return undefined;
    const memory = this.#memory();
    const profile = memory.getUint32(out, true);
    const primaries = memory.getUint32(profile + PRIMARIES_OFFSET, true);
    return { primaries, transfer: memory.getUint32(profile + TRANSFER_OFFSET, true) };
  }

  /** A call that returns its result through a pointer. */
  #out(call: (error: number, out: number) => void): number {
    const out = this.#scratch + 32;
    this.#try((error) => call(error, out));
    return this.#memory().getUint32(out, true);
  }

  /** A call that must succeed. */
  #try(call: (error: number) => void): void {
    const code = this.#call(call);
    if (code === 0) return;
    giveUpSharedLibheif();
    const memory = this.#memory();
    const subcode = memory.getUint32(this.#scratch + 4, true);
    throw heifError(code, subcode, this.#readText(memory.getUint32(this.#scratch + 8, true)));
  }

  /**
   * The code of the heif_error { code, subcode, message } that the call returns. A trap of the sandbox counts as a
   * broken file.
   */
  #call(call: (error: number) => void): number {
    try {
      call(this.#scratch);
    } catch (error) {
      giveUpSharedLibheif();
      throw wrapError(error, "input/corrupt", "decode: HEIF");
    }
    return this.#memory().getUint32(this.#scratch, true);
  }

  #readText(at: number): string {
    const { HEAPU8 } = this.#module;
    return Buffer.from(HEAPU8.subarray(at, HEAPU8.indexOf(0, at))).toString("utf8");
  }

  /** Read on every use, since the memory becomes a new object when it grows. */
  #memory(): DataView {
    return new DataView(this.#module.HEAPU8.buffer);
  }
}
