#include <climits>

#include "../binding.h"

// Three deliberate faults. Before the tests run, the script checks that the sanitizers detect them.

namespace lightwell {

struct CanaryArgs {
  View<uint8_t> view;
};
static void readArgs(Call& call, CanaryArgs& args) { call.read({0, "view"}, args.view); }
static bool fits(const CanaryArgs&, int) { return true; }

template <int (*fault)(const View<uint8_t>&)>
static Status fail(const CanaryArgs& args, int, int, CancelFlag) {
  return static_cast<Status>(fault(args.view) & 1);
}
template <int (*fault)(const View<uint8_t>&)>
static napi_value callFault(napi_env env, napi_callback_info info) {
  Call call(env, info);
  return call.run<CanaryArgs>(fail<fault>);
}

static int readBeyond(const View<uint8_t>& view) { return static_cast<const volatile uint8_t*>(view.data)[view.length]; }
LW_REGISTER(readBeyond, callFault<readBeyond>);

static int writeBeyond(const View<uint8_t>& view) {
  static_cast<volatile uint8_t*>(view.data)[view.length] = 1;
  return 0;
}
LW_REGISTER(writeBeyond, callFault<writeBeyond>);

static int overflow(const View<uint8_t>& view) {
  volatile int most = INT_MAX;
  return most + static_cast<int>(view.length);
}
LW_REGISTER(overflow, callFault<overflow>);

}  // namespace lightwell
