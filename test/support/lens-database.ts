import { readFileSync } from "node:fs";
import { emptyPhoto, type Photo } from "../../src/image/index.ts";
import { type LensDatabase, parseLensDatabase } from "../../src/stages/lens/index.ts";

let database: LensDatabase | undefined;

/** The database in the package. */
export function lensDatabase(): LensDatabase {
  database ??= parseLensDatabase(readFileSync(new URL("../../data/lensfun.json.br", import.meta.url)));
  return database;
}

/** Metadata of a photo by a camera and lens, as far as the lens stage reads them. */
export function lensPhoto(
  make: string,
  model: string,
  lens: string | undefined,
  focalMm?: number,
  fNumber?: number,
  focusDistanceM?: number,
): Photo {
  return {
    ...emptyPhoto,
    camera: { make, model },
    lens: {
      ...(lens !== undefined && { model: lens }),
      ...(focalMm !== undefined && { focalMm }),
      ...(focusDistanceM !== undefined && { focusDistanceM }),
    },
    exposure: { ...(fNumber !== undefined && { fNumber }) },
  };
}
