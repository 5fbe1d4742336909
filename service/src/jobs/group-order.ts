import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { type Account, findAccount } from "../accounts/accounts.ts";
import type { BracketRow } from "../brackets/bracket-store.ts";
import type { Queries } from "../database/database.ts";
import { EngineFailure } from "../engine/calls.ts";
import { beginEnhancement, insertImage } from "../images/image-store.ts";
import type { Preferences } from "../images/preferences.ts";
import { findOrder } from "../orders/order-store.ts";
import type { Parts } from "../parts.ts";
import { recordEvent } from "../webhooks/events.ts";
import { borrowFiles } from "./borrowed-files.ts";
import type { Grouping, Jobs } from "./queue.ts";

const timeoutMs = 5 * 60_000;

/** Turns the held, uploaded brackets of an order into images and begins their enhancement, one image a transaction. */
export async function groupOrder({ orderId, ...job }: Jobs["group-order"], parts: Parts): Promise<void> {
  const { database, queue } = parts;
  const order = await findOrder(database.queries, orderId);
  const account = order && (await findAccount(database.queries, order.account_id));
  if (!order || !account) return;
  const held = await findHeld(database.queries, orderId);
  const sets = await formSets(held, job.grouping, orderId, parts);
  for (const [i, frames] of sets.entries()) {
    await database.queries.transaction().execute(async (transaction) => {
      // With the last image and not after it, else its event could say that more are to come, and none would follow.
      if (i === sets.length - 1) await endMerging(transaction, orderId);
      await makeImage(transaction, { frames, orderId, account, ...job }, parts);
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
  const sources = held.flatMap(({ name, source }) => (source ? [{ key: source.key, name }] : []));
  const files = await borrowFiles(parts.storage, join(parts.config.dataDir, "work", `group-${randomUUID()}`), sources);
  try {
    const options = grouping.by === "size" ? { bracketSize: grouping.size } : {};
    const { groups, failed } = await parts.engines.run({ kind: "group", files: files.paths, options }, timeoutMs);
    const byPath = new Map(files.paths.map((path, i) => [path, held[i]]));
    const sets = [...groups.map((group) => group.files), ...failed.map(({ file }) => [file])];
    return sets.map((paths) => paths.flatMap((path) => byPath.get(path) ?? []));
  } catch (error) {
    parts.log.warn({ orderId, err: error }, "grouping failed");
    if (!isFinal(error)) throw error;
    return held.map((frame) => [frame]);
  } finally {
    await files.release();
  }
}

/** Whether the same files would fail again, so that there is nothing to wait for. */
function isFinal(error: unknown): boolean {
  return error instanceof EngineFailure && ["input", "options", "unsupported", "limits"].includes(error.kind);
}

interface NewSet {
  readonly frames: Frames;
  readonly orderId: string;
  readonly account: Account;
  readonly preferences: Preferences;
  readonly devMode: boolean;
}

/**
 * One image of `frames`, named after the first. Where frames were registered as images (`hdr: true`), the first of those becomes this
 * image and the others point to it. Brackets that a run before this one placed already are left alone.
 */
async function makeImage(transaction: Queries, set: NewSet, parts: Parts): Promise<void> {
  const { frames, orderId, account, preferences, devMode } = set;
  const now = new Date();
  const heldIds = frames.flatMap(({ held_image_id }) => held_image_id ?? []);
  const imageId = heldIds[0] ?? randomUUID();
  if (heldIds.length === 0) {
    await insertImage(transaction, {
      imageId,
      orderId,
      accountId: account.accountId,
      name: frames[0].name,
      contentType: null,
      preferences,
      devMode,
      now,
    });
    const event = { event: "image_registered", image_id: imageId, order_id: orderId } as const;
    await recordEvent(transaction, parts.queue, account.accountId, event);
  } else if (heldIds.length > 1) {
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
      .where("image_id", "is", null)
      .execute();
  }
  await transaction
    .updateTable("images")
    .set({ metadata: sql`(select metadata from brackets where image_id = ${imageId} and position = 0 limit 1)` })
    .where("image_id", "=", imageId)
    .execute();
  await beginEnhancement(transaction, parts, { imageId, orderId }, account);
}
