import { createRequire } from "node:module";
import { EngineError } from "../../errors/index.ts";

/**
 * The part of libheif's C API (heif.h, 1.23), and of libde265's (de265.h), used here; pointers are numbers, and structs
 * by value are returned through the first argument.
 */
export interface LibheifModule {
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
  _heif_context_get_number_of_items(context: number): number;
  _heif_context_get_list_of_item_IDs(context: number, out: number, count: number): number;
  _heif_item_get_item_type(context: number, item: number): number;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_has_depth_image(handle: number): number;
  _heif_image_handle_get_number_of_auxiliary_images(handle: number, filter: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, out: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profileOut: number): void;
  _heif_image_handle_get_item_id(handle: number): number;
  _heif_item_get_properties_of_type(context: number, item: number, type: number, out: number, count: number): number;
  _heif_image_handle_get_list_of_metadata_block_IDs(handle: number, type: number, out: number, count: number): number;
  _heif_image_handle_get_metadata_size(handle: number, block: number): number;
  _heif_image_handle_get_metadata(error: number, handle: number, block: number, out: number): void;
  _heif_image_handle_get_list_of_thumbnail_IDs(handle: number, out: number, count: number): number;
  _heif_image_handle_get_thumbnail(error: number, handle: number, thumbnail: number, out: number): void;
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
  _de265_new_decoder(): number;
  _de265_free_decoder(decoder: number): number;
  /** The time stamp is a 64-bit number in two halves. */
  _de265_push_NAL(decoder: number, data: number, size: number, timeLow: number, timeHigh: number, user: number): number;
  _de265_flush_data(decoder: number): number;
  _de265_decode(decoder: number, moreOut: number): number;
  /** Returns a picture that the decoder owns; 0 if there is none. */
  _de265_get_next_picture(decoder: number): number;
}

const require = createRequire(import.meta.url);

/** Creates a fresh instance in about 8 ms; its memory is freed by garbage collection. */
export function createLibheif(): LibheifModule {
  const create = require("libheif-js/libheif-wasm/libheif-bundle.js") as () => LibheifModule;
  return create();
}

/** Throws if libheif cannot run on this machine. */
export function loadLibheif(): void {
  if (createLibheif()._heif_context_alloc() === 0) throw new Error("libheif could not allocate memory");
}

/** Maximum number of files that share an instance for headers, and of their bytes, which stay in it. */
const sharedFiles = 64;
const sharedBytes = 64 * 2 ** 20;

let shared: { readonly module: LibheifModule; files: number; bytes: number } | undefined;

/** An instance for the headers of a file of `bytes` bytes, replaced after a few dozen files. */
export function shareLibheif(bytes: number): LibheifModule {
  if (!shared || shared.files >= sharedFiles || shared.bytes + bytes > sharedBytes)
    shared = { module: createLibheif(), files: 0, bytes: 0 };
  shared.files++;
  shared.bytes += bytes;
  return shared.module;
}

/** Drops the shared instance after a failure, so that the file's state cannot affect the next. */
export function giveUpSharedLibheif(): void {
  shared = undefined;
}

/**
 * heif_error.h: codes 3 unsupported file type, 4 unsupported feature, 6 memory, 11 no decoder; subcode 1000 security
 * limit exceeded.
 */
export function heifError(code: number, subcode: number, text: string): EngineError {
  const message = `decode: HEIF: ${text}`;
  const context = { code, subcode };
  if (subcode === 1000) return new EngineError("limits/pixels", message, context);
  if (code === 6) return new EngineError("limits/memory", message, context);
  if (code === 3 || code === 4 || code === 11) return new EngineError("unsupported/variant", message, context);
  return new EngineError("input/corrupt", message, context);
}

/** A four-character code as the API passes it. */
export function fourcc(text: string): number {
  return Buffer.from(text, "latin1").readInt32BE();
}
