// The part of a C++ runtime that kernels need. Memory comes from JavaScript, which gives every thread its own and
// reclaims it when the kernel ends. No function here stores anything in memory that threads share.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

extern "C" {

// Allocates memory at a multiple of 64; returns 0 if none is left.
__attribute__((import_module("lightwell"), import_name("allocate"))) void* lw_allocate(size_t bytes);

void abort() { __builtin_trap(); }

void* memcpy(void* __restrict target, const void* __restrict source, size_t count) {
  return __builtin_memcpy(target, source, count);
}
void* memmove(void* target, const void* source, size_t count) { return __builtin_memmove(target, source, count); }
void* memset(void* target, int value, size_t count) { return __builtin_memset(target, value, count); }

void* memchr(const void* bytes, int value, size_t count) {
  auto* at = static_cast<const unsigned char*>(bytes);
  for (; count > 0; at++, count--)
    if (*at == static_cast<unsigned char>(value)) return const_cast<unsigned char*>(at);
  return nullptr;
}

int memcmp(const void* a, const void* b, size_t count) {
  auto *x = static_cast<const unsigned char*>(a), *y = static_cast<const unsigned char*>(b);
  for (size_t i = 0; i < count; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

// Exact, as the C standard requires: it subtracts powers of two times the divisor, and the difference between a double
// and one at least half as large is exact.
float fmodf(float dividend, float divisor) {
  double rest = __builtin_fabs(double(dividend));
  const double by = __builtin_fabs(double(divisor));
  if (!(by > 0) || !(rest < __builtin_inf()) || by != by) return __builtin_nanf("");
  if (by < __builtin_inf()) {
    double step = by;
    while (step <= rest * 0.5) step *= 2;
    for (; step >= by; step *= 0.5)
      if (rest >= step) rest -= step;
  }
  return __builtin_copysignf(static_cast<float>(rest), dividend);
}

}  // extern "C"

namespace {
void* allocated(size_t bytes) {
  void* memory = lw_allocate(bytes);
  if (!memory) __builtin_trap();
  return memory;
}
}  // namespace

const std::nothrow_t std::nothrow{};

void* operator new(size_t bytes) { return allocated(bytes); }
void* operator new[](size_t bytes) { return allocated(bytes); }
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return lw_allocate(bytes); }
void* operator new[](size_t bytes, const std::nothrow_t&) noexcept { return lw_allocate(bytes); }
void operator delete(void*) noexcept {}
void operator delete[](void*) noexcept {}
void operator delete(void*, size_t) noexcept {}
void operator delete[](void*, size_t) noexcept {}
