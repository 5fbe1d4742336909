#include <node_api.h>

#if defined(__linux__)
#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "binding.h"

// dropPages(view): returns the memory of a Uint8Array to the system until it is touched again; its contents are lost.
// Memory that libraries have freed is returned as well: glibc keeps it for each thread, a hundred megabytes after a few
// sets. On systems without such advice, nothing happens.

// wholePages(view): where the whole pages of a Uint8Array begin and end in it, in bytes. fileOnPages(view, file) makes
// these pages those of an open file, from its first byte on, which must have their size and contents: from then on the
// system has them in its cache or on the disk. leavePages(view) takes them out of the process until they are touched
// again. memoryOnPages(view) makes them memory again, whose contents are undefined. Only on Linux.

namespace lightwell {

#if defined(__linux__)

namespace {

// Whole pages of a view: those at its ends can contain samples of other views.
struct Pages {
  void* begin;
  size_t bytes;
  size_t skipped;  // bytes of the view before them
};

// The first argument, a Uint8Array, and up to one more; throws a TypeError and returns false if it is not one.
bool readPages(napi_env env, napi_callback_info info, size_t wanted, Pages* pages, napi_value* second = nullptr) {
  napi_value args[2] = {};
  size_t count = 2, length = 0;
  void* data = nullptr;
  napi_typedarray_type type;
  if (napi_get_cb_info(env, info, &count, args, nullptr, nullptr) != napi_ok || count != wanted ||
      napi_get_typedarray_info(env, args[0], &type, &length, &data, nullptr, nullptr) != napi_ok || type != napi_uint8_array) {
    napi_throw_type_error(env, nullptr, "pages: expected a Uint8Array");
    return false;
  }
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t begin = (reinterpret_cast<size_t>(data) + page - 1) / page * page;
  const size_t end = (reinterpret_cast<size_t>(data) + length) / page * page;
  const bool any = end > begin;
  *pages = {reinterpret_cast<void*>(begin), any ? end - begin : 0, any ? begin - reinterpret_cast<size_t>(data) : 0};
  if (second) *second = args[1];
  return true;
}

// Replaces the pages by others at the same place; returns 0 or the system's error.
int replacePages(const Pages& pages, int flags, int file) {
  void* const placed = mmap(pages.begin, pages.bytes, PROT_READ | PROT_WRITE, MAP_FIXED | flags, file, 0);
  return placed == MAP_FAILED ? errno : 0;
}

}  // namespace

static napi_value wholePages(napi_env env, napi_callback_info info) {
  Pages pages;
  if (!readPages(env, info, 1, &pages)) return nullptr;
  napi_value result = nullptr, edge = nullptr;
  if (napi_create_array_with_length(env, 2, &result) != napi_ok) return nullptr;
  const size_t edges[2] = {pages.skipped, pages.skipped + pages.bytes};
  for (uint32_t i = 0; i < 2; i++) {
    if (napi_create_double(env, static_cast<double>(edges[i]), &edge) != napi_ok || napi_set_element(env, result, i, edge) != napi_ok)
      return nullptr;
  }
  return result;
}

// Returns 0, or the system's error.
static napi_value fileOnPages(napi_env env, napi_callback_info info) {
  Pages pages;
  napi_value number = nullptr, result = nullptr;
  int32_t file = -1;
  if (!readPages(env, info, 2, &pages, &number)) return nullptr;
  if (napi_get_value_int32(env, number, &file) != napi_ok) {
    napi_throw_type_error(env, nullptr, "fileOnPages: expected the number of an open file");
    return nullptr;
  }
  const int failed = pages.bytes > 0 ? replacePages(pages, MAP_SHARED, file) : 0;
  return napi_create_int32(env, failed, &result) == napi_ok ? result : nullptr;
}

// Returns 0, or the system's error.
static napi_value memoryOnPages(napi_env env, napi_callback_info info) {
  Pages pages;
  napi_value result = nullptr;
  if (!readPages(env, info, 1, &pages)) return nullptr;
  const int failed = pages.bytes > 0 ? replacePages(pages, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1) : 0;
  return napi_create_int32(env, failed, &result) == napi_ok ? result : nullptr;
}

static napi_value leavePages(napi_env env, napi_callback_info info) {
  Pages pages;
  if (!readPages(env, info, 1, &pages) || pages.bytes == 0) return nullptr;
  (void)madvise(pages.begin, pages.bytes, MADV_DONTNEED);
  return nullptr;
}

// Not kernels, so they have no declarations.
LW_REGISTER(wholePages, wholePages);
LW_REGISTER(fileOnPages, fileOnPages);
LW_REGISTER(memoryOnPages, memoryOnPages);
LW_REGISTER(leavePages, leavePages);

#endif

static napi_value dropPages(napi_env env, napi_callback_info info) {
#if defined(__linux__)
  Pages pages;
  if (!readPages(env, info, 1, &pages)) return nullptr;
  if (pages.bytes > 0) (void)madvise(pages.begin, pages.bytes, MADV_DONTNEED);
#if defined(__GLIBC__)
  (void)malloc_trim(0);
#endif
#else
  (void)env, (void)info;
#endif
  return nullptr;
}
// Not a kernel, so it has no declaration.
LW_REGISTER(dropPages, dropPages);

}  // namespace lightwell
