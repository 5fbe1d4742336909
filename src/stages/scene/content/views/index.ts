export { findVeils } from "./veil.ts";
export { findViews, groundOf } from "./views.ts";
