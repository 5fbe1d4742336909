// The functions that src/codecs/libraw/module.ts calls. One file is open at a time; an instance of the module serves
// one file.
#include <cstdint>
#include <string>

#include <unistd.h>

#include "host_stream.h"
#include "json.h"
#include "libraw/libraw.h"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

// Previews are found and decoded by other code.
int LibRaw::unpack_thumb() { return LIBRAW_NOT_IMPLEMENTED; }
int LibRaw::unpack_thumb_ex(int) { return LIBRAW_NOT_IMPLEMENTED; }

namespace {

class Reader : public LibRaw {
 public:
  unsigned compression() const { return libraw_internal_data.unpacker_data.tiff_compress; }
  unsigned data_errors() const { return libraw_internal_data.unpacker_data.data_error; }
};

HostStream *stream;
Reader *raw;
libraw_processed_image_t *developed;
std::string facts;

void put_sizes(Json &json) {
  const libraw_image_sizes_t &sizes = raw->imgdata.sizes;
  json.field("width", sizes.width);
  json.field("height", sizes.height);
  json.field("raw_width", sizes.raw_width);
  json.field("raw_height", sizes.raw_height);
  json.field("top_margin", sizes.top_margin);
  json.field("left_margin", sizes.left_margin);
  json.field("flip", sizes.flip);
  json.field("pixel_aspect", sizes.pixel_aspect);
  json.table("mask", sizes.mask, 8);
  json.name("raw_inset_crops");
  json.open('[');
  for (const libraw_raw_inset_crop_t &crop : sizes.raw_inset_crops) {
    json.open('{');
    json.field("cleft", crop.cleft);
    json.field("ctop", crop.ctop);
    json.field("cwidth", crop.cwidth);
    json.field("cheight", crop.cheight);
    json.close('}');
  }
  json.close(']');
}

void put_camera(Json &json) {
  const libraw_iparams_t &camera = raw->imgdata.idata;
  json.field("camera_make", camera.make, sizeof camera.make);
  json.field("camera_model", camera.model, sizeof camera.model);
  json.field("normalized_make", camera.normalized_make, sizeof camera.normalized_make);
  json.field("normalized_model", camera.normalized_model, sizeof camera.normalized_model);
  json.field("dng_version", camera.dng_version);
  json.field("is_foveon", camera.is_foveon);
  json.field("raw_count", camera.raw_count);
  json.field("colors", camera.colors);
  json.field("filters", camera.filters);
  json.field("cdesc", camera.cdesc, sizeof camera.cdesc);
  json.table("xtrans", camera.xtrans, 6);
  json.field("iso_speed", raw->imgdata.other.iso_speed);
  json.field("fuji_rotated", raw->get_internal_data_pointer()->internal_output_params.fuji_width);
  json.field("compression", raw->compression());
  json.field("decoder", raw->unpack_function_name(), 64);
}

void put_levels(Json &json) {
  const libraw_colordata_t &color = raw->imgdata.color;
  const unsigned repeat = color.cblack[4] * color.cblack[5];
  json.field("black", color.black);
  json.list("cblack", color.cblack, 6 + int(repeat <= 4096 ? repeat : 0));
  json.field("maximum", color.maximum);
  json.field("fmaximum", color.fmaximum);
  json.field("dng_fblack", color.dng_levels.dng_fblack);
  json.list("dng_fcblack", color.dng_levels.dng_fcblack, 4);
  json.list("linear_max", color.linear_max, 4);
  json.field("raw_bps", color.raw_bps);
  json.list("cam_mul", color.cam_mul, 4);
  json.list("pre_mul", color.pre_mul, 4);
  json.table("rgb_cam", color.rgb_cam, 3);
  json.table("cam_xyz", color.cam_xyz, 4);
  json.field("as_shot_wb_applied", color.as_shot_wb_applied);
  json.name("dng_color");
  json.open('[');
  for (const libraw_dng_color_t &one : color.dng_color) {
    json.open('{');
    json.field("illuminant", one.illuminant);
    json.table("calibration", one.calibration, 4);
    json.table("colormatrix", one.colormatrix, 4);
    json.table("forwardmatrix", one.forwardmatrix, 3);
    json.close('}');
  }
  json.close(']');
  json.name("dng_levels");
  json.open('{');
  json.list("asshotneutral", color.dng_levels.asshotneutral, 4);
  json.list("analogbalance", color.dng_levels.analogbalance, 4);
  json.field("baseline_exposure", color.dng_levels.baseline_exposure);
  json.close('}');
}

// Returns LibRaw's exceptions as 1000 + their number, all others as 1000.
template <class Call>
int guarded(Call call) {
  try {
    return call();
  } catch (const LibRaw_exceptions &thrown) {
    return 1000 + int(thrown);
  } catch (...) {
    return 1000;
  }
}

}  // namespace

