import type { Queries } from "../database/database.ts";
import type { ImageHouse } from "../database/stored-values.ts";
import type { Preferences } from "../domain/preferences.ts";
import { type HousePreferences, housePreferencesOf, recipeOf } from "../domain/recipe.ts";
import { EngineFailure } from "../engine/calls.ts";
import type { Parts } from "../parts.ts";
import { isStorageUnavailable } from "../storage/storage.ts";
import { type BracketRow, findPlaced } from "../store/bracket-store.ts";
import { askOfUploads } from "./ask-of-uploads.ts";

const timeoutMs = 5 * 60_000;
/** Tries of one reading: a killed engine says nothing about the rooms, but one that crashes each time does. */
const mostTries = 3;

type Frames = readonly BracketRow[];

/** An image that a grouping made and that is not begun. */
interface GroupedImage {
  readonly image_id: string;
  readonly preferences: Preferences;
}

/**
 * What the rooms of an order contribute to each image that is about to begin; images that the order has already take
 * part. A house has one look, that of most images. The others are made without it, as are all images if the house
 * cannot be read.
 */
export async function readHouse(
  images: readonly GroupedImage[],
  orderId: string,
  parts: Parts,
): Promise<readonly (ImageHouse | undefined)[]> {
  // `undefined` for images that are not enhanced.
  const allWanted = images.map(({ preferences }) => housePreferencesOf(recipeOf(preferences)));
  const wanted = mostFrequent(allWanted);
  if (wanted === undefined) return [];
  const placed = await findPlacedByImage(parts.database.queries, orderId);
  const sets = images.map(({ image_id }) => placed.get(image_id) ?? []);
  for (const { image_id } of images) placed.delete(image_id);
  const settings = await askEngine([...sets, ...placed.values()], wanted, orderId, parts);
  return images.map((_, i) => {
    const setting = settings[i];
    return setting && keyOf(allWanted[i]) === keyOf(wanted) ? { preferences: wanted, setting } : undefined;
  });
}

/** Ties are broken by text, so that the result does not depend on the order of the sets. */
function mostFrequent(allWanted: readonly (HousePreferences | undefined)[]): HousePreferences | undefined {
  const counts = new Map<string, { readonly wanted: HousePreferences; readonly count: number }>();
  for (const wanted of allWanted) {
    if (wanted) counts.set(keyOf(wanted), { wanted, count: (counts.get(keyOf(wanted))?.count ?? 0) + 1 });
  }
  const [first] = [...counts].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
  return first?.[1].wanted;
}

function keyOf(wanted: HousePreferences | undefined): string {
  return JSON.stringify(wanted) ?? "";
}

/** The files of each image that the order has. */
async function findPlacedByImage(queries: Queries, orderId: string): Promise<Map<string | null, Frames[number][]>> {
  const placed = new Map<string | null, Frames[number][]>();
  for (const bracket of await findPlaced(queries, orderId)) {
    placed.set(bracket.image_id, [...(placed.get(bracket.image_id) ?? []), bracket]);
  }
  return placed;
}

async function askEngine(
  sets: readonly Frames[],
  options: HousePreferences,
  orderId: string,
  parts: Parts,
): Promise<readonly (ImageHouse["setting"] | undefined)[]> {
  const { engines, log } = parts;
  if (sets.length < 2) return [];
  try {
    return await askOfUploads(sets.flat(), parts, ({ paths: [...left], summaries }) => {
      const paths = sets.map(({ length }) => left.splice(0, length));
      return retryCrashes(() => engines.run({ kind: "house", sets: paths, summaries, options }, timeoutMs));
    });
  } catch (error) {
    // The service stops, and groups again when it starts.
    if (error instanceof EngineFailure && error.kind === "cancelled") throw error;
    // If the store is unavailable, the job fails and runs again, and then the rooms are compared.
    if (isStorageUnavailable(error)) throw error;
    log.warn({ orderId, err: error }, "the order's rooms could not be compared with each other");
    return [];
  }
}

async function retryCrashes<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (tries === mostTries || !(error instanceof EngineFailure) || error.kind !== "crashed") throw error;
    }
  }
}
