export { baseCurve, type CurveShape, fitShape, sceneLightOf, usualShape } from "./base-curve.ts";
export { adobeRgbSpace, type Cicp, calibratedSpace, type DeclaredSpace, declaredSpace } from "./declared-space.ts";
export { xyzD50ToSrgb } from "./icc-profile.ts";
export { type ColorPlan, planColor } from "./plan.ts";
export { embedProfile } from "./profile-embedding.ts";
export {
  determinantOf,
  diagonal,
  identity,
  invert,
  type Matrix3,
  multiply,
  type RowConversion,
  transform,
  type Vector3,
} from "./rgb-conversion.ts";
export { srgbProfile } from "./srgb-profile.ts";