// Returns 0, a LibRaw error (negative), or 1000 or more for an exception.
EXPORT(open) int open_file(uint32_t size, uint32_t max_raw_mb) {
  return guarded([&] {
    stream = new HostStream(size);
    raw = new Reader();
    raw->imgdata.rawparams.max_raw_memory_mb = max_raw_mb;
    // The option would convert floats to 14 bits.
    raw->imgdata.rawparams.options &= ~unsigned(LIBRAW_RAWOPTIONS_CONVERTFLOAT_TO_INT);
    return raw->open_datastream(stream);
  });
}

// LibRaw's metadata of the file, as JSON that ends in a zero byte; levels are final only after unpacking.
EXPORT(metadata) const char *metadata() {
  facts.clear();
  Json json(facts);
  json.open('{');
  put_sizes(json);
  put_camera(json);
  json.name("color_data");
  json.open('{');
  put_levels(json);
  json.close('}');
  json.field("nef_compression", raw->imgdata.makernotes.nikon.NEFCompression);
  json.name("canon");
  json.open('{');
  json.list("ChannelBlackLevel", raw->imgdata.makernotes.canon.ChannelBlackLevel, 4);
  json.close('}');
  json.close('}');
  return facts.c_str();
}

// Width and height of the picture that LibRaw would develop; this changes the sizes in the metadata.
EXPORT(size) void size(uint32_t *out) {
  raw->adjust_sizes_info_only();
  out[0] = raw->imgdata.sizes.iwidth;
  out[1] = raw->imgdata.sizes.iheight;
}

EXPORT(unpack) int unpack() {
  stream->missing = 0;
  return guarded([] { return raw->unpack(); });
}

// Number of bytes that unpacking requested beyond the end of the file.
EXPORT(missing) double missing() { return double(stream->missing); }

// Number of values found in unpacking that valid data cannot contain.
EXPORT(errors) uint32_t errors() { return raw->data_errors(); }

// The unpacked frame: samples a pixel (0: none), address, bytes a row, rows, bytes a sample (2: unsigned integers, 4:
// floats).
EXPORT(frame) void frame(uint32_t *out) {
  const libraw_rawdata_t &data = raw->imgdata.rawdata;
  const libraw_image_sizes_t &sizes = raw->imgdata.sizes;
  const void *const candidates[6] = {data.raw_image,   data.color3_image, data.color4_image,
                                     data.float_image, data.float3_image, data.float4_image};
  const uint32_t samples[6] = {1, 3, 4, 1, 3, 4};
  int which = 0;
  while (which < 6 && !candidates[which]) which++;
  memset(out, 0, 5 * sizeof *out);
  if (which == 6) return;
  const uint32_t bytes = which < 3 ? 2 : 4;
  out[0] = samples[which];
  out[1] = uint32_t(uintptr_t(candidates[which]));
  out[2] = bytes == 2 && sizes.raw_pitch ? sizes.raw_pitch : sizes.raw_width * out[0] * bytes;
  out[3] = sizes.raw_height;
  out[4] = bytes;
}

// Develops the picture with LibRaw, to linear sRGB of 16 bits with the camera's white balance, for sensors that our
// code does not demosaic.
EXPORT(develop) int develop(int half_size) {
  return guarded([&] {
    libraw_output_params_t &settings = raw->imgdata.params;
    settings.use_camera_wb = 1;
    settings.output_color = 1;
    settings.output_bps = 16;
    settings.no_auto_bright = 1;
    settings.gamm[0] = settings.gamm[1] = 1;
    settings.half_size = half_size;
    int code = raw->dcraw_process();
    if (code == 0) developed = raw->dcraw_make_mem_image(&code);
    return code;
  });
}

// The developed picture: width, height, samples a pixel, bits, address.
EXPORT(image) void image(uint32_t *out) {
  const uint32_t values[5] = {developed->width, developed->height, developed->colors, developed->bits,
                              uint32_t(uintptr_t(developed->data))};
  memcpy(out, values, sizeof values);
}

// End of the used heap; nothing has been written from here on.
EXPORT(top) uint32_t top() { return uint32_t(uintptr_t(sbrk(0))); }

// Memory for the results of frame and image.
EXPORT(answer) uint32_t *answer() {
  static uint32_t room[8];
  return room;
}
