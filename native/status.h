#pragma once
#include <cstdint>

namespace lightwell {

// What a kernel reports; the numbers are shared with src/kernels/native.ts.
enum class [[nodiscard]] Status : int32_t { kOk = 0, kCancelled = 1, kBadArguments = 2 };

#if defined(__wasm__)
extern "C" __attribute__((import_module("lightwell"), import_name("cancelled"))) int32_t lw_cancelled();

// The same asked of JavaScript, because the flag may lie in memory that the module cannot see.
class CancelFlag {
 public:
  bool raised() const { return lw_cancelled() != 0; }
};
#else
// A flag in shared memory that another thread sets to stop a kernel; polled once a row.
class CancelFlag {
 public:
  explicit CancelFlag(const int32_t* flag) : flag_(flag) {}
  bool raised() const { return flag_ && __atomic_load_n(flag_, __ATOMIC_RELAXED) != 0; }

 private:
  const int32_t* flag_;
};
#endif

}  // namespace lightwell
