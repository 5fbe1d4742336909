// Written by `npm run kernels` from src/kernels/declarations/light/plan-light.ts.
#pragma once
#include "plan_light.h"

#include <algorithm>

#include "../../binding.h"

namespace lightwell {

static void readArgs(Call& call, PlanLightArgs& args) {
  call.read({0, "light"}, args.light);
  call.read({1, "exposures"}, args.exposures);
  call.read({2, "priors"}, args.priors);
  call.read({3, "display"}, args.display);
  call.read({4, "planned"}, args.planned);
  call.read({5, "count"}, args.count);
  call.read({6, "width"}, args.width);
  call.read({7, "height"}, args.height);
  call.read({8, "texture"}, args.texture);
}

static bool fits(const PlanLightArgs& args, int row_end) {
  const int64_t count = args.count, width = args.width, height = args.height;
  return areSizes(count, width, height) &&
         row_end <= 1 &&
         holds(args.light, {width, height}) &&
         holds(args.exposures, {count}) &&
         holds(args.priors, {count}) &&
         holds(args.display, {1537}) &&
         holds(args.planned, {width, height});
}

LW_KERNEL(planLight) {
  return call.run<PlanLightArgs>(planLight);
}

}  // namespace lightwell
