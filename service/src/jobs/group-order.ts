import type { Queries } from "../database/database.ts";
import type { ImageHouse } from "../database/stored-values.ts";
import { cutBySize, hasCopies } from "../domain/grouping.ts";
import type { Preferences } from "../domain/preferences.ts";
import { type HousePreferences, housePreferencesOf, recipeOf } from "../domain/recipe.ts";
import { EngineFailure, isInputFault } from "../engine/calls.ts";
import type { Parts } from "../parts.ts";
import type { Grouping, Jobs } from "../queue/jobs.ts";
import { isStorageUnavailable } from "../storage/storage.ts";
import { findAccount } from "../store/account-store.ts";
import { type BracketRow, findHeld, findPlaced } from "../store/bracket-store.ts";
import { findGrouped } from "../store/image-store.ts";
import { beginGrouped, makeImage } from "../store/make-image.ts";
import { endGrouping, findOrder } from "../store/order-store.ts";
import { askOfUploads } from "./read-uploads.ts";

const timeoutMs = 5 * 60_000;

/**
 * Turns the `held` brackets of an order into images, one per transaction, and starts enhancing them once their house
 * has been read. Clients see each image as soon as its brackets are known, and its picture does not depend on timing.
 * After a crash, a second run continues with the rest.
 */
export async function groupOrder(
  { orderId, groupingId = orderId, ...job }: Jobs["group-order"],
  parts: Parts,
): Promise<void> {
  const { database, queue } = parts;
  const order = await findOrder(database.queries, orderId);
  const account = order && (await findAccount(database.queries, order.account_id));
  if (!order || !account) return;
  const held = await findHeld(database.queries, orderId);
  for (const formed of await formSets(held, job.grouping, orderId, parts)) {
    const set = { ...formed, orderId, groupingId, account, ...job };
    await database.transact((transaction) => makeImage(transaction, set, parts));
    queue.wake("deliver-events");
  }
  const images = await findGrouped(database.queries, groupingId);
  const houses = await readHouse(images, orderId, parts);
  for (const [i, { image_id: imageId }] of images.entries()) {
    await database.transact(async (transaction) => {
      // Together with the last image, not after it: otherwise its event could announce more, and none would follow.
      if (i === images.length - 1) await endGrouping(transaction, orderId, groupingId);
      await beginGrouped(transaction, { imageId, house: houses[i], orderId, account }, parts);
    });
    queue.wake("enhance-image");
    queue.wake("deliver-events");
  }
  if (images.length === 0) await database.transact((transaction) => endGrouping(transaction, orderId, groupingId));
}

type Frames = readonly BracketRow[];

interface FormedSet {
  readonly frames: Frames;
  /** Why they form one image, in plain words; empty if a client said so. */
  readonly reasons: readonly string[];
  /** The bracket that a client chose as the reference. */
  readonly referenceId?: string | undefined;
}

const withoutReasons = (frames: Frames): FormedSet => ({ frames, reasons: [] });

async function formSets(held: Frames, grouping: Grouping, orderId: string, parts: Parts): Promise<FormedSet[]> {
  if (held.length === 0) return [];
  if (grouping.by === "lists") {
    const byId = new Map(held.map((bracket) => [bracket.bracket_id, bracket]));
    const references = new Set(grouping.references);
    return grouping.lists
      .map((ids) => ({
        ...withoutReasons(ids.flatMap((id) => byId.get(id) ?? [])),
        referenceId: ids.find((id) => references.has(id)),
      }))
      .filter(({ frames }) => frames.length > 0);
  }
  // The engine counts copies of a file as one photograph; if there are any, only its order is used.
  const size = grouping.by === "size" ? grouping.size : undefined;
  const cutHere = size !== undefined && hasCopies(held);
  const options = size === undefined ? {} : { bracketSize: cutHere ? 1 : size };
  try {
    return await askOfUploads(held, parts, async ({ paths: files, summaries }) => {
      const { groups, failed } = await parts.engines.run({ kind: "group", files, summaries, options }, timeoutMs);
      const byPath = new Map(files.map((path, i) => [path, held[i]]));
      const framesOf = (paths: readonly string[]) => paths.flatMap((path) => byPath.get(path) ?? []);
      const found = groups.map((group) => ({ frames: framesOf(group.files), reasons: group.reasons }));
      const cut = cutHere
        ? cutBySize(
            found.map(({ frames }) => frames),
            size,
          ).map(withoutReasons)
        : found;
      return [...cut, ...failed.map(({ file }) => withoutReasons(framesOf([file])))];
    });
  } catch (error) {
    parts.log.warn({ orderId, err: error }, "grouping failed");
    if (!isInputFault(error)) throw error;
    return held.map((frame) => withoutReasons([frame]));
  }
}

/** Maximum number of tries to read a house: one crash of the engine may be chance, but not a crash at every try. */
const maxTries = 3;

/** An image that a grouping made and whose enhancement has not begun. */
interface GroupedImage {
  readonly image_id: string;
  readonly preferences: Preferences;
}

/**
 * What the rooms of an order contribute to each of `images`; the order's earlier images are read too. A house has one
 * look, that of most images. Images with another look are made without it, as are all images if the house cannot be
 * read.
 */
async function readHouse(
  images: readonly GroupedImage[],
  orderId: string,
  parts: Parts,
): Promise<readonly (ImageHouse | undefined)[]> {
  // `undefined` for images that are not enhanced.
  const allWanted = images.map(({ preferences }) => housePreferencesOf(recipeOf(preferences)));
  const wanted = maxFrequent(allWanted);
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
function maxFrequent(allWanted: readonly (HousePreferences | undefined)[]): HousePreferences | undefined {
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
    // The service is stopping; it groups again after its next start.
    if (error instanceof EngineFailure && error.kind === "cancelled") throw error;
    // If the store is unavailable, the job fails, so that a later run compares the rooms.
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
      if (tries === maxTries || !(error instanceof EngineFailure) || error.kind !== "crashed") throw error;
    }
  }
}
