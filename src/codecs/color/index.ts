export { baseCurve, type CurveShape, fitShape, sceneLightOf, usualShape } from "./base-curve.ts";
export { adobeRgbSpace, type Cicp, calibratedSpace, type DeclaredSpace, declaredSpace } from "./declared-space.ts";
export { xyzD50ToSrgb } from "./icc-profile.ts";
export {
  determinantOf,
  diagonal,
  identity,
  invert,
  type Matrix3,
  multiply,
  transform,
  type Vector3,
} from "./matrix3.ts";
export { type ColorPlan, planColor } from "./plan.ts";
export { embedProfile } from "./profile-embedding.ts";
export type { RowConversion } from "./rgb-conversion.ts";
export { srgbProfile } from "./srgb-profile.ts";
