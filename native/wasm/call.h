#pragma once
// One call into the WebAssembly module: the counterpart of binding.h for Node. src/kernels/wasm writes the arguments
// into shared memory as the slots below, in the order of the declaration.
#include <vector>

#include "../status.h"
#include "../view.h"

namespace lightwell {

struct Slot {
  enum Kind : uint32_t { kAbsent, kNumber, kU8, kU16, kF32, kF64, kI32, kI8, kList };
  Kind kind;
  // Number of a view's samples, or of a list's views, which are slots as well.
  uint32_t length;
  union {
    double number;
    uint32_t at;
  };
};
static_assert(sizeof(Slot) == 16, "as src/kernels/wasm/slots.ts writes them");

inline Slot::Kind kindOf(const uint8_t*) { return Slot::kU8; }
inline Slot::Kind kindOf(const uint16_t*) { return Slot::kU16; }
inline Slot::Kind kindOf(const int8_t*) { return Slot::kI8; }
inline Slot::Kind kindOf(const int32_t*) { return Slot::kI32; }
inline Slot::Kind kindOf(const float*) { return Slot::kF32; }
inline Slot::Kind kindOf(const double*) { return Slot::kF64; }

// An argument, by its index in the declaration.
struct Field {
  int index;
  const char* name;
};

// Added to the index of the first argument that is missing, or has a wrong type or range.
constexpr int32_t kWrongType = 256;

class Call {
 public:
  Call(const Slot* record, int row_begin, int row_end) : record_(record), row_begin_(row_begin), row_end_(row_end) {}

  void read(Field field, double& value) { value = number(field); }
  void read(Field field, float& value) { value = static_cast<float>(number(field)); }
  void read(Field field, int& value) { value = static_cast<int>(within(field, INT32_MIN, INT32_MAX)); }
  void read(Field field, int64_t& value) { value = static_cast<int64_t>(within(field, -kMaxWide, kMaxWide)); }
  void read(Field field, bool& value) { value = static_cast<int>(within(field, INT32_MIN, INT32_MAX)) != 0; }
  template <typename V>
  void read(Field field, V& view) {
    readView(field, record_[field.index], view);
  }
  template <typename V>
  void read(Field field, std::vector<V>& views) {
    const Slot& list = record_[field.index];
    if (list.kind != Slot::kList || list.length > kMaxListed) return fail(field);
    const Slot* items = reinterpret_cast<const Slot*>(list.at);
    views.resize(list.length);
    for (size_t i = 0; i < views.size(); i++) readView(field, items[i], views[i]);
  }

  bool isU8(Field field) const { return record_[field.index].kind == Slot::kU8; }
  bool given(Field field) const { return record_[field.index].kind != Slot::kAbsent; }

  template <typename Args>
  int32_t run(Status (*kernel)(const Args&, int, int, CancelFlag)) {
    Args args{};
    readArgs(*this, args);
    if (wrong_ != 0) return wrong_;
    return static_cast<int32_t>(fits(args, row_end_) ? kernel(args, row_begin_, row_end_, CancelFlag()) : Status::kBadArguments);
  }

 private:
  static constexpr double kMaxWide = 9007199254740991.0;
  static constexpr uint32_t kMaxListed = 4096;

  double number(Field field) {
    const Slot& slot = record_[field.index];
    if (slot.kind == Slot::kNumber) return slot.number;
    fail(field);
    return 0;
  }
  double within(Field field, double least, double most) {
    const double value = number(field);
    // Written so that NaN is rejected as well.
    if (value >= least && value <= most) return value;
    fail(field);
    return 0;
  }
  template <typename T>
  void readView(Field field, const Slot& slot, View<T>& view) {
    if (slot.kind != kindOf(view.data)) return fail(field);
    view = {reinterpret_cast<T*>(slot.at), slot.length};
  }
  void readView(Field field, const Slot& slot, EitherView& view) {
    if (slot.kind == Slot::kU8) readView(field, slot, view.u8);
    else readView(field, slot, view.u16);
  }
  void fail(Field field) {
    if (wrong_ == 0) wrong_ = kWrongType + field.index;
  }

  const Slot* record_;
  int row_begin_;
  int row_end_;
  int32_t wrong_ = 0;
};

}  // namespace lightwell

// Defines the function that JavaScript calls by the kernel's name; its body follows, with `call`.
#define LW_KERNEL(kernel)                                                                                         \
  static int32_t call_##kernel(Call& call);                                                                       \
  extern "C" __attribute__((export_name(#kernel))) int32_t lw_##kernel(const Slot* record, int begin, int end) {  \
    Call call(record, begin, end);                                                                                \
    return call_##kernel(call);                                                                                   \
  }                                                                                                               \
  static int32_t call_##kernel(Call& call)
