import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { type Account, findAccount } from "../accounts/accounts.ts";
import type { Queries } from "../database/database.ts";
import type { ImageHouse } from "../database/tables.ts";
import { isInputFault } from "../engine/calls.ts";
import type { Preferences } from "../engine/preferences.ts";
import type { Parts } from "../parts.ts";
import type { Grouping, Jobs } from "../queue/job-queue.ts";
import { borrowFiles, storedFilesOf } from "../storage/borrowed-files.ts";
import type { BracketRow } from "../store/bracket-store.ts";
import { beginEnhancement, insertImage } from "../store/image-store.ts";
import { findOrder, lockOrder } from "../store/order-store.ts";
import { recordEvent } from "../webhooks/events.ts";
import { readHouse } from "./read-house.ts";

const timeoutMs = 5 * 60_000;

/** Turns the held, uploaded brackets of an order into images and begins their enhancement, one image a transaction. */
export async function groupOrder({ orderId, ...job }: Jobs["group-order"], parts: Parts): Promise<void> {
  const { database, queue } = parts;
  const order = await findOrder(database.queries, orderId);
  const account = order && (await findAccount(database.queries, order.account_id));
  if (!order || !account) return;
  const held = await findHeld(database.queries, orderId);
  const sets = await formSets(held, job.grouping, orderId, parts);
  const houses = await readHouse(sets, { orderId, preferences: job.preferences }, parts);
  for (const [i, frames] of sets.entries()) {
    await database.transact(async (transaction) => {
      // With the last image and not after it, else its event could say that more are to come, and none would follow.
      if (i === sets.length - 1) await endMerging(transaction, orderId);
      await makeImage(transaction, { frames, house: houses[i], orderId, account, ...job }, parts);
    });
    queue.wake("enhance-image");
    queue.wake("deliver-events");
  }
  if (sets.length === 0) await endMerging(database.queries, orderId);
}

async function endMerging(queries: Queries, orderId: string): Promise<void> {
  await queries
    .updateTable("orders")
    .set({ is_merging: false, last_updated_at: new Date() })
    .where("order_id", "=", orderId)
    .execute();
}

/** Brackets of the order that were uploaded and belong to no image yet. */
export async function findHeld(queries: Queries, orderId: string): Promise<BracketRow[]> {
  return queries
    .selectFrom("brackets")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("image_id", "is", null)
    .where("source", "is not", null)
    .where("is_deleted", "=", false)
    .orderBy("created_at")
    .orderBy("bracket_id")
    .execute();
}

type Frames = readonly BracketRow[];

async function formSets(held: Frames, grouping: Grouping, orderId: string, parts: Parts): Promise<Frames[]> {
  if (held.length === 0) return [];
  if (grouping.by === "lists") {
    const byId = new Map(held.map((bracket) => [bracket.bracket_id, bracket]));
    return grouping.lists.map((ids) => ids.flatMap((id) => byId.get(id) ?? [])).filter((frames) => frames.length > 0);
  }
  const sources = storedFilesOf(held);
  const files = await borrowFiles(parts.storage, join(parts.config.dataDir, "work", `group-${randomUUID()}`), sources);
  try {
    // The engine counts copies of a file as one photograph; where there are any, it gives the order alone.
    const size = grouping.by === "size" ? grouping.size : undefined;
    const cutHere = size !== undefined && hasCopies(held);
    const options = size === undefined ? {} : { bracketSize: cutHere ? 1 : size };
    const { groups, failed } = await parts.engines.run({ kind: "group", files: files.paths, options }, timeoutMs);
    const byPath = new Map(files.paths.map((path, i) => [path, held[i]]));
    const framesOf = (paths: readonly string[]) => paths.flatMap((path) => byPath.get(path) ?? []);
    const found = groups.map((group) => framesOf(group.files));
    return [...(cutHere ? cutBySize(found, size) : found), ...failed.map(({ file }) => framesOf([file]))];
  } catch (error) {
    parts.log.warn({ orderId, err: error }, "grouping failed");
    if (!isInputFault(error)) throw error;
    return held.map((frame) => [frame]);
  } finally {
    await files.release();
  }
}

function hasCopies(frames: Frames): boolean {
  return new Set(frames.map(({ source }) => source?.sha256)).size < frames.length;
}

/** Sets of `size` photographs each, whose files come in the order of capture; a copy of a file counts as its own. */
export function cutBySize(photographs: readonly Frames[], size: number): Frames[] {
  const units = photographs.flatMap((files) => {
    const copies: BracketRow[][] = [];
    for (const file of files) {
      const isCopy = copies.some(([first]) => first.source?.sha256 === file.source?.sha256);
      if (isCopy || copies.length === 0) copies.push([file]);
      // Another file of the same photograph, its raw for example.
      else copies[0].push(file);
    }
    return copies;
  });
  return Array.from({ length: Math.ceil(units.length / size) }, (_, i) => units.slice(i * size, (i + 1) * size).flat());
}

