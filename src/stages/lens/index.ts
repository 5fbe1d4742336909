export { type CameraCoverage, cameraCoverage, type LensCoverage, lensCoverage } from "./coverage.ts";
export { type CameraEntry, type LensDatabase, type LensEntry, parseLensDatabase } from "./database.ts";
export { findFringes, withFringes } from "./fringes.ts";
export { type LensInput, type LensProfile, type LensResult, lens } from "./lens.ts";
export { type LensMatch, matchLens } from "./match-lens.ts";
export { type LensOptions, type LensOptionsInput, lensOptions } from "./options.ts";
export { lensOperation, lensStage } from "./stage.ts";
