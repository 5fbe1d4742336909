#include "binding.h"

#include <cstdio>

namespace lightwell {

namespace {
Registration* first_registration = nullptr;
}

Registration::Registration(const char* kernel, napi_callback callback)
    : name(kernel), function(callback), next(first_registration) {
  first_registration = this;
}

Call::Call(napi_env env, napi_callback_info info) : env_(env) {
  napi_value argv[4];
  size_t argc = 4;
  if (napi_get_cb_info(env, info, &argc, argv, nullptr, nullptr) != napi_ok || argc != 4 ||
      napi_get_value_int32(env, argv[1], &row_begin_) != napi_ok || napi_get_value_int32(env, argv[2], &row_end_) != napi_ok) {
    fail("call", "(args, rowBegin, rowEnd, cancel)");
    return;
  }
  if (row_begin_ < 0 || row_end_ < row_begin_) {
    fail("rowBegin, rowEnd", "0 <= rowBegin <= rowEnd");
    return;
  }
  args_ = argv[0];
  napi_typedarray_type type;
  void* data;
  size_t length;
  if (!typedArray(argv[3], &type, &data, &length) || type != napi_int32_array || length < 1) {
    fail("cancel", "an Int32Array");
    return;
  }
  cancel_ = static_cast<const int32_t*>(data);
}

double Call::number(const char* name) {
  double value = 0;
  if (failed_ || napi_get_value_double(env_, property(name), &value) != napi_ok) fail(name, "a number");
  return value;
}

double Call::within(const char* name, double least, double most) {
  const double value = number(name);
  // Written so that NaN is rejected as well.
  if (value >= least && value <= most) return value;
  fail(name, "a number within the range of an integer");
  return 0;
}

size_t Call::listLength(const char* name) {
  uint32_t length = 0;
  if (failed_ || napi_get_array_length(env_, property(name), &length) != napi_ok || length > kMaxListed) {
    fail(name, "an array of at most 4096");
    return 0;
  }
  return length;
}

bool Call::isU8(napi_value value) {
  napi_typedarray_type type;
  void* data;
  size_t length;
  return !failed_ && typedArray(value, &type, &data, &length) && type == napi_uint8_array;
}

void Call::readView(const char* name, napi_value value, EitherView& view) {
  if (isU8(value)) readView(name, value, view.u8);
  else readView(name, value, view.u16);
}

bool Call::given(Field field) {
  napi_valuetype type = napi_undefined;
  return !failed_ && napi_typeof(env_, property(field.name), &type) == napi_ok && type != napi_undefined;
}

napi_value Call::finish(Status status) {
  napi_value result = nullptr;
  napi_create_int32(env_, static_cast<int32_t>(status), &result);
  return result;
}

napi_value Call::property(const char* name) {
  napi_value value = nullptr;
  if (!failed_) napi_get_named_property(env_, args_, name, &value);
  return value;
}

napi_value Call::listItem(const char* name, size_t index) {
  napi_value value = nullptr;
  napi_value list = property(name);
  if (list) napi_get_element(env_, list, static_cast<uint32_t>(index), &value);
  return value;
}

void Call::fail(const char* name, const char* expected) {
  if (failed_) return;
  failed_ = true;
  char message[160];
  std::snprintf(message, sizeof message, "kernel argument %s: expected %s", name, expected);
  napi_throw_type_error(env_, nullptr, message);
}

bool Call::typedArray(napi_value value, napi_typedarray_type* type, void** data, size_t* length) {
  bool is = false;
  return value && napi_is_typedarray(env_, value, &is) == napi_ok && is &&
         napi_get_typedarray_info(env_, value, type, length, data, nullptr, nullptr) == napi_ok;
}

}  // namespace lightwell

// Every thread that loads the addon gets its own exports; registrations are made once, before main.
NAPI_MODULE_INIT() {
  for (auto* entry = lightwell::first_registration; entry; entry = entry->next) {
    napi_value function = nullptr;
    if (napi_create_function(env, entry->name, NAPI_AUTO_LENGTH, entry->function, nullptr, &function) != napi_ok) return nullptr;
    if (napi_set_named_property(env, exports, entry->name, function) != napi_ok) return nullptr;
  }
  return exports;
}
