#pragma once
#if defined(__wasm__)
#include "wasm/call.h"
#else
#include <node_api.h>

#include <vector>

#include "status.h"
#include "view.h"

namespace lightwell {

inline napi_typedarray_type arrayOf(const uint8_t*) { return napi_uint8_array; }
inline napi_typedarray_type arrayOf(const uint16_t*) { return napi_uint16_array; }
inline napi_typedarray_type arrayOf(const int8_t*) { return napi_int8_array; }
inline napi_typedarray_type arrayOf(const int32_t*) { return napi_int32_array; }
inline napi_typedarray_type arrayOf(const float*) { return napi_float32_array; }
inline napi_typedarray_type arrayOf(const double*) { return napi_float64_array; }

// An argument, by its name. The WebAssembly module uses its index in the declaration instead.
struct Field {
  int index;
  const char* name;
};

// One call from JavaScript: kernel(args, rowBegin, rowEnd, cancel). Reads fields of `args` by name. The first field
// that is missing, or has a wrong type or range, throws a TypeError; everything read afterwards is void.
class Call {
 public:
  Call(napi_env env, napi_callback_info info);

  void read(Field field, double& value) { value = number(field.name); }
  void read(Field field, float& value) { value = static_cast<float>(number(field.name)); }
  // Integers that fit in an int, or that a double represents exactly; fractions are truncated.
  void read(Field field, int& value) { value = static_cast<int>(within(field.name, INT32_MIN, INT32_MAX)); }
  void read(Field field, int64_t& value) { value = static_cast<int64_t>(within(field.name, -kMaxWide, kMaxWide)); }
  void read(Field field, bool& value) { value = static_cast<int>(within(field.name, INT32_MIN, INT32_MAX)) != 0; }
  template <typename T>
  void read(Field field, View<T>& view) {
    readView(field.name, property(field.name), view);
  }
  // Lists of at most kMaxListed views.
  template <typename V>
  void read(Field field, std::vector<V>& views) {
    views.resize(listLength(field.name));
    for (size_t i = 0; i < views.size(); i++) readView(field.name, listItem(field.name, i), views[i]);
  }

  // Whether the named field is a Uint8Array, for arguments of 8 or 16 bits.
  bool isU8(Field field) { return isU8(property(field.name)); }
  // False if the field is absent or undefined.
  bool given(Field field);

  // Reads the kernel's arguments, rejects those that do not fit, and runs the kernel. readArgs and fits are generated
  // from its declaration.
  template <typename Args>
  napi_value run(Status (*kernel)(const Args&, int, int, CancelFlag)) {
    Args args{};
    readArgs(*this, args);
    if (failed_) return nullptr;
    return finish(fits(args, row_end_) ? kernel(args, row_begin_, row_end_, CancelFlag(cancel_)) : Status::kBadArguments);
  }

 private:
  static constexpr double kMaxWide = 9007199254740991.0;
  static constexpr uint32_t kMaxListed = 4096;
  double number(const char* name);
  double within(const char* name, double least, double most);
  napi_value property(const char* name);
  size_t listLength(const char* name);
  napi_value listItem(const char* name, size_t index);
  bool isU8(napi_value value);
  void fail(const char* name, const char* expected);
  bool typedArray(napi_value value, napi_typedarray_type* type, void** data, size_t* length);
  template <typename T>
  void readView(const char* name, napi_value value, View<T>& view);
  void readView(const char* name, napi_value value, EitherView& view);
  napi_value finish(Status status);

  napi_env env_;
  napi_value args_ = nullptr;
  int row_begin_ = 0;
  int row_end_ = 0;
  const int32_t* cancel_ = nullptr;
  bool failed_ = false;
};

template <typename T>
void Call::readView(const char* name, napi_value value, View<T>& view) {
  napi_typedarray_type type;
  void* data;
  size_t length;
  if (failed_ || !typedArray(value, &type, &data, &length) || type != arrayOf(view.data)) {
    fail(name, "a typed array of the kernel's sample type");
    return;
  }
  view = {static_cast<T*>(data), length};
}

// Adds a function to the addon's exports when the addon loads. Each is a static object.
struct Registration {
  Registration(const char* name, napi_callback function);
  const char* name;
  napi_callback function;
  Registration* next;
};

}  // namespace lightwell

#define LW_REGISTER(name, function) static ::lightwell::Registration registration_##name(#name, function)

// Defines the function that JavaScript calls by the kernel's name; its body follows, with `call`.
#define LW_KERNEL(kernel)                                                  \
  static napi_value run_##kernel(Call& call);                              \
  static napi_value call_##kernel(napi_env env, napi_callback_info info) { \
    Call call(env, info);                                                  \
    return run_##kernel(call);                                             \
  }                                                                        \
  LW_REGISTER(kernel, call_##kernel);                                      \
  static napi_value run_##kernel(Call& call)
#endif
