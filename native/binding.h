#pragma once
#include <node_api.h>

#include "status.h"
#include "view.h"

namespace lightwell {

// One call from JavaScript: kernel(args, rowBegin, rowEnd, cancel). Reads fields of `args` by name; the first field that is
// missing, of another type or no such number throws a TypeError and makes failed() true.
class Call {
 public:
  Call(napi_env env, napi_callback_info info);

  double number(const char* name);
  // Whole numbers, fractions cut off, that an int holds, and such that a double holds exactly.
  int integer(const char* name) { return static_cast<int>(within(name, INT32_MIN, INT32_MAX)); }
  int64_t wide(const char* name) { return static_cast<int64_t>(within(name, -kMostWide, kMostWide)); }
  View<uint8_t> u8(const char* name) { return view<uint8_t>(name, napi_uint8_array); }
  View<uint16_t> u16(const char* name) { return view<uint16_t>(name, napi_uint16_array); }
  View<float> f32(const char* name) { return view<float>(name, napi_float32_array); }
  View<double> f64(const char* name) { return view<double>(name, napi_float64_array); }
  View<int32_t> i32(const char* name) { return view<int32_t>(name, napi_int32_array); }
  View<uint32_t> u32(const char* name) { return view<uint32_t>(name, napi_uint32_array); }
  // Whether the named field is a Uint8Array (else the caller reads it as another type).
  bool isU8(const char* name);
  // The i-th element of an array field (for lists of typed arrays) and its length, kMostListed at most.
  int listLength(const char* name);
  bool listItemIsU8(const char* name, int index);
  View<uint8_t> listU8(const char* name, int index);
  View<uint16_t> listU16(const char* name, int index);
  View<float> listF32(const char* name, int index);
  // True when the field is absent or undefined.
  bool absent(const char* name);

  int rowBegin() const { return row_begin_; }
  int rowEnd() const { return row_end_; }
  CancelFlag cancel() const { return CancelFlag(cancel_); }
  bool failed() const { return failed_; }
  napi_value finish(Status status);

 private:
  static constexpr double kMostWide = 9007199254740991.0;
  static constexpr uint32_t kMostListed = 4096;
  double within(const char* name, double least, double most);
  napi_value field(const char* name);
  napi_value listItem(const char* name, int index);
  void fail(const char* name, const char* expected);
  bool typedArray(napi_value value, napi_typedarray_type* type, void** data, size_t* length);
  template <typename T>
  View<T> asView(napi_value value, napi_typedarray_type wanted, const char* name);
  template <typename T>
  View<T> view(const char* name, napi_typedarray_type wanted);

  napi_env env_;
  napi_value args_ = nullptr;
  int row_begin_ = 0;
  int row_end_ = 0;
  const int32_t* cancel_ = nullptr;
  bool failed_ = false;
};

template <typename T>
View<T> Call::asView(napi_value value, napi_typedarray_type wanted, const char* name) {
  napi_typedarray_type type;
  void* data;
  size_t length;
  if (failed_ || !typedArray(value, &type, &data, &length) || type != wanted) {
    fail(name, "a typed array of the kernel's sample type");
    return {};
  }
  return {static_cast<T*>(data), length};
}

template <typename T>
View<T> Call::view(const char* name, napi_typedarray_type wanted) {
  return asView<T>(field(name), wanted, name);
}

// Adds a kernel to the addon's exports when the addon loads; one static object a kernel, in native/bindings/.
struct Registration {
  Registration(const char* name, napi_callback function);
  const char* name;
  napi_callback function;
  Registration* next;
};

}  // namespace lightwell

#define LW_REGISTER(name, function) static ::lightwell::Registration registration_##name(#name, function)
