export { findDarkPaint } from "./dark-paint.ts";
export { findPaint, type KnownPaints } from "./find-paint.ts";
export { lightOfKnown } from "./light-of-known.ts";
export { findPale } from "./pale.ts";
export { findNeutral, findSurfaces, type Surfaces, withoutPaint } from "./surfaces.ts";
export { brightThings, unpainted } from "./whites.ts";
