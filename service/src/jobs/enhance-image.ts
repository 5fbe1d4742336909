import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Queries } from "../database/database.ts";
import { housePreferencesOf, type Recipe, recipeOf } from "../domain/recipe.ts";
import { EngineFailure, isInputFault } from "../engine/calls.ts";
import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/jobs.ts";
import { borrowFiles, storedFilesOf } from "../storage/borrowed-files.ts";
import { storageKey } from "../storage/storage.ts";
import { findBracketsOfImage } from "../store/bracket-store.ts";
import { failAttempt, finishAttempt } from "../store/image-states.ts";
import { findAttempt, type ImageRow, isResultOf } from "../store/image-store.ts";

const timeoutMs = 15 * 60_000;

/**
 * Makes the picture of one image. Idempotent after a crash: the state changes from processing to processed once, in the
 * transaction that records the event, and only for the last requested attempt.
 */
export async function enhanceImage({ imageId, attempt }: Jobs["enhance-image"], parts: Parts): Promise<void> {
  const { database, storage, engines, queue, config, log } = parts;
  const image = await findAttempt(database.queries, { imageId, attempt });
  if (!image) return;
  const brackets = await findUploaded(database.queries, imageId);
  const sources = storedFilesOf(brackets);
  if (sources.length === 0) {
    return fail(
      { imageId, attempt },
      "input: every file of the image was deleted; upload and register it again",
      parts,
    );
  }
  // Never the folder of an earlier run: the engine of a killed service may still write there for a moment.
  const files = await borrowFiles(storage, join(config.dataDir, "work", randomUUID()), sources);
  try {
    const recipe = recipeOf(image.preferences);
    const reference = files.paths[brackets.findIndex(({ bracket_id }) => bracket_id === image.reference_id)];
    const chosen = reference === undefined ? {} : { reference };
    const [output, preview] = [join(files.folder, "full.jpg"), join(files.folder, "preview.jpg")];
    const { timingsMs: _, ...made } = await engines.run(
      { kind: "enhance", files: files.paths, ...recipe, ...houseFor(image, recipe), ...chosen, output, preview },
      timeoutMs,
    );
    const [fullKey, previewKey] = [storageKey("full"), storageKey("preview")];
    const [full, small] = await Promise.all([storage.adopt(fullKey, output), storage.adopt(previewKey, preview)]);
    const result = {
      ...made,
      full: { key: fullKey, ...full, ...made.full },
      preview: { key: previewKey, ...small, ...made.preview },
    };
    const { unused, hasEvent } = await database
      .transact((transaction) => finishAttempt(transaction, queue, { imageId, attempt }, result))
      .catch(async (error) => {
        // The job runs again and makes new files.
        if (!(await isResultOf(database.queries, imageId, result))) {
          for (const key of [fullKey, previewKey]) await storage.remove(key);
        }
        throw error;
      });
    for (const key of unused) await storage.remove(key);
    if (hasEvent) queue.wake("deliver-events");
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.kind === "cancelled") throw error;
    // The failure may only be due to a file whose bracket was deleted meanwhile. The recursion ends, since brackets are
    // never added.
    const left = await findUploaded(database.queries, imageId);
    if (left.length < sources.length) return await enhanceImage({ imageId, attempt }, parts);
    log.warn({ imageId, kind: error.kind, code: error.code, reason: error.message }, "an image failed");
    // A crash or a full disk is a fault of the service, not of the picture: the queue tries again.
    if (!isInputFault(error)) throw error;
    await fail({ imageId, attempt }, `${error.code}: ${error.message}`, parts);
  } finally {
    await files.release();
  }
}

async function fail(job: Jobs["enhance-image"], reason: string, { database, queue }: Parts): Promise<void> {
  await database.transact((transaction) => failAttempt(transaction, queue, job, reason));
  queue.wake("deliver-events");
}

/** A picture whose preferences changed since its house was read is made separately. */
export function houseFor({ house }: Pick<ImageRow, "house">, recipe: Recipe) {
  return house && isDeepStrictEqual(house.preferences, housePreferencesOf(recipe)) ? { house: house.setting } : {};
}

/** The image's brackets that were uploaded, in their order. */
async function findUploaded(queries: Queries, imageId: string) {
  return (await findBracketsOfImage(queries, imageId)).filter(({ source }) => source !== null);
}
