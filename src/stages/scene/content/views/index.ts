export { findVeils, findWashed } from "./veil.ts";
export { clippedColours, findViews, groundOf } from "./views.ts";