interface NewSet {
  readonly frames: Frames;
  readonly house: ImageHouse | undefined;
  readonly orderId: string;
  readonly account: Account;
  readonly preferences: Preferences;
  readonly devMode: boolean;
}

/**
 * One image of `frames`, named after the first. Where frames were registered as images (`hdr: true`), the first of
 * those becomes this image, by the order's preferences over its own, and the others point to it. Brackets that a run
 * before this one placed already are left alone, as are those that were deleted meanwhile; where none is left, there is
 * no image.
 */
async function makeImage(transaction: Queries, set: NewSet, parts: Parts): Promise<void> {
  const { orderId, account } = set;
  const { frames, heldIds } = await lockFrames(transaction, set);
  if (frames.length === 0) return;
  const [held] = heldIds;
  if (held !== undefined) await adoptWishes(transaction, held, set);
  const imageId = held ?? (await registerImage(transaction, frames[0].name, set));
  await recordEvent(transaction, parts.queue, account.accountId, {
    event: "image_registered",
    image_id: imageId,
    order_id: orderId,
  });
  if (heldIds.length > 1) {
    await transaction
      .updateTable("images")
      .set({ parent_image_id: imageId })
      .where("image_id", "in", heldIds.slice(1))
      .execute();
  }
  for (const [position, { bracket_id }] of frames.entries()) {
    await transaction
      .updateTable("brackets")
      .set({ image_id: imageId, position })
      .where("bracket_id", "=", bracket_id)
      .execute();
  }
  await transaction
    .updateTable("images")
    .set({
      metadata: sql`(select metadata from brackets where image_id = ${imageId} and position = 0 limit 1)`,
      house: set.house ? JSON.stringify(set.house) : null,
    })
    .where("image_id", "=", imageId)
    .execute();
  await beginEnhancement(transaction, parts, imageId, account);
}

/**
 * Those of the frames that still wait, in their order, and the images that they were registered as. None of them can be
 * deleted before the transaction ends.
 */
async function lockFrames(
  transaction: Queries,
  { frames, orderId }: NewSet,
): Promise<{ readonly frames: Frames; readonly heldIds: readonly string[] }> {
  const none = { frames: [], heldIds: [] };
  if (frames.length === 0) return none;
  if (!(await lockOrder(transaction, orderId))) return none;
  const registered = frames.flatMap(({ held_image_id }) => held_image_id ?? []);
  const images = registered.length === 0 ? [] : await lockImages(transaction, registered);
  const brackets = await transaction
    .selectFrom("brackets")
    .select("bracket_id")
    .where(
      "bracket_id",
      "in",
      frames.map(({ bracket_id }) => bracket_id),
    )
    .where("image_id", "is", null)
    .where("is_deleted", "=", false)
    .forUpdate()
    .execute();
  const waiting = new Set(brackets.map(({ bracket_id }) => bracket_id));
  const living = new Set(images.map(({ image_id }) => image_id));
  const left = frames.filter(({ bracket_id }) => waiting.has(bracket_id));
  return {
    frames: left,
    heldIds: left.flatMap(({ held_image_id: id }) => (id !== null && living.has(id) ? id : [])),
  };
}

async function lockImages(transaction: Queries, imageIds: readonly string[]) {
  return transaction
    .selectFrom("images")
    .select("image_id")
    .where("image_id", "in", imageIds)
    .where("is_deleted", "=", false)
    .forUpdate()
    .execute();
}

/** What was asked of the order counts before what was asked of the frame; development mode of either is kept. */
async function adoptWishes(transaction: Queries, imageId: string, { preferences, devMode }: NewSet): Promise<void> {
  const image = await transaction
    .selectFrom("images")
    .select(["preferences", "dev_mode"])
    .where("image_id", "=", imageId)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable("images")
    .set({
      preferences: JSON.stringify({ ...image.preferences, ...preferences }),
      dev_mode: image.dev_mode || devMode,
    })
    .where("image_id", "=", imageId)
    .execute();
}

async function registerImage(transaction: Queries, name: string, set: NewSet): Promise<string> {
  const { orderId, account, preferences, devMode } = set;
  const { accountId } = account;
  return insertImage(transaction, {
    orderId,
    accountId,
    name,
    contentType: null,
    preferences,
    devMode,
    now: new Date(),
  });
}
