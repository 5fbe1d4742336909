#include "../binding.h"
#include "../kernels/mertens_collapse.h"
#include "../kernels/mertens_expand.h"
#include "../kernels/mertens_reduce.h"

namespace lightwell {

// Every frame must hold the whole picture; the kernels index it without further checks.
static MertensInput readInput(Call& call, bool* fits) {
  MertensInput input{std::vector<ExposedFrame>(call.listLength("frames")), call.integer("width"), call.integer("height"),
                     call.integer("levels"),
                     {static_cast<float>(call.number("contrastWeight")), static_cast<float>(call.number("saturationWeight")),
                      static_cast<float>(call.number("exposednessWeight"))}};
  *fits = !input.frames.empty() && input.width >= 1 && input.height >= 1;
  const size_t samples = size_t(input.width) * input.height * 3;
  for (size_t i = 0; i < input.frames.size(); i++) {
    const int index = static_cast<int>(i);
    if (call.listItemIsU8("frames", index)) {
      input.frames[i].u8 = call.listU8("frames", index);
    } else {
      input.frames[i].u16 = call.listU16("frames", index);
    }
    *fits = *fits && input.frames[i].u8.length + input.frames[i].u16.length >= samples;
  }
  return input;
}

static std::vector<View<uint16_t>> readList(Call& call, const char* name) {
  std::vector<View<uint16_t>> views(call.listLength(name));
  for (size_t i = 0; i < views.size(); i++) views[i] = call.listU16(name, static_cast<int>(i));
  return views;
}

static napi_value callMertensReduce(napi_env env, napi_callback_info info) {
  Call call(env, info);
  bool fits = false;
  const MertensReduceArgs args{readInput(call, &fits), readList(call, "targets")};
  if (call.failed()) return nullptr;
  return call.finish(fits ? mertensReduce(args, call.rowBegin(), call.rowEnd(), call.cancel()) : Status::kBadArguments);
}
LW_REGISTER(mertensReduce, callMertensReduce);

static napi_value callMertensCollapse(napi_env env, napi_callback_info info) {
  Call call(env, info);
  const MertensCollapseArgs args{readList(call, "levels"), call.u16("target"), call.integer("width"), call.integer("height"),
                                 call.integer("depth")};
  if (call.failed()) return nullptr;
  return call.finish(mertensCollapse(args, call.rowBegin(), call.rowEnd(), call.cancel()));
}
LW_REGISTER(mertensCollapse, callMertensCollapse);

static napi_value callMertensExpand(napi_env env, napi_callback_info info) {
  Call call(env, info);
  bool fits = false;
  auto input = readInput(call, &fits);
  const bool coarser = input.levels > 0;
  const MertensExpandArgs args{std::move(input), coarser ? readList(call, "stored") : std::vector<View<uint16_t>>{},
                               coarser ? call.u16("result") : View<uint16_t>{}, call.u16("target")};
  if (call.failed()) return nullptr;
  return call.finish(fits ? mertensExpand(args, call.rowBegin(), call.rowEnd(), call.cancel()) : Status::kBadArguments);
}
LW_REGISTER(mertensExpand, callMertensExpand);

}  // namespace lightwell
