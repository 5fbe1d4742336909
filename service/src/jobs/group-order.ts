import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { cutBySize, hasCopies } from "../domain/fixed-size.ts";
import { isInputFault } from "../engine/calls.ts";
import type { Parts } from "../parts.ts";
import type { Grouping, Jobs } from "../queue/job-queue.ts";
import { borrowFiles, storedFilesOf } from "../storage/borrowed-files.ts";
import { findAccount } from "../store/account-store.ts";
import { type BracketRow, findHeld } from "../store/bracket-store.ts";
import { makeImage } from "../store/make-image.ts";
import { endGrouping, findOrder } from "../store/order-store.ts";
import { readHouse } from "./read-house.ts";

const timeoutMs = 5 * 60_000;

/** Turns the held, uploaded brackets of an order into images and begins their enhancement, one image a transaction. */
export async function groupOrder(
  { orderId, groupingId = orderId, ...job }: Jobs["group-order"],
  parts: Parts,
): Promise<void> {
  const { database, queue } = parts;
  const order = await findOrder(database.queries, orderId);
  const account = order && (await findAccount(database.queries, order.account_id));
  if (!order || !account) return;
  const held = await findHeld(database.queries, orderId);
  const { sets, houses } = await look(held, { orderId, ...job }, parts);
  for (const [i, frames] of sets.entries()) {
    await database.transact(async (transaction) => {
      // With the last image and not after it, else its event could say that more are to come, and none would follow.
      if (i === sets.length - 1) await endGrouping(transaction, orderId, groupingId);
      await makeImage(transaction, { frames, house: houses[i], orderId, account, ...job }, parts);
    });
    queue.wake("enhance-image");
    queue.wake("deliver-events");
  }
  if (sets.length === 0) await database.transact((transaction) => endGrouping(transaction, orderId, groupingId));
}

type Frames = readonly BracketRow[];

/**
 * The sets, and for each the reading of the house. The files stay borrowed from one to the other, so that each is
 * fetched from a remote storage once, however small the cache of local copies is.
 */
async function look(held: Frames, { orderId, grouping, preferences }: Jobs["group-order"], parts: Parts) {
  const sources = grouping.by === "lists" ? [] : storedFilesOf(held);
  const folder = join(parts.config.dataDir, "work", `order-${randomUUID()}`);
  const files = await borrowFiles(parts.storage, folder, sources);
  try {
    const sets = await formSets(held, grouping, orderId, parts);
    return { sets, houses: await readHouse(sets, { orderId, preferences }, parts) };
  } finally {
    await files.release();
  }
}

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
