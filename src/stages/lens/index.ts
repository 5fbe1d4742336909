export { type CameraCoverage, cameraCoverage, type LensCoverage, lensCoverage } from "./coverage.ts";
export { type CameraEntry, type LensDatabase, type LensEntry, parseLensDatabase } from "./database.ts";
export { findFringes, withFringes } from "./fringes.ts";
export { type LensInput, type LensResult, lens } from "./lens.ts";
export { type LensMatch, matchLens } from "./match-lens.ts";
export type { LensOptionsInput } from "./options.ts";
export { lensOperation, lensStage } from "./stage.ts";
