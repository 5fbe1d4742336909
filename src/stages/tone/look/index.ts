export { alongCurve, type LookWish, wishFor } from "./apply-look.ts";
export { checkLook, type Look, type LookPart, parseLook } from "./look.ts";
