#include <node_api.h>

#if defined(__linux__)
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

namespace lightwell {

static napi_value dropPages(napi_env env, napi_callback_info info) {
#if defined(__linux__)
  napi_value view = nullptr;
  size_t count = 1, length = 0;
  void* data = nullptr;
  napi_typedarray_type type;
  if (napi_get_cb_info(env, info, &count, &view, nullptr, nullptr) != napi_ok || count != 1 ||
      napi_get_typedarray_info(env, view, &type, &length, &data, nullptr, nullptr) != napi_ok || type != napi_uint8_array) {
    napi_throw_type_error(env, nullptr, "dropPages: expected a Uint8Array");
    return nullptr;
  }
  // Only whole pages: those at the ends can contain samples of other views.
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t begin = (reinterpret_cast<size_t>(data) + page - 1) / page * page;
  const size_t end = (reinterpret_cast<size_t>(data) + length) / page * page;
  if (end > begin) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
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
