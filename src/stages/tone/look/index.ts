export { alongCurve, checkLook, type Look, type LookPart, type LookTarget, parseLook, targetFor } from "./look.ts";
