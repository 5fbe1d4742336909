#include <climits>

#include "../binding.h"

// Three faults on purpose, of which the run of the tests makes sure first that they are seen.

namespace lightwell {

static napi_value finishWith(Call& call, int value) { return call.finish(static_cast<Status>(value & 1)); }

static napi_value readBeyond(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const auto view = call.u8("view");
  return finishWith(call, static_cast<const volatile uint8_t*>(view.data)[view.length]);
}
LW_REGISTER(readBeyond, readBeyond);

static napi_value writeBeyond(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const auto view = call.u8("view");
  static_cast<volatile uint8_t*>(view.data)[view.length] = 1;
  return finishWith(call, 0);
}
LW_REGISTER(writeBeyond, writeBeyond);

static napi_value overflow(napi_env env, napi_callback_info info) {
  Call call(env, info);
  volatile int most = INT_MAX;
  return finishWith(call, most + static_cast<int>(call.u8("view").length));
}
LW_REGISTER(overflow, overflow);

}  // namespace lightwell
