export { type LensCoverage, lensCoverage } from "./coverage.ts";
export { type LensDatabase, parseLensDatabase } from "./database.ts";
export { type LensInput, type LensProfile, type LensResult, lens } from "./lens.ts";
export { type LensOptions, type LensOptionsInput, lensOptions } from "./options.ts";
export { lensOperation, lensStage } from "./stage.ts";
