export { alongCurve, type LookTarget, targetFor } from "./apply-look.ts";
export { checkLook, type Look, type LookPart, parseLook } from "./look.ts";
