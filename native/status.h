#pragma once
#include <cstdint>

namespace lightwell {

// Status that a kernel returns; src/kernels/native.ts has the same numbers.
enum class [[nodiscard]] Status : int32_t { kOk = 0, kCancelled = 1, kBadArguments = 2 };

#if defined(__wasm__)
extern "C" __attribute__((import_module("lightwell"), import_name("cancelled"))) int32_t lw_cancelled();

// The cancel flag, read through JavaScript, because it can be in memory that the module cannot access.
class CancelFlag {
 public:
  bool raised() const { return lw_cancelled() != 0; }
};
#else
// A flag in shared memory that another thread sets to stop a kernel. Polled once a row.
class CancelFlag {
 public:
  explicit CancelFlag(const int32_t* flag) : flag_(flag) {}
  bool raised() const { return flag_ && __atomic_load_n(flag_, __ATOMIC_RELAXED) != 0; }

 private:
  const int32_t* flag_;
};
#endif

}  // namespace lightwell
